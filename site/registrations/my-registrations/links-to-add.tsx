/** What was sent or followed as a guest in this tab and did not come by itself: added once its address or number is proved. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { moveWords as words } from '#domain/registrations/tracking-words.ts'
import {
  claimByLink,
  dropLink,
  type LinkOfThisTab,
  readLinks,
} from '#site/registrations/records/links-of-this-tab.ts'
import { type MyRegistration, myRegistrationsQuery } from '#site/registrations/records/my-registrations.ts'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'

interface LinksToAddProps {
  userId: string
  registrations: readonly MyRegistration[]
}

export function LinksToAdd({ userId, registrations }: LinksToAddProps) {
  const [links, setLinks] = useState(readLinks)
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: ({ token }: LinkOfThisTab) => claimByLink(token),
    onSuccess: (_, { reference }) => toast.success(words.moved, reference),
    onError: (error) => toast.error(words.failed, error.message),
    onSettled: () => {
      setLinks(readLinks())
      return queries.invalidateQueries({ queryKey: myRegistrationsQuery(userId).queryKey })
    },
  })
  const isHere = ({ reference }: LinkOfThisTab) => registrations.some((one) => one.reference === reference)

  return links
    .filter((link) => !isHere(link))
    .map((link) => (
      <Notice key={link.token}>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>
            <strong className="code">{link.reference}</strong> {words.isItYours}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button
              size="sm"
              busy={add.isPending && add.variables?.token === link.token}
              busyLabel={words.busyLabel}
              aria-label={`${words.submitLabel}: ${link.reference}`}
              onClick={() => add.mutate(link)}
            >
              {words.submitLabel}
            </Button>
            <Button
              size="sm"
              variant="outline"
              aria-label={`${words.notMine}: ${link.reference}`}
              onClick={() => {
                dropLink(link.token)
                setLinks(readLinks())
              }}
            >
              {words.notMine}
            </Button>
          </div>
        </div>
      </Notice>
    ))
}

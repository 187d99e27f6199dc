/** What was sent or followed as a guest in this tab and did not come by itself: added once its address or number is proved. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { moveWords as words } from '#domain/registrations/tracking-words.ts'
import {
  claimByLink,
  dropLink,
  findLink,
  type LinkOfThisTab,
  readLinks,
  saveLink,
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
  /** "Not mine": gone from this tab, and given back as long as this page is open. */
  const [dropped, setDropped] = useState<readonly string[]>([])
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: ({ token }: LinkOfThisTab) => claimByLink(token),
    onSuccess: (_, { reference }) => toast.success(words.moved, reference),
    onError: (error) => toast.error(words.failed, error.message),
    onSettled: (_data, _error, claimed) => {
      // Added, or there is nothing left to add.
      if (!findLink(claimed.reference)) setLinks((shown) => shown.filter((link) => link !== claimed))
      return queries.invalidateQueries({ queryKey: myRegistrationsQuery(userId).queryKey })
    },
  })

  function change(link: LinkOfThisTab, isDropped: boolean) {
    if (isDropped) saveLink(link)
    else dropLink(link.token)
    setDropped(isDropped ? dropped.filter((token) => token !== link.token) : [...dropped, link.token])
  }

  const isHere = ({ reference }: LinkOfThisTab) => registrations.some((one) => one.reference === reference)

  return links
    .filter((link) => !isHere(link))
    .map((link) => {
      const isDropped = dropped.includes(link.token)
      return (
        <Notice key={link.token}>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status">
              <strong className="code">{link.reference}</strong> {isDropped ? words.dropped : words.isItYours}
            </p>
            <div className="flex flex-wrap gap-3">
              {!isDropped && (
                <Button
                  size="sm"
                  busy={add.isPending && add.variables?.token === link.token}
                  busyLabel={words.busyLabel}
                  aria-label={`${words.submitLabel}: ${link.reference}`}
                  onClick={() => add.mutate(link)}
                >
                  {words.submitLabel}
                </Button>
              )}
              <Button
                size="sm"
                variant="outline"
                aria-label={`${isDropped ? words.undo : words.notMine}: ${link.reference}`}
                onClick={() => change(link, isDropped)}
              >
                {isDropped ? words.undo : words.notMine}
              </Button>
            </div>
          </div>
        </Notice>
      )
    })
}

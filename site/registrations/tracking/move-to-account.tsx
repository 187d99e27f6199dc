/** Brings the application behind a guest link into the account of the signed-in user, or says how to. */
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { moveWords as words } from '#domain/registrations/tracking-words.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { buildAuthPath } from '#site/lib/next-path.ts'
import { paths } from '#site/paths.ts'
import { claimByLink, saveLink } from '#site/registrations/records/links-of-this-tab.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'

export function MoveToAccount({ token, reference }: { token: string; reference: string }) {
  const { status } = useAuth()
  const navigate = useNavigate()
  const move = useMutation({
    mutationFn: () => claimByLink(token),
    onSuccess: () => {
      toast.success(words.moved, reference)
      void navigate(paths.account)
    },
    onError: (error) => toast.error(words.failed, error.message),
  })

  // A reload offers it again, and anyone who signs in from here is offered it on their account.
  useEffect(() => saveLink({ token, reference }), [token, reference])

  if (status === 'loading') return null
  return (
    <Panel title={words.title}>
      <div className="grid justify-items-start gap-4">
        <p>{words.text}</p>
        {status === 'signedIn' ? (
          <Button
            variant="outline"
            busy={move.isPending}
            busyLabel={words.busyLabel}
            onClick={() => move.mutate()}
          >
            {words.submitLabel}
          </Button>
        ) : (
          <ButtonLink to={buildAuthPath(paths.account)} variant="outline">
            {words.signIn}
          </ButtonLink>
        )}
      </div>
    </Panel>
  )
}

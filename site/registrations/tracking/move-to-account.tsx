/** Brings the application behind a guest link into the account of the signed-in user, or says how to. */
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
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
      toast.success('Added to your account', reference)
      void navigate(paths.account)
    },
    onError: (error) => toast.error('This could not be added', error.message),
  })

  // Anyone who signs in from here is offered it on their account.
  useEffect(() => {
    if (status === 'signedOut') saveLink({ token, reference })
  }, [status, token, reference])

  if (status === 'loading') return null
  return (
    <Panel title="Keep it in an account">
      <div className="grid justify-items-start gap-4">
        <p>
          In your account you see all your applications, and need no link. This link then ends. Your account
          needs the email address or phone number that you sent it with.
        </p>
        {status === 'signedIn' ? (
          <Button variant="outline" busy={move.isPending} busyLabel="Adding..." onClick={() => move.mutate()}>
            Add to my account
          </Button>
        ) : (
          <ButtonLink to={buildAuthPath(paths.account)} variant="outline">
            Sign in to keep it
          </ButtonLink>
        )}
      </div>
    </Panel>
  )
}

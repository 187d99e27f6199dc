/** What the link of an invitation says: who invites to what, and one form that makes the account. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { adminPaths } from '#domain/admin/admin.ts'
import { type InvitationView, invitationPath } from '#domain/admin/staff.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { fetchJson, ServerError } from '#site/lib/call-server.ts'
import { askToLeave } from '#site/lib/leaving.ts'
import { buildAuthPath } from '#site/lib/next-path.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { asName, useCompany } from '#site/page-company.ts'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'
import { JoinForm } from './join-form.tsx'

interface InvitationProps {
  token: string
  /** The person is signed in under the invited address. */
  onTaken: (how: { isProved: boolean }) => void
}

/** Null: there is no such link. */
async function readInvitation(token: string): Promise<InvitationView | null> {
  try {
    return await fetchJson<InvitationView>('POST', adminPaths.invitation, { token }, { as: 'nobody' })
  } catch (error) {
    if (error instanceof ServerError && error.status === 404) return null
    throw error
  }
}

export function Invitation({ token, onTaken }: InvitationProps) {
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => readInvitation(token),
    // An answer of before the account was made must not take the form away while it is sent.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return (
    <div className="wrap py-6 lg:py-10">
      <Panel className="mx-auto max-w-[36rem]">
        <QueryState query={query} errorText="Your invitation could not be looked up.">
          {(invitation) =>
            invitation ? (
              <Found token={token} invitation={invitation} onTaken={onTaken} />
            ) : (
              <Sheet title="This link is not an invitation">
                <p>
                  It may have been cut off by a mail program. Copy the whole address from the mail, or ask the
                  person who invited you for another one.
                </p>
              </Sheet>
            )
          }
        </QueryState>
      </Panel>
    </div>
  )
}

const ends = {
  accepted: 'has been accepted already. Sign in to go to the desk.',
  withdrawn: 'was withdrawn, or another one has taken its place.',
  expired: 'is more than a week old.',
}

function Found({ token, invitation, onTaken }: InvitationProps & { invitation: InvitationView }) {
  const auth = useAuth()
  const { email, title, description, invitedBy, state, hasAccount, hasPassword } = invitation
  const { companyName } = useCompany()
  const inviter = invitedBy ?? `A colleague at ${asName(companyName)}`
  const isSignedIn = auth.status === 'signedIn'
  const isTheirs = isSignedIn && auth.email?.toLowerCase() === email.toLowerCase()
  if (state !== 'open')
    return (
      <Sheet title={`The invitation to join as ${title}`}>
        <p>This invitation {ends[state]}</p>
        {state === 'accepted' ? (
          <ButtonLink to={isSignedIn ? paths.adminHome : buildAuthPath(paths.adminHome)}>
            {isSignedIn ? 'Go to the desk' : 'Sign in'}
          </ButtonLink>
        ) : (
          <p>Ask {invitedBy ?? 'the person who invited you'} for another one.</p>
        )}
      </Sheet>
    )
  const needsPassword = !hasAccount || (!hasPassword && isTheirs)
  const heading = `${inviter} invites you to join as ${title}`
  if (isSignedIn && !isTheirs)
    return (
      <Sheet title={heading}>
        <OtherAccount email={email} />
      </Sheet>
    )
  return (
    <Sheet title={heading}>
      <p>{description}</p>
      {needsPassword && (
        <JoinForm
          token={token}
          email={email}
          isOpen={hasAccount}
          onJoined={() => onTaken({ isProved: true })}
        />
      )}
      {!needsPassword && (
        <p>
          The address <strong className="wrap-anywhere">{email}</strong> has an account already
          {hasPassword ? '.' : ', and no password yet: choose "Forgot password?" to set it.'}
        </p>
      )}
      {hasAccount && hasPassword && isTheirs && (
        <Button onClick={() => onTaken({ isProved: false })}>Accept the invitation</Button>
      )}
      {hasAccount && !isTheirs && (
        <ButtonLink to={buildAuthPath(invitationPath)} state={{ email }}>
          Sign in to accept
        </ButtonLink>
      )}
    </Sheet>
  )
}

function OtherAccount({ email }: { email: string }) {
  const auth = useAuth()
  return (
    <>
      <Notice kind="warn">
        This invitation is for <strong className="wrap-anywhere">{email}</strong>. You are signed in as{' '}
        <strong className="wrap-anywhere">{auth.email ?? 'somebody else'}</strong>, which is another account.
      </Notice>
      <Button onClick={() => askToLeave('here')}>Sign out and go on</Button>
    </>
  )
}

function Sheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-4">
      <h1 className="text-2xl">{title}</h1>
      {children}
    </div>
  )
}

/** The devices on which the account is signed in; each may be ended from here. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { describeDevice } from '#domain/account/devices.ts'
import { formatDateTimeInWords } from '#domain/dates.ts'
import { networkHint } from '#site/lib/network.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { ConfirmButton } from '#site/ui/confirm-button.tsx'
import { toast } from '#site/ui/toast.tsx'
import { endSession, type OwnSession, sessionsQuery } from './security-data.ts'

export function SessionsList({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const query = useQuery(sessionsQuery(userId))

  async function end(session: OwnSession) {
    await endSession(session.id).catch(() => {
      throw new Error(`That device is still signed in. ${networkHint}`)
    })
  }

  function onEnded() {
    toast.success('Signed out there', 'What is open on that device closes within seconds.')
    void queries.invalidateQueries(sessionsQuery(userId))
  }

  return (
    <QueryState query={query} errorText="Your devices could not be loaded.">
      {(sessions) => (
        <ul className="border-t border-ink">
          {sessions.map((session) => {
            const device = describeDevice(session.userAgent)
            return (
              <li
                key={session.id}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3"
              >
                <div className="min-w-0">
                  <p className="font-semibold">{device}</p>
                  <p className="num text-sm text-stone">
                    Signed in {formatDateTimeInWords(session.createdAt)}, last used{' '}
                    {formatDateTimeInWords(session.lastUsedAt)}
                    {session.ip && `, from ${session.ip}`}
                  </p>
                </div>
                {session.isCurrent ? (
                  <p className="text-sm font-semibold text-leaf">This device</p>
                ) : (
                  <ConfirmButton
                    label="Sign out"
                    ariaLabel={`Sign out ${device}, signed in ${formatDateTimeInWords(session.createdAt)}`}
                    variant="outline"
                    size="sm"
                    title="That device is signed out"
                    confirmLabel="Sign out"
                    keepLabel="Leave it signed in"
                    busyLabel="Signing Out..."
                    run={() => end(session)}
                    onDone={onEnded}
                  >
                    {() => (
                      <p>
                        {device}, last used {formatDateTimeInWords(session.lastUsedAt)}. To use the account
                        there again, someone has to sign in.
                      </p>
                    )}
                  </ConfirmButton>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </QueryState>
  )
}

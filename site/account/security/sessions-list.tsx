/** The devices on which the account is signed in; each may be ended from here. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { describeDevice } from '#domain/account/devices.ts'
import { sessionWords as words } from '#domain/account/security-words.ts'
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
      throw new Error(`${words.failed} ${networkHint}`)
    })
  }

  function onEnded() {
    toast.success(words.done.title, words.done.text)
    void queries.invalidateQueries(sessionsQuery(userId))
  }

  return (
    <QueryState query={query} errorText={words.notLoaded}>
      {(sessions) => (
        <ul className="border-t border-ink">
          {sessions.map((session) => {
            const device = describeDevice(session.userAgent)
            const signedIn = formatDateTimeInWords(session.createdAt)
            const lastUsed = formatDateTimeInWords(session.lastUsedAt)
            return (
              <li
                key={session.id}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3"
              >
                <div className="min-w-0">
                  <p className="font-semibold">{device}</p>
                  <p className="num text-sm text-stone">{words.describe(signedIn, lastUsed, session.ip)}</p>
                </div>
                {session.isCurrent ? (
                  <p className="text-sm font-semibold text-leaf">{words.thisDevice}</p>
                ) : (
                  <ConfirmButton
                    label={words.signOutLabel}
                    ariaLabel={words.describeSignOut(device, signedIn)}
                    variant="outline"
                    size="sm"
                    title={words.title}
                    confirmLabel={words.signOutLabel}
                    keepLabel={words.keepLabel}
                    busyLabel={words.busyLabel}
                    run={() => end(session)}
                    onDone={onEnded}
                  >
                    {() => <p>{words.text(device, lastUsed)}</p>}
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

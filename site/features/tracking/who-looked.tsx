/** Who has read a private detail of this application, when and why. */
import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#domain/dates.ts'
import { nameSecret } from '#domain/vault.ts'
import { listTrackedReveals } from '#site/features/tracking/track-calls.ts'
import { Button } from '#site/ui/button.tsx'
import { Panel } from '#site/ui/panel.tsx'

export function WhoLooked({ token }: { token: string }) {
  const query = useQuery({
    queryKey: ['tracked', token, 'reveals'],
    queryFn: () => listTrackedReveals(token),
  })
  return (
    <Panel title="Who looked at my data">
      <div className="grid gap-4">
        <p>
          Numbers, dates of birth and photos are locked away. When one of our people opens one, it is written
          down here.
        </p>
        {query.isPending && (
          <p role="status" className="text-stone">
            Loading...
          </p>
        )}
        {query.isError && (
          <div className="flex flex-wrap items-center gap-3">
            <p>The list could not be loaded.</p>
            <Button size="sm" variant="outline" onClick={() => void query.refetch()}>
              Try again
            </Button>
          </div>
        )}
        {query.data?.length === 0 && <p className="font-semibold">Nobody has looked.</p>}
        {query.data && query.data.length > 0 && (
          <ul className="border-t border-ink">
            {query.data.map(({ id, at, who, role, field, reason }) => (
              <li key={id} className="border-b border-line py-3">
                <p className="num text-sm text-stone">{formatDateTime(at)} (Lagos)</p>
                <p>
                  <strong>{who}</strong> {role && `(${role.replace('_', ' ')})`} read your {nameSecret(field)}
                </p>
                <p className="text-sm">{reason}</p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}

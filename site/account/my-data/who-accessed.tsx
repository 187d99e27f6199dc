/** Who of our staff has read something that is locked away, when and why. */
import type { UseQueryResult } from '@tanstack/react-query'
import { formatDateTimeInWords, lagosTime } from '#domain/dates.ts'
import { revealWords as words } from '#domain/reveal-words.ts'
import { nameSecret, type Reveal } from '#domain/vault.ts'
import { QueryState } from '#site/lib/query-state.tsx'

export function WhoAccessed({ query }: { query: UseQueryResult<readonly Reveal[]> }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>{words.lead}</p>
      <QueryState query={query} errorText={words.unknown}>
        {(reveals) =>
          reveals.length === 0 ? (
            <p className="font-semibold">{words.none}</p>
          ) : (
            <ul className="border-t border-ink">
              {reveals.map(({ id, at, who, role, field, reason }) => (
                <li key={id} className="border-b border-line py-3">
                  <p className="num text-sm text-stone">
                    {formatDateTimeInWords(at)} {lagosTime}
                  </p>
                  <p>
                    <strong>{who}</strong> {role && `(${role.replace('_', ' ')})`}{' '}
                    {words.describe(nameSecret(field))}
                  </p>
                  <p className="text-sm">{reason}</p>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </div>
  )
}

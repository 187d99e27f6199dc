/** Who of our staff has read something that is locked away, when and why. */
import type { UseQueryResult } from '@tanstack/react-query'
import { formatDateTimeInWords } from '#domain/dates.ts'
import { nameSecret, type Reveal } from '#domain/vault.ts'
import { QueryState } from '#site/lib/query-state.tsx'

export function WhoAccessed({ query }: { query: UseQueryResult<readonly Reveal[]> }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        Numbers, dates of birth and photos are locked away. When one of our people opens one, it is written
        down here, and nobody can take it out again.
      </p>
      <QueryState query={query} errorText="The list could not be loaded.">
        {(reveals) =>
          reveals.length === 0 ? (
            <p className="font-semibold">Nobody has looked.</p>
          ) : (
            <ul className="border-t border-ink">
              {reveals.map(({ id, at, who, role, field, reason }) => (
                <li key={id} className="border-b border-line py-3">
                  <p className="num text-sm text-stone">{formatDateTimeInWords(at)} (Lagos)</p>
                  <p>
                    <strong>{who}</strong> {role && `(${role.replace('_', ' ')})`} read your{' '}
                    {nameSecret(field)}
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

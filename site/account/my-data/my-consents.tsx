/** What the member has agreed to, over all their records. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { privacyPageWords as words } from '#domain/account/my-data-words.ts'
import { ConsentList } from '#site/account/my-data/consent-list.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import { consentsQuery, renewConsent, withdrawConsent } from './my-data-calls.ts'

export function MyConsents({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const query = useQuery(consentsQuery(userId))
  return (
    <QueryState query={query} errorText={words.consentsUnknown}>
      {(consents) =>
        consents.length === 0 ? (
          <p>{words.noConsents}</p>
        ) : (
          <ConsentList
            consents={consents}
            withdraw={withdrawConsent}
            renew={renewConsent}
            onChanged={() => {
              void queries.invalidateQueries(consentsQuery(userId))
              void queries.invalidateQueries({ queryKey: ['my-registrations'] })
              // The newsletter is ticked there.
              void queries.invalidateQueries({ queryKey: ['notification-choices', userId] })
            }}
          />
        )
      }
    </QueryState>
  )
}

/** What the member has agreed to, each with its day and its way back. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { formatDateInWords } from '#domain/dates.ts'
import { consentsQuery, withdrawConsent } from '#site/features/my-data/my-data-calls.ts'
import { networkHint } from '#site/lib/network.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { describePurpose } from '#site/lib/registrations/describe-purpose.ts'
import { Button } from '#site/ui/button.tsx'
import { toast } from '#site/ui/toast.tsx'

export function MyConsents({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const query = useQuery(consentsQuery(userId))
  const withdraw = useMutation({
    mutationFn: withdrawConsent,
    onSuccess: () => toast.success('Taken back', 'We have written it down, with today’s date.'),
    onError: () => toast.error('This could not be taken back', networkHint),
    onSettled: () => queries.invalidateQueries(consentsQuery(userId)),
  })
  return (
    <QueryState query={query} trouble="Your consents could not be loaded.">
      {(consents) =>
        consents.length === 0 ? (
          <p>You have agreed to nothing yet: forms ask you when you send them.</p>
        ) : (
          <ul className="border-t border-ink">
            {consents.map(({ purpose, isGiven, textVersion, at }) => (
              <li
                key={purpose}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3"
              >
                <div className="min-w-0">
                  <p className="font-semibold">{describePurpose(purpose)}</p>
                  <p className="text-sm text-stone">
                    {isGiven ? 'Agreed' : 'Taken back'} on {formatDateInWords(at)}, text of {textVersion}
                  </p>
                </div>
                {isGiven && (
                  <Button
                    size="sm"
                    variant="outline"
                    busy={withdraw.isPending && withdraw.variables === purpose}
                    busyLabel="Taking back..."
                    aria-label={`Take back: ${describePurpose(purpose)}`}
                    onClick={() => withdraw.mutate(purpose)}
                  >
                    Take back
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </QueryState>
  )
}

/** What someone has agreed to, each with its day and its way back. */
import { useMutation } from '@tanstack/react-query'
import { describePurpose } from '#domain/consent-purposes.ts'
import { type ConsentOnRecord, describeWithdrawal } from '#domain/consents.ts'
import { formatDateInWords } from '#domain/dates.ts'
import { networkHint } from '#site/lib/network.ts'
import { Button } from '#site/ui/button.tsx'
import { toast } from '#site/ui/toast.tsx'

export interface ConsentListProps {
  consents: readonly ConsentOnRecord[]
  withdraw: (purpose: string) => Promise<void>
  onChanged: () => void
}

export function ConsentList({ consents, withdraw, onChanged }: ConsentListProps) {
  const withdrawal = useMutation({
    mutationFn: withdraw,
    onSuccess: (_, purpose) => toast.success('Taken back', describeWithdrawal(purpose)),
    onError: () => toast.error('This could not be taken back', networkHint),
    onSettled: onChanged,
  })
  const meanings = new Set(consents.map(({ purpose }) => describeWithdrawal(purpose)))
  return (
    <div className="grid grid-cols-1 gap-4">
      {meanings.size === 1 && (
        <p className="text-sm">
          <strong>If you take one back:</strong> {[...meanings]}
        </p>
      )}
      <ul className="border-t border-ink">
        {consents.map(({ purpose, isGiven, textVersion, createdAt }) => (
          <li
            key={purpose}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3"
          >
            <div className="min-w-0">
              <p className="font-semibold">{describePurpose(purpose)}</p>
              <p className="text-sm text-stone">
                {isGiven ? 'Agreed' : 'Taken back'} on {formatDateInWords(createdAt)}, text of {textVersion}
              </p>
              {meanings.size > 1 && isGiven && (
                <p className="text-sm text-stone">If you take it back: {describeWithdrawal(purpose)}</p>
              )}
            </div>
            {isGiven && (
              <Button
                size="sm"
                variant="outline"
                busy={withdrawal.isPending && withdrawal.variables === purpose}
                busyLabel="Taking back..."
                aria-label={`Take back: ${describePurpose(purpose)}`}
                onClick={() => withdrawal.mutate(purpose)}
              >
                Take back
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

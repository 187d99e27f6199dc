/** What someone has agreed to, each with its day, its way back, and the way forth again. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { consentListWords as words } from '#domain/consent-list-words.ts'
import { describePurpose } from '#domain/consent-purposes.ts'
import {
  type ConsentOnRecord,
  describeWithdrawal,
  describeWithdrawalEnd,
  renewalMeaning,
} from '#domain/consents.ts'
import { formatDateInWords } from '#domain/dates.ts'
import { describeTextVersion } from '#domain/terms.ts'
import { networkHint } from '#site/lib/network.ts'
import { Button } from '#site/ui/button.tsx'
import { ConfirmButton } from '#site/ui/confirm-button.tsx'
import { toast } from '#site/ui/toast.tsx'

export interface ConsentListProps {
  consents: readonly ConsentOnRecord[]
  withdraw: (purpose: string) => Promise<void>
  renew: (purpose: string) => Promise<void>
  onChanged: () => void
}

export function ConsentList({ consents, withdraw, renew, onChanged }: ConsentListProps) {
  const list = useRef<HTMLUListElement>(null)
  /** The button that was pressed is gone with the next list: the list has the focus then. */
  const losesFocus = useRef(false)

  useEffect(() => {
    if (losesFocus.current) list.current?.focus({ preventScroll: true })
    losesFocus.current = false
  }, [consents])

  const renewal = useMutation({
    mutationFn: renew,
    onSuccess: () => {
      losesFocus.current = true
      toast.success(words.agreeAgain.done)
    },
    onError: () => toast.error(words.agreeAgain.failed, networkHint),
    onSettled: onChanged,
  })
  const meanings = new Set(consents.map(({ purpose }) => describeWithdrawal(purpose)))
  return (
    <div className="grid grid-cols-1 gap-4">
      {meanings.size === 1 && (
        <p className="text-sm">
          <strong>{words.ifTakenBack}</strong> {[...meanings]}
        </p>
      )}
      <ul ref={list} tabIndex={-1} className="border-t border-ink">
        {consents.map(({ purpose, isGiven, isRenewable, textVersion, createdAt }) => (
          <li
            key={purpose}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3"
          >
            <div className="min-w-0">
              <p className="font-semibold">{describePurpose(purpose)}</p>
              <p className="text-sm text-stone">
                {isGiven
                  ? words.agreedOn(formatDateInWords(createdAt))
                  : words.takenBackOn(formatDateInWords(createdAt))}
                {describeTextVersion(textVersion)}
              </p>
              {isRenewable && (
                <p className="text-sm text-stone">
                  {words.ifAgreedAgain} {renewalMeaning}
                </p>
              )}
              {meanings.size > 1 && isGiven && (
                <p className="text-sm text-stone">
                  {words.ifThisTakenBack} {describeWithdrawal(purpose)}
                </p>
              )}
            </div>
            {isGiven && (
              <ConfirmButton
                label={words.takeBack.label}
                ariaLabel={`${words.takeBack.label}: ${describePurpose(purpose)}`}
                variant="outline"
                size="sm"
                title={describeWithdrawalEnd(purpose)}
                confirmLabel={words.takeBack.label}
                busyLabel={words.takeBack.busyLabel}
                run={() =>
                  withdraw(purpose).catch(() => {
                    throw new Error(`${words.takeBack.failed} ${networkHint}`)
                  })
                }
                onDone={() => {
                  losesFocus.current = true
                  toast.success(words.takeBack.done)
                  onChanged()
                }}
              >
                {() => <p>{describeWithdrawal(purpose)}</p>}
              </ConfirmButton>
            )}
            {isRenewable && (
              <Button
                size="sm"
                variant="outline"
                busy={renewal.isPending && renewal.variables === purpose}
                busyLabel={words.agreeAgain.busyLabel}
                aria-label={`${words.agreeAgain.label}: ${describePurpose(purpose)}`}
                onClick={() => renewal.mutate(purpose)}
              >
                {words.agreeAgain.label}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What someone has agreed to, each with its day, its way back, and the way forth again. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import {
  describeRenewal,
  describeWithdrawal,
  describeWithdrawalEnd,
  isAnotherTakenBack,
  listWithdrawals,
  consentListWords as words,
} from '#domain/consent-list-words.ts'
import { describePurpose } from '#domain/consent-purposes.ts'
import type { ConsentOnRecord } from '#domain/consents.ts'
import { formatDateInWords } from '#domain/dates.ts'
import { describeTextVersion } from '#domain/terms.ts'
import { Button } from '#site/ui/button.tsx'
import { ConfirmButton } from '#site/ui/confirm-button.tsx'
import { toast } from '#site/ui/toast.tsx'
import { hintOf } from './refusal-hint.ts'

export interface ConsentListProps {
  consents: readonly ConsentOnRecord[]
  /** The table of the registration that they are all about, where none of them names one. */
  recordType?: string
  withdraw: (consent: ConsentOnRecord) => Promise<void>
  renew: (consent: ConsentOnRecord) => Promise<void>
  onChanged: () => void
}

export function ConsentList({ consents, recordType, withdraw, renew, onChanged }: ConsentListProps) {
  const list = useRef<HTMLUListElement>(null)
  /** The button that was pressed is gone with the next list: the list has the focus then. */
  const losesFocus = useRef(false)

  useEffect(() => {
    if (losesFocus.current) list.current?.focus({ preventScroll: true })
    losesFocus.current = false
  }, [consents])

  // A link leads to a line that is here only now.
  const { hash } = useLocation()
  useEffect(() => {
    const line = hash && list.current?.querySelector<HTMLElement>(`[id="${CSS.escape(hash.slice(1))}"]`)
    if (line) line.focus()
  }, [hash])

  const renewal = useMutation({
    mutationFn: renew,
    onSuccess: () => {
      losesFocus.current = true
      toast.success(words.agreeAgain.done)
    },
    onError: (error) => toast.error(words.agreeAgain.failed, hintOf(error)),
    onSettled: onChanged,
  })
  const meanings = listWithdrawals(consents, recordType)
  return (
    <div className="grid grid-cols-1 gap-4">
      {meanings.length === 1 && (
        <p className="text-sm">
          <strong>{words.ifTakenBack}</strong> {meanings}
        </p>
      )}
      <ul ref={list} tabIndex={-1} className="border-t border-ink">
        {consents.map((consent) => {
          const { purpose, record, isGiven, isRenewable, isOver, textVersion, createdAt } = consent
          const name = nameOf(consent)
          const kind = record?.type ?? recordType
          const isStopped = isAnotherTakenBack(consents, consent)
          const isAnchor = record && consent === findLine(consents, record.id)
          return (
            <li
              key={name}
              {...(isAnchor && { id: `agreed-${record.id}`, tabIndex: -1 })}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3"
            >
              <div className="min-w-0">
                <p className="font-semibold">{describePurpose(purpose)}</p>
                {record && (
                  <p className="text-sm">
                    {record.reference ? <span className="code">{record.reference}</span> : words.notKept}
                  </p>
                )}
                <p className="text-sm text-stone">
                  {isGiven
                    ? words.agreedOn(formatDateInWords(createdAt))
                    : words.takenBackOn(formatDateInWords(createdAt))}
                  {describeTextVersion(textVersion)}
                </p>
                {isOver && <p className="text-sm">{words.over}</p>}
                {isRenewable && (
                  <p className="text-sm text-stone">
                    {words.ifAgreedAgain} {describeRenewal(kind, isStopped)}
                  </p>
                )}
                {meanings.length > 1 && isGiven && !isOver && (
                  <p className="text-sm text-stone">
                    {words.ifThisTakenBack} {describeWithdrawal(purpose, kind, isStopped)}
                  </p>
                )}
              </div>
              {isGiven && !isOver && record?.reference !== null && (
                <ConfirmButton
                  label={words.takeBack.label}
                  ariaLabel={`${words.takeBack.label}: ${name}`}
                  variant="outline"
                  size="sm"
                  title={describeWithdrawalEnd(consent, isStopped)}
                  confirmLabel={words.takeBack.label}
                  busyLabel={words.takeBack.busyLabel}
                  run={() =>
                    withdraw(consent).catch((error: unknown) => {
                      // The answer alone may have been lost: then this line changes, and its button is gone.
                      losesFocus.current = true
                      onChanged()
                      throw new Error(`${words.takeBack.failed} ${hintOf(error)}`.trim())
                    })
                  }
                  onDone={() => {
                    losesFocus.current = true
                    toast.success(words.takeBack.done)
                    onChanged()
                  }}
                >
                  {() => <p>{describeWithdrawal(purpose, kind, isStopped)}</p>}
                </ConfirmButton>
              )}
              {isRenewable && (
                <Button
                  size="sm"
                  variant="outline"
                  busy={renewal.isPending && nameOf(renewal.variables) === name}
                  busyLabel={words.agreeAgain.busyLabel}
                  aria-label={`${words.agreeAgain.label}: ${name}`}
                  onClick={() => renewal.mutate(consent)}
                >
                  {words.agreeAgain.label}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Distinguishes the buttons of several lines. */
function nameOf({ purpose, record }: ConsentOnRecord): string {
  return [describePurpose(purpose), record?.reference ?? record?.id].filter(Boolean).join(', ')
}

/** Where a link to a record leads: to what can be agreed to again, before the rest of it. */
function findLine(consents: readonly ConsentOnRecord[], recordId: string) {
  const ofRecord = consents.filter(({ record }) => record?.id === recordId)
  return ofRecord.find(({ isRenewable }) => isRenewable) ?? ofRecord[0]
}

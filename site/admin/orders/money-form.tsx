/** A line of the bank statement: amount, day and reference. */

import { useEffect, useId, useRef, useState } from 'react'
import { getLagosDay } from '#domain/dates.ts'
import { formatMoney, parseNaira } from '#domain/money.ts'
import { DayInput } from '#site/admin/day-input.tsx'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { readWordDraft } from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { SecondStepNotice } from '#site/admin/second-step.tsx'
import type { Action, ActionOptions } from '#site/admin/use-action.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { fillBoxes, readFormValues } from '#site/lib/form/form-values.ts'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { MoneyButton, useMoneyCall } from './money-calls.tsx'

const AskSurplus = loadPart(async () => (await import('./ask-surplus.tsx')).AskSurplus)

export interface StatementLine {
  amountKobo: number
  valueDate: string
  bankReference: string
  /** The whole line, where it pays several orders. */
  transferKobo?: number
}

interface MoneyFormProps {
  label: string
  /** It is what the order waits for. */
  isNext: boolean
  currency: string
  /** Under which name the palette leads to it. */
  step: 'payment' | 'refund'
  /** What is expected, already filled in. */
  expectedKobo: number | null
  /** What is still to be paid: more is asked about before it is recorded. */
  openKobo?: number
  /** What of it waits for a second person. */
  waitingKobo?: number
  /** More than this is refused. */
  atMostKobo?: number
  options: ActionOptions
  /** Under which name what is typed stays on the device until it is recorded. */
  draft: string
  send: (line: StatementLine) => Parameters<Action['run']>[0]
}

/** As it is typed. */
export const asAmount = (minorUnits: number): string => (minorUnits / 100).toFixed(2)

export function MoneyForm(props: MoneyFormProps) {
  const { label, isNext, step, currency, expectedKobo, atMostKobo, options, draft, send } = props
  const { waitingKobo = 0 } = props
  const openKobo = Math.max(0, (props.openKobo ?? Number.POSITIVE_INFINITY) - waitingKobo)
  const [asked, setAsked] = useState<StatementLine | null>(null)
  const id = useId()
  const expected = expectedKobo && expectedKobo > 0 ? asAmount(expectedKobo) : ''
  const shown = useRef(expected)
  const form = useActionForm({
    ...useMoneyCall(),
    ...options,
    id,
    draft,
    // By these names the database refuses, too.
    atField: ['amountKobo', 'valueDate', 'bankReference', 'transferKobo'],
    // A reference is used once.
    empties: ['bankReference', 'transfer'],
    read({ amount = '', valueDate = '', bankReference = '', transfer = '' }, refuse) {
      const amountKobo = parseNaira(amount)
      if (amountKobo === null || amountKobo === 0)
        return refuse('amountKobo', 'Enter the amount, for example 35,000.00')
      if (atMostKobo !== undefined && amountKobo > atMostKobo)
        return refuse('amountKobo', `At most ${formatMoney(atMostKobo, currency)} is to go back`)
      if (bankReference.trim().length < 3)
        return refuse('bankReference', 'Enter the reference that stands on the statement')
      const line: StatementLine = { amountKobo, valueDate, bankReference: bankReference.trim() }
      if (transfer.trim() !== '') {
        const transferKobo = parseNaira(transfer)
        if (transferKobo === null || transferKobo < amountKobo)
          return refuse('transferKobo', 'The whole transfer cannot be less than the part of this order')
        line.transferKobo = transferKobo
      }
      if (amountKobo <= openKobo) return send(line)
      setAsked(line)
      return undefined
    },
  })

  const about = (name: string) => ({ id: form.fieldId(name), error: form.problemOf(name) })

  // A claim or a delivery may change what is expected meanwhile: the amount follows until the user types into the form.
  useEffect(() => {
    const { amount } = readFormValues(form.ref.current)
    const isTyped = amount !== shown.current || Object.keys(readWordDraft(draft)).length > 0
    if (!isTyped) fillBoxes(form.ref.current, { amount: expected })
    shown.current = expected
  }, [expected])

  return (
    <FormElement form={form} className="grid gap-3" label={label}>
      <SecondStepNotice />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field {...about('amountKobo')} label={`Amount (${currency})`} required>
          <TextInput name="amount" inputMode="decimal" autoComplete="off" defaultValue={expected} />
        </Field>
        <Field {...about('valueDate')} label="Day on the statement" required>
          <DayInput name="valueDate" max={getLagosDay(new Date())} defaultValue={getLagosDay(new Date())} />
        </Field>
      </div>
      <Field {...about('bankReference')} label="Bank reference" required>
        <TextInput name="bankReference" data-step={step} autoComplete="off" maxLength={100} />
      </Field>
      <Field
        {...about('transferKobo')}
        label={`Whole transfer (${currency})`}
        help="Only where one transfer pays several orders: the amount above is the part of this one."
      >
        <TextInput name="transfer" inputMode="decimal" autoComplete="off" />
      </Field>
      <Refusal action={form.action} />
      <div>
        <MoneyButton
          type="submit"
          size="sm"
          variant={isNext ? 'primary' : 'outline'}
          busy={form.isBusy}
          busyLabel="Recording..."
        >
          {label}
        </MoneyButton>
      </div>
      {asked && (
        <AskSurplus
          amountKobo={asked.amountKobo}
          openKobo={openKobo}
          waitingKobo={waitingKobo}
          currency={currency}
          onAnswer={(isRight) => {
            setAsked(null)
            if (isRight) form.send(send(asked))
          }}
        />
      )}
    </FormElement>
  )
}

/** A line of the bank statement: amount, day and reference. */
import { type FormEvent, useId, useState } from 'react'
import { getLagosDay } from '#domain/dates.ts'
import { parseNaira } from '#domain/money.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import type { Action } from '#site/admin/use-action.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'

export interface StatementLine {
  amountKobo: number
  valueDate: string
  bankReference: string
  /** The whole line, where it pays several orders. */
  transferKobo?: number
}

interface MoneyFormProps {
  label: string
  currency: string
  /** What is expected, already filled in. */
  expectedKobo: number | null
  action: Action
  onSubmit: (line: StatementLine) => void
}

export function MoneyForm({ label, currency, expectedKobo, action, onSubmit }: MoneyFormProps) {
  const id = useId()
  const [amount, setAmount] = useState(
    expectedKobo && expectedKobo > 0 ? (expectedKobo / 100).toFixed(2) : '',
  )
  const [valueDate, setValueDate] = useState(getLagosDay(new Date()))
  const [bankReference, setBankReference] = useState('')
  const [transfer, setTransfer] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    const amountKobo = parseNaira(amount)
    if (amountKobo === null || amountKobo === 0)
      return action.refuse('Enter the amount, for example 35,000.00')
    if (bankReference.trim().length < 3)
      return action.refuse('Enter the reference that stands on the statement')
    const line = { amountKobo, valueDate, bankReference: bankReference.trim() }
    if (transfer.trim() === '') return onSubmit(line)
    const transferKobo = parseNaira(transfer)
    if (transferKobo === null || transferKobo < amountKobo)
      return action.refuse('The whole transfer cannot be less than the part of this order')
    onSubmit({ ...line, transferKobo })
  }

  return (
    <form className="grid gap-3" aria-label={label} noValidate onSubmit={submit}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field id={`${id}-amount`} label={`Amount (${currency})`} required>
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        </Field>
        <Field id={`${id}-date`} label="Day on the statement" required>
          <TextInput
            type="date"
            max={getLagosDay(new Date())}
            value={valueDate}
            onChange={(event) => setValueDate(event.target.value)}
          />
        </Field>
      </div>
      <Field id={`${id}-reference`} label="Bank reference" required>
        <TextInput
          autoComplete="off"
          maxLength={100}
          value={bankReference}
          onChange={(event) => setBankReference(event.target.value)}
        />
      </Field>
      <Field
        id={`${id}-transfer`}
        label={`Whole transfer (${currency})`}
        help="Only where one transfer pays several orders: the amount above is the part of this one."
      >
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          value={transfer}
          onChange={(event) => setTransfer(event.target.value)}
        />
      </Field>
      <Refusal action={action} />
      <div>
        <Button type="submit" size="sm" busy={action.isBusy} busyLabel="Recording...">
          {label}
        </Button>
      </div>
    </form>
  )
}

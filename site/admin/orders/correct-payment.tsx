/** A receipt that was recorded with a wrong amount: what really came, and why. It counts when a second person has confirmed it. */
import { useId, useRef, useState } from 'react'
import { formatDate } from '#domain/dates.ts'
import { formatMoney, parseNaira } from '#domain/money.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { moneyDraft } from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { SecondStepNotice } from '#site/admin/second-step.tsx'
import type { Action } from '#site/admin/use-action.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { type Attempt, planAttempt } from '#site/lib/form/attempt.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { MoneyButton, useMoneyCall } from './money-calls.tsx'
import type { OrderDocuments } from './order-data.ts'
import { sayIfItWaits } from './waits-for-second.ts'

const AskSurplus = loadPart(async () => (await import('./ask-surplus.tsx')).AskSurplus)

interface Correction {
  amountKobo: number
  wasKobo: number
  reason: string
  transferKobo?: number
}

interface CorrectPaymentProps {
  payment: OrderDocuments['payments'][number]
  /** What is recorded of it now, with its corrections. */
  wasKobo: number
  /** What is still to be paid, without what waits: a correction that brings more is asked about before it is entered. */
  openKobo: number
  /** What of other payments waits for a second person. */
  waitingKobo: number
}

export function CorrectPayment({ payment, wasKobo, openKobo, waitingKobo }: CorrectPaymentProps) {
  const id = useId()
  const attempt = useRef<Attempt>(undefined)
  const [asked, setAsked] = useState<Correction | null>(null)
  function enter(correction: Correction): Parameters<Action['run']>[0] {
    attempt.current = planAttempt(correction, attempt.current)
    const details = { ...correction, idempotencyKey: attempt.current.key }
    return async (client) => {
      const answer = await rpcAdmin(client, 'correct_payment', { payment_id: payment.id, details })
      // The key stands for something else already: the next try is another attempt.
      if (answer.error?.code === 'PT409') attempt.current = undefined
      return answer
    }
  }
  const form = useActionForm({
    ...useMoneyCall(),
    id,
    tables: ['orders', 'admin_notices'],
    draft: moneyDraft(payment.id, 'correction', wasKobo),
    // By these names the database refuses, too.
    atField: ['amountKobo', 'transferKobo', 'reason'],
    empties: ['amount', 'transfer', 'reason'],
    done: (answer) => sayIfItWaits(answer) ?? { title: 'Corrected' },
    read({ amount = '', transfer = '', reason = '' }, refuse) {
      const amountKobo = parseNaira(amount)
      if (amountKobo === null) return refuse('amountKobo', 'Enter what really came, 0 where nothing did')
      const transferKobo = transfer.trim() === '' ? undefined : parseNaira(transfer)
      if (transferKobo === null || (transferKobo !== undefined && transferKobo < amountKobo))
        return refuse('transferKobo', 'The whole transfer cannot be less than the part of this order')
      if (amountKobo === wasKobo && transferKobo === undefined)
        return refuse('amountKobo', 'This is what is recorded already')
      if (reason.trim().length < 3) return refuse('reason', 'Please give a reason')
      const correction = {
        ...{ amountKobo, wasKobo, reason: reason.trim() },
        ...(transferKobo !== undefined && { transferKobo }),
      }
      if (amountKobo - wasKobo <= openKobo) return enter(correction)
      setAsked(correction)
      return undefined
    },
  })
  const about = (name: string) => ({ id: form.fieldId(name), error: form.problemOf(name) })
  return (
    <FormElement form={form} className="grid gap-3 pt-3" label="Correct this payment">
      <SecondStepNotice />
      <p>
        Recorded: <strong className="num">{formatMoney(wasKobo, payment.currency)}</strong> on{' '}
        {formatDate(payment.value_date)}, <span className="code wrap-anywhere">{payment.bank_reference}</span>
        . A second person must confirm the correction; until then everything stays as it is.
      </p>
      <Field
        {...about('amountKobo')}
        label={`What really came for this order (${payment.currency})`}
        help="0 where nothing of it is for this order."
        required
      >
        <TextInput name="amount" inputMode="decimal" autoComplete="off" />
      </Field>
      <Field
        {...about('transferKobo')}
        label={`What the whole transfer really was (${payment.currency})`}
        help="Only where one transfer pays several orders and its whole was recorded wrongly. Day and reference stay as they are, for the line is known by them: under a wrong reference, correct this payment to 0 and record it under its own."
      >
        <TextInput name="transfer" inputMode="decimal" autoComplete="off" />
      </Field>
      <Field {...about('reason')} label="Why" help="It is kept with your name." required>
        <TextInput name="reason" autoComplete="off" maxLength={500} />
      </Field>
      <Refusal action={form.action} />
      <div>
        <MoneyButton type="submit" size="sm" variant="outline" busy={form.isBusy} busyLabel="Entering...">
          Enter the correction
        </MoneyButton>
      </div>
      {asked && (
        <AskSurplus
          amountKobo={asked.amountKobo}
          recordedKobo={asked.wasKobo}
          openKobo={openKobo}
          waitingKobo={waitingKobo}
          currency={payment.currency}
          onAnswer={(isRight) => {
            setAsked(null)
            if (isRight) form.send(enter(asked))
          }}
        />
      )}
    </FormElement>
  )
}

/** A rest that will never come: what a bank deducted from the transfer, or what is written off. */
import { useId } from 'react'
import { formatMoney, parseNaira } from '#domain/money.ts'
import { moneyDraft } from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { SecondStepNotice } from '#site/admin/second-step.tsx'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { type Attempt, planAttempt } from '#site/lib/form/attempt.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { fillBoxes } from '#site/lib/form/form-values.ts'
import { Field } from '#site/ui/field.tsx'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import { MoneyButton, useMoneyCall } from './money-calls.tsx'
import { asAmount } from './money-form.tsx'
import type { AdminOrder } from './order-data.ts'
import { sayIfItWaits } from './waits-for-second.ts'

const kinds = [
  { value: 'fee', label: 'A bank kept it' },
  { value: 'write_off', label: 'It is written off' },
]

interface SettleRemainderProps {
  order: AdminOrder
  openKobo: number
  /** Filled in: a part that is due later is still to come. */
  dueKobo: number
}

export function SettleRemainder({ order, openKobo, dueKobo }: SettleRemainderProps) {
  const id = useId()
  const form = useActionForm({
    ...useMoneyCall(),
    id,
    tables: ['orders', 'admin_notices'],
    done: (answer) => sayIfItWaits(answer) ?? { title: 'Settled', text: 'It is not asked for any more.' },
    draft: moneyDraft(order.id, 'rest', openKobo),
    empties: ['attempt'],
    // By these names the database refuses, too.
    atField: ['amountKobo', 'reason'],
    read({ kind = '', amount = '', reason = '', attempt = '' }, refuse) {
      const amountKobo = parseNaira(amount)
      if (!amountKobo || amountKobo > openKobo)
        return refuse('amountKobo', `Enter an amount of at most ${formatMoney(openKobo, order.currency)}`)
      if (reason.trim().length < 3) return refuse('reason', 'Please give a reason')
      const remainder = { kind, amountKobo, reason: reason.trim() }
      // The same words after a lost line are the same attempt, also after a reload.
      const planned = planAttempt(remainder, attempt ? JSON.parse(attempt) : undefined)
      storeAttempt(planned)
      const details = { ...remainder, idempotencyKey: planned.key }
      return async (client) => {
        const answer = await client.rpc('settle_remainder', { order_id: order.id, details })
        // The key stands for something else already: the next try is another attempt.
        if (answer.error?.code === 'PT409') storeAttempt(undefined)
        return answer
      }
    },
  })

  /** In a box that nobody sees, so that it is stored with the words. */
  function storeAttempt(attempt: Attempt | undefined) {
    fillBoxes(form.ref.current, { attempt: JSON.stringify(attempt) })
    form.update()
  }

  return (
    <FormElement form={form} className="grid gap-3 pt-3" label="Settle the rest">
      <SecondStepNotice />
      {/* As private.refuse_own_refund. */}
      <p className="field-help">
        If you recorded a payment of this order, somebody else must settle what is left of it.
      </p>
      <input type="hidden" name="attempt" />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field id={`${id}-kind`} label="What became of it">
          <Select name="kind" options={kinds} />
        </Field>
        <Field
          id={`${id}-amountKobo`}
          label={`Amount (${order.currency})`}
          error={form.problemOf('amountKobo')}
          required
        >
          <TextInput
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={dueKobo > 0 ? asAmount(dueKobo) : ''}
          />
        </Field>
      </div>
      <Field
        id={`${id}-reason`}
        label="Why"
        help="It is kept with your name."
        error={form.problemOf('reason')}
        required
      >
        <TextInput name="reason" autoComplete="off" maxLength={500} />
      </Field>
      <Refusal action={form.action} />
      <div>
        <MoneyButton type="submit" size="sm" variant="outline" busy={form.isBusy} busyLabel="Settling...">
          Settle the rest
        </MoneyButton>
      </div>
    </FormElement>
  )
}

/** Credit terms: why the goods of an order may leave, and the order end, before its money is there. */

import { useId } from 'react'
import { limits } from '#domain/limits.ts'
import { creditTermsDraft, removeWordDraft } from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { SecondStepNotice } from '#site/admin/second-step.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { fillBoxes } from '#site/lib/form/form-values.ts'
import type { AppClient } from '#site/lib/supabase.ts'
import { Field } from '#site/ui/field.tsx'
import { TextArea } from '#site/ui/inputs.tsx'
import { MoneyButton, useMoneyCall } from './money-calls.tsx'
import type { AdminOrder } from './order-data.ts'

export function CreditTerms({ order }: { order: AdminOrder }) {
  const id = useId()
  const input = order.credit_terms_reason
  const draft = creditTermsDraft(order.id)
  /** An empty reason takes them back. */
  const save = (reason: string) => (client: AppClient) =>
    client.rpc('set_credit_terms', { order_id: order.id, reason, expected: input ?? '' })
  const giving = useActionForm({
    ...useMoneyCall(),
    id,
    tables: ['orders'],
    draft,
    done: { title: 'Credit terms saved', text: 'The order may go on before its money is there.' },
    read({ reason = '' }, refuse) {
      if (reason.trim().length < limits.creditTermsReasonMin) return refuse('reason', 'Please give a reason')
      return save(reason.trim())
    },
  })
  const taking = useAction({
    ...useMoneyCall(),
    tables: ['orders'],
    done: { title: 'Credit terms taken back' },
    onDone() {
      fillBoxes(giving.ref.current, { reason: '' })
      removeWordDraft(draft)
    },
  })
  return (
    <FormElement form={giving} className="grid gap-3 pt-3" label="Credit terms">
      <SecondStepNotice />
      <Field
        id={`${id}-reason`}
        label="On which terms"
        help="With them the order may be approved, delivered and completed before its money is there."
        required
      >
        <TextArea name="reason" rows={2} maxLength={500} defaultValue={input ?? ''} />
      </Field>
      <Refusal action={giving.action} />
      <Refusal action={taking} />
      <div className="flex flex-wrap gap-3">
        <MoneyButton type="submit" size="sm" variant="outline" busy={giving.isBusy} busyLabel="Saving...">
          {input === null ? 'Give credit terms' : 'Save credit terms'}
        </MoneyButton>
        {input !== null && (
          <MoneyButton
            size="sm"
            variant="quiet"
            busy={taking.isBusy}
            busyLabel="Taking back..."
            onClick={() => taking.run(save(''))}
          >
            Take them back
          </MoneyButton>
        )}
      </div>
    </FormElement>
  )
}

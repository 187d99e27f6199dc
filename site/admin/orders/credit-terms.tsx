/** Credit terms: why the goods of an order may leave, and the order end, before its money is there. */
import { useId } from 'react'
import { limits } from '#domain/limits.ts'
import { useMyDesk } from '#site/account/my-desk.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { fillBoxes } from '#site/lib/form/form-values.ts'
import type { HouseClient } from '#site/lib/supabase.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextArea } from '#site/ui/inputs.tsx'
import type { DeskOrder } from './order-data.ts'

const open = ['pending', 'approved']
const notPaid = ['unpaid', 'claimed', 'underpaid']

/** Shown while the order waits for its money; what was agreed stands among its facts afterwards. */
export function CreditTerms({ order }: { order: DeskOrder }) {
  const id = useId()
  const { can } = useMyDesk()
  const given = order.credit_terms_reason
  /** An empty reason takes them back. */
  const save = (reason: string) => (client: HouseClient) =>
    client.rpc('set_credit_terms', { order_id: order.id, reason, expected: given ?? '' })
  const giving = useActionForm({
    id,
    tables: ['orders'],
    done: { title: 'Credit terms saved', text: 'The order may go on before its money is there.' },
    read({ reason = '' }, refuse) {
      if (reason.trim().length < limits.creditTermsReasonMin) return refuse('reason', 'Please give a reason')
      return save(reason.trim())
    },
  })
  const taking = useAction({
    tables: ['orders'],
    done: { title: 'Credit terms taken back' },
    onDone: () => fillBoxes(giving.ref.current, { reason: '' }),
  })
  if (!can('orders.credit') || !open.includes(order.status) || !notPaid.includes(order.payment_status))
    return null

  return (
    <details open={given !== null}>
      <summary>Credit terms</summary>
      <form
        ref={giving.ref}
        className="grid gap-3 pt-3"
        aria-label="Credit terms"
        noValidate
        onSubmit={giving.onSubmit}
      >
        <Field
          id={`${id}-reason`}
          label="On which terms"
          help="With them the order may be approved, delivered and completed before its money is there."
          required
        >
          <TextArea name="reason" rows={2} maxLength={500} defaultValue={given ?? ''} />
        </Field>
        <Refusal action={giving.action} />
        <Refusal action={taking} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="sm" variant="outline" busy={giving.isBusy} busyLabel="Saving...">
            {given === null ? 'Give credit terms' : 'Save credit terms'}
          </Button>
          {given !== null && (
            <Button
              size="sm"
              variant="quiet"
              busy={taking.isBusy}
              busyLabel="Taking back..."
              onClick={() => taking.run(save(''))}
            >
              Take them back
            </Button>
          )}
        </div>
      </form>
    </details>
  )
}

/** Money that goes back: its line of the statement, at most what is due back. */
import { sayTold } from '#domain/market/told-words.ts'
import { moneyDraft } from '#site/admin/records/word-drafts.ts'
import { useWaitingKobo } from './money-entries.tsx'
import { MoneyForm } from './money-form.tsx'
import type { AdminOrder } from './order-data.ts'
import { sayIfItWaits } from './waits-for-second.ts'

export function RecordRefund({ order, isNext }: { order: AdminOrder; isNext: boolean }) {
  const waitingKobo = useWaitingKobo(order.id, 'refund')
  if (order.correction_waits)
    return (
      <p className="caution" data-step="refund" tabIndex={-1}>
        Money can go back once the correction of the payment is confirmed or dropped.
      </p>
    )
  // What waits for a second person has left the account, and is not asked for again.
  const backKobo = order.refund_due_kobo - waitingKobo
  if (backKobo <= 0) return null
  return (
    <>
      {/* As private.refuse_own_refund. */}
      <p className="field-help">
        If you recorded a payment of this order, somebody else must record what goes back.
      </p>
      <MoneyForm
        key={`refund-${backKobo}`}
        label="Record refund"
        step="refund"
        isNext={isNext}
        currency={order.currency}
        expectedKobo={backKobo}
        atMostKobo={backKobo}
        options={{
          // What waits for a second person shows as such beside it, and is not done yet.
          tables: ['orders', 'admin_notices'],
          done: (answer) =>
            sayIfItWaits(answer) ?? { title: 'Refund recorded', text: sayTold(order.told_by) },
        }}
        draft={moneyDraft(order.id, 'refund', backKobo)}
        send={(line) => (client) => client.rpc('record_refund', { order_id: order.id, details: { ...line } })}
      />
    </>
  )
}

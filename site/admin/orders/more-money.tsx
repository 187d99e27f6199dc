/** Where money can be recorded that nothing waits for: folded away, for it comes seldom. */
import type { ReactNode } from 'react'
import { canTakeMoney } from '#domain/market/order-axes.ts'
import { sayMailed } from '#domain/market/told-words.ts'
import type { AdminOrder } from './order-data.ts'

/** The buyer is not notified of money that came after these: it goes back, and they are notified when it did. */
const afterReturn = ['refund_due', 'refunded']

interface MoreMoneyProps {
  order: AdminOrder
  /** The form by what its button says, and what is said once it is done. */
  receiptForm: (label: string, doneText: string) => ReactNode
}

export function MoreMoney({ order, receiptForm }: MoreMoneyProps) {
  if (!canTakeMoney(order)) return null
  /** Before the buyer agreed to the delivery. */
  const isEarly = order.awaits_delivery && order.status === 'pending'
  const goesBack = order.status === 'declined' || afterReturn.includes(order.payment_status)
  return (
    <details>
      <summary>{isEarly ? 'Money came already' : 'More money came'}</summary>
      <div className="grid gap-3 pt-3">
        <p>
          {goesBack
            ? 'What came all the same is recorded, and is due back to the buyer.'
            : isEarly
              ? 'The buyer has not agreed to the delivery yet, so nothing is asked for. What came all the same is recorded as a part.'
              : 'What came above the total is recorded, and the surplus is due back to the buyer.'}
        </p>
        {receiptForm(
          isEarly ? 'Record the money' : 'Record more money',
          goesBack ? 'It is due back to the buyer.' : sayMailed(order.told_by),
        )}
      </div>
    </details>
  )
}

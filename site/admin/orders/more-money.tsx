/** Where money can be recorded that nothing waits for: folded away, for it comes seldom. */
import type { ReactNode } from 'react'
import { canTakeMoney } from '#domain/market/order-axes.ts'
import type { AdminOrder } from './order-data.ts'

interface MoreMoneyProps {
  order: AdminOrder
  /** Before the buyer agreed to the delivery. */
  isEarly: boolean
  goesBack: boolean
  children: ReactNode
}

export function MoreMoney({ order, isEarly, goesBack, children }: MoreMoneyProps) {
  if (!canTakeMoney(order)) return null
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
        {children}
      </div>
    </details>
  )
}

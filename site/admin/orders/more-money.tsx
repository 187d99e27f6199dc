/** Where money can be recorded that nothing waits for: folded away, for it comes seldom. */
import type { ReactNode } from 'react'
import { canTakeMoney } from '#domain/market/order-axes.ts'
import type { AdminOrder } from './order-data.ts'

interface MoreMoneyProps {
  order: AdminOrder
  goesBack: boolean
  children: ReactNode
}

export function MoreMoney({ order, goesBack, children }: MoreMoneyProps) {
  if (!canTakeMoney(order)) return null
  return (
    <details>
      <summary>More money came</summary>
      <div className="grid gap-3 pt-3">
        <p>
          {goesBack
            ? 'What came all the same is recorded, and is due back to the buyer.'
            : 'What came above the total is recorded, and the surplus is due back to the buyer.'}
        </p>
        {children}
      </div>
    </details>
  )
}

/** An order on paper: code, status, what was asked for, dates written out. */
import type { ReactNode } from 'react'
import { formatDateInWords, formatDateTime } from '#domain/dates.ts'
import { formatMoney } from '#domain/money.ts'
import { withdrawnByBuyer } from '#domain/orders.ts'
import { describeWeight, formatAmount } from '#domain/quantities.ts'
import { Slip, SlipFacts } from '#site/ui/slip.tsx'
import { StatusBadge } from '#site/ui/status.tsx'

export interface OrderOnSlip {
  code: string
  /** Bulk orders are asked for in a form, those of the marketplace are put together in the cart. */
  kind?: string
  status: string
  paymentStatus?: string
  /** What is due now and what later, where the terms say when. */
  due?: string | undefined
  createdAt: string
  product: string
  quantity: string
  unit: string
  /** Null until it is quoted. */
  totalKobo?: number | null
  currency?: string
  deliveryAddress: string
  /** YYYY-MM-DD */
  preferredDate?: string | null
  declineReason?: string | null
}

const nextSteps: Record<string, string> = {
  pending: 'We call you within 24 hours and confirm in writing within 48 hours.',
  approved: 'Your order is approved. We are preparing it and will agree delivery and payment with you.',
  completed: 'This order is completed. Thank you for your trade.',
}

const marketSteps: Record<string, string> = {
  unpaid: 'Waiting for your payment.',
  claimed: 'We will confirm your payment against our bank statement.',
  underpaid: 'A part of the payment has arrived.',
  refund_due: 'Money goes back to you.',
  refunded: 'Money was sent back to you.',
}

export function OrderSlip({ order, children }: { order: OrderOnSlip; children?: ReactNode }) {
  const isMarket = order.kind === 'marketplace'
  return (
    <Slip
      label={isMarket ? 'Marketplace order' : 'Order'}
      code={order.code}
      status={<StatusBadge status={order.status} />}
      footer={
        <div className="grid gap-3">
          <p>{describeNextStep(order)}</p>
          {children}
        </div>
      }
    >
      <SlipFacts
        facts={[
          { term: isMarket ? 'Products' : 'Product', detail: order.product },
          {
            term: 'Quantity',
            detail: (
              <span className="num">
                {formatAmount(order.quantity, order.unit)}
                {describeWeight(order.quantity, order.unit)}
              </span>
            ),
          },
          ...(order.totalKobo
            ? [
                {
                  term: 'Total',
                  detail: (
                    <strong className="num">{formatMoney(order.totalKobo, order.currency ?? 'NGN')}</strong>
                  ),
                },
              ]
            : []),
          {
            term: 'Deliver to',
            detail: <span className="whitespace-pre-line">{order.deliveryAddress}</span>,
          },
          ...(order.preferredDate
            ? [{ term: 'Preferred date', detail: formatDateInWords(order.preferredDate) }]
            : []),
          {
            term: 'Placed',
            detail: `${formatDateInWords(order.createdAt)}, ${formatDateTime(order.createdAt).slice(-5)} (Lagos)`,
          },
        ]}
      />
    </Slip>
  )
}

function describeNextStep(order: OrderOnSlip): string {
  if (order.status === 'declined') {
    if (order.declineReason === withdrawnByBuyer) return 'You withdrew this order.'
    return `We could not take this order: ${order.declineReason ?? 'please contact us for the reason.'}`
  }
  if (order.due) return order.status === 'completed' ? `${nextSteps.completed} ${order.due}` : order.due
  const isPriced = order.kind === 'marketplace' || order.totalKobo
  const step = isPriced && order.status !== 'completed' ? marketSteps[order.paymentStatus ?? ''] : undefined
  if (step) return step
  if (order.kind === 'marketplace' && order.status === 'pending') return 'Paid. We are preparing it.'
  return nextSteps[order.status] ?? nextSteps.pending ?? ''
}

/** An order on paper: code, status, what was asked for, dates written out. */
import { formatDateInWords, formatDateTime } from '#domain/dates.ts'
import { withdrawnByBuyer } from '#domain/orders.ts'
import { Slip, SlipFacts } from '#site/ui/slip.tsx'
import { StatusBadge } from '#site/ui/status.tsx'

export interface OrderOnSlip {
  code: string
  status: string
  createdAt: string
  product: string
  quantity: string
  unit: string
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

export function OrderSlip({ order }: { order: OrderOnSlip }) {
  return (
    <Slip
      label="Order"
      code={order.code}
      status={<StatusBadge status={order.status} />}
      footer={<p>{describeNextStep(order)}</p>}
    >
      <SlipFacts
        facts={[
          { term: 'Product', detail: order.product },
          { term: 'Quantity', detail: <span className="num">{`${order.quantity} ${order.unit}`}</span> },
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
  if (order.status !== 'declined') return nextSteps[order.status] ?? nextSteps.pending ?? ''
  if (order.declineReason === withdrawnByBuyer) return 'You withdrew this order.'
  return `We could not take this order: ${order.declineReason ?? 'please contact us for the reason.'}`
}

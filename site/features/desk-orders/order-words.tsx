/** What the states of money and goods are called on the desk. */

export const paymentWords: Readonly<Record<string, string>> = {
  unpaid: 'Unpaid',
  claimed: 'Payment claimed',
  confirmed: 'Confirmed',
  underpaid: 'Underpaid',
  overpaid: 'Overpaid',
  refund_due: 'Refund due',
  refunded: 'Refunded',
}

export const fulfilmentWords: Readonly<Record<string, string>> = {
  none: 'Not started',
  preparing: 'Preparing',
  dispatched: 'Dispatched',
  delivered: 'Delivered',
  disputed: 'Disputed',
}

const looks: Readonly<Record<string, string>> = {
  confirmed: 'status-approved',
  refunded: 'status-completed',
  underpaid: 'status-declined',
  refund_due: 'status-declined',
}

export function PaymentBadge({ status }: { status: string }) {
  return (
    <span className={`status ${looks[status] ?? 'status-pending'}`}>{paymentWords[status] ?? status}</span>
  )
}

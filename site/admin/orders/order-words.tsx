/** What the states of money and goods are called in the admin area. */
import { StatusBadge } from '#site/ui/status.tsx'

export const paymentWords: Readonly<Record<string, string>> = {
  unpaid: 'Unpaid',
  claimed: 'Claimed',
  confirmed: 'Confirmed',
  underpaid: 'Part paid',
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

const tones: Readonly<Record<string, string>> = {
  confirmed: 'approved',
  refunded: 'completed',
  refund_due: 'declined',
}

export function PaymentBadge({ status }: { status: string }) {
  return <StatusBadge status={tones[status]} word={paymentWords[status] ?? status} />
}

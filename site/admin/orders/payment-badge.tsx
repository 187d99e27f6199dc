import { StatusBadge } from '#site/ui/status.tsx'
import { namePayment } from './order-words.ts'

const tones: Readonly<Record<string, string>> = {
  confirmed: 'approved',
  refunded: 'completed',
  refund_due: 'declined',
}

interface PaymentBadgeProps {
  status: string
  /** Undefined while it is not known. */
  isUnderpaid?: boolean | undefined
}

export function PaymentBadge({ status, isUnderpaid }: PaymentBadgeProps) {
  return <StatusBadge status={tones[status]} word={namePayment(status, isUnderpaid) ?? status} />
}

import { namePayment } from '#domain/admin/order-state-words.ts'
import { StatusBadge } from '#site/ui/status.tsx'

const tones: Readonly<Record<string, string>> = {
  confirmed: 'approved',
  refunded: 'completed',
  refund_due: 'declined',
}

interface PaymentBadgeProps {
  status: string
  /** Left out while it is not known. */
  isUnderpaid?: boolean | undefined
}

export function PaymentBadge({ status, isUnderpaid }: PaymentBadgeProps) {
  return <StatusBadge status={tones[status]} word={namePayment(status, isUnderpaid) ?? status} />
}

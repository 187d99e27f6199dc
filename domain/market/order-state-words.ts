/** What an order's page and a report of its data call the states of its payment and of its goods. */
import type { FulfilmentStatus, PaymentStatus } from './order-axes.ts'

export const paymentWords: Record<PaymentStatus, string> = {
  unpaid: 'Not paid yet',
  claimed: 'You told us that you have paid; we confirm against our bank statement',
  confirmed: 'Confirmed against our bank statement',
  underpaid: 'A part has arrived',
  overpaid: 'More than the total has arrived',
  refund_due: 'Money goes back to you',
  refunded: 'Money sent back to you',
}

/** What is done with goods that are sent, and with goods that their buyer collects. */
export const goodsWords = {
  sent: {
    dispatched: 'On its way',
    delivered: 'Delivered',
    otherDispatched: 'Replacement on its way',
    otherDelivered: 'Replacement delivered',
  },
  collected: {
    dispatched: 'Ready to collect',
    delivered: 'Collected',
    otherDispatched: 'Replacement ready to collect',
    otherDelivered: 'Replacement collected',
  },
} as const

type WordsOfGoods = Readonly<Record<'dispatched' | 'delivered', string>>

export const sayGoods = ({ dispatched, delivered }: WordsOfGoods): Record<FulfilmentStatus, string> => ({
  none: 'Not begun',
  preparing: 'Being prepared',
  dispatched,
  delivered,
  disputed: `${delivered}, quality disputed`,
})

const eventWords: Readonly<Record<string, string>> = {
  'status pending': 'Ordered',
  'status approved': 'Approved',
  'status completed': 'Completed',
  'status declined': 'Declined',
  'payment confirmed': 'Payment confirmed against our bank statement',
  'payment underpaid': 'A part of the payment has arrived',
  'payment overpaid': 'More than the total has arrived',
  'payment refund_due': 'Money goes back to you',
  'payment refunded': 'Money sent back to you',
  'fulfilment preparing': 'Being prepared',
  'credit awaited': 'We asked you for another draft of the letter of credit',
  'credit draft_received': 'The draft of your letter of credit has arrived',
  'credit draft_accepted': 'We accepted the draft of your letter of credit',
  'credit issued': 'Your letter of credit is issued',
  'credit documents_presented': 'The documents are with the bank',
  'credit paid': 'Your letter of credit is paid',
}

interface StateChange {
  axis: string
  from: string | null
  to: string
}

/** What happened to an order, by the change alone. Null: it is told by itself (a claim, a dispute), or is nothing to tell. */
export function sayEvent(
  { axis, from, to }: StateChange,
  { isCollected, isWithdrawn }: { isCollected: boolean; isWithdrawn: boolean },
): string | null {
  const goods = goodsWords[isCollected ? 'collected' : 'sent']
  if (axis === 'status' && to === 'declined' && isWithdrawn) return 'You withdrew the order'
  if (axis === 'status' && to === 'pending' && from !== null) return 'Opened again'
  if (axis === 'payment' && to === 'underpaid' && from === 'refund_due') return 'Money sent back to you'
  if (axis === 'fulfilment' && to === 'delivered')
    return from === 'disputed' ? 'The dispute is answered' : goods.delivered
  if (axis === 'fulfilment' && to === 'preparing' && from === 'disputed')
    return 'A replacement is being prepared'
  if (axis === 'fulfilment' && to === 'dispatched') return isCollected ? goods.dispatched : 'Sent on its way'
  return eventWords[`${axis} ${to}`] ?? null
}

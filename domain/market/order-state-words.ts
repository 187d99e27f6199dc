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

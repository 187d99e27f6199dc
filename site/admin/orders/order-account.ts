/** The money of an order, counted from what came, what went back and what was taken off. */
import {
  countDeducted,
  countNet,
  countReceived,
  countTowards,
  type Net,
  type OrderMoney,
  type OrderPayment,
  readCredit,
} from '#domain/market/order.ts'
import type { FulfilmentStatus } from '#domain/market/order-axes.ts'
import type { OrderStatus } from '#domain/market/orders.ts'
import { countDue, type Due, type PaymentDue } from '#domain/market/quotes.ts'
import type { AdminOrder, OrderDocuments } from './order-data.ts'

/** The money of an order in sums. */
export interface Account {
  /** What came, less what went back. */
  receivedKobo: number
  /** What the net price has less than the total, as its buyer reads it. */
  takenOffKobo: number
  net: Net | null
  openKobo: number
  /** Null where nothing is open. */
  due: Due | null
  /** What the buyer says that they sent, where a claim waits. */
  claimedKobo: number | null
}

export const readMoney = (order: AdminOrder, documents: OrderDocuments): OrderMoney => ({
  payments: documents.payments.map(({ kind, amount_kobo }) => ({
    kind: kind as OrderPayment['kind'],
    amountKobo: amount_kobo,
  })),
  disputes: documents.order_disputes.map(({ refund_kobo }) => ({ refundKobo: refund_kobo })),
  credits: documents.order_credits.map(readCredit),
  refundDueKobo: order.refund_due_kobo,
})

export function readAccount(order: AdminOrder, totalKobo: number, documents: OrderDocuments): Account {
  const money = readMoney(order, documents)
  const openKobo = order.status === 'declined' ? 0 : Math.max(0, totalKobo - countTowards(money))
  const due = countDue({
    totalKobo,
    paidKobo: countTowards(money),
    instalments: documents.order_instalments
      .toSorted((one, other) => one.position - other.position)
      .map((part) => ({ due: part.due as PaymentDue, amountKobo: part.amount_kobo })),
    status: order.status as OrderStatus,
    fulfilmentStatus: order.fulfilment_status as FulfilmentStatus,
    isOnCredit: order.credit_terms_reason !== null,
  })
  return {
    receivedKobo: countReceived(money),
    takenOffKobo: countDeducted(money),
    net: countNet(money, order.status, totalKobo),
    openKobo,
    // Nothing is due before the delivery has a price that the buyer agreed to. As private.due_now_kobo.
    due: openKobo > 0 && !order.awaits_delivery ? due : null,
    claimedKobo:
      order.payment_status === 'claimed'
        ? (documents.payment_claims
            .toSorted((one, other) => one.id - other.id)
            .findLast(({ amount_kobo }) => amount_kobo !== null)?.amount_kobo ?? null)
        : null,
  }
}

/** What is left of the price in the end, in the words of the desk. */
export const sayNet = ({ grantedKobo, settledKobo, netKobo }: Net, money: (kobo: number) => string): string =>
  [
    `Agreed ${money(netKobo + grantedKobo + settledKobo)}`,
    ...(grantedKobo > 0 ? [`less ${money(grantedKobo)} granted after a complaint`] : []),
    ...(settledKobo > 0 ? [`less ${money(settledKobo)} kept by a bank or written off`] : []),
    `net ${money(netKobo)}`,
  ].join(', ')

/** How the goods of an order reach their buyer, and until when it can be paid; apart, since lists of orders say neither. */
import { getLagosDay } from '#domain/dates.ts'
import { describeDelivery } from '#domain/market/delivery.ts'
import { deliveryWords } from '#domain/market/delivery-words.ts'
import type { Order } from '#domain/market/order.ts'
import { findShownDelivery, isLate, isNeverSent, isOfferOver } from './describe-order.ts'

/** How the goods come to their buyer, when and where; null of those that never come. */
export function describeHowItComes(
  order: Pick<Order, 'delivery' | 'status' | 'fulfilmentStatus' | 'events' | 'awaitsDelivery' | 'expiresAt'>,
): string | null {
  const delivery = findShownDelivery(order)
  if (!delivery || isNeverSent(order)) return null
  if (delivery.priceKobo != null && isOfferOver(order))
    return `${describeDelivery({ ...delivery, isAgreed: true })}. ${deliveryWords.summaryOver}`
  const isThere = order.fulfilmentStatus === 'delivered' || order.fulfilmentStatus === 'disputed'
  // Goods that did not come on their day come on another one.
  if (!isThere) return describeDelivery(isLate(delivery) ? { ...delivery, day: null } : delivery)
  // Of goods that were brought, the day on which they came, as mails say it (private.describe_delivery_done).
  const came = order.events.findLast(({ axis, to }) => axis === 'fulfilment' && to === 'delivered')
  const isBrought = came && delivery.kind !== 'collect'
  return describeDelivery(isBrought ? { ...delivery, day: getLagosDay(new Date(came.at)) } : delivery)
}

/** When what the page says changes by the time alone: the time to answer our price for the delivery, or to pay, is over. */
export const findTurn = (order: Order): string | null =>
  order.awaitsDelivery ? order.expiresAt : findPayEnd(order)

/** When the time to pay it is over, as payment_details says it; null where no time runs. */
export function findPayEnd(order: Order): string | null {
  const runs =
    order.kind === 'marketplace' &&
    order.status === 'pending' &&
    order.paymentStatus === 'unpaid' &&
    !order.isOnCredit &&
    !order.awaitsDelivery
  return runs ? order.expiresAt : null
}

/** Of an order that was not paid in time; whether a transfer is on its way, its buyer alone knows. */
export const ranOutWords = 'If you have sent the money, tell us. If not, please order again.'

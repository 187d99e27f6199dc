/** How far an order is: the steps of a shop, and those of a contract, each with its day and what moved. */
import { formatDayInWords } from '#domain/dates.ts'
import { listShownQuotes } from '#domain/market/contract.ts'
import { deliveryWords as words } from '#domain/market/delivery-words.ts'
import {
  countDeducted,
  countPaidOfNet,
  countTakenOff,
  countTowards,
  describeRequested,
  type Order,
} from '#domain/market/order.ts'
import { isOwed } from '#domain/market/orders.ts'
import { formatMoney } from '#domain/money.ts'
import { countSurplus, isLate, nothingMore, wordsOfGoods } from './describe-order.ts'

export interface Station {
  label: string
  /** Null: not yet. */
  at: string | null
  /** The amount, or how we know. */
  detail?: string
}

/** What was taken back since is not reached; of an order that ended, nothing is to come. */
export function listStations(order: Order): Station[] {
  const steps = order.kind === 'bulk' ? listContractSteps(order) : listShopSteps(order)
  return order.status === 'declined' ? steps.filter(({ at }) => at !== null) : steps
}

function findLast({ events }: Pick<Order, 'events'>, axis: string, ...values: string[]): string | null {
  return events.findLast((event) => event.axis === axis && values.includes(event.to))?.at ?? null
}

/** What was sent and delivered before other goods came in its place stays ticked; those have steps of their own. */
function listGoodsSteps(order: Order, ofContract?: 'Shipped'): Station[] {
  const { events } = order
  const goods = wordsOfGoods(order)
  const sent = ofContract ?? goods.dispatched
  const again = events.findLastIndex(({ from, to }) => from === 'disputed' && to === 'preparing')
  if (again < 0) return listGoodsOnce(order, sent, goods.delivered)
  const before = { events: events.slice(0, again) }
  return [
    { label: sent, at: findLast(before, 'fulfilment', 'dispatched') },
    { label: goods.delivered, at: findLast(before, 'fulfilment', 'delivered') },
    ...listGoodsOnce(
      { ...order, events: events.slice(again), delivery: null },
      goods.otherDispatched,
      goods.otherDelivered,
    ),
  ]
}

function listGoodsOnce(order: Order, sent: string, delivered: string): Station[] {
  const { fulfilmentStatus } = order
  const isDelivered = fulfilmentStatus === 'delivered' || fulfilmentStatus === 'disputed'
  const isSent = isDelivered || fulfilmentStatus === 'dispatched'
  return [
    { label: sent, at: isSent ? findLast(order, 'fulfilment', 'dispatched') : null },
    {
      label: delivered,
      at: isDelivered ? findLast(order, 'fulfilment', 'delivered') : null,
      ...(!isDelivered && describeDay(order.delivery, isSent)),
    },
  ]
}

/** The day that was agreed; of goods that are ready to collect, or that did not come on it, there is none to wait for. */
function describeDay(delivery: Order['delivery'], isSent: boolean): { detail: string } | null {
  if (!delivery?.day || !delivery.isAgreed || (isSent && delivery.kind === 'collect')) return null
  if (isLate(delivery)) return null
  const day = formatDayInWords(delivery.day)
  return { detail: delivery.kind === 'collect' ? `${words.readyFrom} ${day}` : words.expected(day) }
}

function listShopSteps(order: Order): Station[] {
  const { createdAt, delivery, paymentStatus } = order
  const isFound = !isOwed(paymentStatus)
  const foundAt = isFound ? findLast(order, 'payment', 'confirmed', 'overpaid') : null
  const detail =
    paymentStatus === 'claimed'
      ? 'You told us; we look for it'
      : paymentStatus === 'underpaid' && order.paidKobo > 0
        ? 'A part is here'
        : foundAt
          ? order.paidKobo > 0
            ? 'We found it'
            : nothingMore
          : undefined
  return [
    { label: 'Ordered', at: createdAt },
    ...(delivery?.kind === 'quote' ? [{ label: 'Delivery agreed', at: delivery.agreedAt ?? null }] : []),
    { label: 'Paid', at: foundAt, ...(detail && { detail }) },
    ...listGoodsSteps(order),
  ]
}

function listContractSteps(order: Order): Station[] {
  const {
    createdAt,
    requested,
    quotes,
    totalKobo,
    currency,
    instalments,
    payments,
    paidKobo,
    paymentStatus,
  } = order
  const offered = listShownQuotes(quotes).at(-1)
  const agreed = quotes.find(({ status }) => status === 'accepted')
  const amount = (quote: typeof agreed) => quote && { detail: formatMoney(quote.totalKobo, quote.currency) }
  const steps: Station[] = [
    {
      label: 'Request',
      at: createdAt,
      ...(requested && { detail: describeRequested(requested) }),
    },
    offered?.status === 'declined'
      ? {
          label: 'Quote',
          at: null,
          detail: `You declined ${formatMoney(offered.totalKobo, offered.currency)}`,
        }
      : { label: 'Quote', at: offered?.createdAt ?? null, ...amount(offered) },
    { label: 'Agreed', at: agreed?.acceptedAt ?? null, ...amount(agreed) },
  ]
  const advanceKobo = instalments.reduce(
    (sum, part) => sum + (part.due === 'in_advance' ? part.amountKobo : 0),
    0,
  )
  const towardsKobo = countTowards(order)
  // Where all is paid in advance, the advance is the settlement.
  if (instalments.length > 1 && advanceKobo > 0 && totalKobo !== null) {
    const receivedKobo = Math.min(paidKobo, advanceKobo)
    // What a bank kept of it, or what was granted, is not asked for any more (findDue).
    const lessKobo = towardsKobo >= advanceKobo && countTakenOff(order) > 0 ? advanceKobo - receivedKobo : 0
    steps.push({
      label: 'Advance received',
      at: findPaidDay(payments, advanceKobo - lessKobo),
      detail: `${formatMoney(receivedKobo, currency)} of ${formatMoney(advanceKobo, currency)}${lessKobo > 0 ? `, ${formatMoney(lessKobo, currency)} taken off` : ''}`,
    })
  }
  const netKobo = Math.max(0, (totalKobo ?? 0) - countDeducted(order))
  const isSettled = totalKobo !== null && towardsKobo >= totalKobo
  // What is granted beyond the balance: nothing more is to be paid, and the order is settled once it was sent back.
  const isGoingBack = isSettled && paymentStatus === 'refund_due'
  const settled: Station = {
    label: 'Settled',
    at: isSettled
      ? (findPaidDay(payments, totalKobo) ?? findLast(order, 'payment', 'confirmed', 'overpaid', 'refunded'))
      : null,
    ...(totalKobo !== null && {
      // Only of the net price: what was granted or taken off is neither paid nor requested.
      detail: isGoingBack
        ? `${formatMoney(order.refundDueKobo, currency)} goes back to you`
        : `${formatMoney(Math.min(countPaidOfNet(order), netKobo), currency)} of ${formatMoney(netKobo, currency)}`,
    }),
  }
  const goods = listGoodsSteps(order, 'Shipped')
  // What is paid whole before the goods leave stands before them.
  const isPaidFirst = instalments.length > 0 && instalments.every(({ due }) => due === 'in_advance')
  return isPaidFirst ? [...steps, settled, ...goods] : [...steps, ...goods, settled]
}

/** Above the bar of a contract; as its last step, of the net price alone: what came above it goes back. */
export function describePaid(order: Order, totalKobo: number): string {
  const money = (kobo: number) => formatMoney(kobo, order.currency)
  const takenOffKobo = countDeducted(order)
  const surplusKobo = countSurplus(order)
  const paidKobo =
    surplusKobo > 0 ? Math.min(countPaidOfNet(order), totalKobo - takenOffKobo) : countPaidOfNet(order)
  return [
    `${money(paidKobo)} of ${money(totalKobo)} paid`,
    ...(takenOffKobo > 0 ? [`${money(takenOffKobo)} taken off`] : []),
    ...(surplusKobo > 0 ? [`${money(surplusKobo)} more goes back to you`] : []),
  ].join(', ')
}

/** The day of the transfer with which so much had come, as far as is known now; null before. */
function findPaidDay(payments: Order['payments'], wantedKobo: number): string | null {
  let sum = 0
  let day: string | null = null
  for (const { kind, amountKobo, valueDate } of payments) {
    if (kind !== 'refund') sum += amountKobo
    day = sum < wantedKobo ? null : (day ?? valueDate)
  }
  return day
}

/** An order's states in words: what stands beside the code, and what comes next. */

import { formatDateInWords, formatDayInWords, getLagosDay } from '#domain/dates.ts'
import { limits, promises } from '#domain/limits.ts'
import type { ClaimStory } from '#domain/market/claim-story.ts'
import { bankPaidWords, isPaidByBank, sayCreditStep } from '#domain/market/credit-states.ts'
import { type Delivery, isCollected } from '#domain/market/delivery.ts'
import { deliveryWords } from '#domain/market/delivery-words.ts'
import {
  countNet,
  countTakenOff,
  type Order,
  type OrderMoney,
  type OrderQuote,
} from '#domain/market/order.ts'
import { type Coupling, type OrderEvent, orderCouplings } from '#domain/market/order-axes.ts'
import { goodsWords, paymentWords, sayGoods } from '#domain/market/order-state-words.ts'
import { isOwed } from '#domain/market/orders.ts'
import { type Due, describeAccountFirst, describeDue, describeDueByCredit } from '#domain/market/quotes.ts'
import { releasedWords, sayRestOfClaim } from '#domain/market/released-words.ts'
import { formatMoney } from '#domain/money.ts'
import {
  type AgreedTerms,
  countRestOfClaim,
  findClaimedUntil,
  findDue,
  findLastRejection,
  findPayUntil,
} from './due-now.ts'
import { formatOrderTime } from './order-time.ts'

/** For an order that is settled: of what was taken off no money came. */
export const nothingMore = 'Nothing more is to be paid'

/** What the payment is, as its parts fall due: anyone who keeps to the terms is not shown that something is missing. */
export function describePayment(order: Order): string {
  // What had been recorded was corrected to nothing.
  const state = order.paymentStatus === 'underpaid' && order.paidKobo === 0 ? 'unpaid' : order.paymentStatus
  // Nothing is still to come for an order that ended.
  if (order.status === 'declined' && state === 'unpaid') return 'Not paid'
  if ((order.awaitsDelivery || order.totalKobo === null) && order.paymentStatus === 'unpaid')
    return 'Nothing is due yet'
  const due = findDue(order)
  if (state === 'confirmed' && order.paidKobo === 0) return nothingMore
  if (state === 'confirmed' && isPaidByBank(order)) return bankPaidWords
  if (countSurplus(order) > 0) return `${paymentWords.overpaid}: ${sayGoesBack(order)}`
  const claimed = findClaimedUntil(null, order)
  if (state === 'claimed' && claimed !== null)
    return `You told us that you have paid ${formatMoney(claimed, order.currency)}; we confirm against our bank statement`
  if (due?.nowKobo !== 0) return (due && sayNotFound(order)) || paymentWords[state]
  if (due.later === 'on_credit') return 'On the credit terms that we agreed'
  if (due.later === 'complaint') return 'The rest waits until the complaint is answered'
  return state === 'unpaid' ? 'Nothing is due yet' : 'What was due so far has arrived'
}

type MoneyBack = Pick<Order, 'paymentStatus' | 'refundDueKobo' | 'currency'>

/** What came above the total and was not sent back yet. */
export const countSurplus = ({ paymentStatus, refundDueKobo }: MoneyBack): number =>
  paymentStatus === 'overpaid' ? refundDueKobo : 0

const sayGoesBack = ({ refundDueKobo, currency }: MoneyBack) =>
  `${formatMoney(refundDueKobo, currency)} goes back to you`

/** Of what is open: the buyer may have sent it already. Else empty. */
export function sayNotFound(
  order: Pick<OrderStanding, 'claims' | 'events' | 'payments' | 'currency' | 'paymentStatus'>,
): string {
  const { claims = [], events = [], payments, currency, paymentStatus } = order
  if (paymentStatus !== 'unpaid' && paymentStatus !== 'underpaid') return ''
  const story = { claims, events, payments }
  const end = findLastRejection(story)
  if (!end) return ''
  const amountKobo = findClaimedUntil(end, story)
  const ofIt = amountKobo === null ? '' : ` of ${formatMoney(amountKobo, currency)}`
  return `We did not find your transfer${ofIt} on our statement.`
}

const notTwice = 'If you have sent it, attach the proof or write to us; do not send it twice.'

export const wordsOfGoods = (order: Parameters<typeof isCollected>[0]) =>
  goodsWords[isCollected(order) ? 'collected' : 'sent']

export function describeGoods(order: Pick<Order, 'delivery' | 'fulfilmentStatus'>): string {
  const { dispatched, delivered } = wordsOfGoods(order)
  return sayGoods({ dispatched, delivered })[order.fulfilmentStatus]
}

/** The delivery as it was agreed, or while its price is still open; none of an order that ended before. */
export function findShownDelivery({ delivery, status }: Pick<Order, 'delivery' | 'status'>): Delivery | null {
  return delivery && (delivery.isAgreed || status !== 'declined') ? delivery : null
}

/** For a delivery that was quoted: the time to answer has run out. */
export const isOfferOver = ({
  awaitsDelivery,
  expiresAt,
}: Partial<Pick<Order, 'awaitsDelivery' | 'expiresAt'>>) =>
  awaitsDelivery === true && expiresAt != null && Date.parse(expiresAt) <= Date.now()

/** It ended before anything was sent. */
export const isNeverSent = ({ status, fulfilmentStatus }: Pick<Order, 'status' | 'fulfilmentStatus'>) =>
  status === 'declined' && fulfilmentStatus === 'none'

const disputeMs = limits.disputeHours * 60 * 60 * 1000

/** Whether the one table of couplings lets this happen to the order now; the database has the last word. */
function allows(
  event: OrderEvent,
  { status, paymentStatus, fulfilmentStatus }: Pick<Order, 'status' | 'paymentStatus' | 'fulfilmentStatus'>,
): boolean {
  const coupling: Coupling = orderCouplings[event]
  return (
    coupling.status[status] !== undefined &&
    coupling.payment[paymentStatus] !== undefined &&
    coupling.fulfilment[fulfilmentStatus] !== undefined
  )
}

/** Until when the quality can be disputed; null when it cannot. */
export function findDisputeDeadline(order: Order, now = Date.now()): Date | null {
  if (!order.deliveredAt || !allows('dispute', order)) return null
  const deadline = new Date(new Date(order.deliveredAt).getTime() + disputeMs)
  return deadline.getTime() > now ? deadline : null
}

/** Whether there is something to pay, or to say that it is paid: also after its time, until the order is declined. */
export function isPayable(order: Order): boolean {
  return order.totalKobo !== null && !order.awaitsDelivery && allows('claim', order)
}

/** Its delivery has no price yet, or its buyer has to answer or to pay: not once they said that they have paid. */
export function waitsForBuyerOrPrice(order: Order): boolean {
  return (
    order.status !== 'declined' &&
    order.paymentStatus !== 'claimed' &&
    (order.awaitsDelivery || isPayable(order))
  )
}

/** An order that nobody has begun to prepare can be taken back. */
export function isWithdrawable(order: Order): boolean {
  return allows('decline', order)
}

/** Both sides had agreed: who takes it back says why. */
export function isAgreedContract({ kind, totalKobo }: Pick<Order, 'kind' | 'totalKobo'>): boolean {
  return kind === 'bulk' && totalKobo !== null
}

/** What becomes of goods and money when the buyer takes the order back. */
export function describeWithdrawal(order: Order): string {
  const isAgreed = isAgreedContract(order)
  const goods = order.items.some(({ hasReservedStock }) => hasReservedStock)
    ? 'The goods are for sale again at once, for everybody.'
    : isAgreed
      ? 'The contract that you accepted ends with it, and its price is not kept for you.'
      : 'We stop working on it at once.'
  const { paidKobo } = order
  const isClaimed = order.paymentStatus === 'claimed'
  if (paidKobo > 0)
    return `${goods} ${formatMoney(paidKobo, order.currency)} that you paid goes back to you${isClaimed ? ', and so does what else we find on our bank statement' : ''}.`
  if (isClaimed) return `${goods} What we find of your payment on our bank statement goes back to you.`
  return isAgreed ? `${goods} Nothing was paid, so nothing is due and nothing goes back.` : goods
}

/** Sent, not answered, and not run out. */
function isOpenQuote({ status, expiresAt }: Pick<OrderQuote, 'status' | 'expiresAt'>): boolean {
  return status === 'open' && new Date(expiresAt).getTime() > Date.now()
}

const readingComplaint = 'We look at what you reported and answer you.'
export const priceChanged = 'The price has changed: please look at it before you pay.'
const lookingForPayment = 'We will confirm your payment against our bank statement, and tell you.'

/** What the next step depends on: a list of orders needs no more. */
export type OrderStanding = Pick<
  Order,
  | 'kind'
  | 'createdAt'
  | 'status'
  | 'paymentStatus'
  | 'totalKobo'
  | 'currency'
  | 'refundDueKobo'
  | 'paidKobo'
  | 'declineReason'
  | 'declineCode'
  | 'expiresAt'
  | 'goodsReleased'
> &
  AgreedTerms &
  Partial<
    Pick<
      Order,
      'awaitsDelivery' | 'delivery' | 'creditStatus' | 'hasCreditDraft' | 'keptUntil' | 'pricesChanged'
    >
  > & {
    /** False: nobody can pay it yet. */
    hasAccount?: boolean | undefined
  } & Partial<Pick<ClaimStory, 'claims' | 'events'>> &
  Omit<OrderMoney, 'disputes' | 'payments'> & {
    payments: readonly Pick<Order['payments'][number], 'kind' | 'amountKobo' | 'at'>[]
    disputes: readonly (Pick<Order['disputes'][number], 'refundKobo'> &
      Partial<Pick<Order['disputes'][number], 'resolution' | 'note'>>)[]
    quotes: readonly (Pick<OrderQuote, 'status' | 'expiresAt'> & { offers: readonly unknown[] })[]
  }

/** The words of registrations say the same (private.describe_review). */
function describePromise(createdAt: string, place: 'page' | 'list'): string {
  const { orderFirstContactHours: call, orderConfirmationHours: confirm } = promises
  const hoursAgo = (Date.now() - Date.parse(createdAt)) / 3_600_000
  if (place === 'list' && hoursAgo <= confirm)
    return hoursAgo > call
      ? `We confirm in writing by ${formatDateInWords(Date.parse(createdAt) + confirm * 3_600_000)}.`
      : `We call you by ${formatDateInWords(Date.parse(createdAt) + call * 3_600_000)}.`
  if (hoursAgo > confirm)
    return `It takes longer than the ${confirm} hours that we promised: please call us, and we tell you why.`
  const day = formatDateInWords(Date.parse(createdAt) + confirm * 3_600_000)
  const inWriting = `confirm in writing within ${confirm} hours: by ${day}.`
  return hoursAgo > call ? `We ${inWriting}` : `We call you within ${call} hours and ${inWriting}`
}

/** What comes next, on the order's page; of a list it is the shorter one, where there is one. A surplus is said beside each step. */
export function describeNextStep(order: OrderStanding, place: 'page' | 'list' = 'page'): string {
  const step = describeStep(order, place)
  if (countSurplus(order) === 0) return step
  return `${step} ${paymentWords.overpaid}: ${sayGoesBack(order)}. ${toldWhenSent}`
}

const toldWhenSent = 'We tell you when it has been sent.'

function describeStep(order: OrderStanding, place: 'page' | 'list'): string {
  const { status, paymentStatus, fulfilmentStatus } = order
  const replacement = describeReplacement(order)
  if (paymentStatus === 'refund_due') {
    const refund = `${sayGoesBack(order)}. ${toldWhenSent}`
    if (status === 'declined') return `${sayEnd(order)} ${refund}`
    const complaint = fulfilmentStatus === 'disputed' ? readingComplaint : replacement
    return complaint ? `${complaint} ${refund}` : refund
  }
  if (status === 'declined') return sayEnd(order)
  if (order.awaitsDelivery) {
    if (order.delivery?.priceKobo == null) return deliveryWords.waitsForPrice
    return isOfferOver(order) ? deliveryWords.offerOver : deliveryWords.waitsForAnswer
  }
  const due = findDue(order)
  const isByCredit = order.instalments.some((part) => part.due === 'against_documents') && !order.isOnCredit
  const sayByCredit = order.creditStatus === 'documents_presented' ? describeDueFromBank : describeDueByCredit
  const sayDue = isByCredit ? sayByCredit : describeDue
  const hasNoAccount = due !== null && due.nowKobo > 0 && !isByCredit && order.hasAccount === false
  const accountFirst = describeAccountFirst(order.currency)
  const restKobo = isByCredit ? 0 : countRestOfClaim(order)
  const looking =
    restKobo > 0
      ? `${lookingForPayment} ${sayRestOfClaim(formatMoney(restKobo, order.currency))}`
      : lookingForPayment
  const notFound = due && !isByCredit && sayNotFound(order)
  const dueSentence = notFound
    ? `${notFound} ${notTwice}`
    : hasNoAccount
      ? accountFirst
      : due
        ? order.pricesChanged
          ? priceChanged
          : sayDue(due, order.currency)
        : paymentStatus === 'claimed'
          ? looking
          : ''
  const withDue = (sentence: string) => `${sentence} ${dueSentence}`.trim()
  // No payment of what is due now is taken until it is answered.
  if (fulfilmentStatus === 'disputed')
    return due && due.nowKobo > 0 && !isByCredit ? readingComplaint : withDue(readingComplaint)
  const isReleased = order.goodsReleased && status === 'pending'
  const arrived = `${wordsOfGoods(order).delivered}.`
  const takenOff = countTakenOff(order, 'complaint')
  if (takenOff > 0 && due && fulfilmentStatus === 'delivered')
    return `${withDue(arrived)} ${formatMoney(takenOff, order.currency)} was taken off your balance after your complaint.`
  if (replacement) return withDue(replacement)
  const withDay = (sentence: string) => `${sentence} ${describeExpected(order.delivery)}`.trim()
  if (fulfilmentStatus === 'dispatched')
    return withDue(
      isCollected(order)
        ? describeCollection(order.delivery)
        : isLate(order.delivery)
          ? 'Your order is on its way.'
          : withDay('Your order is on its way.'),
    )
  if (status === 'completed' && paymentStatus === 'claimed') return looking
  if (status === 'completed') return withDue('This order is completed. Thank you for your trade.')
  if (fulfilmentStatus === 'delivered' && dueSentence) return withDue(arrived)
  if (fulfilmentStatus === 'delivered') {
    const more =
      paymentStatus === 'refunded'
        ? paymentWords.refunded
        : `The quality can be disputed within ${limits.disputeHours} hours`
    return `${arrived} ${more}.`
  }
  if (order.quotes.some((quote) => isOpenQuote(quote) && quote.offers.length > 0))
    return 'You offered other terms, and we answer. Until then you can still accept our quote.'
  if (order.quotes.some(isOpenQuote))
    return 'Our quote waits for your answer: accept it, offer other terms, or decline.'
  if (order.totalKobo === null) {
    if (order.quotes.some((quote) => quote.status === 'open'))
      return 'Our quote has run out. Write to us, and we send you a new one.'
    if (order.quotes.some((quote) => quote.status === 'declined'))
      return 'You declined our quote. We look whether we can send you another one.'
    if (status === 'approved') return 'Your order is approved. We agree price, delivery and payment with you.'
    return describePromise(order.createdAt, place)
  }
  if (paymentStatus === 'claimed')
    // Nothing of a contract lies on a shelf, to be kept or sold.
    return order.kind === 'bulk' || restKobo > 0
      ? looking
      : `We will confirm against our bank statement. ${isReleased ? releasedWords.waiting : 'The goods are kept for you until then.'}`
  const creditStep = isByCredit ? sayCreditStep(order.creditStatus, order.hasCreditDraft) : ''
  if (due && fulfilmentStatus === 'preparing')
    return withDue(`${withDay('We are preparing your order.')} ${creditStep}`.trim())
  if (due?.nowKobo === 0)
    return withDue(
      paymentStatus === 'underpaid' && order.paidKobo > 0 ? 'What was due so far has arrived.' : creditStep,
    )
  if (hasNoAccount) return dueSentence
  const sayBefore = (time: string) => {
    const ask = order.pricesChanged ? `${priceChanged} Then` : notFound ? 'If you have not, please' : 'Please'
    return `${notFound ? dueSentence : ''} ${ask} transfer before ${formatOrderTime(time)}. After that the goods are for sale again. ${describePaidLater(order.delivery, time)}`.trim()
  }
  const payUntil = findPayUntil(order)
  if (due && paymentStatus === 'underpaid') {
    if (isReleased) return withDue(releasedWords.waiting)
    if (!payUntil) return dueSentence
    return `${notFound ? '' : dueSentence} ${sayBefore(payUntil)}`.trim()
  }
  if (due && payUntil && status === 'pending' && new Date(payUntil).getTime() <= Date.now())
    return `The time to pay ran out on ${formatOrderTime(payUntil)}. ${notFound ? dueSentence : ''}`.trim()
  if (due && isReleased) return withDue(releasedWords.waiting)
  if (due && payUntil && status === 'pending') return sayBefore(payUntil)
  if (notFound) return dueSentence
  if (due) return withDue('It waits for your payment.')
  const confirmed = order.paidKobo > 0 ? 'Your payment is confirmed' : nothingMore
  if (isReleased) return `${confirmed}. ${releasedWords.paidLate}`
  return withDay(
    fulfilmentStatus === 'none'
      ? `${confirmed}. Next we prepare your order.`
      : 'We are preparing your order.',
  )
}

/** How an order ended, as a sentence. */
function sayEnd({ declineReason, declineCode }: Pick<Order, 'declineReason' | 'declineCode'>): string {
  if (declineCode === 'withdrawn_by_buyer') return 'You withdrew this order.'
  if (!declineReason) return 'We could not take this order. Please contact us for the reason.'
  return /[.!?]$/.test(declineReason) ? declineReason : `${declineReason}.`
}

/** The same in a row of a table. */
export const describeStepInList = (order: OrderStanding): string => describeNextStep(order, 'list')

/** The documents of a letter of credit are there: nothing of it is still to come but the money. */
const describeDueFromBank = ({ nowKobo, laterKobo }: Due, currency: string): string =>
  `The documents are with your bank, which pays ${formatMoney(nowKobo + laterKobo, currency)} against them.`

/** Goods that come in place of others, and what we answered to the complaint. */
function describeReplacement(order: OrderStanding): string | null {
  const { disputes, fulfilmentStatus } = order
  const replaced = disputes.findLast(({ resolution }) => resolution === 'replaced')
  if (!replaced || !['preparing', 'dispatched'].includes(fulfilmentStatus)) return null
  const now =
    fulfilmentStatus === 'preparing'
      ? 'We are preparing other goods for you.'
      : isCollected(order)
        ? 'The other goods are ready to collect.'
        : 'The other goods are on their way.'
  return replaced.note ? `${now} Our answer: ${replaced.note}` : now
}

function describeCollection(delivery: Delivery | null | undefined): string {
  const where = delivery?.name ? ` at ${delivery.name}, ${delivery.address} (${delivery.hours})` : ''
  return `Your order is ready to collect${where}.`
}

/** The day that was agreed; '' where none was. */
function describeExpected(delivery: Delivery | null | undefined): string {
  if (!delivery?.day || !delivery.isAgreed) return ''
  const day = formatDayInWords(delivery.day)
  if (delivery.kind === 'collect') return deliveryWords.readyOn(day)
  return isLate(delivery) ? deliveryWords.wasToCome(day) : deliveryWords.comesOn(day)
}

/** For goods that are not there yet: the day on which they were to come has passed. */
export const isLate = (delivery: Delivery | null | undefined): boolean =>
  delivery?.day != null && delivery.kind !== 'collect' && delivery.day < getLagosDay(new Date())

/** For an order that can still be paid once its day is over; else ''. */
export function describePaidLater(
  delivery: Pick<Delivery, 'kind' | 'day'> | null | undefined,
  expiresAt: string,
): string {
  if (!delivery?.day || delivery.kind === 'collect' || delivery.day > getLagosDay(new Date(expiresAt)))
    return ''
  return deliveryWords.paidLater(formatDayInWords(delivery.day))
}

export const resolutionWords: Record<string, string> = {
  rejected: 'We could not follow it',
  replaced: 'We replace the goods',
  refunded: 'We grant you',
}

/** What is left of the price in the end, where something was granted or taken off. */
export function describeNet(order: Order): { term: string; amountKobo: number }[] {
  const net = countNet(order, order.status, order.totalKobo)
  if (!net) return []
  const { grantedKobo, settledKobo, netKobo } = net
  return [
    { term: 'Agreed', amountKobo: netKobo + grantedKobo + settledKobo },
    ...(grantedKobo > 0 ? [{ term: 'Less: granted after your complaint', amountKobo: -grantedKobo }] : []),
    ...(settledKobo > 0 ? [{ term: 'Less: not asked for any more', amountKobo: -settledKobo }] : []),
    { term: 'Net', amountKobo: netKobo },
  ]
}

/** What was completed and paid; `rate_product` and `rate_order` refuse the rest. */
export function isRatable({ status, paymentStatus }: Order): boolean {
  return status === 'completed' && !isOwed(paymentStatus)
}

/** Each line of an order's history. The lists of orders do without. */

import { formatDayInWords } from '#domain/dates.ts'
import { isRejection } from '#domain/market/claim-story.ts'
import {
  bankPaidWords,
  type CreditStatus,
  creditStatuses,
  isPaidByBank,
} from '#domain/market/credit-states.ts'
import { isCollected } from '#domain/market/delivery.ts'
import { describeEarlier } from '#domain/market/earlier-offer.ts'
import { hasOpenLines } from '#domain/market/open-lines.ts'
import { describeRequested, type Order, type OrderPayment } from '#domain/market/order.ts'
import { sayEvent } from '#domain/market/order-state-words.ts'
import { formatMoney } from '#domain/money.ts'
import { nothingMore, resolutionWords } from './describe-order.ts'
import { findClaimedUntil } from './due-now.ts'

export interface HistoryLine {
  key: string
  at: string
  text: string
  detail?: string | null
}

/** All that happened, in the order of time, as on the page of a registration; of one instant, what people did before what it led to. */
export function listHistory(order: Order): HistoryLine[] {
  const lines: HistoryLine[] = []
  for (const [index, claim] of order.claims.entries()) {
    const amount = claim.amountKobo === null ? '' : ` ${formatMoney(claim.amountKobo, order.currency)}`
    lines.push({
      key: `claim-${index}`,
      at: claim.at,
      text: `You told us that you have paid${amount}${claim.hasProof ? ', with a proof' : ''}`,
      detail: claim.note,
    })
  }
  for (const quote of order.quotes) {
    const { id, totalKobo, currency, createdAt, acceptedAt, declinedAt, declineReason, offers } = quote
    const price = formatMoney(totalKobo, currency)
    for (const offer of offers)
      lines.push({
        key: `offer-${offer.id}`,
        at: offer.at,
        text: `You offered ${formatMoney(offer.totalKobo, offer.currency)}${hasOpenLines(quote, offer) ? ' for the goods' : ''}`,
        detail: offer.note,
      })
    lines.push({ key: `quote-${id}`, at: createdAt, text: `We quoted ${price}` })
    if (declinedAt)
      lines.push({
        key: `declined-${id}`,
        at: declinedAt,
        text: `You declined ${price}`,
        detail: declineReason,
      })
    if (acceptedAt) lines.push({ key: `accepted-${id}`, at: acceptedAt, text: `You accepted ${price}` })
  }
  for (const [index, { reason, at }] of order.disputes.entries()) {
    lines.push({ key: `dispute-${index}`, at, text: 'You disputed the quality', detail: reason })
  }
  const { delivery, currency } = order
  for (const { kind, amountKobo, at } of order.payments) {
    // Nothing of this order's money changed where the correction is of a transfer that another order shares.
    if (kind === 'correction' && amountKobo !== 0)
      lines.push({
        key: `correction-${at}`,
        at,
        text: `We corrected a payment: ${formatMoney(Math.abs(amountKobo), currency)} ${amountKobo < 0 ? 'less' : 'more'} came than we had recorded`,
      })
  }
  // What a complaint is granted stands beside our answer to it.
  for (const { kind, amountKobo, at } of order.credits) {
    const amount = formatMoney(amountKobo, currency)
    if (kind === 'fee')
      lines.push({ key: `fee-${at}`, at, text: `A bank kept ${amount} on the way to us: we bear it` })
    if (kind === 'write_off')
      lines.push({ key: `write-off-${at}`, at, text: `We took ${amount} off what was left to pay` })
  }
  lines.push(...listPartsSentBack(order))
  if (delivery?.kind === 'quote' && delivery.quotedAt)
    lines.push({
      key: 'delivery-offer',
      at: delivery.quotedAt,
      text: `We offered delivery for ${formatMoney(delivery.priceKobo ?? 0, currency)}`,
      // Of more than two offers the last two are known.
      detail: delivery.earlier && `Before, it was ${describeEarlier(delivery.earlier)}`,
    })
  if (delivery?.kind === 'quote' && delivery.agreedAt)
    lines.push({
      key: 'delivery',
      at: delivery.agreedAt,
      text: `You accepted ${formatMoney(delivery.priceKobo ?? 0, currency)} for the delivery`,
    })
  if (delivery?.dayChangedAt && delivery.dayBefore && delivery.day)
    lines.push({
      key: 'delivery-day',
      at: delivery.dayChangedAt,
      text: `We changed the day to ${formatDayInWords(delivery.day)}`,
      detail: `Before, it was ${formatDayInWords(delivery.dayBefore)}`,
    })
  for (const [index, event] of order.events.entries()) {
    const text = describeEvent(event, order)
    if (text)
      lines.push({ key: `event-${index}`, at: event.at, text, detail: describeEventDetail(event, order) })
  }
  return lines.sort((one, other) => one.at.localeCompare(other.at))
}

/** Transfers after which more was still to go back: with the last one the money has another state, which has a line of its own. */
function listPartsSentBack(order: Order): HistoryLine[] {
  const { payments, events, currency } = order
  const isLast = (at: string) => events.some((event) => event.axis === 'payment' && event.at === at)
  // A complaint is answered, a transfer is found, or the order ends.
  const mayChangeWhatIsDue = ({ axis, from, to }: Order['events'][number]) =>
    axis === 'payment' || from === 'disputed' || to === 'declined'
  return payments.flatMap(({ kind, amountKobo, at }) => {
    if (kind !== 'refund' || isLast(at)) return []
    const later = payments.filter((payment) => payment.at > at)
    const last = later.find((payment) => payment.kind === 'refund' && isLast(payment.at))?.at
    const isBefore = (one: { at: string }) => one.at > at && (!last || one.at <= last)
    // Whatever changed meanwhile what goes back: the sum of that day is not known here.
    const isAsItWas =
      later.every((payment) => payment.kind === 'refund' || !isBefore(payment)) &&
      !events.some((event) => mayChangeWhatIsDue(event) && event.at !== last && isBefore(event))
    const restKobo = later
      .filter((payment) => payment.kind === 'refund' && isBefore(payment))
      .reduce((sum, payment) => sum + payment.amountKobo, last ? 0 : order.refundDueKobo)
    const rest = isAsItWas && restKobo > 0 ? `; ${formatMoney(restKobo, currency)} still to come` : ''
    return [{ key: `refund-${at}`, at, text: `Sent back: ${formatMoney(amountKobo, currency)}${rest}` }]
  })
}

/** Null for what stands in the history by itself: a claim, a dispute. */
function describeEvent({ axis, from, to, at }: Order['events'][number], order: Order): string | null {
  if (axis === 'credit' && isStepBack(from, to) && from !== 'draft_received')
    return 'The letter of credit went back one step'
  // The correction has a line of its own.
  if (axis === 'payment' && hasPayment('correction', order, at)) return null
  // What was left was taken off, and nothing came.
  if (axis === 'payment' && to === 'confirmed' && !order.payments.some((payment) => payment.at === at))
    return nothingMore
  if (isLastOfSurplus({ axis, from, to, at }, order)) return saySentBack(order, at)
  if (axis === 'payment' && to === 'confirmed' && isPaidByBank(order)) return bankPaidWords
  if (isRejection({ axis, from, to, at }, order.payments)) return sayRejected(order, at)
  const isPaidInParts = order.instalments.length > 1 || order.isOnCredit
  // Paid in parts, less than the total may well be all that was due.
  if (axis === 'payment' && to === 'underpaid' && from !== 'refund_due' && isPaidInParts)
    return 'A payment has arrived'
  return sayEvent(
    { axis, from, to },
    { isCollected: isCollected(order), isWithdrawn: order.declineCode === 'withdrawn_by_buyer' },
  )
}

/** Nothing more of a surplus is to go back. */
const isLastOfSurplus = ({ axis, from, to, at }: Order['events'][number], order: Order): boolean =>
  axis === 'payment' && from === 'overpaid' && to === 'confirmed' && hasPayment('refund', order, at)

const saySentBack = (order: Order, until: string): string => `Sent back: ${sumSentBack(order, until)}`

/** As the mail says it: of several transfers also how much they were. */
function sumSentBack({ payments, currency }: Order, until: string): string {
  const sent = payments.filter(({ kind, at }) => kind === 'refund' && at <= until)
  const sum = (refunds: OrderPayment[]) =>
    formatMoney(
      refunds.reduce((total, { amountKobo }) => total + amountKobo, 0),
      currency,
    )
  const last = sum(sent.filter(({ at }) => at === until))
  return sent.length > 1 ? `${last}, ${sum(sent)} in all` : last
}

function sayRejected(order: Order, at: string): string {
  const amountKobo = findClaimedUntil({ at }, order)
  const ofIt = amountKobo === null ? '' : ` of ${formatMoney(amountKobo, order.currency)}`
  return `Your transfer${ofIt} was not on our statement`
}

/** How much came or went back, what was answered; and what was requested, which after the acceptance stands in the history alone. */
function describeEventDetail(event: Order['events'][number], order: Order): string | null {
  const { axis, from, at } = event
  const { requested, payments, currency } = order
  if (isLastOfSurplus(event, order)) return null
  if (axis === 'fulfilment' && from === 'disputed') return describeAnswer(event, order)
  if (event === order.events.findLast(isDecline) && order.declineCode !== 'withdrawn_by_buyer')
    return order.declineReason
  if (axis === 'payment' && hasPayment('refund', order, at)) return sumSentBack(order, at)
  const moved = payments.filter((payment) => payment.kind !== 'correction' && payment.at === at)
  if (axis === 'payment' && moved.length > 0)
    return moved.map(({ amountKobo }) => formatMoney(amountKobo, currency)).join(', ')
  if (axis !== 'status' || from !== null || !requested) return null
  return `Asked for: ${describeRequested(requested)}`
}

const isDecline = ({ axis, to }: Order['events'][number]) => axis === 'status' && to === 'declined'

/** What the dispute that ended with this event was answered; one is open at a time, so each ends before the next begins. */
function describeAnswer({ at }: Order['events'][number], { disputes, currency }: Order): string | null {
  const answered = disputes
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .findLast((dispute) => dispute.at < at)
  // That a replacement is prepared is the line's own text.
  if (!answered?.resolution || answered.resolution === 'replaced') return null
  const money = answered.refundKobo === null ? '' : `: ${formatMoney(answered.refundKobo, currency)}`
  return `${resolutionWords[answered.resolution]}${money}`
}

/** A draft that comes, from nothing, is none. */
const isStepBack = (from: string | null, to: string): boolean =>
  from !== null && creditStatuses.indexOf(to as CreditStatus) < creditStatuses.indexOf(from as CreditStatus)

const hasPayment = (kind: OrderPayment['kind'], { payments }: Order, at: string): boolean =>
  payments.some((payment) => payment.kind === kind && payment.at === at)

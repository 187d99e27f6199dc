/** How much of an order is to be transferred now, and how a bank's form takes it. */

import { type ClaimStory, findEnd, isRejection } from '#domain/market/claim-story.ts'
import type { PaymentDetails } from '#domain/market/market-orders.ts'
import { countTowards, type Order, type OrderMoney } from '#domain/market/order.ts'
import { countDue, type Due, describeDue, dueWords, isPartDue } from '#domain/market/quotes.ts'

export type Payable = Extract<PaymentDetails, { ok: true }>

/** What has been agreed about the payment of an order, and how far its goods are. */
export type AgreedTerms = Pick<Order, 'instalments' | 'status' | 'fulfilmentStatus' | 'isOnCredit'>

/** An order of the marketplace that was just placed. */
export const paidAtOnce: AgreedTerms = {
  instalments: [],
  status: 'pending',
  fulfilmentStatus: 'none',
  isOnCredit: false,
}

type OrderToPay = AgreedTerms & Pick<Order, 'totalKobo' | 'paymentStatus'> & OrderMoney

/** What of an order is due; null when it has no price, when nothing is open, or its buyer says that it is paid. */
export function findDue(order: OrderToPay): Due | null {
  const { totalKobo, paymentStatus } = order
  if (totalKobo === null || (paymentStatus !== 'unpaid' && paymentStatus !== 'underpaid')) return null
  const due = countDue({ ...order, totalKobo, paidKobo: countTowards(order) })
  return due.nowKobo + due.laterKobo > 0 ? due : null
}

/** Until when the goods are kept for what is due; null: for no time that is known. As the page of the order says it, so do cart and checkout. */
export const findPayUntil = ({
  paymentStatus,
  expiresAt,
  keptUntil = null,
}: Pick<Order, 'paymentStatus' | 'expiresAt'> & Partial<Pick<Order, 'keptUntil'>>): string | null =>
  paymentStatus === 'underpaid' ? keptUntil : expiresAt

/** What the claims said that one step ended, or that none has ended yet; null: no amount. */
export const findClaimedUntil = (
  end: { at: string } | null,
  { claims, events }: Omit<ClaimStory, 'payments'>,
): number | null =>
  claims.findLast(({ amountKobo, at }) => amountKobo !== null && findEnd(at, events)?.at === end?.at)
    ?.amountKobo ?? null

/** The step that ended the last claim, where it was not found and nothing came since. */
export function findLastRejection({ claims, events, payments }: ClaimStory): { at: string } | null {
  const end = findEnd(claims.at(-1)?.at ?? '', events)
  if (!end || !isRejection(end, payments)) return null
  return payments.some(({ kind, at }) => kind === 'receipt' && at > end.at) ? null : end
}

/** What is due now beside the part that a waiting claim names; nothing where it names none. */
export function countRestOfClaim(order: OrderToPay & Partial<Pick<ClaimStory, 'claims' | 'events'>>): number {
  const { totalKobo, paymentStatus, claims = [], events = [] } = order
  const claimed = paymentStatus === 'claimed' ? findClaimedUntil(null, { claims, events }) : null
  if (totalKobo === null || claimed === null || order.status === 'declined') return 0
  return Math.max(0, countDue({ ...order, totalKobo, paidKobo: countTowards(order) }).nowKobo - claimed)
}

export interface DueNow {
  /** Nothing now, where all that is left is due later: then it is the amount for anyone who pays early. */
  isEarly: boolean
  amountKobo: number
  words: string
  /** What is due now and what later. */
  sentence: string
}

/** The amount that the page shows beside the account. */
export function findDueNow({ totalKobo, dueKobo, currency }: Payable, terms: AgreedTerms): DueNow {
  const due = countDue({ ...terms, totalKobo, paidKobo: totalKobo - dueKobo })
  const sentence = describeDue(due, currency)
  if (due.nowKobo === 0) return { isEarly: true, amountKobo: dueKobo, words: 'Amount', sentence }
  if (due.laterKobo === 0) return { isEarly: false, amountKobo: dueKobo, words: 'Amount', sentence }
  const parts = terms.instalments.filter(({ due }) => isPartDue(due, terms))
  const percent = parts.reduce((sum, part) => sum + part.percent, 0)
  // What has come of it already is not asked for again.
  const isRest = due.nowKobo < parts.reduce((sum, part) => sum + part.amountKobo, 0)
  const words = `Amount now (${isRest ? 'the rest of ' : ''}${percent}% ${dueWords[parts.at(-1)?.due ?? 'in_advance']})`
  return { isEarly: false, amountKobo: due.nowKobo, words, sentence }
}

/** As a bank's form takes it: no sign, no separators. */
export function asPlainAmount(minorUnits: number): string {
  const rest = minorUnits % 100
  const whole = (minorUnits - rest) / 100
  return rest === 0 ? String(whole) : `${whole}.${String(rest).padStart(2, '0')}`
}

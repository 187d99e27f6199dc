/** Quotes of bulk orders: what the payment terms mean, and how a total is split so that nothing is lost. */
import { formatMoney } from '../money.ts'
import type { LineTerms } from './goods-terms.ts'
import type { FulfilmentStatus } from './order-axes.ts'
import type { paymentTerms } from './order-request.ts'
import type { OrderStatus } from './orders.ts'

export type PaymentTerms = (typeof paymentTerms)[number]
export const paymentDues = ['in_advance', 'on_delivery', 'against_documents'] as const
export type PaymentDue = (typeof paymentDues)[number]

export interface ScheduledPart {
  percent: number
  due: PaymentDue
}

export const paymentSchedules: Record<PaymentTerms, readonly ScheduledPart[]> = {
  '30% Advance 70% on Delivery': [
    { percent: 30, due: 'in_advance' },
    { percent: 70, due: 'on_delivery' },
  ],
  '50% Advance 50% on Delivery': [
    { percent: 50, due: 'in_advance' },
    { percent: 50, due: 'on_delivery' },
  ],
  'Letter of Credit': [{ percent: 100, due: 'against_documents' }],
  'Cash on Delivery': [{ percent: 100, due: 'on_delivery' }],
  'Bank Transfer': [{ percent: 100, due: 'in_advance' }],
}

export const dueWords: Record<PaymentDue, string> = {
  in_advance: 'in advance',
  on_delivery: 'on delivery',
  against_documents: 'against documents',
}

/** What a line of a quote is about; equal to the check of quote_lines.kind. */
export const quoteLineKinds = ['goods', 'delivery', 'discount', 'tax'] as const
export type QuoteLineKind = (typeof quoteLineKinds)[number]

export const quoteLineWords: Record<QuoteLineKind, string> = {
  goods: 'Goods',
  delivery: 'Delivery',
  discount: 'Discount',
  tax: 'Tax',
}

/** What a line that is no goods adds or takes off, where its own words do not say it: "First order" is a discount. */
export function describeLineKind(kind: QuoteLineKind | undefined, description: string): string | null {
  if (!kind || kind === 'goods' || description === quoteLineWords[kind]) return null
  return kind === 'tax' && /vat|tax/i.test(description) ? null : quoteLineWords[kind]
}

/** A line in minor units, half a unit rounded up as in quote_lines.total_kobo: by thousandths, since floating products are not exact. */
export function computeLineTotal(quantity: number, priceKobo: number): bigint {
  return (BigInt(Math.round(quantity * 1000)) * BigInt(priceKobo) + 500n) / 1000n
}

/** A line as quote_order takes it: of a discount, what it takes off. */
export interface QuoteLine {
  kind: QuoteLineKind
  description: string
  quantity: number
  unit: string
  priceKobo: number
  /** For goods: what VAT they bear; none: as the whole quote says, or such goods bear. */
  vatClass?: string | null
  /** For goods: what is said of them alone. */
  terms?: LineTerms | null
}

/** What a line adds to the total; below nothing for a discount. */
export function countLine({ kind, quantity, priceKobo }: QuoteLine): bigint {
  const amount = computeLineTotal(quantity, priceKobo)
  return kind === 'discount' ? -amount : amount
}

export const countTotal = (lines: readonly QuoteLine[]): bigint =>
  lines.reduce((sum, line) => sum + countLine(line), 0n)

/** '7.5%' of a sum, half a unit rounded up; null when the text is no percentage. */
export function computeShareOf(text: string, sum: bigint): bigint | null {
  const [, whole, decimals = ''] = /^([0-9]{1,3})(?:\.([0-9]{1,3}))?\s*%$/.exec(text.trim()) ?? []
  if (whole === undefined) return null
  const thousandths = BigInt(whole) * 1000n + BigInt(decimals.padEnd(3, '0'))
  return sum < 0n ? null : (sum * thousandths + 50_000n) / 100_000n
}

/** Beside every note, on pages and on paper. */
export const noteRule =
  'The terms hold as they are written above. A note explains them and changes none of them.'

/** A quote's lines as quote_order took them: of a discount, what it takes off. */
export const asTyped = <Line extends QuoteLine>(lines: readonly Line[]): QuoteLine[] =>
  lines.map(({ kind, description, quantity, unit, priceKobo, vatClass, terms }) => ({
    ...{ kind, description, quantity, unit, priceKobo: Math.abs(priceKobo) },
    ...(vatClass && { vatClass }),
    ...(terms && { terms }),
  }))

/** Each part rounded down, and the last one takes what is left; as private.split_amount. */
export function splitAmount(totalKobo: bigint, percents: readonly number[]): bigint[] {
  const parts = percents.slice(0, -1).map((percent) => (totalKobo * BigInt(percent)) / 100n)
  return [...parts, totalKobo - parts.reduce((sum, part) => sum + part, 0n)]
}

export interface PaymentPlan {
  totalKobo: number
  /** What came towards the total. */
  paidKobo: number
  /** The parts of an accepted quote; without any the whole total is due at once. */
  instalments: readonly { due: PaymentDue; amountKobo: number }[]
  status: OrderStatus
  fulfilmentStatus: FulfilmentStatus
  isOnCredit: boolean
}

export interface Due {
  nowKobo: number
  laterKobo: number
  /** When the rest will be due; null when there is none. Once the goods are there, a complaint holds what is due on delivery. */
  later: PaymentDue | 'on_credit' | 'complaint' | null
}

/**
 * Whether the time of a part has come, by how far the goods are. Against documents: once the goods have left, since
 * invoice and delivery note are issued then (ADR 0021). On delivery: once they are there; a complaint holds it until
 * it is answered. Every part of a completed order is due, however far its goods were moved here. Equal to private.is_part_due.
 */
export function isPartDue(
  due: PaymentDue,
  { status, fulfilmentStatus }: Pick<PaymentPlan, 'status' | 'fulfilmentStatus'>,
): boolean {
  if (due === 'in_advance' || fulfilmentStatus === 'delivered') return true
  if (status === 'completed' && fulfilmentStatus !== 'disputed') return true
  return due === 'against_documents' && ['dispatched', 'disputed'].includes(fulfilmentStatus)
}

/** What of a price is due now, and what later. On credit terms the time was agreed in person. Equal to private.describe_due. */
export function countDue({ totalKobo, paidKobo, instalments, isOnCredit, ...standing }: PaymentPlan): Due {
  const leftKobo = Math.max(0, totalKobo - paidKobo)
  const parts = instalments.length > 0 ? instalments : [{ due: 'in_advance' as const, amountKobo: totalKobo }]
  const requested = isOnCredit ? [] : parts.filter(({ due }) => isPartDue(due, standing))
  const requestedKobo = requested.reduce((sum, { amountKobo }) => sum + amountKobo, 0)
  const nowKobo = Math.max(0, requestedKobo - paidKobo)
  const laterKobo = leftKobo - nowKobo
  if (laterKobo === 0) return { nowKobo, laterKobo, later: null }
  const next = parts.find(({ due }) => !isPartDue(due, standing))
  const held = standing.fulfilmentStatus === 'disputed' ? 'complaint' : next?.due
  return { nowKobo, laterKobo, later: isOnCredit ? 'on_credit' : (held ?? null) }
}

/** "Nothing is due now; ₦700,000 on delivery." Empty when nothing is open. */
export function describeDue({ nowKobo, laterKobo, later }: Due, currency: string): string {
  const [now, rest] = [formatMoney(nowKobo, currency), formatMoney(laterKobo, currency)]
  if (later === 'on_credit') return `${rest} is to be paid on the credit terms that we agreed.`
  const isDue = nowKobo > 0 ? `${now} is due now.` : ''
  if (later === null) return isDue
  if (later === 'complaint')
    return `${isDue} The rest of ${rest} waits until the complaint is answered.`.trim()
  const when = dueWords[later]
  return nowKobo > 0 ? `${now} is due now, and ${rest} ${when}.` : `Nothing is due now; ${rest} ${when}.`
}

/** In place of what is due, while there is no account in its currency. */
export const describeAccountFirst = (currency: string): string =>
  `We send you our account in ${currency} first: please wait for it, and transfer nothing before.`

/** By a letter of credit there is no transfer to make: the buyer's bank pays. */
export const describeDueByCredit = ({ nowKobo, laterKobo }: Due, currency: string): string =>
  `Your bank pays ${formatMoney(nowKobo + laterKobo, currency)} against the documents.`

/** What both sides agreed to trade, in the order of its lines; undefined before they did. */
export const findAgreedGoods = <Line extends { kind: string; position: number }>(
  quotes: readonly { status: string; quote_lines: readonly Line[] }[],
): Line[] | undefined =>
  quotes
    .find(({ status }) => status === 'accepted')
    ?.quote_lines.filter(({ kind }) => kind === 'goods')
    .toSorted((one, other) => one.position - other.position)

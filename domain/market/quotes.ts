/** Quotes of bulk orders: what the payment terms mean, and how a total is split so that nothing is lost. */
import { formatMoney } from '../money.ts'
import { formatQuantity, parseQuantity } from '../quantities.ts'
import { type ContractTerms, describeTermChange, listTermChanges } from './contract-terms.ts'
import type { FulfilmentStatus } from './order-axes.ts'
import type { paymentTerms } from './order-request.ts'
import { type VatClass, vatClassWords } from './vat.ts'

export type PaymentTerms = (typeof paymentTerms)[number]
export type PaymentDue = 'in_advance' | 'on_delivery' | 'against_documents'

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
}

/** What a line adds to the total; below nothing for a discount. */
export function countLine({ kind, quantity, priceKobo }: QuoteLine): bigint {
  const amount = computeLineTotal(quantity, priceKobo)
  return kind === 'discount' ? -amount : amount
}

export const countTotal = (lines: readonly QuoteLine[]): bigint =>
  lines.reduce((sum, line) => sum + countLine(line), 0n)

/** '7.5%' of what the lines before it come to, half a unit rounded up; null when the text is no percentage. */
export function computeShare(text: string, before: readonly QuoteLine[]): bigint | null {
  const [, whole, decimals = ''] = /^([0-9]{1,3})(?:\.([0-9]{1,3}))?\s*%$/.exec(text.trim()) ?? []
  if (whole === undefined) return null
  const thousandths = BigInt(whole) * 1000n + BigInt(decimals.padEnd(3, '0'))
  const sum = countTotal(before)
  return sum < 0n ? null : (sum * thousandths + 50_000n) / 100_000n
}

/** Beside every note, on pages and on paper. */
export const noteRule =
  'The terms hold as they are written above. A note explains them and changes none of them.'

export interface PricedLines {
  lines: readonly QuoteLine[]
  currency: string
}

export interface QuoteVersion extends PricedLines {
  terms: ContractTerms
  note: string
  /** Null: nothing is said of VAT but its lines. */
  vatClass: string | null
}

const nameVatClass = (vatClass: string | null): string =>
  vatClass === null ? 'not stated' : (vatClassWords[vatClass as VatClass] ?? vatClass).toLowerCase()

/** What the next version changes for the buyer, a sentence each; empty where it is the same again. */
export function describeQuoteChanges(before: QuoteVersion, after: QuoteVersion): string[] {
  const changes = describeLineChanges(before, after)
  if (before.currency !== after.currency)
    changes.push(`The currency is ${after.currency}, before ${before.currency}.`)
  changes.push(...describeVatChange(before, after))
  changes.push(...listTermChanges(before.terms, after.terms).map(describeTermChange))
  if (before.note.trim() !== after.note.trim())
    changes.push(
      after.note.trim() ? 'The note to the buyer is another one.' : 'The note to the buyer is left out.',
    )
  const [sum, earlierSum] = [countTotal(after.lines), countTotal(before.lines)]
  if (sum !== earlierSum || before.currency !== after.currency)
    changes.push(
      `Total ${formatMoney(sum, after.currency)}, before ${formatMoney(earlierSum, before.currency)}.`,
    )
  return changes
}

export function describeVatChange(
  before: Pick<QuoteVersion, 'vatClass'>,
  after: Pick<QuoteVersion, 'vatClass'>,
): string[] {
  if (before.vatClass === after.vatClass) return []
  return [`VAT: ${nameVatClass(after.vatClass)}, before ${nameVatClass(before.vatClass)}.`]
}

interface Wanted {
  product: string
  quantity: string
  unit: string
}

/** What a first quote has otherwise than it was asked for: goods and how much of them, a sentence each. */
export function describeRequestChanges(wanted: readonly Wanted[], lines: readonly QuoteLine[]): string[] {
  const rest = [...wanted]
  const changes: string[] = []
  for (const { kind, description, quantity, unit } of lines) {
    if (kind !== 'goods') continue
    const name = description.toLowerCase()
    // "Cocoa beans, fermented" answers a request for cocoa beans, and "Dried split ginger" one for ginger.
    const place = rest.findIndex(({ product }) => name.includes(product.trim().toLowerCase()))
    const [asked] = place < 0 ? [] : rest.splice(place, 1)
    const offered = `${formatQuantity(quantity)} ${unit}`
    if (!asked) changes.push(`Not asked for: ${description}, ${offered}.`)
    else if (parseQuantity(asked.quantity) !== quantity || asked.unit !== unit)
      changes.push(`${description}: ${offered}, asked for ${asked.quantity} ${asked.unit}.`)
  }
  for (const { product, quantity, unit } of rest)
    changes.push(`Not in the quote: ${product}, ${quantity} ${unit}.`)
  return changes
}

/** Of the lines alone: what came, what went, and what has another quantity or price. */
export function describeLineChanges(before: PricedLines, after: PricedLines): string[] {
  const changes: string[] = []
  const nameOf = ({ kind, description }: QuoteLine) =>
    kind === 'goods' || description === quoteLineWords[kind]
      ? description
      : `${description} (${quoteLineWords[kind].toLowerCase()})`
  const keyOf = (line: QuoteLine) => `${line.kind} ${line.description.trim().toLowerCase()}`
  const price = (line: QuoteLine, { currency }: PricedLines) => formatMoney(line.priceKobo, currency)
  const amount = (line: QuoteLine, { currency }: PricedLines) => formatMoney(countLine(line), currency)
  const rest = [...before.lines]
  for (const line of after.lines) {
    const place = rest.findIndex((other) => keyOf(other) === keyOf(line))
    const [earlier] = place < 0 ? [] : rest.splice(place, 1)
    if (!earlier) {
      changes.push(`New: ${nameOf(line)}, ${amount(line, after)}.`)
      continue
    }
    if (earlier.quantity !== line.quantity || earlier.unit !== line.unit)
      changes.push(
        `${nameOf(line)}: ${formatQuantity(line.quantity)} ${line.unit}, before ${formatQuantity(earlier.quantity)} ${earlier.unit}.`,
      )
    if (earlier.priceKobo !== line.priceKobo || before.currency !== after.currency)
      changes.push(
        line.kind === 'goods'
          ? `${nameOf(line)}: ${price(line, after)} a unit, before ${price(earlier, before)}.`
          : `${nameOf(line)}: ${amount(line, after)}, before ${amount(earlier, before)}.`,
      )
  }
  for (const line of rest) changes.push(`Left out: ${nameOf(line)}, ${amount(line, before)}.`)
  return changes
}

/** A quote's lines as quote_order took them: of a discount, what it takes off. */
export const asTyped = <Line extends QuoteLine>(lines: readonly Line[]): QuoteLine[] =>
  lines.map(({ kind, description, quantity, unit, priceKobo }) => ({
    ...{ kind, description, quantity, unit, priceKobo: Math.abs(priceKobo) },
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
  fulfilmentStatus: FulfilmentStatus
  isOnCredit: boolean
}

export interface Due {
  nowKobo: number
  laterKobo: number
  /** When the rest will be due; null when there is none. */
  later: PaymentDue | 'on_credit' | null
}

/**
 * Whether the time of a part has come, by how far the goods are. Against documents: once the goods have left, since
 * invoice and delivery note are issued then (ADR 0021). On delivery: once they are there; a complaint holds it until
 * it is answered. Equal to private.is_part_due.
 */
export function isPartDue(due: PaymentDue, fulfilmentStatus: FulfilmentStatus): boolean {
  if (due === 'in_advance') return true
  if (fulfilmentStatus === 'delivered') return true
  return due === 'against_documents' && ['dispatched', 'disputed'].includes(fulfilmentStatus)
}

/** What of a price is due now, and what later. On credit terms the time was agreed in person. Equal to private.describe_due. */
export function countDue({
  totalKobo,
  paidKobo,
  instalments,
  fulfilmentStatus,
  isOnCredit,
}: PaymentPlan): Due {
  const leftKobo = Math.max(0, totalKobo - paidKobo)
  const parts = instalments.length > 0 ? instalments : [{ due: 'in_advance' as const, amountKobo: totalKobo }]
  const requested = isOnCredit ? [] : parts.filter(({ due }) => isPartDue(due, fulfilmentStatus))
  const requestedKobo = requested.reduce((sum, { amountKobo }) => sum + amountKobo, 0)
  const nowKobo = Math.max(0, requestedKobo - paidKobo)
  const laterKobo = leftKobo - nowKobo
  if (laterKobo === 0) return { nowKobo, laterKobo, later: null }
  const next = parts.find(({ due }) => !isPartDue(due, fulfilmentStatus))
  return { nowKobo, laterKobo, later: isOnCredit ? 'on_credit' : (next?.due ?? null) }
}

/** "Nothing is due now; ₦700,000 on delivery." Empty when nothing is open. */
export function describeDue({ nowKobo, laterKobo, later }: Due, currency: string): string {
  const [now, rest] = [formatMoney(nowKobo, currency), formatMoney(laterKobo, currency)]
  if (later === 'on_credit') return `${rest} is to be paid on the credit terms that we agreed.`
  if (later === null) return nowKobo > 0 ? `${now} is due now.` : ''
  const when = dueWords[later]
  return nowKobo > 0 ? `${now} is due now, and ${rest} ${when}.` : `Nothing is due now; ${rest} ${when}.`
}

/** By a letter of credit there is no transfer to make: the buyer's bank pays. */
export const describeDueByCredit = ({ nowKobo, laterKobo }: Due, currency: string): string =>
  `Your bank pays ${formatMoney(nowKobo + laterKobo, currency)} against the documents.`

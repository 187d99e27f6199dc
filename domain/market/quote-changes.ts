/** What a quote has otherwise than the one before it, or than it was asked for: a sentence each. */
import { formatMoney } from '../money.ts'
import { formatAmount, formatQuantity, parseQuantity } from '../quantities.ts'
import type { ContractTerms } from './contract-terms.ts'
import type { GoodsTermName } from './goods-terms.ts'
import { describeLineTermChanges, describeRequestedTerms } from './line-term-changes.ts'
import type { OrderQuote, Requested } from './order.ts'
import type { RequestLine } from './order-request.ts'
import { pairGoods, plain, startOf } from './pair-goods.ts'
import { asTyped, countLine, countTotal, type QuoteLine, quoteLineWords } from './quotes.ts'
import { describeTermChange, listTermChanges } from './term-changes.ts'
import { type VatClass, vatClassWords } from './vat.ts'

export interface PricedLines {
  lines: readonly QuoteLine[]
  currency: string
}

export interface QuoteVersion extends PricedLines {
  terms: ContractTerms
  note: string
}

/** Empty: staff leave it to the goods. */
function nameVatClass(vatClass: string | null | undefined): string {
  if (!vatClass) return vatClass === '' ? 'by the goods' : 'not stated'
  return (vatClassWords[vatClass as VatClass] ?? vatClass).toLowerCase()
}

/** What VAT the goods bear: all of them, or each. */
function nameVat({ lines }: Pick<QuoteVersion, 'lines'>): string {
  const goods = lines.filter(({ kind }) => kind === 'goods')
  const names = new Set(goods.map(({ vatClass }) => nameVatClass(vatClass)))
  if (names.size < 2) return [...names].join()
  return goods.map(({ description, vatClass }) => `${description} ${nameVatClass(vatClass)}`).join('; ')
}

/** What the next version changes for the buyer, a sentence each; empty where it is the same again. */
export function describeQuoteChanges(before: QuoteVersion, after: QuoteVersion): string[] {
  const changes = describeLineChanges(before, after)
  if (before.currency !== after.currency)
    changes.push(`The currency is ${after.currency}, before ${before.currency}.`)
  changes.push(...describeVatChange(before, after))
  changes.push(...listTermChanges(before.terms, after.terms).map(describeTermChange))
  changes.push(...describeNoteChange('The note to the buyer', before, after))
  const [sum, earlierSum] = [countTotal(after.lines), countTotal(before.lines)]
  if (sum !== earlierSum || before.currency !== after.currency)
    changes.push(
      `Total ${formatMoney(sum, after.currency)}, before ${formatMoney(earlierSum, before.currency)}.`,
    )
  return changes
}

export function describeVatChange(
  before: Pick<QuoteVersion, 'lines'>,
  after: Pick<QuoteVersion, 'lines'>,
): string[] {
  const [now, earlier] = [nameVat(after), nameVat(before)]
  return now === earlier ? [] : [`VAT: ${now}, before ${earlier}.`]
}

function describeNoteChange(
  name: string,
  { note: before }: Pick<QuoteVersion, 'note'>,
  { note: after }: Pick<QuoteVersion, 'note'>,
): string[] {
  if (before.trim() === after.trim()) return []
  if (!before.trim()) return [`${name} is new.`]
  return [`${name} is ${after.trim() ? 'another one' : 'left out'}.`]
}

type OfferedLine = Omit<QuoteLine, 'priceKobo'>

/** What a first quote has otherwise than was requested: goods and how much of them, a sentence each. */
export function describeRequestChanges(
  wanted: readonly RequestLine[],
  lines: readonly OfferedLine[],
  termsOfAll: Partial<Pick<ContractTerms, GoodsTermName>> = {},
): string[] {
  const goods = lines.filter(({ kind }) => kind === 'goods')
  const pairs = pairGoods(wanted, goods)
  const changes: string[] = []
  for (const line of goods) {
    const { description, quantity, unit } = line
    const requested = pairs.get(line)
    const offered = formatAmount(formatQuantity(quantity), unit)
    if (!requested) {
      changes.push(`Not asked for: ${description}, ${offered}.`)
      continue
    }
    const product = plain(requested.product)
    // Another name may be of other goods ("Groundnut oil" for groundnut): the buyer reads both.
    const other = [plain(description), startOf(description)].includes(product)
      ? ''
      : ` of ${requested.product}`
    if (other || parseQuantity(requested.quantity) !== quantity || requested.unit !== unit)
      changes.push(
        `${description}: ${offered}, asked for ${formatAmount(requested.quantity, requested.unit)}${other}.`,
      )
    changes.push(...describeRequestedTerms(description, termsOfAll, line.terms ?? {}))
  }
  const answered = new Set(pairs.values())
  for (const one of wanted)
    if (!answered.has(one))
      changes.push(`Not in the quote: ${one.product}, ${formatAmount(one.quantity, one.unit)}.`)
  return changes
}

/** Compares the lines alone: what came, what went, and what has another quantity or price. */
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
        `${nameOf(line)}: ${formatAmount(formatQuantity(line.quantity), line.unit)}, before ${formatAmount(formatQuantity(earlier.quantity), earlier.unit)}.`,
      )
    if (earlier.priceKobo !== line.priceKobo || before.currency !== after.currency)
      changes.push(
        line.kind === 'goods'
          ? `${nameOf(line)}: ${price(line, after)} a unit, before ${price(earlier, before)}.`
          : `${nameOf(line)}: ${amount(line, after)}, before ${amount(earlier, before)}.`,
      )
    changes.push(...describeLineTermChanges(nameOf(line), earlier.terms ?? {}, line.terms ?? {}))
  }
  for (const line of rest) changes.push(`Left out: ${nameOf(line)}, ${amount(line, before)}.`)
  return changes
}

/** A quote as the next one is compared with it. */
export const asVersion = (quote: OrderQuote): QuoteVersion => ({
  ...{ lines: asTyped(quote.lines), currency: quote.currency, terms: quote, note: quote.note ?? '' },
})

/** Since the quote before, or else since the request: all but the terms, which stand in a list of their own. */
export function describeOtherChanges(
  requested: Requested | null,
  earlier: OrderQuote | null,
  quote: OrderQuote,
): string[] {
  const after = asVersion(quote)
  if (!earlier)
    return requested
      ? describeRequestChanges([requested, ...requested.lines], after.lines, requested.terms)
      : []
  const before = asVersion(earlier)
  const changes = [...describeLineChanges(before, after), ...describeVatChange(before, after)]
  return [...changes, ...describeNoteChange('Our note', before, after)]
}

// What a mail about a bulk order says of its contract: goods as agreed or offered, the terms, and both parties.
import { z } from 'zod'
import { formatDateInWords } from '#domain/dates.ts'
import { listTerms } from '#domain/market/contract-terms.ts'
import { goodsTermNames } from '#domain/market/goods-terms.ts'
import { describeLineTerms } from '#domain/market/line-terms.ts'
import { describeLineChanges, describeRequestChanges } from '#domain/market/quote-changes.ts'
import {
  describeLineKind,
  dueWords,
  noteRule,
  paymentDues,
  type QuoteLine,
  quoteLineKinds,
} from '#domain/market/quotes.ts'
import { accountCurrencies } from '#domain/market/settlement-accounts.ts'
import { type GoodsVat, noteVat } from '#domain/market/vat.ts'
import { formatMoney } from '#domain/money.ts'
import { formatAmount, formatQuantity } from '#domain/quantities.ts'
import { asTitle } from './letter.ts'
import { text } from './template.ts'

const said = z
  .string()
  .nullish()
  .transform((words) => words ?? null)
const share = z
  .number()
  .nullish()
  .transform((percent) => percent ?? null)

/** private.describe_vat_lines, private.quote_vat_lines. */
export const vatInMail = z.array(
  z.object({
    rateBp: z
      .int()
      .min(0)
      .nullish()
      .transform((rate) => rate ?? null),
    reason: text,
    baseKobo: z.int().min(0),
    vatKobo: z.int().min(0),
    isDelivery: z.boolean().default(false),
  }),
)

/** private.describe_quote_line; of a request without a price. */
const lineInMail = z.object({
  ...{ name: text, quantity: text, unit: text },
  kind: z.enum(quoteLineKinds).default('goods'),
  /** A discount is below nothing. */
  priceKobo: z.int().nullish(),
  totalKobo: z.int().nullish(),
  /** What is said of these goods alone. */
  terms: z.partialRecord(z.enum(goodsTermNames), z.string()).nullish(),
  /** Of goods whose VAT is known; mails of before do not say it. */
  vatClass: z.string().nullish(),
  vatRateBp: z.int().nullish(),
})
type LineInMail = z.output<typeof lineInMail>

/** The goods of an order of the marketplace, where they do not all bear the same VAT. */
export const linesInMail = z.array(lineInMail)

const quoteInMail = z.object({
  paymentTerms: text,
  incoterms: said,
  namedPlace: said,
  windowFrom: said,
  windowTo: said,
  tolerancePercent: share,
  grade: said,
  moistureMaxPercent: share,
  packing: said,
  hsCode: said,
  origin: said,
  agreedRate: said,
  buyer: said,
  deliverTo: said,
  totalKobo: z.int().positive().nullish(),
  /** How the VAT in it comes about. */
  vat: vatInMail.nullish(),
  currency: z.enum(accountCurrencies).default('NGN'),
  /** A quote names each of its lines. */
  goods: z.array(lineInMail).nullish(),
})

/** private.contract_in_mail; before there is a quote, to a mailbox that nobody proved, what was chosen from lists alone. */
export const contractInMail = quoteInMail.extend({
  seller: said,
  /** For a request. */
  wishedDay: said,
  purchaseOrderNumber: said,
  expiresAt: z.string().nullish(),
  note: said,
  schedule: z
    .array(z.object({ percent: z.number(), due: z.enum(paymentDues), amountKobo: z.int().min(0) }))
    .nullish(),
  /** The quote before, of one that is offered. */
  before: quoteInMail.nullish(),
  /** What was asked for, of one that is offered: a first quote is compared with it. */
  requested: quoteInMail
    .extend({ products: z.array(z.object({ product: text, quantity: text, unit: text })) })
    .nullish(),
})
export type ContractInMail = z.output<typeof contractInMail>

/** How a quote is paid, and our note beside its terms. */
export function listAgreed(contract: ContractInMail | null | undefined): [string, string][] {
  if (!contract) return []
  const { schedule, currency, note } = contract
  return [
    ...(schedule ?? []).map(({ percent, due, amountKobo }): [string, string] => [
      `${percent}% ${dueWords[due]}`,
      formatMoney(amountKobo, currency),
    ]),
    ...(note ? [['Our note, beside the terms', `${note}\n${noteRule}`] satisfies [string, string]] : []),
  ]
}

/** The lines of the quote, and what they have otherwise than before, or than was asked for; null while there is none. */
export function listGoods(contract: ContractInMail | null | undefined): [string, string][] | null {
  if (!contract?.goods) return null
  const { goods, before, requested, currency } = contract
  const rows = listLines(
    goods.filter(({ kind }) => kind !== 'tax' || !isSaidByVat(contract)),
    currency,
  )
  if (before) {
    const earlier = { lines: (before.goods ?? []).map(asQuoteLine), currency: before.currency }
    const changes = before.goods
      ? describeLineChanges(earlier, { lines: goods.map(asQuoteLine), currency })
      : []
    return changes.length > 0 ? [...rows, ['Other than before', changes.join(' ')]] : rows
  }
  if (!requested) return rows
  const changes = describeRequestChanges(requested.products, goods.map(asQuoteLine), requested)
  return changes.length > 0 ? [...rows, ['Other than asked for', changes.join(' ')]] : rows
}

const asQuoteLine = ({ name, quantity, priceKobo, ...line }: LineInMail): QuoteLine => ({
  ...{ ...line, description: name, quantity: Number(quantity), priceKobo: Math.abs(priceKobo ?? 0) },
})

/** Each line with what it costs and, where they differ, the VAT that it bears, as pages say it. */
export function listLines(lines: readonly LineInMail[], currency: string): [string, string][] {
  const vatOf = ({ vatClass, vatRateBp }: LineInMail): GoodsVat | null =>
    vatClass != null && vatRateBp != null ? { vatClass, rateBp: vatRateBp } : null
  const all = lines.map(vatOf)
  return lines.map((line) => [line.name, sayLine(line, currency, noteVat(vatOf(line), all))])
}

/** "38 Tons × US$1,805 = US$68,590 · HS code: 1801.00"; of freight, a discount or a tax its sum. */
function sayLine(
  { name, quantity, unit, kind, priceKobo, totalKobo, terms }: LineInMail,
  currency: string,
  vat: string | undefined,
): string {
  const amount = formatAmount(formatQuantity(Number(quantity)), unit)
  const sum = totalKobo == null ? '' : formatMoney(totalKobo, currency)
  const price = priceKobo == null ? amount : `${amount} × ${formatMoney(priceKobo, currency)} = ${sum}`
  return [kind === 'goods' ? price : sum, describeLineKind(kind, name), describeLineTerms(terms), vat]
    .filter(Boolean)
    .join(' · ')
}

/** The rows of VAT name the same sum, with its reason. */
function isSaidByVat({ goods, vat }: ContractInMail): boolean {
  const tax = (goods ?? []).filter(({ kind }) => kind === 'tax')
  const taxKobo = tax.reduce((sum, { totalKobo }) => sum + (totalKobo ?? 0), 0)
  return vat != null && vat.reduce((sum, { vatKobo }) => sum + vatKobo, 0) === taxKobo
}

const listSaid = (
  { buyer, deliverTo, ...terms }: z.output<typeof quoteInMail>,
  goods: readonly LineInMail[],
): [string, string | null][] => [
  ...listTerms(terms, goods).map(({ term, detail }): [string, string] => [term, detail]),
  ['Buyer', buyer],
  ['Deliver to', deliverTo],
]

/** The total, and the one before where the quote before had another. */
export function sayQuoted(amount: string, { before }: ContractInMail): string {
  const earlier = before?.totalKobo ? formatMoney(before.totalKobo, before.currency) : amount
  return earlier === amount ? amount : `${amount} (before: ${earlier})`
}

/** What has changed says what it was, or what was asked for: of that, only what the buyer had named. `companyName` is the seller's where no name is among its facts. */
export function listTermRows(
  contract: ContractInMail | null | undefined,
  companyName: string,
): [string, string][] {
  if (!contract) return []
  const { before, requested } = contract
  const goods = contract.goods ?? []
  const compared = before ?? requested
  const was = before ? 'before' : 'asked for'
  const rest = new Map(compared ? listSaid(compared, goods) : [])
  const rows = listSaid(contract, goods).map(([label, value]): [string, string | null] => {
    const earlier = rest.get(label) ?? null
    rest.delete(label)
    if (!compared || earlier === value || (!before && earlier === null)) return [label, value]
    return [label, `${value ?? 'Not named'} (${was}: ${earlier ?? 'not named'})`]
  })
  const left = [...rest].map(([label, earlier]): [string, string | null] => [
    label,
    earlier && `Not named (${was}: ${earlier})`,
  ])
  const seller = contract.seller ?? (contract.buyer && asTitle(companyName))
  const ownTerms: [string, string | null][] = [
    ['Seller', seller],
    ['Asked for by', contract.wishedDay && formatDateInWords(contract.wishedDay)],
    ['Your order number', contract.purchaseOrderNumber],
  ]
  return [...rows, ...left, ...ownTerms].flatMap(([label, value]) =>
    value ? [[label, value] satisfies [string, string]] : [],
  )
}

// What a mail about a bulk order says of its contract: goods as agreed or offered, the terms, and both parties.
import { z } from 'zod'
import { listTerms } from '#domain/market/contract-terms.ts'
import { accountCurrencies } from '#domain/market/settlement-accounts.ts'
import { formatMoney } from '#domain/money.ts'
import { formatQuantity } from '#domain/quantities.ts'
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
  currency: z.enum(accountCurrencies).default('NGN'),
})

/** private.contract_in_mail; before there is a quote, what was chosen from lists alone. */
export const contractInMail = quoteInMail.extend({
  seller: said,
  expiresAt: z.string().nullish(),
  goods: z.array(z.object({ name: text, quantity: text, unit: text })).nullish(),
  /** The quote before, of one that is offered. */
  before: quoteInMail.nullish(),
})
export type ContractInMail = z.output<typeof contractInMail>

/** The goods of the quote; null while there is none. */
export function listGoods(contract: ContractInMail | null | undefined): [string, string][] | null {
  return (
    contract?.goods?.map(({ name, quantity, unit }) => [
      name,
      `${formatQuantity(Number(quantity))} ${unit}`,
    ]) ?? null
  )
}

const listSaid = ({
  buyer,
  deliverTo,
  ...terms
}: z.output<typeof quoteInMail>): [string, string | null][] => [
  ...listTerms(terms).map(({ term, detail }): [string, string] => [term, detail]),
  ['Buyer', buyer],
  ['Deliver to', deliverTo],
]

/** The total, and the one before where the quote before had another. */
export function sayQuoted(amount: string, { before }: ContractInMail): string {
  const earlier = before?.totalKobo ? formatMoney(before.totalKobo, before.currency) : amount
  return earlier === amount ? amount : `${amount} (before: ${earlier})`
}

/** What has changed says what it was. `companyName` is the seller's where no name is among its facts. */
export function listTermRows(
  contract: ContractInMail | null | undefined,
  companyName: string,
): [string, string][] {
  if (!contract) return []
  const { before } = contract
  const rest = new Map(before ? listSaid(before) : [])
  const rows = listSaid(contract).map(([label, value]): [string, string | null] => {
    const earlier = rest.get(label) ?? null
    rest.delete(label)
    if (!before || earlier === value) return [label, value]
    return [label, `${value ?? 'Not named'} (before: ${earlier ?? 'not named'})`]
  })
  const left = [...rest].map(([label, earlier]): [string, string | null] => [
    label,
    earlier && `Not named (before: ${earlier})`,
  ])
  const seller = contract.seller ?? (contract.buyer && asTitle(companyName))
  return [...rows, ...left, ['Seller', seller] satisfies [string, string | null]].flatMap(([label, value]) =>
    value ? [[label, value] satisfies [string, string]] : [],
  )
}

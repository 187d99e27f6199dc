// What a mail about a bulk order says of its contract: goods as agreed or offered, the terms, and both parties.
import { z } from 'zod'
import { listTerms } from '#domain/market/contract-terms.ts'
import { accountCurrencies } from '#domain/market/settlement-accounts.ts'
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

/** private.contract_in_mail; before there is a quote, what was chosen from lists alone. */
export const contractInMail = z.object({
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
  seller: said,
  buyer: said,
  deliverTo: said,
  totalKobo: z.int().positive().nullish(),
  currency: z.enum(accountCurrencies).default('NGN'),
  expiresAt: z.string().nullish(),
  goods: z.array(z.object({ name: text, quantity: text, unit: text })).nullish(),
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

/** `companyName` is the seller's where no name is among its facts. */
export function listTermRows(
  contract: ContractInMail | null | undefined,
  companyName: string,
): [string, string][] {
  if (!contract) return []
  const parties: [string, string | null][] = [
    ['Seller', contract.seller ?? (contract.buyer && asTitle(companyName))],
    ['Buyer', contract.buyer],
    ['Deliver to', contract.deliverTo],
  ]
  return [
    ...listTerms(contract).map(({ term, detail }): [string, string] => [term, detail]),
    ...parties.flatMap(([label, value]) => (value ? [[label, value] satisfies [string, string]] : [])),
  ]
}

// What a mail about a bulk order says of its contract: goods as agreed or offered, and the terms.
import { z } from 'zod'
import { describeIncoterm } from '#domain/market/contract-terms.ts'
import { describeWindow } from '#domain/market/delivery-window.ts'
import { accountCurrencies } from '#domain/market/settlement-accounts.ts'
import { formatQuantity } from '#domain/quantities.ts'
import { optionalText, text } from './template.ts'

/** private.contract_in_mail; before there is a quote, what was chosen from lists alone. */
export const contractInMail = z.object({
  paymentTerms: text,
  incoterms: optionalText,
  namedPlace: optionalText,
  windowFrom: optionalText,
  windowTo: optionalText,
  totalKobo: z.int().positive().nullish(),
  currency: z.enum(accountCurrencies).default('NGN'),
  expiresAt: optionalText,
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

export function listTermRows(contract: ContractInMail | null | undefined): [string, string][] {
  if (!contract) return []
  const { incoterms = null, namedPlace = null, windowFrom = null, windowTo = null, paymentTerms } = contract
  const rows: [string, string | null][] = [
    ['Delivery', describeIncoterm({ incoterms, namedPlace })],
    ['Delivery window', describeWindow({ windowFrom, windowTo })],
    ['Payment terms', paymentTerms],
  ]
  return rows.flatMap(([label, value]) => (value === null ? [] : [[label, value] satisfies [string, string]]))
}

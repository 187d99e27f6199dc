/** What a counter-offer says of tax that does not follow its prices. */
import { formatMoney } from '../money.ts'
import type { OrderQuote } from './order.ts'

/**
 * The lines of tax that an offer in the currency of the quote leaves as they are, a sentence each. Only a single line by the rates that
 * the quote names follows the prices of the offer. As public.make_counter_offer.
 */
export function describeUnchangedTax({ lines, vat, currency }: OrderQuote): string[] {
  const taxes = lines.filter(({ kind }) => kind === 'tax')
  if (taxes.length === 1 && vat && taxes[0]?.quantity === 1) return []
  return taxes.map(
    ({ description, totalKobo }) =>
      `${description}: ${formatMoney(totalKobo, currency)} as in our quote. It does not follow your prices; our next quote works it out for them.`,
  )
}

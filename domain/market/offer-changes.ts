/** What a buyer's counter-offer has otherwise than the quote, as both sides read it. */
import { mergeOffer } from './counter-offers.ts'
import { hasOpenLines } from './open-lines.ts'
import type { CounterOffer, OrderQuote } from './order.ts'
import { describeLineChanges } from './quote-changes.ts'
import { asTyped } from './quotes.ts'
import { describeTermChange, listTermChanges } from './term-changes.ts'

export function describeOfferChanges(quote: OrderQuote, offer: CounterOffer): string[] {
  const wanted = mergeOffer(quote, offer)
  const isCompared = ({ kind }: { kind: string }) => kind === 'goods' || !hasOpenLines(quote, offer)
  return [
    ...describeLineChanges(
      { lines: asTyped(quote.lines.filter(isCompared)), currency: quote.currency },
      { lines: asTyped(wanted.lines.filter(isCompared)), currency: offer.currency },
    ),
    ...(offer.currency === quote.currency
      ? []
      : [`The currency is ${offer.currency}, before ${quote.currency}.`]),
    ...listTermChanges(quote, wanted).map(describeTermChange),
  ]
}

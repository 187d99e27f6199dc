/** A buyer's counter-offer: other prices and terms than a quote has, and how it looks as the next quote. */
import type { CounterOffer, OrderQuote } from './order.ts'
import { computeLineTotal } from './quotes.ts'

/** The quote as the buyer would have it. */
export function mergeOffer(quote: OrderQuote, offer: CounterOffer): OrderQuote {
  const { id, pricesKobo, totalKobo, note, at, ...terms } = offer
  return {
    ...quote,
    ...terms,
    totalKobo,
    lines: quote.lines.map((line, place) => {
      const priceKobo = pricesKobo[place] ?? line.priceKobo
      if (line.kind !== 'goods') return line
      return { ...line, priceKobo, totalKobo: Number(computeLineTotal(line.quantity, priceKobo)) }
    }),
  }
}

/** The newest answer to the quote that stands open; null where there is none. */
export function findOpenOffer(
  quotes: readonly OrderQuote[],
): { quote: OrderQuote; offer: CounterOffer } | null {
  const quote = quotes.find(({ status }) => status === 'open')
  const offer = quote?.offers.toSorted((one, other) => one.at.localeCompare(other.at)).at(-1)
  return quote && offer ? { quote, offer } : null
}

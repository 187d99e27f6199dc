/** A buyer's counter-offer, other prices, quantities and terms than a quote has, as it looks as the next quote. */
import type { CounterOffer, OrderQuote } from './order.ts'
import { countLine } from './quotes.ts'

/** The quote as the buyer would have it. In another currency what is no goods has no price yet, and no rate is agreed. */
export function mergeOffer(quote: OrderQuote, offer: CounterOffer): OrderQuote {
  const { id, pricesKobo, quantities, totalKobo, note, at, ...terms } = offer
  const isOtherCurrency = offer.currency !== quote.currency
  return {
    ...quote,
    ...terms,
    ...(isOtherCurrency && { agreedRate: null }),
    totalKobo,
    lines: quote.lines.map((line, place) => {
      const priceKobo = pricesKobo[place] ?? line.priceKobo
      const quantity = quantities[place] ?? line.quantity
      const taken = { ...line, quantity, priceKobo: Math.abs(priceKobo) }
      return { ...line, priceKobo, quantity, totalKobo: Number(countLine(taken)) }
    }),
  }
}

/** Lines of a quote whose price a counter-offer leaves open; apart, since the history of an order reads of it and no more. */
import type { CounterOffer, OrderQuote } from './order.ts'

/** What is no goods waits for a price of ours where the buyer names another currency. */
export const hasOpenLines = (quote: OrderQuote, { currency }: Pick<CounterOffer, 'currency'>): boolean =>
  currency !== quote.currency && quote.lines.some(({ kind }) => kind !== 'goods')

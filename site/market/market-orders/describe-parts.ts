/** The agreed parts of a price on the page of an order; lists do without. */
import { countDeducted, countTowards, type Order, type OrderMoney } from '#domain/market/order.ts'
import { countPaidParts, sayPaidOfPart } from '#domain/market/paid-parts.ts'
import { dueWords } from '#domain/market/quotes.ts'
import { formatMoney } from '#domain/money.ts'

/** Each agreed part with its amount, and what of it is paid already: the rest is what is due now or later. */
export function describeParts(
  order: Pick<Order, 'instalments' | 'currency'> & OrderMoney,
): { term: string; detail: string }[] {
  const money = (kobo: number) => formatMoney(kobo, order.currency)
  const paid = countPaidParts(order.instalments, countTowards(order))
  const verb = countDeducted(order) > 0 ? 'paid or taken off' : 'paid'
  return order.instalments.map(({ percent, due, amountKobo }, place) => ({
    term: `${percent}% ${dueWords[due]}`,
    detail: [money(amountKobo), sayPaidOfPart(amountKobo, paid[place] ?? 0, money, verb)]
      .filter(Boolean)
      .join(', '),
  }))
}

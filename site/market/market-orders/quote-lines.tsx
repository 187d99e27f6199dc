/** What a quote is made of, line by line: goods with the price of one unit, the rest with what it adds or takes off. */

import type { OrderQuote } from '#domain/market/order.ts'
import { describeLineKind } from '#domain/market/quotes.ts'
import { explainVat } from '#domain/market/vat.ts'
import { formatMoney } from '#domain/money.ts'
import { formatQuantity } from '#domain/quantities.ts'

export function QuoteLines({
  lines,
  currency,
  vat,
}: Pick<OrderQuote, 'lines' | 'currency'> & Partial<Pick<OrderQuote, 'vat'>>) {
  return (
    <ul>
      {lines.map((line) => (
        <li
          key={line.position}
          className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-2"
        >
          <span className="min-w-0 font-semibold wrap-anywhere">
            {line.description}
            {describeLineKind(line.kind, line.description) && (
              <span className="block text-sm font-normal text-stone">
                {describeLineKind(line.kind, line.description)}
              </span>
            )}
            {line.kind === 'tax' && vat && (
              <span className="block text-sm font-normal text-stone">{vat.reason}</span>
            )}
          </span>
          <span className="num ml-auto text-right">
            {line.kind === 'goods' && (
              <>
                {formatQuantity(line.quantity)} {line.unit} × {formatMoney(line.priceKobo, currency)} ={' '}
              </>
            )}
            <strong>{formatMoney(line.totalKobo, currency)}</strong>
          </span>
        </li>
      ))}
      {vat && !lines.some(({ kind }) => kind === 'tax') && (
        <li className="py-2 text-sm text-stone">{explainVat(vat)}</li>
      )}
    </ul>
  )
}

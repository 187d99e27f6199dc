/** What a quote is made of, line by line: goods with the price of one unit, the rest with what it adds or takes off. */

import { describeLineTerms } from '#domain/market/line-terms.ts'
import type { OrderQuote } from '#domain/market/order.ts'
import { describeLineKind } from '#domain/market/quotes.ts'
import { explainVat, noteVat } from '#domain/market/vat.ts'
import { formatMoney } from '#domain/money.ts'
import { formatAmount, formatQuantity } from '#domain/quantities.ts'

export function QuoteLines({
  lines,
  currency,
  vat,
}: Pick<OrderQuote, 'lines' | 'currency'> & Partial<Pick<OrderQuote, 'vat'>>) {
  const [whole, ...others] = vat ?? []
  const isMixed = others.length > 0
  /** Which goods bear which rate, where they differ; else the reason of the one line of tax. */
  function noteLine({ kind, vatClass }: OrderQuote['lines'][number]): string | undefined {
    if (kind === 'tax') return isMixed ? undefined : whole?.reason
    return noteVat(
      vat?.find((line) => line.vatClass === vatClass),
      vat ?? [],
    )
  }
  return (
    <ul>
      {lines.map((line) => (
        <li
          key={line.position}
          className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-2"
        >
          <span className="min-w-0 font-semibold wrap-anywhere">
            {line.description}
            {[
              describeLineKind(line.kind, line.description),
              describeLineTerms(line.terms),
              noteLine(line),
            ].map(
              (words, place) =>
                words && (
                  <span
                    key={['kind', 'terms', 'note'][place]}
                    className="block text-sm font-normal text-stone"
                  >
                    {words}
                  </span>
                ),
            )}
          </span>
          <span className="num ml-auto text-right">
            {line.kind === 'goods' && (
              <>
                {formatAmount(formatQuantity(line.quantity), line.unit)} ×{' '}
                {formatMoney(line.priceKobo, currency)} ={' '}
              </>
            )}
            <strong>{formatMoney(line.totalKobo, currency)}</strong>
          </span>
        </li>
      ))}
      {(isMixed || !lines.some(({ kind }) => kind === 'tax')) &&
        vat?.map((line) => (
          <li key={line.vatClass} className="py-2 text-sm text-stone">
            {explainVat(line)}
            {isMixed && `: ${formatMoney(line.vatKobo, currency)} on ${formatMoney(line.baseKobo, currency)}`}
          </li>
        ))}
    </ul>
  )
}

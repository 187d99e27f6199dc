/** Which lines of a quote are below their list price, and by how much: its author and the second person read the same. */
import type { ListComparison } from '#domain/market/order.ts'
import type { QuoteLine } from '#domain/market/quotes.ts'
import { formatMoney } from '#domain/money.ts'

interface BelowListProps {
  lines: readonly Pick<QuoteLine, 'description' | 'unit' | 'priceKobo'>[]
  below: readonly ListComparison[]
  currency: string
}

export function BelowListSentences({ lines, below, currency }: BelowListProps) {
  return (
    <ul className="num" aria-label="Below the list price">
      {below.map(({ place, list_kobo }) => {
        const { description = '', unit = '', priceKobo = 0 } = lines[place - 1] ?? {}
        return (
          <li key={place}>
            {description}: {formatMoney(priceKobo, currency)} ({unit}) is{' '}
            {priceKobo === 0 ? 100 : Math.min(99, Math.max(1, Math.round((1 - priceKobo / list_kobo) * 100)))}
            % below our list price of {formatMoney(list_kobo, currency)}.
          </li>
        )
      })}
    </ul>
  )
}

/** Under the total of a quote: what else than its terms has changed. Apart, since an agreed contract has no need of it. */
import type { OrderQuote, Requested } from '#domain/market/order.ts'
import { describeOtherChanges } from '#domain/market/quote-changes.ts'

interface ContractChangesProps {
  requested: Requested
  earlier: OrderQuote | null
  quote: OrderQuote
  label: string
}

export default function ContractChanges({ requested, earlier, quote, label }: ContractChangesProps) {
  const changes = describeOtherChanges(requested, earlier, quote)
  if (changes.length === 0) return null
  return (
    <ul className="num pt-2 text-sm text-stone" aria-label={label}>
      {changes.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

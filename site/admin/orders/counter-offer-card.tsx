/** What a buyer would agree to instead of the open quote, against what we quoted; the next quote can begin with it. */
import { formatDateTime } from '#domain/dates.ts'
import { mergeOffer } from '#domain/market/counter-offers.ts'
import type { CounterOffer, OrderQuote } from '#domain/market/order.ts'
import { describeLineChanges } from '#domain/market/quote-changes.ts'
import { asTyped } from '#domain/market/quotes.ts'
import { describeTermChange, listTermChanges } from '#domain/market/term-changes.ts'
import { formatMoney } from '#domain/money.ts'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'

interface CounterOfferCardProps {
  quote: OrderQuote
  offer: CounterOffer
  /** Null while a quote is being written. */
  onStart: (() => void) | null
}

export function CounterOfferCard({ quote, offer, onStart }: CounterOfferCardProps) {
  const wanted = mergeOffer(quote, offer)
  // What is no goods waits for a price of ours where the buyer names another currency.
  const hasOpenLines = offer.currency !== quote.currency && quote.lines.some(({ kind }) => kind !== 'goods')
  const isCompared = ({ kind }: { kind: string }) => kind === 'goods' || !hasOpenLines
  const changes = [
    ...describeLineChanges(
      { lines: asTyped(quote.lines.filter(isCompared)), currency: quote.currency },
      { lines: asTyped(wanted.lines.filter(isCompared)), currency: offer.currency },
    ),
    ...(offer.currency === quote.currency
      ? []
      : [`The currency is ${offer.currency}, before ${quote.currency}.`]),
    ...listTermChanges(quote, wanted).map(describeTermChange),
  ]
  return (
    <Notice>
      <section aria-label="Counter-offer" className="grid gap-2">
        <p className="num">
          <strong>
            The buyer offers {formatMoney(offer.totalKobo, offer.currency)}
            {hasOpenLines && ' for the goods'} instead of {formatMoney(quote.totalKobo, quote.currency)}
          </strong>
          , {formatDateTime(offer.at)}
        </p>
        <ul className="num">
          {changes.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {offer.note && <p className="whitespace-pre-line wrap-anywhere">{offer.note}</p>}
        {onStart && (
          <div>
            <Button size="sm" onClick={onStart}>
              Start a quote from it
            </Button>
          </div>
        )}
      </section>
    </Notice>
  )
}

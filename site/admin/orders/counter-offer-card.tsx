/** What a buyer would agree to instead of the open quote, against what we quoted; the next quote can begin with it. */
import { formatDateTime } from '#domain/dates.ts'
import { mergeOffer } from '#domain/market/counter-offers.ts'
import { describeOfferChanges } from '#domain/market/offer-changes.ts'
import { hasOpenLines } from '#domain/market/open-lines.ts'
import type { CounterOffer, OrderQuote } from '#domain/market/order.ts'
import { formatMoney } from '#domain/money.ts'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'

interface CounterOfferCardProps {
  quote: OrderQuote
  offer: CounterOffer
  /** Begins a quote with it; null while one is being written. */
  onStart: ((from: OrderQuote) => void) | null
}

export function CounterOfferCard({ quote, offer, onStart }: CounterOfferCardProps) {
  return (
    <Notice>
      <section aria-label="Counter-offer" className="grid gap-2">
        <p className="num">
          <strong>
            The buyer offers {formatMoney(offer.totalKobo, offer.currency)}
            {hasOpenLines(quote, offer) && ' for the goods'} instead of{' '}
            {formatMoney(quote.totalKobo, quote.currency)}
          </strong>
          , {formatDateTime(offer.at)}
        </p>
        <ul className="num">
          {describeOfferChanges(quote, offer).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {offer.note && <p className="whitespace-pre-line wrap-anywhere">{offer.note}</p>}
        {onStart && (
          <div>
            <Button size="sm" onClick={() => onStart(mergeOffer(quote, offer))}>
              Start a quote from it
            </Button>
          </div>
        )}
      </section>
    </Notice>
  )
}

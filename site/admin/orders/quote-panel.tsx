/** The quotes of a bulk order: every version with its state, and a form that makes the next one. */

import { useState } from 'react'
import { findQuoteState, quoteWords } from '#domain/admin/quote-words.ts'
import { formatDateTime } from '#domain/dates.ts'
import { listParties } from '#domain/market/contract-parties.ts'
import { listTerms } from '#domain/market/contract-terms.ts'
import type { CounterOffer, OrderQuote, Requested } from '#domain/market/order.ts'
import { formatMoney } from '#domain/money.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { QuoteLines } from '#site/market/market-orders/quote-lines.tsx'
import { Button } from '#site/ui/button.tsx'
import type { AdminOrder } from './order-data.ts'

/** Who only reads an order does not wait for it. */
const QuoteForm = loadPart(async () => (await import('./quote-form.tsx')).QuoteForm)
const WaitingQuote = loadPart(async () => (await import('./waiting-quote.tsx')).WaitingQuote)
const CounterOfferCard = loadPart(async () => (await import('./counter-offer-card.tsx')).CounterOfferCard)

interface QuotePanelProps {
  order: AdminOrder
  /** What a bulk order is about; the others have no price to agree on. */
  requested: Requested | null
  quotes: readonly OrderQuote[]
  /** It is what the order waits for. */
  isNext: boolean
}

export function QuotePanel({ order, requested, quotes, isNext }: QuotePanelProps) {
  const { can } = usePermissions()
  const [isOpen, setIsOpen] = useState(false)
  /** The counter-offer that the next quote begins with. */
  const [begin, setBegin] = useState<OrderQuote>()
  const isQuotable =
    requested !== null &&
    order.total_amount_kobo === null &&
    ['pending', 'approved'].includes(order.status) &&
    can('orders.decide')
  if (!isQuotable && quotes.length === 0) return null
  const versions = quotes.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  const [last] = versions
  const answer = findOpenOffer(quotes)
  const open = (from?: OrderQuote) => {
    setBegin(from)
    setIsOpen(true)
  }
  return (
    <section className="drawer-part" aria-label="Quotes">
      <h3>Quotes</h3>
      <ul className="ruled num">
        {versions.map((quote, place) => (
          <li key={quote.id}>
            <Version quote={quote} version={versions.length - place} />
          </li>
        ))}
      </ul>
      {isQuotable && answer && <CounterOfferCard {...answer} onStart={isOpen ? null : open} />}
      {isQuotable && isOpen && (
        <QuoteForm
          order={order}
          requested={requested}
          last={last ? { quote: last, version: versions.length } : null}
          shown={versions.map(({ id }) => id)}
          begin={begin}
          onDone={() => setIsOpen(false)}
        />
      )}
      {isQuotable && !isOpen && (
        <div>
          <Button
            size="sm"
            data-step="quote"
            variant={isNext && !answer ? 'primary' : 'outline'}
            {...QuoteForm.ahead}
            onClick={() => open()}
          >
            {last ? 'Quote again from the last version' : 'Quote this order'}
          </Button>
        </div>
      )}
    </section>
  )
}

function Version({ quote, version }: { quote: OrderQuote; version: number }) {
  const state = findQuoteState(quote.status, quote.expiresAt)
  const head = `Version ${version}, ${quoteWords[state] ?? state}: ${formatMoney(quote.totalKobo, quote.currency)}, ${quote.paymentTerms}, good until ${formatDateTime(quote.expiresAt)}`
  const content = (
    <>
      <QuoteLines currency={quote.currency} lines={quote.lines} vat={quote.vat} />
      <p className="text-sm">
        {[...listTerms(quote, quote.lines), ...listParties(quote)]
          .map(({ term, detail }) => `${term}: ${detail}`)
          .join('. ')}
        .
      </p>
      {quote.note && <p className="whitespace-pre-line wrap-anywhere">{quote.note}</p>}
    </>
  )
  // What is offered or agreed stands above the quotes, as the buyer reads it.
  if (state !== 'waiting')
    return (
      <>
        <details className="is-row">
          <summary>{head}</summary>
          {content}
        </details>
        {quote.declineReason && <p className="wrap-anywhere">The buyer’s reason: {quote.declineReason}</p>}
      </>
    )
  return (
    <>
      {head}
      {content}
      <WaitingQuote quote={quote} />
    </>
  )
}

/** The newest answer to the quote that stands open; null where there is none. */
function findOpenOffer(quotes: readonly OrderQuote[]): { quote: OrderQuote; offer: CounterOffer } | null {
  const quote = quotes.find(({ status }) => status === 'open')
  const offer = quote?.offers.toSorted((one, other) => one.at.localeCompare(other.at)).at(-1)
  return quote && offer ? { quote, offer } : null
}

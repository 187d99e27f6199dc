/** What a bulk order is about now: what was agreed, what is on offer, or what was requested; and what has changed. */
import type { ContractTerms } from './contract-terms.ts'
import type { OrderQuote, Requested } from './order.ts'
import { listTermChanges, type TermChange } from './term-changes.ts'

export interface Contract {
  stage: 'requested' | 'offered' | 'agreed'
  /** Null while nothing is offered. */
  quote: OrderQuote | null
  /** Which quote it is of those that the buyer was shown, counted from 1. */
  version: number
  terms: ContractTerms
  /** What differs from the quote before, or else from what was requested. */
  changes: readonly TermChange[]
  /** The quote before; null where it is the first, or nothing is on offer. */
  earlier: OrderQuote | null
  /** The total before, where it was another one in the same currency or another. */
  before: Pick<OrderQuote, 'totalKobo' | 'currency'> | null
}

interface Negotiated {
  requested: Requested
  quotes: readonly OrderQuote[]
}

const shown = ['open', 'replaced', 'accepted', 'declined']

/** The oldest first: those that the buyer was shown. */
export function listShownQuotes(quotes: readonly OrderQuote[]): OrderQuote[] {
  return quotes
    .filter(({ status }) => shown.includes(status))
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
}

export function findContract({ requested, quotes }: Negotiated): Contract {
  const versions = listShownQuotes(quotes)
  const quote = versions.findLast(({ status }) => status === 'accepted' || status === 'open')
  if (!quote)
    return {
      ...{ stage: 'requested', quote: null, version: 0, terms: requested.terms, changes: [] },
      ...{ earlier: null, before: null },
    }
  const place = versions.indexOf(quote)
  // After the acceptance only what was agreed is shown; the way there is in the history.
  if (quote.status === 'accepted')
    return {
      ...{
        stage: 'agreed',
        quote,
        version: place + 1,
        terms: quote,
        changes: [],
        earlier: null,
        before: null,
      },
    }
  const earlier = versions[place - 1]
  const changes = listTermChanges(earlier ?? requested.terms, quote)
  const isOtherTotal =
    earlier && (earlier.totalKobo !== quote.totalKobo || earlier.currency !== quote.currency)
  return {
    stage: 'offered',
    quote,
    version: place + 1,
    terms: quote,
    // A first quote says much that a request leaves open: only what the buyer had named has changed.
    changes: earlier ? changes : changes.filter(({ before }) => before !== null),
    earlier: earlier ?? null,
    before: isOtherTotal ? earlier : null,
  }
}

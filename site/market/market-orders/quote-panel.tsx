/** The buyer's answer to a quote: yes to exactly this total and these terms, other terms, or no. */

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  counterOfferWords,
  declineQuoteWords,
  acceptQuoteWords as words,
} from '#domain/market/counter-offer-words.ts'
import { describeOfferChanges } from '#domain/market/offer-changes.ts'
import type { OrderQuote } from '#domain/market/order.ts'
import { describeOtherChanges } from '#domain/market/quote-changes.ts'
import { listTermChanges } from '#domain/market/term-changes.ts'
import { formatMoney } from '#domain/money.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { CounterOfferForm } from './counter-offer-form.tsx'
import { DeclineQuote } from './decline-quote.tsx'
import type { OrderClient } from './order-client.ts'
import { formatOrderTime } from './order-time.ts'

interface QuotePanelProps {
  quote: OrderQuote
  orderClient: OrderClient
  onAnswered: () => Promise<void>
}

/** Only members have quotes. */
export default function QuotePanel({ quote, orderClient, onAnswered }: QuotePanelProps) {
  const { acceptQuote, declineQuote, makeCounterOffer } = orderClient
  if (!acceptQuote || !declineQuote || !makeCounterOffer) return null
  return (
    <Answer quote={quote} client={{ acceptQuote, declineQuote, makeCounterOffer }} onAnswered={onAnswered} />
  )
}

interface AnswerProps {
  quote: OrderQuote
  client: Required<Pick<OrderClient, 'acceptQuote' | 'declineQuote' | 'makeCounterOffer'>>
  onAnswered: () => Promise<void>
}

function Answer({ quote, client, onAnswered }: AnswerProps) {
  /** The quote that the buyer was reading when they pressed the button. */
  const [read, setRead] = useState<OrderQuote | null>(null)
  const [opened, setOpened] = useState<'offer' | 'decline' | null>(null)
  const total = formatMoney(quote.totalKobo, quote.currency)
  const acceptance = useMutation({
    mutationFn: ({ id, totalKobo }: OrderQuote) => client.acceptQuote(id, totalKobo),
    async onSuccess() {
      setRead(null)
      toast.success(words.accepted.title, words.accepted.text(total))
      await onAnswered()
    },
    onError: () => void onAnswered(),
  })

  function close() {
    if (acceptance.isPending) return
    setRead(null)
    acceptance.reset()
  }

  const isOver = new Date(quote.expiresAt).getTime() <= Date.now()
  const latest = quote.offers.toSorted((one, other) => one.at.localeCompare(other.at)).at(-1)
  const isReplaced = read !== null && read.id !== quote.id
  return (
    <div className="grid grid-cols-1 gap-4 border-b border-line px-6 py-4">
      {isOver ? (
        <Notice>
          <p>{words.over}</p>
        </Notice>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setRead(quote)}>{words.label(total)}</Button>
          <Button variant="outline" aria-expanded={opened === 'offer'} onClick={() => setOpened('offer')}>
            {counterOfferWords.label}
          </Button>
          <Button variant="outline" aria-expanded={opened === 'decline'} onClick={() => setOpened('decline')}>
            {declineQuoteWords.openLabel}
          </Button>
        </div>
      )}
      {!isOver && latest && (
        <div className="num">
          <p>
            {words.offered.text(formatMoney(latest.totalKobo, latest.currency), formatOrderTime(latest.at))}
          </p>
          <ul aria-label={words.offered.label}>
            {describeOfferChanges(quote, latest).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      {!isOver && opened === 'offer' && (
        <CounterOfferForm
          key={quote.id}
          quote={quote}
          send={client.makeCounterOffer}
          onDone={() => setOpened(null)}
          onSent={onAnswered}
        />
      )}
      {!isOver && opened === 'decline' && (
        <DeclineQuote
          quoteId={quote.id}
          decline={client.declineQuote}
          onDone={() => setOpened(null)}
          onDeclined={onAnswered}
        />
      )}
      <Dialog
        open={read !== null}
        role="alertdialog"
        title={isReplaced ? words.replaced.title : words.title(total)}
        onClose={close}
        actions={
          <>
            <Button
              busy={acceptance.isPending}
              busyLabel={words.busyLabel}
              disabled={isOver}
              onClick={() => {
                setRead(quote)
                acceptance.mutate(quote)
              }}
            >
              {words.label(total)}
            </Button>
            <Button variant="outline" disabled={acceptance.isPending} onClick={close}>
              {words.cancelLabel}
            </Button>
          </>
        }
      >
        {isReplaced ? (
          <Replaced read={read} quote={quote} />
        ) : (
          <>
            <p>
              {words.text} {quote.paymentTerms}.
            </p>
            {acceptance.isError && <ErrorNotice text={acceptance.error.message} />}
          </>
        )}
      </Dialog>
    </div>
  )
}

/** What changed while the buyer was reading: nothing was accepted, and the same question stands for the new one. */
function Replaced({ read, quote }: { read: OrderQuote; quote: OrderQuote }) {
  const terms = listTermChanges(read, quote)
  const others = describeOtherChanges(null, read, quote)
  const [now, before] = [quote, read].map(({ totalKobo, currency }) => formatMoney(totalKobo, currency)) as [
    string,
    string,
  ]
  return (
    <>
      <p role="status">{words.replaced.text(formatOrderTime(quote.createdAt), now, before)}</p>
      {others.length + terms.length > 0 && (
        <ul className="num grid grid-cols-1 gap-1" aria-label={words.replaced.label}>
          {others.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          {terms.map(({ term, before: earlier, after }) => (
            <li key={term}>
              <strong>{term}:</strong> {earlier ?? words.replaced.notNamed} →{' '}
              {after ?? words.replaced.notNamed}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

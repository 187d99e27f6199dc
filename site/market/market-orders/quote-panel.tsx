/** The company's price for a bulk order: its lines, how it would be paid, and the buyer's yes to exactly this total. */

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderQuote } from '#domain/market/order.ts'
import { dueWords, type PaymentTerms, paymentSchedules, splitAmount } from '#domain/market/quotes.ts'
import { formatMoney } from '#domain/money.ts'
import { Button } from '#site/ui/button.tsx'
import { FactList } from '#site/ui/confirmation.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { formatOrderTime } from './describe-order.ts'
import { QuoteLines } from './quote-lines.tsx'

interface QuotePanelProps {
  quote: OrderQuote
  accept: (quoteId: string, totalKobo: number) => Promise<void>
  onAccepted: () => Promise<void>
}

export function QuotePanel({ quote, accept, onAccepted }: QuotePanelProps) {
  const [isPrompting, setIsPrompting] = useState(false)
  const total = formatMoney(quote.totalKobo, quote.currency)
  const acceptance = useMutation({
    mutationFn: () => accept(quote.id, quote.totalKobo),
    async onSuccess() {
      setIsPrompting(false)
      toast.success('Quote accepted', `The price is fixed at ${total}.`)
      await onAccepted()
    },
    onError: () => void onAccepted(),
  })

  function close() {
    if (acceptance.isPending) return
    setIsPrompting(false)
    acceptance.reset()
  }

  const isOver = new Date(quote.expiresAt).getTime() <= Date.now()
  return (
    <Panel title="Our quote">
      <div className="grid grid-cols-1 gap-5">
        <div className="border-t border-ink">
          <QuoteLines lines={quote.lines} currency={quote.currency} />
        </div>
        <p className="flex items-baseline justify-between gap-4 text-lg">
          <span>Total</span>
          <strong className="num">{total}</strong>
        </p>
        <div className="confirmation border-t">
          <FactList
            facts={[
              { term: 'Payment terms', detail: quote.paymentTerms },
              ...describeSchedule(quote),
              { term: 'Good until', detail: formatOrderTime(quote.expiresAt) },
            ]}
          />
        </div>
        {quote.note && <p className="whitespace-pre-line wrap-anywhere">{quote.note}</p>}
        {isOver ? (
          <Notice>
            <p>This quote has run out. Write to us below, and we send you a new one.</p>
          </Notice>
        ) : (
          <div>
            <Button onClick={() => setIsPrompting(true)}>Accept {total}</Button>
          </div>
        )}
      </div>
      <Dialog
        open={isPrompting}
        role="alertdialog"
        title={`Accept ${total}?`}
        onClose={close}
        actions={
          <>
            <Button busy={acceptance.isPending} busyLabel="Accepting..." onClick={() => acceptance.mutate()}>
              Accept {total}
            </Button>
            <Button variant="outline" disabled={acceptance.isPending} onClick={close}>
              Not yet
            </Button>
          </>
        }
      >
        <p>The price is fixed then, for you and for us. You pay as the terms say: {quote.paymentTerms}.</p>
        {acceptance.isError && <ErrorNotice text={acceptance.error.message} />}
      </Dialog>
    </Panel>
  )
}

/** Each part of the terms with its amount, as the database will lay them out. */
function describeSchedule({ paymentTerms, totalKobo, currency }: OrderQuote) {
  const schedule = paymentSchedules[paymentTerms as PaymentTerms] ?? []
  const amounts = splitAmount(
    BigInt(totalKobo),
    schedule.map(({ percent }) => percent),
  )
  return schedule.map(({ percent, due }, index) => ({
    term: `${percent}% ${dueWords[due]}`,
    detail: <span className="num">{formatMoney(amounts[index] ?? 0n, currency)}</span>,
  }))
}

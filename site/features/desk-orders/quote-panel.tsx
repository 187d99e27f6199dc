/** The price of a bulk order: what was quoted, and a form that quotes it line by line. */
import { type FormEvent, useId, useState } from 'react'
import { formatDateTime } from '#domain/dates.ts'
import { formatMoney, parseNaira } from '#domain/money.ts'
import type { DeskOrder, OrderPapers } from '#site/features/desk-orders/order-data.ts'
import { useMyDesk } from '#site/lib/desk/my-desk.ts'
import { Refusal } from '#site/lib/desk/refusal.tsx'
import { useAction } from '#site/lib/desk/use-action.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextArea, TextInput } from '#site/ui/inputs.tsx'

interface QuotePanelProps {
  order: DeskOrder
  quotes: OrderPapers['quotes']
}

const quoteWords: Record<string, string> = {
  open: 'Open',
  replaced: 'Replaced by a later one',
  accepted: 'Accepted',
}

export function QuotePanel({ order, quotes }: QuotePanelProps) {
  const { can } = useMyDesk()
  const [isOpen, setIsOpen] = useState(false)
  const isQuotable =
    order.kind === 'bulk' &&
    order.total_amount_kobo === null &&
    ['pending', 'approved'].includes(order.status) &&
    can('orders.decide')
  if (!isQuotable && quotes.length === 0) return null
  return (
    <section className="drawer-part" aria-label="Quotes">
      <h3>Quotes</h3>
      <ul className="ruled num">
        {quotes
          .toSorted((one, other) => other.created_at.localeCompare(one.created_at))
          .map((quote) => (
            <li key={quote.id}>
              {formatMoney(quote.total_kobo, quote.currency)}, {quote.payment_terms}, good until{' '}
              {formatDateTime(quote.expires_at)}: {quoteWords[quote.status] ?? quote.status}
            </li>
          ))}
      </ul>
      {isQuotable && isOpen && <QuoteForm order={order} onDone={() => setIsOpen(false)} />}
      {isQuotable && !isOpen && (
        <div>
          <Button size="sm" variant="outline" onClick={() => setIsOpen(true)}>
            Quote this order
          </Button>
        </div>
      )}
    </section>
  )
}

interface Line {
  description: string
  quantity: string
  unit: string
  price: string
}

const dayMs = 86_400_000

function QuoteForm({ order, onDone }: { order: DeskOrder; onDone: () => void }) {
  const id = useId()
  const [lines, setLines] = useState<readonly Line[]>([
    { description: order.crop_type, quantity: String(order.quantity), unit: order.unit, price: '' },
  ])
  const [currency, setCurrency] = useState(order.currency)
  const [days, setDays] = useState('7')
  const [note, setNote] = useState('')
  const action = useAction({
    tables: ['orders'],
    done: { title: 'Quote sent', text: 'The buyer has been told.' },
    onDone,
  })
  const setLine = (place: number, change: Partial<Line>) =>
    setLines((before) => before.map((line, index) => (index === place ? { ...line, ...change } : line)))
  const totalKobo = lines.reduce(
    (sum, { quantity, price }) => sum + Math.round(Number(quantity) * (parseNaira(price) ?? 0)),
    0,
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    const priced = lines.map(({ description, quantity, unit, price }) => ({
      description: description.trim(),
      quantity: Number(quantity),
      unit: unit.trim(),
      priceKobo: parseNaira(price),
    }))
    const isWhole = priced.every(
      (line) => line.description && line.unit && line.quantity > 0 && line.priceKobo !== null,
    )
    if (!isWhole) return action.refuse('Each line needs what it is, how much, and a price for one unit')
    const expiresAt = new Date(Date.now() + Number(days) * dayMs).toISOString()
    const quote = { lines: priced, currency, expiresAt, ...(note.trim() && { note: note.trim() }) }
    action.run((client) => client.rpc('quote_order', { order_id: order.id, quote }))
  }

  return (
    <form className="grid gap-4" aria-label="Quote" noValidate onSubmit={submit}>
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name of their own, and only the last one is taken away.
        <fieldset key={place} className="grid gap-3 border-b border-line pb-4 sm:grid-cols-[2fr_1fr_1fr_1fr]">
          <legend className="sr-only">Line {place + 1}</legend>
          <Field id={`${id}-what-${place}`} label="What" required>
            <TextInput
              value={line.description}
              maxLength={200}
              onChange={(event) => setLine(place, { description: event.target.value })}
            />
          </Field>
          <Field id={`${id}-quantity-${place}`} label="Quantity" required>
            <TextInput
              inputMode="decimal"
              value={line.quantity}
              onChange={(event) => setLine(place, { quantity: event.target.value })}
            />
          </Field>
          <Field id={`${id}-unit-${place}`} label="Unit" required>
            <TextInput
              value={line.unit}
              maxLength={40}
              onChange={(event) => setLine(place, { unit: event.target.value })}
            />
          </Field>
          <Field id={`${id}-price-${place}`} label="Price a unit" required>
            <TextInput
              inputMode="decimal"
              value={line.price}
              onChange={(event) => setLine(place, { price: event.target.value })}
            />
          </Field>
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-3">
        <Button
          size="sm"
          variant="quiet"
          onClick={() =>
            setLines((before) => [...before, { description: '', quantity: '1', unit: 'lot', price: '' }])
          }
        >
          Add a line
        </Button>
        {lines.length > 1 && (
          <Button size="sm" variant="quiet" onClick={() => setLines((before) => before.slice(0, -1))}>
            Take the last line away
          </Button>
        )}
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field id={`${id}-currency`} label="Currency">
          <Select
            options={['NGN', 'USD']}
            value={currency}
            onChange={(event) => setCurrency(event.target.value)}
          />
        </Field>
        <Field id={`${id}-days`} label="Good for">
          <Select
            options={['3', '7', '14', '30'].map((value) => ({ value, label: `${value} days` }))}
            value={days}
            onChange={(event) => setDays(event.target.value)}
          />
        </Field>
      </div>
      <Field id={`${id}-note`} label="Note to the buyer" optional>
        <TextArea rows={2} maxLength={2000} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <p className="num font-semibold">Total {formatMoney(totalKobo, currency)}</p>
      <Refusal action={action} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" busy={action.isBusy} busyLabel="Sending quote...">
          Send quote
        </Button>
        <Button size="sm" variant="outline" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

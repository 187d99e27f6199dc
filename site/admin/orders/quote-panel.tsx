/** The price of a bulk order: what was quoted, and a form that quotes it line by line. */

import { useId, useState } from 'react'
import { formatDateTime } from '#domain/dates.ts'
import { computeLineTotal } from '#domain/market/quotes.ts'
import { formatMoney, parseNaira } from '#domain/money.ts'
import { findQuantityProblem, parseQuantity } from '#domain/quantities.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { QuoteLines } from '#site/market/market-orders/quote-lines.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextArea, TextInput } from '#site/ui/inputs.tsx'
import type { AdminOrder, OrderDocuments } from './order-data.ts'

interface QuotePanelProps {
  order: AdminOrder
  quotes: OrderDocuments['quotes']
}

const quoteWords: Record<string, string> = {
  open: 'Open',
  replaced: 'Replaced by a later one',
  accepted: 'Accepted',
}

export function QuotePanel({ order, quotes }: QuotePanelProps) {
  const { can } = usePermissions()
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
              {quote.status !== 'replaced' && (
                <>
                  <QuoteLines currency={quote.currency} lines={listLines(quote)} />
                  {quote.note && <p className="whitespace-pre-line wrap-anywhere">{quote.note}</p>}
                </>
              )}
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

function listLines({ quote_lines }: OrderDocuments['quotes'][number]) {
  return quote_lines
    .toSorted((one, other) => one.position - other.position)
    .map(({ price_kobo, total_kobo, ...line }) => ({
      ...line,
      priceKobo: price_kobo,
      totalKobo: total_kobo ?? 0,
    }))
}

/** A line as it is typed. */
interface Line {
  description: string
  quantity: string
  unit: string
  price: string
}

const dayMs = 86_400_000

/** Null until the quantity and the price of one unit can both be read. */
function priceLine({ quantity, price }: Line) {
  const amount = parseQuantity(quantity.trim())
  const priceKobo = parseNaira(price)
  if (amount === null || priceKobo === null) return null
  return { quantity: amount, priceKobo, totalKobo: computeLineTotal(amount, priceKobo) }
}

function QuoteForm({ order, onDone }: { order: AdminOrder; onDone: () => void }) {
  const id = useId()
  const [lines, setLines] = useState<readonly Line[]>([
    { description: order.crop_type, quantity: String(order.quantity), unit: order.unit, price: '' },
  ])
  const [currency, setCurrency] = useState(order.currency)
  const setLine = (place: number, change: Partial<Line>) =>
    setLines((before) => before.map((line, index) => (index === place ? { ...line, ...change } : line)))
  const priced = lines.map(priceLine)
  const totalKobo = priced.reduce<bigint | null>(
    (sum, line) => (sum === null || line === null ? null : sum + line.totalKobo),
    0n,
  )

  const form = useActionForm({
    id,
    tables: ['orders'],
    done: { title: 'Quote sent', text: 'The buyer has been told.' },
    onDone,
    read({ days, note = '' }, refuse) {
      const quoted = lines.flatMap(({ description, unit }, place) => {
        const line = priced[place]
        if (!line || !description.trim() || !unit.trim()) return []
        const { quantity, priceKobo } = line
        return [{ description: description.trim(), quantity, unit: unit.trim(), priceKobo }]
      })
      if (quoted.length < lines.length)
        return refuse('lines', 'Each line needs what it is, how much, and a price for one unit')
      const expiresAt = new Date(Date.now() + Number(days) * dayMs).toISOString()
      const quote = { lines: quoted, currency, expiresAt, ...(note.trim() && { note: note.trim() }) }
      return (client) => client.rpc('quote_order', { order_id: order.id, quote })
    },
  })

  return (
    <FormElement form={form} className="grid gap-4" label="Quote">
      {lines.map((line, place) => (
        <LineFields
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name of their own, and only the last one is taken away.
          key={place}
          id={`${id}-${place}`}
          title={`Line ${place + 1}`}
          line={line}
          isRequested={form.wasTried}
          onChange={(change) => setLine(place, change)}
        />
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
            name="days"
            defaultValue="7"
          />
        </Field>
      </div>
      <Field id={`${id}-note`} label="Note to the buyer" optional>
        <TextArea name="note" rows={2} maxLength={2000} />
      </Field>
      {totalKobo !== null && <p className="num font-semibold">Total {formatMoney(totalKobo, currency)}</p>}
      <Refusal action={form.action} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" busy={form.isBusy} busyLabel="Sending quote...">
          Send quote
        </Button>
        <Button size="sm" variant="outline" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </FormElement>
  )
}

interface LineFieldsProps {
  id: string
  title: string
  line: Line
  /** Someone wanted to send it: before that an empty field is nothing wrong. */
  isRequested: boolean
  onChange: (change: Partial<Line>) => void
}

function LineFields({ id, title, line, isRequested, onChange }: LineFieldsProps) {
  const { description, quantity, unit, price } = line
  const isReported = (text: string) => isRequested || text.trim() !== ''
  const quantityProblem = isReported(quantity) ? findQuantityProblem(quantity.trim()) : null
  const hasPriceProblem = isReported(price) && parseNaira(price) === null
  return (
    <fieldset className="grid items-start gap-3 border-b border-line pb-4 sm:grid-cols-[2fr_1fr_1fr_1fr]">
      <legend className="sr-only">{title}</legend>
      <Field id={`${id}-what`} label="What" required>
        <TextInput
          value={description}
          maxLength={200}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </Field>
      <Field id={`${id}-quantity`} label="Quantity" required error={quantityProblem ?? undefined}>
        <TextInput
          inputMode="decimal"
          value={quantity}
          onChange={(event) => onChange({ quantity: event.target.value })}
        />
      </Field>
      <Field id={`${id}-unit`} label="Unit" required>
        <TextInput value={unit} maxLength={40} onChange={(event) => onChange({ unit: event.target.value })} />
      </Field>
      <Field
        id={`${id}-price`}
        label="Price a unit"
        required
        error={hasPriceProblem ? 'Enter a price, for example 35,000.00' : undefined}
      >
        <TextInput
          inputMode="decimal"
          value={price}
          onChange={(event) => onChange({ price: event.target.value })}
        />
      </Field>
    </fieldset>
  )
}

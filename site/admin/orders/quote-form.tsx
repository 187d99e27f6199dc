/** A quote line by line with all its terms, from the last version on or else from what was requested. */
import { useEffect, useId, useRef, useState } from 'react'
import {
  rateWords,
  readContractTerms,
  suggestPlace,
  typeTerms,
  untypeTerms,
} from '#domain/market/contract-term-questions.ts'
import { describeTermChange, listTermChanges } from '#domain/market/contract-terms.ts'
import { documentPaths } from '#domain/market/documents.ts'
import type { OrderQuote, Requested } from '#domain/market/order.ts'
import { suggestCurrency } from '#domain/market/quote-currency.ts'
import {
  asTyped,
  countTotal,
  describeQuoteChanges,
  type QuoteLine,
  type QuoteLineKind,
  quoteLineKinds,
  quoteLineWords,
} from '#domain/market/quotes.ts'
import { accountCurrencies } from '#domain/market/settlement-accounts.ts'
import { vatClasses, vatClassWords } from '#domain/market/vat.ts'
import { vatAdminWords } from '#domain/market/vat-admin-words.ts'
import { formatMoney } from '#domain/money.ts'
import { quoteDraft, readWordDraft, removeWordDraft, saveWordDraft } from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { callServer } from '#site/lib/call-server.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { readFormValues, useFormValues } from '#site/lib/form/form-values.ts'
import { openTab } from '#site/lib/open-tab.ts'
import { TermFields, termQuestions } from '#site/market/market-orders/term-fields.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextArea, TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import type { AdminOrder } from './order-data.ts'
import { beginLines, type Line, LineFields, newLine, readLines } from './quote-lines-form.tsx'
import { describeQuoted, sendQuote } from './waiting-quote.tsx'

const dayMs = 86_400_000
const dayChoices = ['3', '7', '14', '30']

/** How long the last version was good, of the choices that there are. */
function beginDays(last: OrderQuote | undefined): string {
  const days = last ? Math.round((Date.parse(last.expiresAt) - Date.parse(last.createdAt)) / dayMs) : 7
  return dayChoices.find((choice) => Number(choice) >= days) ?? '30'
}

/** What the boxes of the terms begin with. */
function beginTerms(last: OrderQuote | undefined, { terms }: Requested, deliveryAddress: string) {
  const known = typeTerms(last ?? terms)
  return { ...known, namedPlace: known.namedPlace || suggestPlace(terms.incoterms, deliveryAddress) }
}

export interface QuoteFormProps {
  order: AdminOrder
  requested: Requested
  /** What the form begins with, and what the changes are measured by. */
  last: { quote: OrderQuote; version: number } | null
  /** What the boxes hold at first, where that is not the last version: a buyer's counter-offer. */
  begin?: OrderQuote | undefined
  onDone: () => void
}

const incomplete = 'Each line needs what it is, how much, and a price for one unit'

/** What was typed into it before and not sent is there again, and can be left for a new start. */
export function QuoteForm(props: QuoteFormProps) {
  const draft = quoteDraft(props.order.id, props.begin?.id)
  const [start, setStart] = useState(0)
  const [wasTyped] = useState(() => 'lines' in readWordDraft(draft))
  return (
    <>
      {wasTyped && start === 0 && (
        <Notice>
          <p>What you typed here before is still here. Nothing of it was sent.</p>
          <Button
            size="sm"
            variant="outline"
            onClick={() => {
              removeWordDraft(draft)
              setStart(1)
            }}
          >
            Start over
          </Button>
        </Notice>
      )}
      <QuoteFields key={start} draft={draft} {...props} />
    </>
  )
}

/** Until staff choose: a line of tax says it, else the last version, and goods that leave the country are zero-rated. */
function suggestVat(lines: readonly Line[], country: string, before: string | undefined): string {
  if (lines.some(({ kind }) => kind === 'tax')) return 'standard'
  if (before && before !== 'standard') return before
  return country.trim().toLowerCase() === 'nigeria' ? '' : 'export'
}

function readLineDraft(text: string | undefined): Line[] | null {
  return text ? JSON.parse(text) : null
}

function QuoteFields(props: QuoteFormProps & { draft: string }) {
  const { order, requested, last: latest, begin, onDone, draft } = props
  const id = useId()
  const [saved] = useState(() => readWordDraft(draft))
  const isTyped = useRef(false)
  // A version of a colleague that comes meanwhile is no part of what is typed.
  const [last] = useState(latest)
  const [first] = useState(begin ?? latest?.quote)
  const [lines, setLines] = useState<readonly Line[]>(
    () =>
      readLineDraft(saved.lines) ??
      beginLines(order, requested.lines, first ? asTyped(first.lines) : undefined),
  )
  const [currency, setCurrency] = useState(
    saved.currency ?? last?.quote.currency ?? suggestCurrency(requested.buyer.country, requested.targetPrice),
  )
  const [vatClass, setVatClass] = useState<string | null>(saved.vatClass ?? null)
  const [begun] = useState(() => beginTerms(first, requested, order.delivery_address))
  const read = readLines(lines)
  const chosenVat = vatClass ?? suggestVat(lines, requested.buyer.country, last?.quote.vat?.vatClass)
  const whole = read.every((line) => line?.description && line.unit) ? (read as QuoteLine[]) : null

  /** What quote_order takes, or null. */
  function makeQuote({
    days,
    note = '',
    paymentTerms = '',
    agreedRate = '',
    ...typed
  }: Record<string, string>) {
    const verdict = readContractTerms(typed)
    if (!whole || !verdict.ok) return null
    const expiresAt = new Date(Date.now() + Number(days) * dayMs).toISOString()
    return {
      ...{ lines: whole, currency, expiresAt, paymentTerms, terms: verdict.terms },
      ...(note.trim() && { note: note.trim() }),
      ...(chosenVat && { vatClass: chosenVat }),
      ...(currency !== 'NGN' && agreedRate.trim() && { agreedRate: agreedRate.trim() }),
    }
  }

  const form = useActionForm({
    id,
    tables: ['orders'],
    done: describeQuoted,
    draft,
    onDone,
    atField: [...termQuestions.map(({ name }) => name as string), 'vatClass'],
    read(values, refuse) {
      const verdict = readContractTerms(values)
      if (!whole) return refuse('lines', incomplete)
      if (!verdict.ok) {
        for (const { field, message } of verdict.problems) refuse(field, message)
        return undefined
      }
      const quote = makeQuote(values)
      return (client) => sendQuote(client, order.id, { ...quote, lines: [...whole] } as never)
    },
  })
  const { values, update } = useFormValues(form.ref)
  // The lines are no boxes with names: they are stored beside those that are.
  useEffect(() => {
    if (isTyped.current)
      saveWordDraft(draft, {
        ...{ ...values, currency, lines: JSON.stringify(lines) },
        ...(vatClass !== null && { vatClass }),
      })
  }, [draft, values, currency, lines, vatClass])
  const noteTyping = () => {
    isTyped.current = true
  }
  const preview = useAction({
    tables: [],
    done: { title: 'Preview opened', text: 'Nothing was sent to the buyer.' },
  })

  function openPreview() {
    const typed = readFormValues(form.ref.current)
    const quote = makeQuote(typed)
    const verdict = readContractTerms(typed)
    if (!quote) return preview.refuse(verdict.ok ? incomplete : (verdict.problems[0]?.message ?? incomplete))
    void openTab(preview, async () => {
      const response = await callServer('POST', documentPaths.preview, { orderId: order.id, quote })
      return URL.createObjectURL(await response.blob())
    })
  }

  const changeLine = (lineId: number, change: Partial<Line>) =>
    setLines((before) => before.map((line) => (line.id === lineId ? { ...line, ...change } : line)))
  function addLine(kind: QuoteLineKind) {
    noteTyping()
    setLines((before) => [
      ...before,
      { id: Math.max(-1, ...before.map((line) => line.id)) + 1, kind, ...newLine[kind] },
    ])
  }
  function removeLine(id: number) {
    noteTyping()
    setLines((before) => before.filter((other) => other.id !== id))
  }
  const begunPayment = first?.paymentTerms ?? requested.terms.paymentTerms
  const terms = untypeTerms({ ...begun, ...values }, values.paymentTerms ?? begunPayment)

  return (
    <FormElement
      form={form}
      className="grid gap-4"
      label="Quote"
      onInput={() => {
        noteTyping()
        update()
      }}
    >
      {lines.map((line, place) => (
        <LineFields
          key={line.id}
          id={`${id}-${line.id}`}
          title={`Line ${place + 1}`}
          line={line}
          read={read[place] ?? null}
          currency={currency}
          isRequested={form.wasTried}
          onChange={(change) => changeLine(line.id, change)}
          onRemove={lines.length > 1 ? () => removeLine(line.id) : null}
        />
      ))}
      <div className="flex flex-wrap gap-3">
        {quoteLineKinds.map((kind) => (
          <Button key={kind} size="sm" variant="quiet" onClick={() => addLine(kind)}>
            {kind === 'goods' ? 'Add a line' : `Add ${kind === 'discount' ? 'a discount' : kind}`}
          </Button>
        ))}
      </div>
      <div className="form-pair gap-x-3">
        <Field id={`${id}-currency`} label="Currency">
          <Select
            options={accountCurrencies}
            value={currency}
            onChange={(event) => setCurrency(event.target.value)}
          />
        </Field>
        {currency !== 'NGN' && (
          <Field id={`${id}-agreedRate`} label={rateWords.label} help={rateWords.help} optional>
            <TextInput name="agreedRate" maxLength={60} defaultValue={last?.quote.agreedRate ?? ''} />
          </Field>
        )}
        <Field
          id={form.fieldId('vatClass')}
          label={vatAdminWords.quoteClass.label}
          help={vatAdminWords.quoteClass.help}
          error={form.problemOf('vatClass')}
        >
          <Select
            options={[
              { value: '', label: vatAdminWords.quoteClass.notStated },
              ...vatClasses.map((value) => ({ value, label: vatClassWords[value] })),
            ]}
            value={chosenVat}
            onChange={(event) => {
              noteTyping()
              setVatClass(event.target.value)
            }}
          />
        </Field>
        <Field id={`${id}-days`} label="Good for">
          <Select
            options={dayChoices.map((value) => ({ value, label: `${value} days` }))}
            name="days"
            defaultValue={beginDays(last?.quote)}
          />
        </Field>
      </div>
      <TermFields form={form} begun={begun} payment={begunPayment} />
      <Field id={`${id}-note`} label="Note to the buyer" optional>
        <TextArea name="note" rows={2} maxLength={2000} defaultValue={last?.quote.note ?? ''} />
      </Field>
      {whole && <Totals lines={whole} currency={currency} />}
      {whole &&
        (last ? (
          <Changes
            of={`version ${last.version}`}
            sentences={describeQuoteChanges(
              {
                lines: asTyped(last.quote.lines),
                currency: last.quote.currency,
                note: last.quote.note ?? '',
                terms: last.quote,
              },
              { lines: whole, currency, note: values.note ?? last.quote.note ?? '', terms },
            )}
          />
        ) : (
          <Changes
            of="what was asked for"
            sentences={listTermChanges(requested.terms, terms)
              .filter(({ before }) => before !== null)
              .map(describeTermChange)}
          />
        ))}
      <Refusal action={preview} />
      <Refusal action={form.action} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" busy={form.isBusy} busyLabel="Sending quote...">
          Send quote
        </Button>
        <Button
          size="sm"
          variant="outline"
          busy={preview.isBusy}
          busyLabel="Drawing..."
          onClick={openPreview}
        >
          Preview the PDF
        </Button>
        <Button size="sm" variant="outline" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </FormElement>
  )
}

function Totals({ lines, currency }: { lines: readonly QuoteLine[]; currency: string }) {
  const kinds = quoteLineKinds.filter((kind) => lines.some((line) => line.kind === kind))
  return (
    <p className="num">
      {kinds.length > 1 &&
        kinds.map((kind) => (
          <span key={kind}>
            {quoteLineWords[kind]}{' '}
            {formatMoney(countTotal(lines.filter((line) => line.kind === kind)), currency)},{' '}
          </span>
        ))}
      <strong className="font-semibold">Total {formatMoney(countTotal(lines), currency)}</strong>
    </p>
  )
}

/** What the buyer will find changed, before it is sent. */
function Changes({ of, sentences }: { of: string; sentences: readonly string[] }) {
  const isVersion = of.startsWith('version')
  if (!isVersion && sentences.length === 0) return null
  return (
    <Notice>
      <p>
        <strong>
          {sentences.length > 0
            ? `What changes from ${of}`
            : `Nothing changes from ${of}, but how long it is good.`}
        </strong>
      </p>
      {sentences.length > 0 && (
        <ul className="num" aria-label={`What changes from ${of}`}>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

/** A quote line by line with all its terms, from the last version on or else from what was requested. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { rateWords } from '#domain/market/contract-term-questions.ts'
import type { OrderQuote, Requested } from '#domain/market/order.ts'
import { asVersion, describeQuoteChanges, describeRequestChanges } from '#domain/market/quote-changes.ts'
import {
  countTotal,
  noteRule,
  type QuoteLine,
  quoteLineKinds,
  quoteLineWords,
} from '#domain/market/quotes.ts'
import { accountCurrencies } from '#domain/market/settlement-accounts.ts'
import { describeTermChange, listTermChanges } from '#domain/market/term-changes.ts'
import { vatClasses, vatClassWords } from '#domain/market/vat.ts'
import { vatAdminWords } from '#domain/market/vat-admin-words.ts'
import { formatMoney } from '#domain/money.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { quoteDraft, readWordDraft, removeWordDraft } from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { TermFields } from '#site/market/market-orders/term-fields.tsx'
import { paths } from '#site/paths.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextArea, TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { BelowListSentences } from './below-list-sentences.tsx'
import { catalogueTermsQuery } from './catalogue-terms.ts'
import { LineFields } from './quote-lines-form.tsx'
import { dayMs, payableCurrencies, type QuoteFormProps, useQuoteForm } from './use-quote-form.ts'

const dayChoices = ['3', '7', '14', '30']

/** How long the last version was good, of the choices that there are. */
function beginDays(last: OrderQuote | undefined): string {
  const days = last ? Math.round((Date.parse(last.expiresAt) - Date.parse(last.createdAt)) / dayMs) : 7
  return dayChoices.find((choice) => Number(choice) >= days) ?? '30'
}

/** What was typed into it before and not sent is there again, and can be left for a new start. */
export function QuoteForm(props: QuoteFormProps) {
  const draft = quoteDraft(props.order.id, props.begin?.id)
  const [start, setStart] = useState(0)
  const [wasTyped] = useState(() => 'lines' in readWordDraft(draft))
  const { data: catalogue, isError } = useQuery(catalogueTermsQuery)
  const rates = useVatRates()
  // Without the catalogue nothing is known of the goods, nor without the rates of their VAT, and all of it can be typed.
  if ((!catalogue && !isError) || !rates) return null
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
      <QuoteFields key={start} draft={draft} catalogue={catalogue ?? []} rates={rates} {...props} />
    </>
  )
}

const noRates: ReadonlyMap<string, number> = new Map()

/** In force today, by class; null while they are loaded. */
function useVatRates(): ReadonlyMap<string, number> | null {
  const { can } = usePermissions()
  const mayRead = can('settings.read')
  const { data, isError } = useQuery({
    queryKey: ['vat_rates'],
    queryFn: () =>
      callAdmin<{ vat_class: string; rate_bp: number | null; holds: string }[]>('list_vat_rates'),
    enabled: mayRead,
  })
  if (!mayRead || isError) return noRates
  return data
    ? new Map(data.filter(({ holds }) => holds === 'now').map((rate) => [rate.vat_class, rate.rate_bp ?? 0]))
    : null
}

function QuoteFields(props: Parameters<typeof useQuoteForm>[0]) {
  const quote = useQuoteForm(props)
  const { id, form, lines, preview } = quote

  return (
    <FormElement form={form} className="grid gap-4" label="Quote" onInput={quote.onInput}>
      {lines.map((line, place) => (
        <LineFields
          key={line.id}
          id={`${id}-${line.id}`}
          title={`Line ${place + 1}`}
          line={line}
          read={quote.read[place] ?? null}
          currency={quote.currency}
          isRequested={quote.triedIds.includes(line.id)}
          onChange={(change) => quote.changeLine(line.id, change)}
          onRemove={lines.length > 1 ? () => quote.removeLine(line.id) : null}
          isOneOfSeveral={
            Boolean(line.vatClass || line.terms) || lines.filter(({ kind }) => kind === 'goods').length > 1
          }
        />
      ))}
      <div className="flex flex-wrap gap-3">
        {quoteLineKinds.map((kind) => (
          <Button key={kind} size="sm" variant="quiet" onClick={() => quote.addLine(kind)}>
            {kind === 'goods' ? 'Add a line' : `Add ${kind === 'discount' ? 'a discount' : kind}`}
          </Button>
        ))}
      </div>
      <Conditions quote={quote} />
      <NoAccount currency={quote.currency} />
      <TermFields form={form} begun={quote.begun} payment={quote.begunPayment} />
      <Field id={`${id}-note`} label="Note to the buyer" help={noteRule} optional>
        <TextArea name="note" rows={2} maxLength={2000} defaultValue={quote.last?.quote.note ?? ''} />
      </Field>
      <Totals lines={quote.whole} currency={quote.currency} />
      <BelowList orderId={props.order.id} lines={quote.whole} currency={quote.currency} />
      <ChangesSince requested={props.requested} quote={quote} />
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
          onClick={quote.openPreview}
        >
          Preview the PDF
        </Button>
        <Button size="sm" variant="outline" onClick={props.onDone}>
          Cancel
        </Button>
      </div>
    </FormElement>
  )
}

type Quote = ReturnType<typeof useQuoteForm>

/** Nobody can pay in a currency without an account of ours. */
function NoAccount({ currency }: { currency: string }) {
  const { can } = usePermissions()
  const { data: payable } = useQuery(payableCurrencies)
  if (!payable || payable.includes(currency)) return null
  return (
    <Notice kind="warn">
      <p>
        We have no account in {currency} in force: the buyer cannot pay before there is one.{' '}
        {can('settings.read') && <Link to={paths.adminSettings}>Settings</Link>}
      </p>
    </Notice>
  )
}

/** Currency, VAT and how long it is good. */
function Conditions({ quote }: { quote: Quote }) {
  const { id, form, last, currency } = quote
  return (
    <div className="form-pair gap-x-3">
      <Field id={`${id}-currency`} label="Currency">
        <Select
          options={accountCurrencies}
          value={currency}
          onChange={(event) => quote.chooseCurrency(event.target.value)}
        />
      </Field>
      {currency !== 'NGN' && (
        <Field id={`${id}-agreedRate`} label={rateWords.label} help={rateWords.help} optional>
          <TextInput name="agreedRate" maxLength={60} defaultValue={quote.begunRate} />
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
            { value: '', label: vatAdminWords.quoteClass.byGoods },
            ...vatClasses.map((value) => ({ value, label: vatClassWords[value] })),
          ]}
          value={quote.chosenVat}
          onChange={(event) => quote.chooseVat(event.target.value)}
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
  )
}

function Totals({ lines, currency }: { lines: readonly QuoteLine[] | null; currency: string }) {
  if (!lines) return null
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

/** What is below its list price is said before it is sent, also to who may quote it alone. */
function BelowList(props: { orderId: string; lines: readonly QuoteLine[] | null; currency: string }) {
  const { orderId, lines, currency } = props
  const typed = JSON.stringify(lines ?? [])
  // Compared after a pause in the typing.
  const [settled, setSettled] = useState('[]')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), 300)
    return () => clearTimeout(timer)
  }, [typed])
  const { data: below = [] } = useQuery({
    queryKey: ['compare-with-list', orderId, settled, currency],
    queryFn: () =>
      callAdmin<string[]>('compare_with_list', { order_id: orderId, lines: JSON.parse(settled), currency }),
    enabled: settled !== '[]',
  })
  if (settled !== typed || below.length === 0) return null
  return (
    <Notice kind="look">
      <BelowListSentences sentences={below} />
    </Notice>
  )
}

/** Since the last version, or since what was asked for. */
function ChangesSince({ requested, quote }: { requested: Requested; quote: Quote }) {
  const { last, whole, currency, values, terms } = quote
  if (!whole) return null
  return last ? (
    <Changes
      of={`version ${last.version}`}
      sentences={describeQuoteChanges(asVersion(last.quote), {
        ...{ currency, note: values.note ?? last.quote.note ?? '', terms },
        lines: whole.map((line) => ({ ...line, vatClass: line.vatClass ?? quote.chosenVat })),
      })}
    />
  ) : (
    <Changes
      of="what was asked for"
      sentences={[
        ...describeRequestChanges([requested, ...requested.lines], whole, requested.terms),
        ...listTermChanges(requested.terms, terms)
          .filter(({ before }) => before !== null)
          .map(describeTermChange),
      ]}
    />
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

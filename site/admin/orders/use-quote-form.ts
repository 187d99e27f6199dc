/** The state of a quote that is written: its lines and terms, what of them is complete, its draft, and its preview. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import {
  readContractTerms,
  suggestPlace,
  typeTerms,
  untypeTerms,
} from '#domain/market/contract-term-questions.ts'
import { documentPaths } from '#domain/market/documents.ts'
import { goodsTermNames, type LineTerms } from '#domain/market/goods-terms.ts'
import type { OrderQuote, Requested } from '#domain/market/order.ts'
import { suggestCurrency } from '#domain/market/quote-currency.ts'
import { asTyped, type QuoteLine, type QuoteLineKind } from '#domain/market/quotes.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { readWordDraft, saveWordDraft } from '#site/admin/records/word-drafts.ts'
import { useAction } from '#site/admin/use-action.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { callServer } from '#site/lib/call-server.ts'
import { readFormValues, useFormValues } from '#site/lib/form/form-values.ts'
import { openTab } from '#site/lib/open-tab.ts'
import { termQuestions } from '#site/market/market-orders/term-fields.tsx'
import { type CatalogueTerms, findCatalogueTerms, findGoodsVat } from './catalogue-terms.ts'
import type { AdminOrder } from './order-data.ts'
import {
  addLine,
  atMost,
  beginLines,
  beginTax,
  changeCurrency,
  findWrongBox,
  isTooMuch,
  isWhole,
  type Line,
  newLine,
  readLines,
  suggestVat,
  withTerms,
} from './quote-lines-form.tsx'
import { describeQuoted, sendQuote } from './waiting-quote.tsx'

export const dayMs = 86_400_000

/** In which we have an account in force. */
export const payableCurrencies = {
  queryKey: ['settlement_accounts', 'payable'],
  queryFn: () => callAdmin<string[]>('payable_currencies'),
}

/** What the boxes of the terms begin with; `ofGoods` is what the catalogue says of a single line of goods. */
function beginTerms(
  last: OrderQuote | undefined,
  { terms }: Requested,
  deliveryAddress: string,
  ofGoods: LineTerms,
) {
  const known = typeTerms(last ?? terms)
  if (!last) for (const name of goodsTermNames) known[name] ||= ofGoods[name] ?? ''
  return { ...known, namedPlace: known.namedPlace || suggestPlace(terms.incoterms, deliveryAddress) }
}

export interface QuoteFormProps {
  order: AdminOrder
  requested: Requested
  /** What the form begins with, and what the changes are measured by. */
  last: { quote: OrderQuote; version: number } | null
  /** The ids of the versions that are there. */
  shown: readonly string[]
  /** What the boxes hold at first, where that is not the last version: a buyer's counter-offer. */
  begin?: OrderQuote | undefined
  onDone: () => void
}

const incomplete = 'Each line needs what it is, how much, and a price for one unit'

function readLineDraft(text: string | undefined): Line[] | null {
  return text ? JSON.parse(text) : null
}

/** What is typed into a quote, saved as a draft, and what it comes to; `draft` is where it is stored. */
export function useQuoteForm(
  props: QuoteFormProps & {
    draft: string
    catalogue: CatalogueTerms
    /** In force today, by class, in hundredths of a percent; none for those who may not read them. */
    rates: ReadonlyMap<string, number>
  },
) {
  const find = (description: string) => findCatalogueTerms(props.catalogue, description)
  const { order, requested, last: latest, shown, begin, onDone, draft, rates } = props
  const id = useId()
  const [saved] = useState(() => readWordDraft(draft))
  const isTyped = useRef(false)
  /** The lines that stood there when somebody wanted to send it: before that an empty box is nothing wrong. */
  const [triedIds, setTriedIds] = useState<readonly number[]>([])
  // A version of a colleague that comes meanwhile is no part of what is typed.
  const [last] = useState(latest)
  const [first] = useState(begin ?? latest?.quote)
  const [typed, setLines] = useState<readonly Line[]>(
    () =>
      readLineDraft(saved.lines) ??
      beginLines(order, requested.lines, first ? asTyped(first.lines) : undefined).map((line) =>
        // What an offer in another currency leaves to us has no price yet, not none.
        line.kind !== 'goods' && begin && begin.currency !== latest?.quote.currency
          ? { ...line, price: '' }
          : line,
      ),
  )
  const firstDays = [last?.quote.windowFrom, first?.windowFrom]
  const lines = withTerms(typed, find, requested.terms)
  const [chosenCurrency, setCurrency] = useState(saved.currency ?? first?.currency)
  const { data: payable } = useQuery(payableCurrencies)
  const currency = chosenCurrency ?? suggestCurrency(requested.country, requested.targetPrice, payable)
  const [vatClass, setVatClass] = useState<string | null>(saved.vatClass ?? null)
  const [begun] = useState(() =>
    beginTerms(
      first,
      requested,
      order.delivery_address,
      requested.lines.length === 0 ? find(requested.product) : {},
    ),
  )

  /** What quote_order takes, or null. */
  function makeQuote({
    days,
    note = '',
    paymentTerms = '',
    agreedRate = '',
    ...boxes
  }: Record<string, string>) {
    const verdict = readContractTerms(boxes, firstDays)
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
    tables: ['orders', 'admin_notices'],
    done: describeQuoted,
    draft,
    onDone,
    atField: [...termQuestions.map(({ name }) => name as string), 'vatClass'],
    read(values, refuse) {
      const verdict = readContractTerms(values, firstDays)
      setTriedIds(lines.map((line) => line.id))
      const wrong = lines.findIndex((_, at) => !isWhole(read[at]))
      const line = lines[wrong]
      // By the end of the box's id, which takes the focus.
      if (line)
        return refuse(`${line.id}-${findWrongBox(line)}`, isTooMuch(read[wrong]) ? atMost : incomplete)
      if (!whole) return undefined
      if (!verdict.ok) {
        for (const { field, message } of verdict.problems) refuse(field, message)
        return undefined
      }
      const quote = makeQuote(values)
      return (client) => sendQuote(client, order.id, { ...quote, lines: [...whole] } as never, shown)
    },
  })
  const { values, update } = useFormValues(form.ref)
  // The buyer may be another one than who requested, in another country; the class of the last version is that of its country.
  const country = (values.buyerCountry ?? begun.buyerCountry) || requested.country
  const before = last && (last.quote.buyerCountry ?? requested.country) === country ? last.quote : null
  const chosenVat = vatClass ?? suggestVat(lines, country, before && asTyped(before.lines))
  const asked = lines.filter(({ kind }) => kind === 'goods').length === 1 ? order.crop_type : null
  const findVat = (goods: string) => findGoodsVat(props.catalogue, goods, country, asked)
  const read = readLines(lines, (goods) => chosenVat || findVat(goods))
  const whole = read.every(isWhole) ? (read as QuoteLine[]) : null
  // The lines are no boxes with names: they are stored beside those that are.
  useEffect(() => {
    if (isTyped.current)
      saveWordDraft(draft, {
        ...{ ...values, currency, lines: JSON.stringify(typed) },
        ...(vatClass !== null && { vatClass }),
      })
  }, [draft, values, currency, typed, vatClass])
  const noteTyping = () => {
    isTyped.current = true
    // What is typed is in the currency that stands there, also when another answer about the accounts comes later.
    setCurrency(currency)
  }
  const preview = useAction({
    tables: [],
    done: { title: 'Preview opened', text: 'Nothing was sent to the buyer.' },
  })

  function openPreview() {
    const typed = readFormValues(form.ref.current)
    const quote = makeQuote(typed)
    const verdict = readContractTerms(typed, firstDays)
    if (!quote) return preview.refuse(verdict.ok ? incomplete : (verdict.problems[0]?.message ?? incomplete))
    void openTab(preview, async () => {
      const response = await callServer('POST', documentPaths.preview, { orderId: order.id, quote })
      return URL.createObjectURL(await response.blob())
    })
  }

  const changeLine = (lineId: number, change: Partial<Line>) =>
    setLines((before) => before.map((line) => (line.id === lineId ? { ...line, ...change } : line)))
  function chooseCurrency(chosen: string) {
    noteTyping()
    setLines((before) => changeCurrency(before, currency, chosen))
    setCurrency(chosen)
  }
  function add(kind: QuoteLineKind) {
    noteTyping()
    // A line of tax may say by itself which class the goods are of.
    const vat = vatClass ?? suggestVat([...lines, { kind }], country, before && asTyped(before.lines))
    const tax = beginTax(lines, (goods) => vat || findVat(goods), rates)
    setLines((before) =>
      addLine(before, {
        ...{ id: Math.max(-1, ...before.map((line) => line.id)) + 1, kind, ...newLine[kind] },
        ...(kind === 'tax' && tax),
      }),
    )
  }
  function removeLine(id: number) {
    noteTyping()
    setLines((before) => before.filter((other) => other.id !== id))
  }
  const begunPayment = first?.paymentTerms ?? requested.terms.paymentTerms
  const agreedRate = currency === 'NGN' ? '' : (values.agreedRate ?? first?.agreedRate ?? '')
  const terms = {
    // A party whose box is empty is as the order has it.
    ...requested.terms,
    ...untypeTerms({ ...begun, ...values, agreedRate }, values.paymentTerms ?? begunPayment),
  }

  return {
    ...{ id, form, last, begun, begunPayment, preview, openPreview },
    ...{ values, terms, begunRate: first?.agreedRate ?? '', currency, chooseCurrency, chosenVat },
    chooseVat(value: string) {
      noteTyping()
      setVatClass(value)
    },
    /** `read` has null for a line that is not complete, `whole` is null until all are. */
    ...{ lines, triedIds, read, whole, changeLine, addLine: add, removeLine },
    onInput() {
      noteTyping()
      // What was said of what stood here before.
      form.action.reset()
      preview.reset()
      update()
    },
  }
}

/** 'Agricultural Products Order Form': stores what is typed, sends once, and says what to correct. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { formatDateTime } from '#domain/dates.ts'
import { orderAgainWords as againWords } from '#domain/market/order-again-words.ts'
import { orderPageWords } from '#domain/market/order-guide.ts'
import {
  findUnitWarning,
  listFurther,
  listLineQuestions,
  moreAboutGoods,
  type OrderRequest,
  orderQuestionGroups,
  orderRequestRules,
  productQuestions,
  readOrderRequest,
  requestLinesMax,
  orderRequestWords as words,
} from '#domain/market/order-request.ts'
import type { SubmittedOrder } from '#domain/market/orders.ts'
import { orderProducts } from '#domain/order-products.ts'
import { type BoxQuestion, type FormQuestions, isRequired, listQuestions } from '#domain/questions.ts'
import { readDraft } from '#site/lib/draft.ts'
import { type Attempt, planAttempt } from '#site/lib/form/attempt.ts'
import { ErrorMessage } from '#site/lib/form/error-message.tsx'
import { fillBoxes, readFormValues, useFormValues } from '#site/lib/form/form-values.ts'
import { PrivacyLine } from '#site/lib/form/privacy-line.tsx'
import { QuestionField } from '#site/lib/form/question-field.tsx'
import { useDraft } from '#site/lib/form/use-draft.ts'
import { useForm } from '#site/lib/form/use-form.ts'
import { networkHint } from '#site/lib/network.ts'
import { Button } from '#site/ui/button.tsx'
import { cx } from '#site/ui/cx.ts'
import { DayInWords } from '#site/ui/day-in-words.tsx'
import { ErrorSummary } from '#site/ui/error-summary.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { toast } from '#site/ui/toast.tsx'
import { orderProductsQuery } from './order-products.ts'
import { submitOrder } from './submit-order.ts'

interface StoredOrder {
  fields: Record<string, string>
  attempt?: Attempt
  /** The order or template that it began with. */
  source?: string | null
  /** What the buyer typed; the rest came from there. */
  typed?: readonly string[]
}

export interface OrderFormProps {
  userId: string
  /** The order or template that the buyer chose to begin with: only a draft that began with it goes on. Another one is another form. */
  source: string | null
  /** The product whose offer was requested in the catalogue: it is chosen, whatever the draft had. */
  requested?: string | null
  /** What is known about the member, now or shortly after; what was typed or stored wins over it. */
  known: Readonly<Record<string, string>>
  /** Says where it comes from. */
  knownFrom: string | null
  /** The buyer chose it: it goes before a draft, never over what is typed. */
  isChosen: boolean
  onSubmitted: (order: SubmittedOrder, request: OrderRequest) => void
  /** The service no longer knows the session; everything typed is stored by then. */
  onSessionLost: () => void
}

const draftName = 'order'
const moreNames = Object.keys(moreAboutGoods.questions)
const furtherPlaces = Array.from({ length: requestLinesMax - 1 }, (_, place) => place + 2)
/** Nothing but this form depends on it. */
const undoMs = 600_000

export function OrderForm({
  userId,
  source,
  requested = null,
  known,
  knownFrom,
  isChosen,
  onSubmitted,
  onSessionLost,
}: OrderFormProps) {
  const [lying] = useState(() => readDraft<StoredOrder>(draftName, userId))
  const stored = source === null || lying?.values.source === source ? lying : null
  const [initial] = useState<Readonly<Record<string, string>>>(() => {
    const untouched = Object.entries(known).filter(([name]) => !stored?.values.typed?.includes(name))
    return { ...Object.fromEntries(untouched), ...stored?.values.fields }
  })
  const { data: products = orderProducts } = useQuery(orderProductsQuery)
  const draft = useDraft<StoredOrder>(draftName, userId, stored?.savedAt)
  const attempt = useRef(stored?.values.attempt)
  const typed = useRef(new Set(stored?.values.typed))
  const filled = useRef<Record<string, string>>({})
  /** Of a product that was removed, until its boxes are there again. */
  const returning = useRef<Readonly<Record<string, string>>>({})
  /** Products that were removed with their words, the last one last. */
  const removed = useRef<RemovedLine[]>([])
  /** Their boxes begin empty when they are added again. */
  const [emptied, setEmptied] = useState<readonly number[]>([])
  const [isCleared, setIsCleared] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  const { values, update } = useFormValues(ref)
  const [further, setFurther] = useState<readonly number[]>(() => listFurther(initial))
  const lines = useRef(further)
  const form = useForm((name) => name, {
    ref,
    names: [
      ...Object.keys(orderRequestRules),
      ...further.flatMap((place) => Object.keys(listLineQuestions(place))),
    ],
    find: () => findProblems(values, products),
    answerOf: (name) => values[name],
  })

  // The form is there at once; a profile that comes later fills what nobody has typed into. Before it is painted: what was
  // cleared is not called filled in first.
  const knownKey = JSON.stringify(known)
  useLayoutEffect(() => {
    if (stored && !isChosen) return
    const entries = Object.entries(known).filter(([name, value]) => value && !typed.current.has(name))
    const facts = Object.fromEntries(entries)
    fillBoxes(ref.current, facts)
    filled.current = { ...filled.current, ...facts }
    const more = listFurther(facts)
    if (more.length > 0) setFurther((places) => [...new Set([...places, ...more])])
    // All of it was taken out again.
    setIsCleared(entries.length === 0)
    update()
  }, [stored, isChosen, knownKey])

  // The boxes of further products are there only now.
  useEffect(() => {
    lines.current = further
    const facts = Object.entries(filled.current).filter(
      ([name]) => /\d$/.test(name) && !typed.current.has(name),
    )
    fillBoxes(ref.current, Object.fromEntries(facts))
    const [first] = Object.keys(returning.current)
    if (!first) return
    fillBoxes(ref.current, returning.current)
    for (const name of Object.keys(returning.current)) typed.current.add(name)
    returning.current = {}
    document.getElementById(form.fieldId(first))?.focus()
  }, [further])

  /** What was filled in and not changed since goes; a draft that lay here comes back. */
  function clearFilled() {
    const now = readFormValues(ref.current)
    const names = Object.keys(filled.current).filter((name) => now[name] === filled.current[name])
    const before = (stored ? null : lying?.values.fields) ?? {}
    const back = Object.entries(before).filter(([name]) => !now[name] || names.includes(name))
    const facts = { ...Object.fromEntries(names.map((name) => [name, ''])), ...Object.fromEntries(back) }
    fillBoxes(ref.current, facts)
    filled.current = facts
    for (const name of names) typed.current.add(name)
    setFurther((places) => [
      ...new Set([...places.filter((place) => !names.includes(`product${place}`)), ...listFurther(before)]),
    ])
    setIsCleared(true)
    update()
  }

  /** Into what is empty: what was typed meanwhile stays. */
  function fillAgain() {
    const now = readFormValues(ref.current)
    const entries = Object.entries(known).filter(([name, value]) => value && !now[name])
    const facts = Object.fromEntries(entries)
    for (const [name] of entries) typed.current.delete(name)
    filled.current = { ...filled.current, ...facts }
    fillBoxes(ref.current, facts)
    setFurther((places) => [...new Set([...places, ...listFurther(facts)])])
    setIsCleared(false)
    update()
    if (typed.current.size > 0) draft.save(gather())
  }

  function addLine(place: number) {
    isChanged.current = true
    // No place is left for one that was removed.
    if (further.length + 1 === furtherPlaces.length) toast.dismiss()
    setFurther([...further, place])
  }

  /** Its boxes count as typed: what was filled into them does not come back, but by Undo. */
  function removeLine(place: number) {
    const now = readFormValues(ref.current)
    const answers = Object.keys(listLineQuestions(place)).map((name) => [name, now[name] ?? ''] as const)
    for (const [name] of answers) typed.current.add(name)
    isChanged.current = true
    setEmptied([...emptied, place])
    setFurther(further.filter((other) => other !== place))
    if (answers.every(([, value]) => value === '')) return
    removed.current.push({ place, answers, until: Date.now() + undoMs })
    offerUndo()
  }

  function offerUndo() {
    const last = removed.current.at(-1)
    if (!last || last.until <= Date.now()) return
    toast.success(words.removedLine(last.place), undefined, {
      label: words.undo,
      run: putBack,
      forMs: last.until - Date.now(),
    })
  }

  /** The last one, in its own place or in the first one that is free; then the one before it can be put back. */
  function putBack() {
    const last = removed.current.pop()
    const free = last && [last.place, ...furtherPlaces].find((each) => !lines.current.includes(each))
    if (!last || free === undefined) return
    const named = last.answers.map(([name, value]) => [name.replace(/\d+$/, String(free)), value])
    returning.current = Object.fromEntries(named)
    setFurther([...lines.current, free].sort((one, other) => one - other))
    offerUndo()
  }

  const gather = (): StoredOrder => ({
    fields: readFormValues(ref.current),
    ...(attempt.current && { attempt: attempt.current }),
    ...{ source, typed: [...typed.current] },
  })

  // What stands in the boxes has changed without anybody typing; what was only filled in is no draft.
  const begun = useRef(further)
  const isChanged = useRef(false)
  useEffect(() => {
    if (further === begun.current) return
    update()
    if (isChanged.current) draft.save(gather())
  }, [further])

  // Products that staff have added are there only when the list has come.
  const isRequestedOffered = requested !== null && products.includes(requested)
  useEffect(() => {
    if (!isRequestedOffered) return
    fillBoxes(ref.current, { product: requested })
    typed.current.add('product')
    update()
  }, [requested, isRequestedOffered])

  function onInput({ target }: FormEvent<HTMLFormElement>) {
    const { name } = target as HTMLInputElement
    typed.current.add(name)
    if (form.attempt > 0) form.watch([name])
    update()
    draft.save(gather())
  }

  async function submit() {
    if (form.isBusy.current) return
    toast.dismiss() // it spoke of the attempt before
    const fields = readFormValues(ref.current)
    update()
    const verdict = readOrderRequest(fields, products)
    if (!verdict.ok) return form.refuse(verdict.problems, form.errorText)
    const request = verdict.answers
    attempt.current = planAttempt(request, attempt.current)
    // Stored before it is sent: after a crash or a lost answer the same key goes out again.
    draft.saveNow(gather())
    const key = attempt.current
    const outcome = await form.sending(() => submitOrder(request, key))
    if (outcome.kind === 'submitted') {
      draft.remove()
      toast.success(words.submitted.title, words.submitted.text)
      return onSubmitted(outcome.order, request)
    }
    if (outcome.kind === 'sessionLost') return onSessionLost()
    if (outcome.kind === 'refused') form.refuseByService([outcome])
    else form.refuse([], outcome.kind === 'unreachable' ? networkHint : outcome.message)
    toast.error(words.failed.title, words.failed.text)
  }

  const warnOf = (name: string) =>
    name.startsWith('unit') &&
    findUnitWarning(values[name.replace('unit', 'product')] ?? '', values[name] ?? '')

  const drawQuestions = (questions: FormQuestions<BoxQuestion>) => (
    <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
      {listQuestions(questions).map((question) => (
        <div key={question.name} className={cx(!question.half && 'sm:col-span-2')}>
          <QuestionField
            id={form.fieldId(question.name)}
            question={
              question.name.startsWith('product') && question.control === 'select'
                ? { ...question, options: products }
                : question
            }
            optional={!isRequired(question)}
            value={
              emptied.includes(Number(/\d+$/.exec(question.name)?.[0])) ? undefined : initial[question.name]
            }
            help={warnOf(question.name) || question.help}
            error={form.problemOf(question.name)}
          >
            {question.control === 'line' && question.type === 'date' && <DayInWords />}
          </QuestionField>
        </div>
      ))}
    </div>
  )

  const isFillable = Object.entries(known).some(([name, value]) => value && !values[name])
  const knownNote = knownFrom && (!isCleared || isFillable) && (!stored || isChosen) && (
    <p className="text-sm text-stone" role="status">
      {isCleared ? againWords.cleared : knownFrom}{' '}
      <Button variant="quiet" size="sm" onClick={isCleared ? fillAgain : clearFilled}>
        {isCleared ? againWords.fillLabel : againWords.clearLabel}
      </Button>
    </p>
  )

  return (
    <form
      ref={ref}
      className="form"
      noValidate
      aria-label={words.label}
      onInput={onInput}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      {orderQuestionGroups.map(({ title, questions }) => (
        <fieldset key={title} className="grid grid-cols-1 gap-6 pb-2">
          <legend className="mb-4 w-full border-b border-ink pb-2 font-serif text-xl font-semibold">
            {title}
          </legend>
          {drawQuestions(questions)}
          {'contactPerson' in questions && knownNote}
          {questions === productQuestions && (
            <FurtherProducts lines={further} onAdd={addLine} onRemove={removeLine} draw={drawQuestions} />
          )}
        </fieldset>
      ))}
      <details
        className="fold fold-lined"
        open={moreNames.some((name) => form.problemOf(name) || initial[name] || known[name]) || undefined}
      >
        <summary>
          {moreAboutGoods.title}
          <Icon name="down" />
        </summary>
        <div className="pb-6 pt-2">{drawQuestions(moreAboutGoods.questions)}</div>
      </details>
      <ErrorMessage errorText={form.errorText} isSending={form.isSending}>
        <p>
          <strong>{words.notConfirmed}</strong> {form.errorText} {words.kept}
        </p>
      </ErrorMessage>
      <PrivacyLine>{words.note}</PrivacyLine>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" busy={form.isSending} busyLabel={words.busyLabel}>
          {words.submitLabel}
        </Button>
        {draft.savedAt && (
          <p className="num text-sm text-stone">
            {orderPageWords.savedAt(formatDateTime(draft.savedAt).slice(-5))}
          </p>
        )}
      </div>
    </form>
  )
}

interface RemovedLine {
  place: number
  answers: readonly (readonly [name: string, value: string])[]
  until: number
}

interface FurtherProductsProps {
  /** Their numbers; a removed one leaves its number free. */
  lines: readonly number[]
  onAdd: (place: number) => void
  onRemove: (place: number) => void
  draw: (questions: FormQuestions<BoxQuestion>) => ReactNode
}

function FurtherProducts({ lines, onAdd, onRemove, draw }: FurtherProductsProps) {
  const next = furtherPlaces.find((position) => !lines.includes(position))
  return (
    <>
      {lines.map((position) => (
        <fieldset key={position} className="grid grid-cols-1 gap-4 border-t border-line pt-4">
          <legend className="sr-only">{words.furtherLine(position)}</legend>
          {draw(listLineQuestions(position))}
          <div>
            <Button size="sm" variant="quiet" onClick={() => onRemove(position)}>
              {words.removeLine(position)}
            </Button>
          </div>
        </fieldset>
      ))}
      {next !== undefined && (
        <div>
          <Button size="sm" variant="outline" onClick={() => onAdd(next)}>
            {words.addLine}
          </Button>
        </div>
      )}
    </>
  )
}

function findProblems(input: Readonly<Record<string, string>>, products: readonly string[]) {
  const verdict = readOrderRequest(input, products)
  return verdict.ok ? [] : verdict.problems
}

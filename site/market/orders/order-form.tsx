/** 'Agricultural Products Order Form': stores what is typed, sends once, and says what to correct. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { formatDateTime } from '#domain/dates.ts'
import {
  findUnitWarning,
  type OrderRequest,
  orderQuestionGroups,
  orderRequestRules,
  readOrderRequest,
} from '#domain/market/order-request.ts'
import type { SubmittedOrder } from '#domain/market/orders.ts'
import { isRequired, listQuestions } from '#domain/questions.ts'
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
import { ErrorSummary } from '#site/ui/error-summary.tsx'
import { toast } from '#site/ui/toast.tsx'
import { submitOrder } from './submit-order.ts'

interface StoredOrder {
  fields: Record<string, string>
  attempt?: Attempt
}

export interface OrderFormProps {
  userId: string
  /** What is known about the member, now or shortly after; what was typed or stored wins over it. */
  known: Readonly<Record<string, string>>
  onSubmitted: (order: SubmittedOrder, request: OrderRequest) => void
  /** The service no longer knows the session; everything typed is stored by then. */
  onSessionLost: () => void
}

const draftName = 'order'
const failedTitle = 'Submission Failed'
const failedText = 'There was an error submitting your order. Please try again.'

export function OrderForm({ userId, known, onSubmitted, onSessionLost }: OrderFormProps) {
  const [stored] = useState(() => readDraft<StoredOrder>(draftName, userId))
  const [initial] = useState<Readonly<Record<string, string>>>(() => ({ ...known, ...stored?.values.fields }))
  const draft = useDraft<StoredOrder>(draftName, userId, stored?.savedAt)
  const attempt = useRef(stored?.values.attempt)
  const typed = useRef(new Set<string>())
  const ref = useRef<HTMLFormElement>(null)
  const { values, update } = useFormValues(ref)
  const form = useForm((name) => name, {
    ref,
    names: Object.keys(orderRequestRules),
    find: () => findProblems(values),
    answerOf: (name) => values[name],
  })

  // The form is there at once; a profile that comes later fills what nobody has typed into.
  const knownKey = JSON.stringify(known)
  useEffect(() => {
    if (stored) return
    const facts = Object.entries(known).filter(([name, value]) => value && !typed.current.has(name))
    fillBoxes(ref.current, Object.fromEntries(facts))
    update()
  }, [stored, knownKey])

  function onInput({ target }: FormEvent<HTMLFormElement>) {
    const { name } = target as HTMLInputElement
    typed.current.add(name)
    if (form.attempt > 0) form.watch([name])
    update()
    draft.save({ fields: readFormValues(ref.current), attempt: attempt.current })
  }

  async function submit() {
    if (form.isBusy.current) return
    toast.dismiss() // it spoke of the attempt before
    const fields = readFormValues(ref.current)
    update()
    const verdict = readOrderRequest(fields)
    if (!verdict.ok) return form.refuse(verdict.problems, form.errorText)
    const request = verdict.answers
    attempt.current = planAttempt(request, attempt.current)
    // Stored before it is sent: after a crash or a lost answer the same key goes out again.
    draft.saveNow({ fields, attempt: attempt.current })
    const key = attempt.current
    const outcome = await form.sending(() => submitOrder(request, key))
    if (outcome.kind === 'submitted') {
      draft.remove()
      toast.success(
        'Order Submitted Successfully',
        'We have received your order request. Our team will contact you within 24 hours.',
      )
      return onSubmitted(outcome.order, request)
    }
    if (outcome.kind === 'sessionLost') return onSessionLost()
    if (outcome.kind === 'refused') form.refuseByService([outcome])
    else form.refuse([], outcome.kind === 'unreachable' ? networkHint : outcome.message)
    toast.error(failedTitle, failedText)
  }

  const unitWarning = findUnitWarning(values.product ?? '', values.unit ?? '')

  return (
    <form
      ref={ref}
      className="form"
      noValidate
      aria-label="Agricultural Products Order Form"
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
          <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
            {listQuestions(questions).map((question) => (
              <div key={question.name} className={cx(!question.half && 'sm:col-span-2')}>
                <QuestionField
                  id={form.fieldId(question.name)}
                  question={question}
                  optional={!isRequired(question)}
                  value={initial[question.name]}
                  help={(question.name === 'unit' && unitWarning) || question.help}
                  error={form.problemOf(question.name)}
                />
              </div>
            ))}
          </div>
        </fieldset>
      ))}
      <ErrorMessage errorText={form.errorText} isSending={form.isSending}>
        <p>
          <strong>Your order was not confirmed.</strong> {form.errorText} What you typed is kept, and sending
          it again will not make a second order.
        </p>
      </ErrorMessage>
      <PrivacyLine>We keep what you write to answer, deliver and bill this order.</PrivacyLine>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" busy={form.isSending} busyLabel="Submitting Order...">
          Submit Order
        </Button>
        {draft.savedAt && (
          <p className="num text-sm text-stone">
            Kept on this device, {formatDateTime(draft.savedAt).slice(-5)} (Lagos)
          </p>
        )}
      </div>
    </form>
  )
}

function findProblems(input: Readonly<Record<string, string>>) {
  const verdict = readOrderRequest(input)
  return verdict.ok ? [] : verdict.problems
}

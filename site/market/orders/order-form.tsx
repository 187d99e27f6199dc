/** 'Agricultural Products Order Form': asks, keeps what is typed, sends once, and says what to correct. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { formatDateTime } from '#domain/dates.ts'
import {
  findUnitWarning,
  type OrderRequest,
  type OrderRequestField,
  orderRequestSchema,
  type SubmittedOrder,
} from '#domain/market/orders.ts'
import { networkHint } from '#site/lib/network.ts'
import { Button } from '#site/ui/button.tsx'
import { ErrorSummary } from '#site/ui/error-summary.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { OrderField } from './order-field.tsx'
import { orderFieldNames, orderGroups } from './order-groups.ts'
import { planAttempt, submitOrder } from './submit-order.ts'
import { useOrderDraft } from './use-order-draft.ts'

type OrderAnswers = z.input<typeof orderRequestSchema>

export interface OrderFormProps {
  userId: string
  /** What is known about the member, now or a moment later; what was typed or kept wins over it. */
  known: Partial<OrderAnswers>
  onSubmitted: (order: SubmittedOrder, request: OrderRequest) => void
  /** The service no longer knows the session; everything typed is kept by then. */
  onSessionLost: () => void
}

const failedTitle = 'Submission Failed'
const failedText = 'There was an error submitting your order. Please try again.'

export function OrderForm({ userId, known, onSubmitted, onSessionLost }: OrderFormProps) {
  const draft = useOrderDraft(userId)
  const attempt = useRef(draft.kept?.values.attempt)
  const isSending = useRef(false)
  const typed = useRef(new Set<string>())
  const [attemptCount, setAttemptCount] = useState(0)
  const [trouble, setTrouble] = useState<string | null>(null)
  const { register, handleSubmit, control, formState, setError, getValues, setValue, subscribe } = useForm<
    OrderAnswers,
    unknown,
    OrderRequest
  >({
    resolver: zodResolver(orderRequestSchema),
    defaultValues: { ...emptyAnswers(), ...known, ...draft.kept?.values.fields },
    shouldFocusError: false,
  })
  const { save, saveNow, remove } = draft
  const troubleBox = useRef<HTMLDivElement>(null)

  // It stands where the button was and the toast lies over the foot of the screen: both must be seen.
  useEffect(() => {
    if (trouble) troubleBox.current?.scrollIntoView({ block: 'center' })
  }, [trouble])

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback({ values, name, type }) {
          if (!name || type !== 'change') return // what the form fills in by itself is no draft
          typed.current.add(name)
          save({ fields: values, attempt: attempt.current })
        },
      }),
    [subscribe, save],
  )

  // The form is there at once; a profile that comes later fills what nobody has typed into.
  const { contactPerson = '', email = '', phone = '' } = known
  const hasDraft = draft.kept !== null
  useEffect(() => {
    if (hasDraft) return
    const fill = (name: OrderRequestField, value: string) => {
      if (value && !typed.current.has(name)) setValue(name, value)
    }
    fill('contactPerson', contactPerson)
    fill('email', email)
    fill('phone', phone)
  }, [hasDraft, contactPerson, email, phone, setValue])

  async function send(request: OrderRequest) {
    if (isSending.current) return // the second tap of a double tap comes before the button is disabled
    isSending.current = true
    attempt.current = planAttempt(request, attempt.current)
    // Kept before it is sent: after a crash or a lost answer the same key goes out again.
    saveNow({ fields: getValues(), attempt: attempt.current })
    setTrouble(null)
    toast.dismiss() // it spoke of the attempt before
    const outcome = await submitOrder(request, attempt.current)
    isSending.current = false
    if (outcome.kind === 'submitted') {
      remove()
      toast.success(
        'Order Submitted Successfully',
        'We have received your order request. Our team will contact you within 24 hours.',
      )
      return onSubmitted(outcome.order, request)
    }
    if (outcome.kind === 'sessionLost') return onSessionLost()
    if (outcome.kind === 'refused') setError(outcome.field, { type: 'server', message: outcome.message })
    else setTrouble(outcome.kind === 'unreachable' ? networkHint : outcome.message)
    setAttemptCount((count) => count + 1)
    toast.error(failedTitle, failedText)
  }

  const errors = orderFieldNames.flatMap((name) => {
    const message = formState.errors[name]?.message
    return message ? [{ fieldId: name, message }] : []
  })
  const [product, unit] = useWatch({ control, name: ['product', 'unit'] })
  const unitWarning = findUnitWarning(product, unit)

  return (
    <form
      className="form"
      noValidate
      aria-label="Agricultural Products Order Form"
      onSubmit={handleSubmit(send, () => setAttemptCount((count) => count + 1))}
    >
      <ErrorSummary errors={formState.isSubmitted ? errors : []} attempt={attemptCount} />
      {orderGroups.map((group) => (
        <fieldset key={group.title} className="grid gap-6 pb-2">
          <legend className="mb-4 w-full border-b border-ink pb-2 font-serif text-xl font-semibold">
            {group.title}
          </legend>
          <div className="grid gap-6 sm:grid-cols-2">
            {group.fields.map((field) => (
              <OrderField
                key={field.name}
                look={field}
                error={formState.errors[field.name]?.message}
                warning={field.name === 'unit' ? unitWarning : null}
                registration={register(field.name)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      {trouble && (
        <div ref={troubleBox}>
          <Notice kind="warn">
            <p>
              <strong>Your order was not confirmed.</strong> {trouble} What you typed is kept, and sending it
              again will not make a second order.
            </p>
          </Notice>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" busy={formState.isSubmitting} busyLabel="Submitting Order...">
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

function emptyAnswers(): OrderAnswers {
  return Object.fromEntries(orderFieldNames.map((name) => [name, ''])) as OrderAnswers
}

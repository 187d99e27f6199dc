/** The state of a checkout: what is typed and stored, the one attempt that runs, and the order once it is placed. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { honeypotField, readForm } from '#domain/forms.ts'
import { marketMessages, marketOrderRules } from '#domain/market/market-orders.ts'
import type { Order } from '#domain/market/order.ts'
import { planAttempt } from '#site/lib/form/attempt.ts'
import { readFormValues } from '#site/lib/form/form-values.ts'
import { type Form, useForm } from '#site/lib/form/use-form.ts'
import { networkHint } from '#site/lib/network.ts'
import { type CartItem, readCart, refreshCart, takeOutOrdered } from '#site/market/cart/cart.ts'
import { claimedToast } from '#site/market/market-orders/order-client.ts'
import { toast } from '#site/ui/toast.tsx'
import { findChangedItems } from './cart-changes.tsx'
import {
  type CheckoutMemory,
  followCheckout,
  forgetCheckout,
  type OpenOrder,
  readCheckout,
  saveCheckout,
} from './checkout-memory.ts'
import { contactFields } from './contact-fields.tsx'
import { readKnownBuyer } from './known-buyer.ts'
import type { SummaryLine } from './order-summary.tsx'
import {
  beginProof,
  type EarlyProof,
  type OrderContent,
  type PlaceOutcome,
  placeAsGuest,
  placeAsMember,
} from './place-order.ts'

export interface Checkout {
  form: Form
  /** What the boxes begin with; `generation` grows when it comes from elsewhere. */
  values: Readonly<Record<string, string>>
  generation: number
  /** Placed on this device, its payment not claimed yet. */
  placed: OpenOrder | null
  onInput: () => void
  onSubmit: (event: FormEvent) => void
  /** The payment is claimed. */
  finish: () => void
  /** The placed order is let be; the cart is ordered again. */
  letBe: () => void
  /** Its prices are others now, which the buyer has agreed to. */
  reprice: (order: Pick<Order, 'items' | 'totalKobo'>) => void
}

interface CheckoutOptions {
  userId: string | null
  items: readonly CartItem[]
  /** True while the cart holds something that the buyer has to review first. */
  hasChanges: boolean
  onSessionLost: () => void
}

export function useCheckout({ userId, items, hasChanges, onSessionLost }: CheckoutOptions): Checkout {
  const form = useForm((name) => `checkout-${name}`)
  const memory = useRef<CheckoutMemory>(null)
  memory.current ??= readCheckout(userId)
  const early = useRef<EarlyProof | null>(null)
  const [values, setValues] = useState(memory.current.fields)
  const [generation, setGeneration] = useState(0)
  const [placed, setPlaced] = useState<OpenOrder | null>(memory.current.placed ?? null)

  useEffect(() => void refreshCart(), [])

  // An order that another tab has placed or paid is not placed twice.
  useEffect(
    () =>
      followCheckout(userId, (stored) => {
        memory.current = stored
        if (!form.isBusy.current) setPlaced(stored.placed ?? null)
      }),
    [userId],
  )

  // What is known of a member fills what nobody has typed into.
  useEffect(() => {
    if (!userId) return
    let isGone = false
    void readKnownBuyer(userId).then((known) => {
      if (isGone) return
      const typed = Object.entries(readFields()).filter(([, value]) => value !== '')
      setValues({ ...known, ...Object.fromEntries(typed) })
      setGeneration((count) => count + 1)
    })
    return () => {
      isGone = true
    }
  }, [userId])

  function readFields(): Record<string, string> {
    if (!form.ref.current) return memory.current?.fields ?? {}
    const all = readFormValues(form.ref.current)
    return Object.fromEntries(contactFields.map((name) => [name, all[name] ?? '']))
  }

  function save(changes: Partial<CheckoutMemory>) {
    memory.current = { fields: {}, ...memory.current, ...changes }
    saveCheckout(userId, memory.current)
  }

  function onInput() {
    if (!userId) early.current ??= beginProof()
    save({ fields: readFields() })
  }

  async function submit() {
    if (form.isBusy.current) return // the second tap of a double tap comes before the button is disabled
    toast.dismiss()
    const fields = readFields()
    const read = readForm(marketOrderRules, fields)
    if (!read.ok) return form.refuse(read.problems)
    if (hasChanges) return form.refuse([])
    const content: OrderContent = {
      items: items.map(({ productId, quantity, priceKobo }) => ({ productId, quantity, priceKobo })),
      contact: fields,
    }
    const plan = planAttempt(content, memory.current?.attempt)
    // Stored before it is sent: after a crash or a lost answer the same key goes out again.
    save({ fields, attempt: plan })
    const homepage = readFormValues(form.ref.current)[honeypotField] ?? ''
    await form.sending(async () => {
      const outcome = userId
        ? await placeAsMember(content, plan)
        : await placeAsGuest(content, plan, homepage, early.current)
      await settle(outcome, plan.content)
    })
  }

  async function settle(outcome: PlaceOutcome, content: string) {
    if (outcome.kind === 'placed') return adopt(outcome, content)
    if (outcome.kind === 'sessionLost') return onSessionLost()
    if (outcome.kind === 'invalid') return form.refuse(outcome.problems)
    if (outcome.kind === 'failed') {
      if (outcome.isSpent) save({ attempt: undefined })
      return form.refuse([], outcome.message)
    }
    // The cart learns what is true now, and the page shows it.
    const isKnown = await refreshCart()
    if (!isKnown) return form.refuse([], networkHint)
    // It may be as before again: then nothing on the page says why.
    form.refuse([], findChangedItems(readCart().items).length > 0 ? null : marketMessages.linesChanged)
  }

  function adopt({ order, trackingPath }: Extract<PlaceOutcome, { kind: 'placed' }>, content: string) {
    const { id, code, totalKobo, expiresAt } = order
    const open: OpenOrder = {
      id,
      code,
      totalKobo,
      expiresAt,
      trackingPath,
      hasEmail: Boolean(memory.current?.fields.email),
      content,
      lines: items.map(toLine),
    }
    save({ placed: open })
    if (trackingPath)
      import('#site/lib/sent-here.ts')
        .then(({ rememberSentHere }) => rememberSentHere({ reference: code, kind: 'order' }))
        .catch(() => {}) // the order itself is stored
    form.clear()
    setPlaced(open)
  }

  return {
    form,
    values,
    generation,
    placed,
    onInput,
    onSubmit(event) {
      event.preventDefault()
      void submit()
    },
    finish() {
      forgetCheckout(userId)
      takeOutOrdered(placed?.lines ?? [])
      toast.success(...claimedToast)
    },
    letBe() {
      save({ placed: undefined, attempt: undefined })
      setPlaced(null)
    },
    reprice({ items: ordered, totalKobo }) {
      if (!placed) return
      const lines = ordered.map((item) => ({ ...toLine(item), productId: item.productId ?? item.name }))
      const repriced = { ...placed, lines, totalKobo: totalKobo ?? placed.totalKobo }
      save({ placed: repriced })
      setPlaced(repriced)
    },
  }
}

function toLine<Id>({
  productId,
  name,
  packAmount,
  packUnit,
  priceKobo,
  quantity,
}: Omit<SummaryLine, 'productId'> & { productId: Id }) {
  return { productId, name, packAmount, packUnit, priceKobo, quantity }
}

/** The state of a checkout: what is typed and stored, the one attempt that runs, and the order once it is placed. */

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { honeypotField, readForm } from '#domain/forms.ts'
import { computeTotalKobo } from '#domain/market/carts.ts'
import { checkoutWords as words } from '#domain/market/checkout-questions.ts'
import { describeDayAndPlace } from '#domain/market/delivery.ts'
import { deliveryWords } from '#domain/market/delivery-words.ts'
import { marketMessages, marketOrderRules } from '#domain/market/market-orders.ts'
import type { Order } from '#domain/market/order.ts'
import { claimWords } from '#domain/market/payment-words.ts'
import { countVat } from '#domain/market/vat.ts'
import { planAttempt } from '#site/lib/form/attempt.ts'
import { readFormValues } from '#site/lib/form/form-values.ts'
import { type Form, useForm } from '#site/lib/form/use-form.ts'
import { networkHint } from '#site/lib/network.ts'
import { type CartItem, readCart, refreshCart, takeOutOrdered } from '#site/market/cart/cart.ts'
import { readPlace, savePlace } from '#site/market/delivery/place.ts'
import { orderLimits } from '#site/market/order-limits.ts'
import { accountOrderPath } from '#site/member-paths.ts'
import { toast } from '#site/ui/toast.tsx'
import { acceptChanges, findChangedItems } from './cart-changes.tsx'
import {
  asSeen,
  type CheckoutMemory,
  findUnanswered,
  followCheckout,
  leaveEarlier,
  letOrderBe,
  type OpenOrder,
  readCheckout,
  rememberClaimed,
  type SentOrder,
  saveCheckout,
  toOrderedItem,
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
import {
  type ChosenDelivery,
  describeChange,
  describeVatChange,
  useDeliveryChoice,
} from './use-delivery-choice.ts'

export interface Checkout {
  form: Form
  /** What the boxes begin with; `generation` grows when it comes from elsewhere. */
  values: Readonly<Record<string, string>>
  generation: number
  delivery: ChosenDelivery
  /** What an order of now would hold, once the changes are accepted; or what the order without an answer holds. */
  lines: readonly CartItem[]
  /** The same with what each bears of VAT, as far as that is known. */
  summaryLines: readonly SummaryLine[]
  /** What the buyer has to review first. */
  changed: readonly CartItem[]
  /** What there is to do where they are more products than one order takes. */
  tooManyLines: string | null
  /** This very order was sent already, and its answer did not come. */
  isUnanswered: boolean
  /** Placed on this device, its payment not claimed yet. */
  placed: OpenOrder | null
  onInput: (event: FormEvent) => void
  onSubmit: (event: FormEvent) => void
  /** The payment is claimed. */
  finish: (isHere: boolean) => void
  /** The placed order is over, or taken back; the next one is another order. */
  letBe: () => void
  /** Its prices, or what is due of it, are not what this device knows. */
  reprice: (order: Pick<Order, 'items' | 'totalKobo' | 'vat'>) => void
}

interface CheckoutOptions {
  userId: string | null
  cart: readonly CartItem[]
  onSessionLost: () => void
  /** Placed, and its delivery is quoted first. */
  onQuoted: (order: OpenOrder) => void
}

export function useCheckout({ userId, cart, onSessionLost, onQuoted }: CheckoutOptions): Checkout {
  const form = useForm((name) => `checkout-${name}`)
  const memory = useRef<CheckoutMemory>(null)
  memory.current ??= beginWithPlace(readCheckout(userId))
  const unanswered = findUnanswered(memory.current, cart)
  const changed = unanswered ? [] : findChangedItems(cart)
  const lines = unanswered ? cart.map(asSeen) : acceptChanges(cart)
  const { linesMax } = orderLimits
  const tooManyLines = lines.length > linesMax ? words.tooManyLines(linesMax, lines.length) : null
  const early = useRef<EarlyProof | null>(null)
  const [values, setValues] = useState(memory.current.fields)
  const [generation, setGeneration] = useState(0)
  const [place, setPlace] = useState(() => placeIn(memory.current?.fields ?? {}))
  const delivery = useDeliveryChoice({
    items: lines,
    place,
    remembered: memory.current.delivery,
    onPick: (picked) => save({ delivery: picked }),
  })
  const [placed, setPlaced] = useState<OpenOrder | null>(memory.current.placed ?? null)
  const summaryLines = lines.map((line) =>
    toLine({
      ...line,
      vat: delivery.lookup.options?.lines?.find(({ productId }) => productId === line.productId),
    }),
  )

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
      const values = fillKnown(known, Object.fromEntries(typed))
      setValues(values)
      setPlace(placeIn(values))
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
    // An earlier order may have been paid, hidden or closed since, here or in another tab.
    const { quoted, left } = readCheckout(userId)
    memory.current = { fields: {}, ...memory.current, quoted, left, ...changes }
    saveCheckout(userId, memory.current)
  }

  function onInput({ target }: FormEvent) {
    form.takeBack(target)
    if (!userId) early.current ??= beginProof()
    const fields = readFields()
    save({ fields })
    const next = placeIn(fields)
    if (next.state !== place.state || next.lga !== place.lga) {
      setPlace(next)
      savePlace(next)
    }
  }

  async function submit() {
    if (form.isBusy.current) return // the second tap of a double tap comes before the button is disabled
    toast.dismiss()
    const fields = readFields()
    const homepage = readFormValues(form.ref.current)[honeypotField] ?? ''
    const { name, day } = memory.current?.delivery ?? {}
    const chosen = JSON.stringify([fields, name, day])
    if (unanswered?.chosen === chosen) return send(unanswered, homepage)
    const read = readForm(marketOrderRules, fields)
    // Without a state there is nothing to choose from.
    const unchosen =
      delivery.choice || !fields.state ? [] : [{ field: 'delivery', message: deliveryWords.choose }]
    if (!read.ok) return form.refuse([...read.problems, ...unchosen])
    if (changed.length > 0) return form.refuse([])
    if (tooManyLines) return form.refuse([], tooManyLines)
    if (!delivery.choice) return form.refuse(unchosen)
    const ordered: OrderContent = {
      items: lines.map(toOrderedItem),
      contact: fields,
      delivery: delivery.choice,
    }
    // The VAT that was shown follows from what is ordered: after a reload it may not be known yet, and the attempt is the same.
    const vat = delivery.vat && { vatKobo: countVat(delivery.vat) }
    const attempt = { ...planAttempt(ordered, memory.current?.attempt), chosen, ...vat }
    // Stored before it is sent: after a crash or a lost answer the same key goes out again.
    save({ fields, attempt })
    await send(attempt, homepage)
  }

  async function send(attempt: SentOrder, homepage: string) {
    const { vatKobo } = attempt
    const content: OrderContent = {
      ...JSON.parse(attempt.content),
      ...(vatKobo !== undefined && { vatKobo }),
    }
    await form.sending(async () => {
      const outcome = userId
        ? await placeAsMember(content, attempt)
        : await placeAsGuest(content, attempt, homepage, early.current)
      await settle(outcome, attempt)
    })
  }

  async function settle(outcome: PlaceOutcome, { content, vatKobo = 0 }: SentOrder) {
    if (outcome.kind === 'placed') return adopt(outcome, content)
    if (outcome.kind === 'sessionLost') return onSessionLost()
    // A refusal means that no order was made.
    if (outcome.kind !== 'failed' || outcome.isSpent) save({ attempt: undefined })
    if (outcome.kind === 'deliveryChanged') {
      delivery.take(outcome.options)
      const vat = describeVatChange(delivery, outcome.options, computeTotalKobo(lines), vatKobo)
      if (vat) return form.refuse([], vat)
      return form.refuse([{ field: 'delivery', message: describeChange(delivery.option, outcome.options) }])
    }
    if (outcome.kind === 'invalid') return form.refuse(outcome.problems)
    if (outcome.kind === 'failed') {
      // A limit may be another one now: the answer about delivery brings it, and the page then says what to change.
      if (outcome.isSpent) delivery.lookup.again()
      return form.refuse([], outcome.message)
    }
    // The cart learns what is true now, and the page shows it.
    const isKnown = await refreshCart()
    if (!isKnown) return form.refuse([], networkHint)
    // It may be as before again: then nothing on the page says why.
    form.refuse([], findChangedItems(readCart().items).length > 0 ? null : marketMessages.linesChanged)
  }

  function adopt({ order, trackingPath }: Extract<PlaceOutcome, { kind: 'placed' }>, content: string) {
    const { id, code, totalKobo, expiresAt, awaitsDelivery, deliveryKobo } = order
    const sentAt = new Date().toISOString()
    const open: OpenOrder = {
      id,
      code,
      sentAt,
      totalKobo,
      expiresAt,
      trackingPath,
      hasEmail: Boolean(memory.current?.fields.email),
      content,
      lines: summaryLines,
      delivery: {
        isOpen: awaitsDelivery,
        priceKobo: deliveryKobo,
        isCollected: order.delivery?.kind === 'collect',
        weightGrams: order.delivery?.weightGrams ?? null,
        day: order.delivery?.day,
        detail: order.delivery ? describeDayAndPlace(order.delivery) : '',
      },
      vat: order.vat,
      items: lines,
    }
    // What waits for the price of its delivery is not to be paid here: the checkout is free for the next one.
    const stored = readCheckout(userId)
    const others = (stored.quoted ?? []).filter((other) => other.id !== id)
    const { placed: earlier } = stored
    // Another tab may have sent the same attempt, and taken its goods out.
    const isNew = earlier?.id !== id && others.length === (stored.quoted ?? []).length
    // The next press is another order, also of the same goods.
    save({
      attempt: undefined,
      ...(awaitsDelivery
        ? { placed: earlier, quoted: [{ id, code, sentAt }, ...others] }
        : { placed: open, left: leaveEarlier(userId, stored, id) }),
    })
    import('#site/lib/sent-here.ts')
      .then(({ rememberSentHere }) =>
        rememberSentHere({ reference: code, kind: 'order', path: userId ? accountOrderPath(id) : undefined }),
      )
      .catch(() => {}) // the order itself is stored
    form.clear()
    // The goods are the order's now: in the cart they would be ordered once more, or be shown as sold out.
    if (isNew) takeOutOrdered(lines)
    if (awaitsDelivery) return onQuoted(open)
    setPlaced(open)
  }

  return {
    form,
    values,
    generation,
    delivery,
    lines,
    summaryLines,
    changed,
    tooManyLines: unanswered ? null : tooManyLines,
    isUnanswered: unanswered !== null,
    placed,
    onInput,
    onSubmit(event) {
      event.preventDefault()
      void submit()
    },
    finish(isHere) {
      if (placed) memory.current = rememberClaimed(userId, placed)
      if (isHere) toast.success(claimWords.claimed.title, claimWords.claimed.text)
    },
    letBe() {
      if (placed) memory.current = letOrderBe(userId, placed.id)
      // The boxes come back with what was typed since this page was opened.
      setValues(memory.current?.fields ?? {})
      setGeneration((count) => count + 1)
      setPlaced(null)
    },
    reprice({ items: ordered, totalKobo, vat }) {
      // It may have been claimed, taken back or let be while this was read.
      if (!placed || memory.current?.placed?.id !== placed.id) return
      const lines = ordered.map((item) => ({ ...toLine(item), productId: item.productId ?? item.name }))
      const { due: _before, ...known } = placed
      const repriced = { ...known, lines, vat, totalKobo: totalKobo ?? placed.totalKobo }
      save({ placed: repriced })
      setPlaced(repriced)
    },
  }
}

/**
 * The state that was chosen last, beside a product, in the cart or here. Another one than was typed here is taken whole; but of an
 * order that was sent and not answered nothing is another.
 */
function beginWithPlace(memory: CheckoutMemory): CheckoutMemory {
  const place = readPlace()
  if (!place?.state || memory.attempt || memory.fields.state === place.state) return memory
  const { delivery: _delivery, ...rest } = memory
  const { address: _address, ...fields } = memory.fields
  return memory.fields.state
    ? { ...rest, fields: { ...fields, ...place } }
    : { ...memory, fields: { ...memory.fields, ...place } }
}

/** A place is taken whole: another state is not filled up with the area and the street of the last order. */
function fillKnown(known: Record<string, string>, typed: Record<string, string>): Record<string, string> {
  const isElsewhere = typed.state !== undefined && typed.state !== known.state
  const { lga: _lga, address: _address, ...unplaced } = known
  return { ...(isElsewhere ? unplaced : known), ...typed }
}

const placeIn = ({ state = '', lga = '' }: Readonly<Record<string, string>>) => ({ state, lga: lga.trim() })

function toLine<Id>({
  productId,
  name,
  packAmount,
  packUnit,
  priceKobo,
  quantity,
  vat,
}: Omit<SummaryLine, 'productId'> & { productId: Id }) {
  const own = vat && { vat: { vatClass: vat.vatClass, rateBp: vat.rateBp } }
  return { productId, name, packAmount, packUnit, priceKobo, quantity, ...own }
}

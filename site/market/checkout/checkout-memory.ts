/** What a checkout stores on this device: what is typed, the attempt's key, and the order until its payment is claimed. */
import { readTrackingToken, trackingPath as toPath } from '#domain/guest-links.ts'
import type { VatLine } from '#domain/market/vat.ts'
import { type Draft, draftPrefix, readDraft, removeDraft, saveDraft } from '#site/lib/draft.ts'
import type { Attempt } from '#site/lib/form/attempt.ts'
import { readStoredSession } from '#site/lib/stored-session.ts'
import type { CartItem } from '#site/market/cart/stored-cart.ts'
import { accountOrderPath } from '#site/member-paths.ts'
import { guestCheckoutName } from '#site/page-drafts.ts'
import type { SummaryDelivery, SummaryLine } from './order-summary.tsx'
import type { OrderContent } from './place-order.ts'
import type { PickedDelivery } from './use-delivery-choice.ts'

/** What of an order is due now. */
export interface OpenDue {
  nowKobo: number
  /** Null: for no time that is known. */
  until: string | null
  /** A price is another one: it is confirmed first. */
  pricesChanged?: boolean
}

/** An order that this device has placed and whose payment is not claimed yet. */
export interface OpenOrder {
  id: string
  code: string
  /** Not known of an order from before the last release. */
  sentAt?: string
  totalKobo: number
  /** Null: its delivery is quoted first, or there is no account yet that it could be paid to, and nothing runs out. */
  expiresAt: string | null
  /** What was to be transferred when it was read last, and until when; before, the total, until `expiresAt`. */
  due?: OpenDue
  /** '/track#…' of a guest; a member's order is found in the account. */
  trackingPath: string | null
  /** The link went by mail, too. Not known of an order from before the last release. */
  hasEmail?: boolean
  /** What was ordered, as it was requested. */
  content: string
  lines: readonly SummaryLine[]
  /** Not known of an order from before there was a choice. */
  delivery?: SummaryDelivery
  /** Not known of an order from before the last release. */
  vat?: readonly VatLine[] | null
  /** What left the cart for it, and comes back when it is changed. Not known of an order from before the last release. */
  items?: readonly CartItem[]
}

/** Where it is read and paid. */
export function pathOf({ id, trackingPath }: OpenOrder): string {
  // An order from before the last release has its link in the old form.
  return trackingPath ? toPath(readTrackingToken(trackingPath)) : accountOrderPath(id)
}

/** An order whose delivery is quoted first: the cart names it until its payment is claimed or it is over. */
export interface QuotedOrder {
  id: string
  code: string
  sentAt: string
  /** A guest wants to read of it no more. */
  isHidden?: true
}

/** Nobody is asked how a guest's order stands: by then it has been answered, or its time has run out. */
const guestQuotedMs = 10 * 24 * 60 * 60 * 1000

/**
 * An order whose payment was claimed here, that another one followed, or that waits for its transfer here no more: cart and checkout
 * name it until its own page has said that it is paid or over. Without its link.
 */
export interface LeftOrder {
  id: string
  code: string
  /** Not known of an order from before the last release. */
  sentAt?: string
}

/** An order that was sent, until its answer is here. */
export interface SentOrder extends Attempt {
  /** What the buyer had typed and picked. Not known of one from before the last release. */
  chosen?: string
  vatKobo?: number
}

export interface CheckoutMemory {
  fields: Record<string, string>
  attempt?: SentOrder
  placed?: OpenOrder
  delivery?: PickedDelivery
  /** The newest first, as of those whose delivery is quoted. */
  left?: readonly LeftOrder[]
  quoted?: readonly QuotedOrder[]
}

const guest = 'guest'

/** A guest's order is not lost when a member signs in on the same device, and neither sees the other's. */
function nameOf(userId: string | null): string {
  return userId ? 'checkout' : guestCheckoutName
}

export function readCheckout(userId: string | null): CheckoutMemory {
  const stored: Draft<StoredMemory> | null = readDraft(nameOf(userId), userId ?? guest)
  if (!stored) return { fields: {} }
  const quoted = [stored.values.quoted ?? []].flat()
  const memory = {
    ...stored.values,
    left: [stored.values.left ?? []].flat(),
    quoted: quoted.filter(({ sentAt }) => userId || Date.parse(sentAt) > Date.now() - guestQuotedMs),
  }
  const { expiresAt } = memory.placed ?? {}
  return expiresAt && new Date(expiresAt).getTime() <= Date.now()
    ? saveForNext({ ...memory, left: leave(memory, memory.placed) })
    : memory
}

const leftMax = 5

/** Those that are left, with this one. */
function leave({ left }: CheckoutMemory, order: LeftOrder | undefined): CheckoutMemory['left'] {
  if (!order) return left
  const { id, code, sentAt } = order
  return [{ id, code, sentAt }, ...without(left, id)].slice(0, leftMax)
}

/** Those that are left once another order is placed. A guest finds the one before nowhere else; a member's waits in the account. */
export function leaveEarlier(
  userId: string | null,
  stored: CheckoutMemory,
  orderId: string,
): CheckoutMemory['left'] {
  const { placed, left } = stored
  return userId || placed?.id === orderId ? left : leave(stored, placed)
}

const without = (left: CheckoutMemory['left'] = [], orderId: string) =>
  left.filter(({ id }) => id !== orderId)

/** Before the last release there was one at most. */
type StoredMemory = Omit<CheckoutMemory, 'quoted' | 'left'> & {
  quoted?: QuotedOrder | readonly QuotedOrder[]
  left?: LeftOrder | readonly LeftOrder[]
}

/**
 * What was typed, and how the goods shall come. Not at which price: that is looked up for what is ordered then. An order that was
 * sent without an answer is still the same one; beside the placed order itself, its own attempt lies there from before the last release.
 */
function saveForNext({ fields, delivery, quoted, left, attempt, placed }: CheckoutMemory): CheckoutMemory {
  const known = { fields, quoted, left, attempt: attempt?.content === placed?.content ? undefined : attempt }
  if (!delivery) return known
  const { name, day } = delivery
  return { ...known, delivery: { name, ...(day && { day }) } }
}

/**
 * The order that was sent and whose answer did not come, as long as the cart holds what it holds, at the prices of then. It may
 * exist: what is left of its goods is left beside it, and is no change of the cart.
 */
export function findUnanswered({ attempt }: CheckoutMemory, items: readonly CartItem[]) {
  if (!attempt?.chosen) return null
  const sent: OrderContent = JSON.parse(attempt.content)
  return JSON.stringify(sent.items) === JSON.stringify(items.map(asSeen).map(toOrderedItem)) ? attempt : null
}

/** At the price that the buyer saw. */
export function asSeen({ earlierPriceKobo, ...item }: CartItem): CartItem {
  return { ...item, priceKobo: earlierPriceKobo ?? item.priceKobo }
}

export function toOrderedItem({ productId, quantity, priceKobo }: CartItem) {
  return { productId, quantity, priceKobo }
}

export function saveCheckout(userId: string | null, memory: CheckoutMemory): void {
  saveDraft(nameOf(userId), userId ?? guest, memory)
}

/** Its payment is claimed: a guest's link goes, and what was typed, unless a later order was sent with it that has no answer. */
export function rememberClaimed(userId: string | null, order: OpenOrder): CheckoutMemory {
  const stored = readCheckout(userId)
  const next = saveForNext({ ...stored, placed: order, left: leave(stored, order) })
  const memory = next.attempt ? next : { fields: {}, left: next.left, quoted: next.quoted }
  saveCheckout(userId, memory)
  return memory
}

/**
 * Closing a guest's order on a shared phone removes its link and its contact from this device; any order's when it could not be
 * read. What leads to another order stays.
 */
export function forgetOpenOrder(code?: string): void {
  const { placed, quoted = [], left = [] } = readCheckout(null)
  const isOther = (order: { code: string } | undefined) => order !== undefined && order.code !== code
  const others = {
    placed: isOther(placed) ? placed : undefined,
    quoted: quoted.filter(isOther),
    left: left.filter(isOther),
  }
  const count = others.quoted.length + others.left.length
  if (code && others.placed === placed && count === quoted.length + left.length) return
  if (code && (count > 0 || others.placed)) saveCheckout(null, { fields: {}, ...others })
  else removeDraft(nameOf(null))
}

/** The placed order is let be: what was typed and chosen stays for the next one. */
export function letOrderBe(userId: string | null, orderId: string): CheckoutMemory {
  const stored = readCheckout(userId)
  const memory = saveForNext({ ...stored, left: without(stored.left, orderId) })
  saveCheckout(userId, memory)
  return memory
}

/** Notifies when another tab of this device has changed what is stored; the answer stops it. */
export function followCheckout(
  userId: string | null,
  onChange: (memory: CheckoutMemory) => void,
): () => void {
  const key = draftPrefix + nameOf(userId)
  const read = (event: StorageEvent) => {
    if (event.key === key || event.key === null) onChange(readCheckout(userId))
  }
  window.addEventListener('storage', read)
  return () => window.removeEventListener('storage', read)
}

/** The order of this checkout is claimed, or paid or over as its own page says; or that is so, and the page has not said it yet. */
export function closeOpenOrder(orderId: string, how: 'claimed' | 'over' | 'unsaid'): void {
  for (const userId of [readStoredSession()?.userId ?? null, null]) {
    const memory = readCheckout(userId)
    const { quoted = [], left } = memory
    const closed = quoted.find(({ id }) => id === orderId)
    if (closed) {
      saveCheckout(userId, {
        ...memory,
        quoted: quoted.filter((order) => order !== closed),
        ...(how !== 'over' && { left: leave(memory, closed) }),
      })
    } else if (left?.some(({ id }) => id === orderId)) {
      if (how === 'over') saveCheckout(userId, { ...memory, left: without(left, orderId) })
    } else if (memory.placed?.id === orderId) {
      if (how === 'claimed') rememberClaimed(userId, memory.placed)
      else if (how === 'over') letOrderBe(userId, orderId)
      else saveCheckout(userId, saveForNext({ ...memory, left: leave(memory, memory.placed) }))
    }
  }
}

/** What a checkout stores on this device: what is typed, the attempt's key, and the order until its payment is claimed. */
import { readTrackingToken, trackingPath as toPath } from '#domain/guest-links.ts'
import type { VatLine } from '#domain/market/vat.ts'
import { type Draft, draftPrefix, readDraft, removeDraft, saveDraft } from '#site/lib/draft.ts'
import type { Attempt } from '#site/lib/form/attempt.ts'
import { readStoredSession } from '#site/lib/stored-session.ts'
import type { CartItem } from '#site/market/cart/stored-cart.ts'
import { accountOrderPath } from '#site/member-paths.ts'
import type { SummaryDelivery, SummaryLine } from './order-summary.tsx'
import type { PickedDelivery } from './use-delivery-choice.ts'

/** An order that this device has placed and whose payment is not claimed yet. */
export interface OpenOrder {
  id: string
  code: string
  totalKobo: number
  /** Null: its delivery is quoted first, and nothing runs out. */
  expiresAt: string | null
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

/** The order whose payment a member claimed last, so that their other tabs can say so. */
export interface ClaimedOrder {
  id: string
  code: string
  claimedAt: string
}

export interface CheckoutMemory {
  fields: Record<string, string>
  attempt?: Attempt
  placed?: OpenOrder
  delivery?: PickedDelivery
  claimed?: ClaimedOrder
}

const guest = 'guest'

/** A guest's order is not lost when a member signs in on the same device, and neither sees the other's. */
function nameOf(userId: string | null): string {
  return userId ? 'checkout' : 'checkout-guest'
}

export function readCheckout(userId: string | null): CheckoutMemory {
  const stored: Draft<CheckoutMemory> | null = readDraft(nameOf(userId), userId ?? guest)
  if (!stored) return { fields: {} }
  const { placed } = stored.values
  return placed?.expiresAt && new Date(placed.expiresAt).getTime() <= Date.now()
    ? saveForNext(stored.values)
    : stored.values
}

/** What was typed, and how the goods shall come. Not at which price: that is looked up for what is ordered then. */
function saveForNext({ fields, delivery }: CheckoutMemory): CheckoutMemory {
  if (!delivery) return { fields }
  const { name, day } = delivery
  return { fields, delivery: { name, ...(day && { day }) } }
}

export function saveCheckout(userId: string | null, memory: CheckoutMemory): void {
  saveDraft(nameOf(userId), userId ?? guest, memory)
}

function forgetCheckout(userId: string | null): void {
  removeDraft(nameOf(userId))
}

/** Its payment is claimed. A guest's is remembered with what was sent from this device, without its link. */
export function rememberClaimed(userId: string | null, { id, code }: OpenOrder): CheckoutMemory {
  const memory: CheckoutMemory = userId
    ? { fields: {}, claimed: { id, code, claimedAt: new Date().toISOString() } }
    : { fields: {} }
  if (userId) saveCheckout(userId, memory)
  else forgetCheckout(userId)
  return memory
}

/** Closing a guest's order on a shared phone removes its link and its contact from this device; any order's when it could not be read. */
export function forgetOpenOrder(orderId?: string): void {
  if (!orderId || readCheckout(null).placed?.id === orderId) forgetCheckout(null)
}

/** The placed order is let be: what was typed and chosen stays for the next one. */
export function letOrderBe(userId: string | null): CheckoutMemory {
  const memory = saveForNext(readCheckout(userId))
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

/** The order of this checkout is paid or over, as its own page has learnt. */
export function closeOpenOrder(orderId: string, how: 'claimed' | 'over'): void {
  for (const userId of [readStoredSession()?.userId ?? null, null]) {
    const { placed } = readCheckout(userId)
    if (placed?.id !== orderId) continue
    if (how === 'claimed') rememberClaimed(userId, placed)
    else letOrderBe(userId)
  }
}

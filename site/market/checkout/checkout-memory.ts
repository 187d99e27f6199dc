/** What a checkout stores on this device: what is typed, the attempt's key, and the order until its payment is claimed. */
import { type Draft, draftPrefix, readDraft, removeDraft, saveDraft } from '#site/lib/draft.ts'
import type { Attempt } from '#site/lib/form/attempt.ts'
import { readStoredSession } from '#site/lib/stored-session.ts'
import type { SummaryLine } from './order-summary.tsx'

/** An order that this device has placed and whose payment is not claimed yet. */
export interface OpenOrder {
  id: string
  code: string
  totalKobo: number
  expiresAt: string
  /** '/track#…' of a guest; a member's order is found in the account. */
  trackingPath: string | null
  /** The link went by mail, too. Not known of an order from before the last release. */
  hasEmail?: boolean
  /** What was ordered, as it was requested. */
  content: string
  lines: readonly SummaryLine[]
}

export interface CheckoutMemory {
  fields: Record<string, string>
  attempt?: Attempt
  placed?: OpenOrder
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
  return placed && new Date(placed.expiresAt).getTime() <= Date.now()
    ? { fields: stored.values.fields }
    : stored.values
}

export function saveCheckout(userId: string | null, memory: CheckoutMemory): void {
  saveDraft(nameOf(userId), userId ?? guest, memory)
}

export function forgetCheckout(userId: string | null): void {
  removeDraft(nameOf(userId))
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

/** The order of this checkout is paid or over, as its own page has learnt; what was ordered, when this device had it open. */
export function closeOpenOrder(orderId: string): OpenOrder['lines'] | null {
  for (const userId of [readStoredSession()?.userId ?? null, null]) {
    const { placed } = readCheckout(userId)
    if (placed?.id !== orderId) continue
    forgetCheckout(userId)
    return placed.lines
  }
  return null
}

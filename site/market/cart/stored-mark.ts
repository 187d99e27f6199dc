/** Whether a cart is stored on this device, for pages that load nothing of it. */
import { draftPrefix } from '#site/lib/draft.ts'
import { sessionStorageAdapter } from '#site/lib/session-storage.ts'

/** With the prefix of drafts, so that a sign-out takes it along: phones are shared. */
export const cartStorageKey = `${draftPrefix}cart`

export function hasStoredCart(): boolean {
  try {
    return sessionStorageAdapter.getItem(cartStorageKey) !== null
  } catch {
    return false // storage is switched off
  }
}

/** The wishes as this device stores them: read with suspicion, since anybody can write into a browser's storage. */
import { wishesMax } from '#domain/market/wish-words.ts'
import { draftPrefix } from '#site/lib/draft.ts'
import { createStore } from '#site/lib/external-store.ts'
import { sessionStorageAdapter } from '#site/lib/session-storage.ts'

/** With the prefix of drafts, so that a sign-out takes it along: phones are shared. */
export const wishStorageKey = `${draftPrefix}wishes`

export interface StoredWishes {
  /** Whose account they mirror; null for a guest's. */
  ownerId: string | null
  /** The newest first. */
  productIds: readonly string[]
}

export const noWishes: StoredWishes = { ownerId: null, productIds: [] }

export const wishStore = createStore<StoredWishes>(
  typeof window === 'undefined' ? noWishes : readStoredWishes(),
)

export function readStoredWishes(): StoredWishes {
  try {
    const stored: StoredWishes | null = JSON.parse(sessionStorageAdapter.getItem(wishStorageKey) ?? 'null')
    const isId = (id: unknown) => typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id)
    if (!Array.isArray(stored?.productIds)) return noWishes
    return {
      ownerId: typeof stored.ownerId === 'string' ? stored.ownerId : null,
      productIds: stored.productIds.filter(isId).slice(0, wishesMax),
    }
  } catch {
    return noWishes // storage is switched off, or another program wrote into it
  }
}

export function saveWishesLocally(wishes: StoredWishes): void {
  wishStore.set(wishes)
  try {
    sessionStorageAdapter.removeItem(wishStorageKey)
    if (wishes !== noWishes) sessionStorageAdapter.setItem(wishStorageKey, JSON.stringify(wishes))
  } catch {
    // full or switched off: they last as long as the page
  }
}

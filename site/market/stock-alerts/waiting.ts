/** What this visitor waits for: of a member the account knows it, of anybody else this device, by what it has sent. */
import { useEffect } from 'react'
import { draftPrefix } from '#site/lib/draft.ts'
import { createStore, useStore } from '#site/lib/external-store.ts'
import { sessionStorageAdapter } from '#site/lib/session-storage.ts'
import { readStoredSession } from '#site/lib/stored-session.ts'

/** With the prefix of drafts, so that a sign-out takes it along: phones are shared. */
const storageKey = `${draftPrefix}stock-alerts`

/** By product, since when. */
type Waiting = Readonly<Record<string, string>>

const nothing: Waiting = {}
const waitingStore = createStore(nothing)

/** When it was requested; undefined where nobody waits, and while that is looked up. */
export function useWaitingSince(productId: string): string | undefined {
  useEffect(readWaiting, [])
  return useStore(waitingStore, nothing)[productId]
}

/** Null: they do not wait any more. Stored on the device of a visitor alone. */
export function setWaiting(productId: string, since: string | null): void {
  const { [productId]: _, ...others } = waitingStore.get()
  const waiting = since ? { ...others, [productId]: since } : others
  waitingStore.set(waiting)
  if (readStoredSession() !== null) return
  try {
    sessionStorageAdapter.setItem(storageKey, JSON.stringify(waiting))
  } catch {
    // full or switched off: it lasts as long as the page
  }
}

/** Whose list the store has: an account's, or the device's. */
let readFor: string | undefined

function readWaiting(): void {
  const owner = readStoredSession()?.userId ?? 'device'
  if (readFor === owner) return
  readFor = owner
  waitingStore.set(owner === 'device' ? readDevice() : nothing)
  if (owner === 'device') return
  import('./watch-stock.ts')
    .then(({ listWatched }) => listWatched())
    .then(
      (alerts) => {
        if (readFor === owner)
          waitingStore.set(Object.fromEntries(alerts.map((alert) => [alert.product_id, alert.created_at])))
      },
      () => {
        readFor = undefined // the next page tries again; to ask once more changes nothing
      },
    )
}

function readDevice(): Waiting {
  try {
    const stored: unknown = JSON.parse(sessionStorageAdapter.getItem(storageKey) ?? 'null')
    const isDay = (since: unknown) => typeof since === 'string' && !Number.isNaN(Date.parse(since))
    return Object.fromEntries(Object.entries(stored ?? {}).filter(([, since]) => isDay(since)))
  } catch {
    return nothing // storage is switched off, or another program wrote into it
  }
}

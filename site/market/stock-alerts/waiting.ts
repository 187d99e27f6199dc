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

/** A visitor's mailbox alone knows whether the mail came: longer than so, the device does not say that one is awaited. */
const retainedMs = 90 * 24 * 60 * 60 * 1000

/** When it was requested; undefined where nobody waits, and while that is looked up. */
export function useWaitingSince({ id, stock }: { id: string; stock: number | null }): string | undefined {
  useEffect(() => (stock === 0 ? readWaiting() : forgetReturned(id)), [id, stock])
  return useStore(waitingStore, nothing)[id]
}

/** A product that is seen with stock: the one mail of a visitor is sent, and the next time they ask again. */
export function forgetReturned(productId: string): void {
  if (readStoredSession() !== null) return
  readDevice()
  if (productId in waitingStore.get()) setWaiting(productId, null)
}

/** Null: they do not wait any more. Stored on the device of a visitor alone. */
export function setWaiting(productId: string, since: string | null): void {
  readWaiting()
  const { [productId]: _, ...others } = waitingStore.get()
  const waiting = since ? { ...others, [productId]: since } : others
  waitingStore.set(waiting)
  if (readStoredSession() !== null) return
  try {
    const text = JSON.stringify(waiting)
    sessionStorageAdapter.setItem(storageKey, text)
    readText = text
  } catch {
    // full or switched off: it lasts as long as the page
  }
}

/** Whose list the store has: an account's, or the device's. */
let readFor: string | undefined
/** What the device had stored then. */
let readText: string | null = null

function readWaiting(): void {
  const owner = readStoredSession()?.userId ?? 'device'
  if (owner === 'device') return readDevice()
  if (readFor === owner) return
  readFor = owner
  waitingStore.set(nothing)
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

/** Each time: a sign-out, here or in another tab, takes away what is stored, and nothing of it may be written back. */
function readDevice(): void {
  const text = readStored()
  if (readFor === 'device' && readText === text) return
  readFor = 'device'
  readText = text
  waitingStore.set(parseWaiting(text))
}

function readStored(): string | null {
  try {
    return sessionStorageAdapter.getItem(storageKey)
  } catch {
    return null // storage is switched off
  }
}

function parseWaiting(text: string | null): Waiting {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    const isRecent = (since: unknown) =>
      typeof since === 'string' && Date.parse(since) > Date.now() - retainedMs
    return Object.fromEntries(Object.entries(stored ?? {}).filter(([, since]) => isRecent(since)))
  } catch {
    return nothing // another program wrote into it
  }
}

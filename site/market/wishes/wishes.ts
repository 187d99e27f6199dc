/** The only way in to the wishes: stored on the device, and in the account of a member who is signed in. */
import { useEffect } from 'react'
import { wishesMax } from '#domain/market/wish-words.ts'
import { useStore } from '#site/lib/external-store.ts'
import { sessionWanted } from '#site/lib/session-signal.ts'
import { noWishes, readStoredWishes, saveWishesLocally, wishStorageKey, wishStore } from './stored-wishes.ts'

export function useWishes(): readonly string[] {
  useEffect(startWishes, [])
  return useStore(wishStore, noWishes).productIds
}

/** False when there are as many as can be saved. Throws where the account could not be reached: then nothing is changed. */
export async function setWish(productId: string, isWished: boolean): Promise<boolean> {
  const before = wishStore.get()
  const others = before.productIds.filter((id) => id !== productId)
  if (isWished && others.length >= wishesMax) return false
  saveWishesLocally({ ...before, productIds: isWished ? [productId, ...others] : others })
  if (before.ownerId === null) return true
  try {
    const { sendWish } = await import('./account-wishes.ts')
    await sendWish(productId, isWished)
    return true
  } catch (error) {
    const now = wishStore.get().productIds.filter((id) => id !== productId)
    saveWishesLocally({ ...wishStore.get(), productIds: isWished ? now : [productId, ...now] })
    throw error
  }
}

let isStarted = false

function startWishes(): void {
  if (isStarted) return
  isStarted = true
  window.addEventListener('storage', (event) => {
    if (event.key === wishStorageKey || event.key === null) wishStore.set(readStoredWishes())
  })
  if (sessionWanted.get()) followAccount()
  else sessionWanted.subscribe(followAccount)
}

function followAccount(): void {
  import('./account-wishes.ts')
    .then((module) => module.followAccount())
    .catch((error: unknown) => console.error("The account's wishes could not be looked up", error))
}

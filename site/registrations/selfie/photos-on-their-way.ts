/**
 * Photos that this document is sending, or has sent: who follows the registration meanwhile sees that, and is not asked
 * for a photo.
 */
import { useEffect } from 'react'
import { createStore, useStore } from '#site/lib/external-store.ts'

/** By the registration's id: the share that has gone, or that it is there. One that did not arrive is not among them. */
type Photos = ReadonlyMap<string, number | 'sent'>
const none: Photos = new Map()
const photos = createStore(none)

export function notePhoto(id: string, state: number | 'sent' | null): void {
  const others = [...photos.get()].filter(([other]) => other !== id)
  photos.set(new Map(state === null ? others : [...others, [id, state]]))
}

interface Followed {
  id: string
  hasPhoto: boolean
  mergedInto?: string | null
  erasedAt?: string | null
}

/** Null: none is on its way, or the registration is closed, and its photo with it. */
export function findShare(
  state: number | 'sent' | undefined,
  { hasPhoto, mergedInto, erasedAt }: Omit<Followed, 'id'>,
): number | null {
  if (state === undefined || mergedInto || erasedAt) return null
  return state === 'sent' ? (hasPhoto ? null : 1) : state
}

/** The share that has gone; null where none is on its way. `onSent`: it is there, and the page does not know yet. */
export function usePhotoOnItsWay(registration: Followed, onSent: () => void): number | null {
  const state = useStore(photos, none).get(registration.id)
  const share = findShare(state, registration)
  const isNews = state === 'sent' && share !== null
  useEffect(() => {
    if (isNews) onSent()
  }, [isNews])
  return share
}

/** What is typed about a record stays on the device, by person and record, until it is sent or its person signs out. */
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { AdminRecordType } from '#domain/admin/admin.ts'
import type { TaskRecordType } from '#domain/admin/tasks.ts'
import { authStore, useAuth } from '#site/lib/auth-state.ts'
import { readDraft, removeDraft, saveDraft } from '#site/lib/draft.ts'
import { fillBoxes, readFormValues } from '#site/lib/form/form-values.ts'

type Words = Record<string, string>

export const noteDraft = (table: AdminRecordType, id: string) => `note:${table}:${id}`
export const callDraft = (table: AdminRecordType, id: string) => `call:${table}:${id}`
/** `offerId`: of the buyer's offer that it begins with. */
export const quoteDraft = (orderId: string, offerId = 'last') => `quote:${orderId}:${offerId}`
/** `id`: of the order, or of the payment that is corrected. `kobo`: what is open; of another sum it is another form. */
export const moneyDraft = (id: string, form: 'receipt' | 'refund' | 'rest' | 'correction', kobo: number) =>
  `money:${id}:${form}:${kobo}`
export const creditTermsDraft = (orderId: string) => `credit-terms:${orderId}`
/** `status`: of the letter as it was read. */
export const creditDraft = (orderId: string) => `credit:${orderId}`
export const taskDraft = (table: TaskRecordType, id: string, taskId = 'new') =>
  `task:${table}:${id}:${taskId}`
/** `version`: when the role was last changed. */
export const roleDraft = (name: string, version: string) => `role:${name}:${version}`
export const disputeDraft = (orderId: string) => `dispute:${orderId}`
export const correctionDraft = (table: string, id: string) => `correction:${table}:${id}`
/** For many alike, whatever the selection; each form has fields of its own. */
export const manyCorrectionDraft = (table: string, form: string) => `correction:${table}:many:${form}`
export const reasonDraft = (table: AdminRecordType, id: string, to: string) => `reason:${table}:${id}:${to}`

/** Two colleagues on one device: neither reads nor loses the other's words. */
const nameFor = (name: string, userId: string) => `admin:${userId}:${name}`

interface WordDraft {
  /** For the form's onInput. */
  update: () => void
  /** It is sent. */
  forget: () => void
}

/** The boxes of a form, filled with what was typed into it before, on this device and by this person; without a name, nothing is stored. */
export function useWordDraft(form: RefObject<HTMLFormElement | null>, name: string | undefined): WordDraft {
  const { userId } = useAuth()
  const place = userId && name ? nameFor(name, userId) : null
  const fill = useEffectEvent((place: string) => {
    const words = readDraft<Words>(place, userId ?? '')?.values
    if (words) fillBoxes(form.current, words)
  })
  useEffect(() => {
    if (place) fill(place)
  }, [place])
  return {
    update() {
      if (!place || !userId || !form.current) return
      const words = readFormValues(form.current)
      if (Object.values(words).every((text) => text.trim() === '')) removeDraft(place)
      else saveDraft<Words>(place, userId, words)
    },
    forget() {
      if (place) removeDraft(place)
    },
  }
}

/** For words that are no boxes of a form: what was stored of them, and each change. */
export function readWordDraft(name: string | undefined): Readonly<Words> {
  const { userId } = authStore.get()
  return (userId && name && readDraft<Words>(nameFor(name, userId), userId)?.values) || {}
}

export function saveWordDraft(name: string | undefined, words: Readonly<Words>): void {
  const { userId } = authStore.get()
  if (!userId || !name) return
  if (Object.keys(words).length === 0) removeDraft(nameFor(name, userId))
  else saveDraft(nameFor(name, userId), userId, words)
}

/** What was sent was taken back: its words are there again, unless others were typed meanwhile. */
export function restoreWordDraft(name: string, words: Readonly<Words>): void {
  if (Object.keys(readWordDraft(name)).length === 0) saveWordDraft(name, words)
}

export function removeWordDraft(name: string): void {
  saveWordDraft(name, {})
}

/**
 * What is typed into a correction survives a reload and a lost session; secrets only in this tab's memory. So does where a code
 * was sent, masked, as long as it works: a cheap phone may drop the page while its owner reads the message.
 */
import { changeCodeSeconds } from '#domain/one-time-codes.ts'
import { clearDrafts, readDraft, removeDraft, saveDraft } from '#site/lib/draft.ts'
import type { FormValues, LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import { forget, recall, remember } from '#site/registrations/long-form/memory.ts'
import { dropSecrets } from '#site/registrations/long-form/values.ts'

export interface StoredAs {
  /** The record that is corrected. */
  id: string
  /** The member's id, or 'guest' on the page of a guest link. */
  owner: string
}

const nameOf = ({ id }: Pick<StoredAs, 'id'>) => `correction:${id}`

/** Its own draft: its time is the code's. */
const codeOf = (storedAs: Pick<StoredAs, 'id'>) => `${nameOf(storedAs)}:code`

export function saveCorrection(definition: LongFormDefinition, storedAs: StoredAs, typed: FormValues): void {
  saveDraft(nameOf(storedAs), storedAs.owner, dropSecrets(definition, typed))
  const secrets = Object.fromEntries(
    Object.entries(typed).filter(([field]) => definition.rules[field]?.secret),
  )
  remember(nameOf(storedAs), { owner: storedAs.owner, secrets, photo: null })
}

export function recallCorrection(storedAs: StoredAs): FormValues {
  return {
    ...readDraft<FormValues>(nameOf(storedAs), storedAs.owner)?.values,
    ...recall(nameOf(storedAs), storedAs.owner)?.secrets,
  }
}

export function forgetCorrection(storedAs: StoredAs): void {
  removeDraft(nameOf(storedAs))
  removeDraft(codeOf(storedAs))
  forget(nameOf(storedAs))
}

/** `to`: masked, as the page shows it; null where another code is wanted. */
export function saveCodeSent(storedAs: StoredAs, to: string | null): void {
  if (to === null) removeDraft(codeOf(storedAs))
  else saveDraft(codeOf(storedAs), storedAs.owner, to)
}

export function recallCodeSent(storedAs: StoredAs): string | null {
  const sent = readDraft<string>(codeOf(storedAs), storedAs.owner)
  const isWorking = sent !== null && Date.now() - sent.savedAt.getTime() < changeCodeSeconds * 1000
  return isWorking ? sent.values : null
}

/** Also of its groups, which are changed one by one; without an id of every record. */
export const forgetCorrectionsOf = (id = '') => clearDrafts(nameOf({ id }))

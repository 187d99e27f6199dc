/** What is typed into a correction survives a reload and a lost session; secrets only in this tab's memory. */
import { readDraft, removeDraft, saveDraft } from '#site/lib/draft.ts'
import type { FormValues, LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import { forget, recall, remember } from '#site/registrations/long-form/memory.ts'
import { dropSecrets } from '#site/registrations/long-form/values.ts'

export interface KeptAs {
  /** The record that is corrected. */
  id: string
  /** The member's id, or 'guest' on the page of a tracking link. */
  owner: string
}

const nameOf = ({ id }: KeptAs) => `correction:${id}`

export function keepCorrection(definition: LongFormDefinition, keptAs: KeptAs, typed: FormValues): void {
  saveDraft(nameOf(keptAs), keptAs.owner, dropSecrets(definition, typed))
  const secrets = Object.fromEntries(
    Object.entries(typed).filter(([field]) => definition.rules[field]?.secret),
  )
  remember(nameOf(keptAs), { owner: keptAs.owner, secrets, photo: null })
}

export function recallCorrection(keptAs: KeptAs): FormValues {
  return {
    ...readDraft<FormValues>(nameOf(keptAs), keptAs.owner)?.values,
    ...recall(nameOf(keptAs), keptAs.owner)?.secrets,
  }
}

export function forgetCorrection(keptAs: KeptAs): void {
  removeDraft(nameOf(keptAs))
  forget(nameOf(keptAs))
}

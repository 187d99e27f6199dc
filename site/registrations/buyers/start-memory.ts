/** What is on a buyer's start page survives a lost session, and the kind of buyer a reload too; consent and photo lie on no device. */
import { readDraft, removeDraft, saveDraft } from '#site/lib/draft.ts'
import { forget, recall, remember } from '#site/registrations/long-form/memory.ts'

const name = 'buyer-start'

export interface StartValues {
  photo: Blob | null
  buyerType: string
  hasAccepted: boolean
}

export function saveStart(userId: string, { photo, buyerType, hasAccepted }: StartValues): void {
  saveDraft(name, userId, { buyerType })
  remember(name, { owner: userId, secrets: { hasAccepted }, photo })
}

export function recallStart(userId: string): StartValues {
  const stored = recall(name, userId)
  return {
    photo: stored?.photo ?? null,
    buyerType: readDraft<{ buyerType: string }>(name, userId)?.values.buyerType ?? '',
    hasAccepted: stored?.secrets.hasAccepted === true,
  }
}

/** The registration is safe. */
export function forgetStart(): void {
  removeDraft(name)
  forget(name)
}

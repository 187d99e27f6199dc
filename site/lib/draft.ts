/** What is typed into a long form is kept on the device until it is sent: it survives reload and a lost session. */
import { chooseStorage } from '#site/lib/session-storage.ts'

/** All that a sign-out takes away begins with it, in both stores of the browser. */
export const draftPrefix = 'house-draft:'
const keptForMs = 30 * 24 * 60 * 60 * 1000

interface KeptDraft<T> {
  /** Whose words these are: on a shared phone the next member must not see them. */
  userId: string
  values: T
  savedAt: number
}

export interface Draft<T> {
  values: T
  savedAt: Date
}

export function readDraft<T>(name: string, userId: string): Draft<T> | null {
  try {
    const text = chooseStorage().getItem(draftPrefix + name)
    if (!text) return null
    const kept: KeptDraft<T> = JSON.parse(text)
    if (kept.userId !== userId || kept.savedAt < Date.now() - keptForMs) {
      removeDraft(name)
      return null
    }
    return { values: kept.values, savedAt: new Date(kept.savedAt) }
  } catch {
    return null
  }
}

export function saveDraft<T>(name: string, userId: string, values: T): Date | null {
  const savedAt = Date.now()
  try {
    const kept: KeptDraft<T> = { userId, values, savedAt }
    chooseStorage().setItem(draftPrefix + name, JSON.stringify(kept))
    return new Date(savedAt)
  } catch {
    return null // full or switched off: the form still works, it only cannot promise to remember
  }
}

export function removeDraft(name: string): void {
  try {
    chooseStorage().removeItem(draftPrefix + name)
  } catch {
    // nothing was kept
  }
}

export function clearDrafts(): void {
  for (const store of ['localStorage', 'sessionStorage'] as const) {
    try {
      for (const key of Object.keys(window[store])) {
        if (key.startsWith(draftPrefix)) window[store].removeItem(key)
      }
    } catch {
      // nothing was kept
    }
  }
}

/** What is typed is stored on the device until it is sent: it survives reload and a lost session. */
import { chooseStorage, setSharedPhone } from '#site/lib/session-storage.ts'

/** All that a sign-out takes away begins with it, in both stores of the browser. */
export const draftPrefix = 'house-draft:'
/** What was sent from this device (`sent-here.ts`). */
export const sentHereKey = `${draftPrefix}sent`

/** The guest links of this tab (`links-of-this-tab.ts`). */
export const linksName = 'links'
/** That a guest link was opened in this browser; no draft, since it stays until the server has closed that (`close-link.ts`). */
export const openLinkKey = 'house-open-link'

/** Whether it is worth while to load what reads it. */
export function hasSentHere(): boolean {
  try {
    return [localStorage, sessionStorage].some((store) => store.getItem(sentHereKey) !== null)
  } catch {
    return false
  }
}

const retainedMs = 30 * 24 * 60 * 60 * 1000

interface StoredDraft<T> {
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
    const stored: StoredDraft<T> = JSON.parse(text)
    if (stored.userId !== userId || stored.savedAt < Date.now() - retainedMs) {
      removeDraft(name)
      return null
    }
    return { values: stored.values, savedAt: new Date(stored.savedAt) }
  } catch {
    return null
  }
}

export function saveDraft<T>(name: string, userId: string, values: T): Date | null {
  const savedAt = Date.now()
  try {
    const stored: StoredDraft<T> = { userId, values, savedAt }
    chooseStorage().setItem(draftPrefix + name, JSON.stringify(stored))
    return new Date(savedAt)
  } catch {
    return null // full or switched off: the form still works, it only cannot promise to remember
  }
}

export function removeDraft(name: string): void {
  try {
    chooseStorage().removeItem(draftPrefix + name)
  } catch {
    // nothing was stored
  }
}

/** "Not my phone": from now on nothing is stored on the device, and this draft in this tab alone; or as before. */
export function saveInTab(name: string, isTabOnly: boolean): void {
  setSharedPhone(isTabOnly)
  try {
    const { localStorage: device, sessionStorage: tab } = window
    const [from, to] = isTabOnly ? [device, tab] : [tab, device]
    const text = from.getItem(draftPrefix + name)
    if (text === null) return
    from.removeItem(draftPrefix + name)
    to.setItem(draftPrefix + name, text)
  } catch {
    // nothing was stored
  }
}

/** Forgets what lies in memory beside drafts, of those whose names begin like this. */
export let clearMemory: (names: string) => void = () => {}

export function onClear(forget: (names: string) => void): void {
  clearMemory = forget
}

/** Those whose names begin like this, in both stores and in memory. */
export function clearDrafts(names = ''): void {
  for (const store of ['localStorage', 'sessionStorage'] as const) {
    try {
      for (const key of Object.keys(window[store])) {
        if (key.startsWith(draftPrefix + names)) window[store].removeItem(key)
      }
    } catch {
      // nothing was stored
    }
  }
  clearMemory(names)
}

/** What a member or colleague types into a small form comes back after a reload, until it is sent or they sign out. */
import { type RefObject, useEffect } from 'react'
import { readDraft, removeDraft, saveDraft } from '#site/lib/draft.ts'
import { readStoredSession } from '#site/lib/stored-session.ts'
import { fillBoxes, readFormValues } from './form-values.ts'

type Boxes = Record<string, string>

export interface SavedBoxes {
  /** For the form's onInput. */
  save: () => void
  /** It was sent, or is not wanted any more. */
  forget: () => void
}

/** Nothing is stored of visitors without an account: on a shared phone nobody could say whose words they are. */
const findOwner = () => readStoredSession()?.userId

/** Without a name nothing is stored. */
export function useSavedBoxes(form: RefObject<HTMLFormElement | null>, name: string | undefined): SavedBoxes {
  useEffect(() => {
    const owner = findOwner()
    const stored = name && owner ? readDraft<Boxes>(name, owner) : null
    if (stored) fillBoxes(form.current, stored.values)
  }, [name, form])

  return {
    save() {
      const owner = findOwner()
      if (!name || !owner || !form.current) return
      const typed = readFormValues(form.current)
      if (Object.values(typed).every((text) => text.trim() === '')) removeDraft(name)
      else saveDraft<Boxes>(name, owner, typed)
    },
    forget() {
      if (name) removeDraft(name)
    },
  }
}

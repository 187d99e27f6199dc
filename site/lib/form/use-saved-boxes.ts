/** What a member types into a small form comes back after a reload, until it is sent. */
import { type RefObject, useEffect, useState } from 'react'
import { readDraft } from '#site/lib/draft.ts'
import { readStoredSession } from '#site/lib/stored-session.ts'
import { readFormValues } from './form-values.ts'
import { useDraft } from './use-draft.ts'

export interface SavedBoxes {
  /** For the form's onInput. */
  save: () => void
  /** It was sent, or is not wanted any more. */
  forget: () => void
}

/** Nothing is stored of visitors without an account: on a shared phone nobody could say whose words they are. */
export function useSavedBoxes(ref: RefObject<HTMLFormElement | null>, name: string): SavedBoxes {
  const [owner] = useState(() => readStoredSession()?.userId ?? null)
  const draft = useDraft<Record<string, string>>(name, owner ?? '')

  useEffect(() => {
    const stored = owner ? readDraft<Record<string, string>>(name, owner) : null
    for (const [field, value] of Object.entries(stored?.values ?? {})) {
      const box = ref.current?.elements.namedItem(field)
      if (box && 'value' in box) box.value = value
    }
  }, [name, owner])

  return {
    save() {
      if (owner && ref.current) draft.save(readFormValues(ref.current))
    },
    forget: draft.remove,
  }
}

/** What was begun about a record on this device and not sent, changes by their group and a message: what was typed is not lost, and says so. */
import { draftPrefix, readDraft } from '#site/lib/draft.ts'
import { chooseStorage } from '#site/lib/session-storage.ts'
import type { StoredAs } from './correction-draft.ts'

export function listBegunChanges({ id, owner }: StoredAs): string[] {
  const name = `correction:${id}:`
  try {
    return Object.keys(chooseStorage())
      .filter((key) => key.startsWith(draftPrefix + name))
      .map((key) => key.slice(draftPrefix.length + name.length))
      .filter((group) => readDraft(name + group, owner))
  } catch {
    return [] // no storage, nothing begun
  }
}

/** A message about it, which this tab stores for its page (`stored-answers.ts`). `isLost`: it asks for another contact. */
export function findBegunMessage(reference: string): { isLost: boolean } | null {
  try {
    const key = Object.keys(window.sessionStorage).find(
      (name) =>
        name.startsWith(`${draftPrefix}about:${reference}:`) && name.endsWith(`@${window.location.pathname}`),
    )
    return key === undefined ? null : { isLost: 'email' in JSON.parse(window.sessionStorage[key]) }
  } catch {
    return null
  }
}

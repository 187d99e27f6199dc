/** Which groups of a record have a change that was begun on this device and not sent: what was typed is not lost, and says so. */
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

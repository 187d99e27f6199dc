/** What must lie in no draft survives a trip to another page all the same: in this tab's memory, until it is closed or drafts are cleared. */
import { onClear } from '#site/lib/draft.ts'
import type { FormValues } from './definition.ts'

interface Memory {
  /** Whose it is; a visitor without an account is 'guest'. */
  owner: string
  secrets: FormValues
  photo: Blob | null
}

const stored = new Map<string, Memory>()

onClear((names) => {
  for (const form of stored.keys()) if (form.startsWith(names)) stored.delete(form)
})

export function remember(form: string, memory: Memory): void {
  stored.set(form, memory)
}

export function recall(form: string, owner: string): Memory | null {
  const result = stored.get(form)
  return result?.owner === owner ? result : null
}

export function forget(form: string): void {
  stored.delete(form)
}

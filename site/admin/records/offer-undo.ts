/** What a message offers after a decision: to take it back, as long as the database lets who made it. */
import { undoSeconds } from '#domain/admin/admin.ts'
import type { ToastAction } from '#site/ui/toast.tsx'

export function offerUndo(undo: () => Promise<void>): ToastAction {
  return { label: 'Undo', run: () => void undo(), forMs: undoSeconds * 1000 }
}

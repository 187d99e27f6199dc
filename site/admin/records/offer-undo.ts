/**
 * What was decided here and can still be taken back, as long as the database lets who decided it: whatever became of the
 * message, and whatever was decided after it.
 */
import { undoSeconds } from '#domain/admin/admin.ts'
import { createStore, useStore } from '#site/lib/external-store.ts'
import { type ToastAction, toast } from '#site/ui/toast.tsx'

interface Undo {
  run: () => Promise<void>
  until: number
}

const none: readonly Undo[] = []
/** The newest last. */
const left = createStore(none)

/** The newest that is left is taken back. */
export function undoLast() {
  const last = left.get().at(-1)
  if (!last) return
  left.set(left.get().slice(0, -1))
  toast.dismiss()
  void last.run()
}

/** For a message: what is left can be undone, the newest first. */
export function offerWhatIsLeft(): ToastAction | undefined {
  const last = left.get().at(-1)
  return last && { label: 'Undo', run: undoLast, forMs: last.until - Date.now() }
}

/** A decision was made, by default just now. */
export function offerUndo(run: () => Promise<void>, decidedAt = Date.now()): ToastAction | undefined {
  const until = decidedAt + undoSeconds * 1000
  const undo = { run, until }
  if (until <= Date.now()) return undefined
  left.set([...left.get(), undo].sort((one, other) => one.until - other.until))
  setTimeout(() => left.set(left.get().filter((one) => one !== undo)), until - Date.now())
  return offerWhatIsLeft()
}

/** How many can be undone. */
export const useUndoCount = () => useStore(left, none).length

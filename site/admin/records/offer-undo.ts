/**
 * What was decided here and can still be taken back, as long as the database lets who decided it: whatever became of the
 * message, and whatever was decided after it.
 */
import { type AdminRecordType, undoSeconds } from '#domain/admin/admin.ts'
import { createStore, useStore } from '#site/lib/external-store.ts'
import { type ToastAction, toast } from '#site/ui/toast.tsx'

/** What is undone, as another load of the page can do it as well: one decision, or many, or requests to correct. */
export type UndoTarget = { table: AdminRecordType } & (
  | { id: string; to: string; noun: string }
  | { events: readonly number[] }
  | { requests: readonly number[] }
)

export interface Undo {
  run: () => Promise<void>
  until: number
  /** Said to who comes too late: what can be done instead. */
  instead: string
  target: UndoTarget
}

const none: readonly Undo[] = []
/** The newest last. */
export const left = createStore(none)
/** Of the last one whose time is over. */
let tooLate: string | null = null

/** While what was decided before this load of the page is on its way. */
let restoring: Promise<unknown> | undefined

/** A page that is loaded again within the time still offers it, in this tab: once for each load. */
export function restoreOnce(restore: () => Promise<unknown>) {
  try {
    restoring ??= sessionStorage['desk-undo'] ? restore() : Promise.resolve()
  } catch {
    // Storage is switched off: the offer goes with the page.
  }
}

/** The newest that is left is taken back; where none is, that is said. */
export async function undoLast() {
  await restoring?.catch(() => {})
  const last = left.get().at(-1)
  if (!last)
    return toast.error(
      tooLate ? 'Too late to undo' : 'Nothing to undo',
      tooLate ? `The ${undoSeconds} seconds are over. ${tooLate}` : 'Open the record to change it.',
    )
  left.set(left.get().slice(0, -1))
  toast.dismiss()
  void last.run()
}

/** For a message: what is left can be undone, the newest first. */
export function offerWhatIsLeft(): ToastAction | undefined {
  const last = left.get().at(-1)
  return last && { label: nameUndo(left.get().length), run: undoLast, forMs: last.until - Date.now() }
}

export const nameUndo = (count: number) => (count === 1 ? 'Undo' : `Undo (${count} left)`)

/** A decision was made, by default just now; `instead`: what can be done once it is too late. */
export function offerUndo(
  run: () => Promise<void>,
  instead: string,
  target: UndoTarget,
  decidedAt = Date.now(),
): ToastAction | undefined {
  const until = decidedAt + undoSeconds * 1000
  const undo = { run, until, instead, target }
  if (until <= Date.now()) return undefined
  left.set([...left.get(), undo].sort((one, other) => one.until - other.until))
  setTimeout(() => {
    if (!left.get().includes(undo)) return
    left.set(left.get().filter((one) => one !== undo))
    tooLate = instead
  }, until - Date.now())
  return offerWhatIsLeft()
}

/** How many can be undone. */
export const useUndoCount = () => useStore(left, none).length

/** For a request to correct. */
export const correctedInstead = (noun: string) =>
  `The request leaves. Open the ${noun}: there you can request another correction.`

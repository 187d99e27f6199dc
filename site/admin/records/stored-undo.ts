/** What can still be taken back is stored in the tab: a page that is loaded again within the time offers it as well. */
import { undoSeconds } from '#domain/admin/admin.ts'
import { reach } from '#site/admin/reach.ts'
import { refetch } from '#site/admin/refetch.ts'
import { authStore } from '#site/lib/auth-state.ts'
import { queryClient } from '#site/lib/query-client.ts'
import { toast } from '#site/ui/toast.tsx'
import { undoCorrections, undoMany } from './bulk-calls.ts'
import { left, offerUndo, offerWhatIsLeft, type Undo, type UndoTarget } from './offer-undo.ts'
import { noteOwnChange } from './own-changes.ts'
import { showAnswer, undoDecision } from './settle-decision.ts'

interface StoredUndo extends Omit<Undo, 'run'> {
  userId: string | undefined
}

const storageKey = 'desk-undo'
let isFollowed = false

/** From now on, whatever is left. */
export function storeUndos(): void {
  if (isFollowed) return
  isFollowed = true
  const store = () => {
    const { userId } = authStore.get()
    const all: StoredUndo[] = left.get().map(({ run, ...undo }) => ({ ...undo, userId }))
    try {
      if (all.length > 0) sessionStorage.setItem(storageKey, JSON.stringify(all))
      else sessionStorage.removeItem(storageKey)
    } catch {
      // Storage is switched off, or full: the offer goes with the page.
    }
  }
  left.subscribe(store)
  store()
}

/** The database lets nobody but who decided undo it, and within its time. */
export function restoreUndo(): void {
  const entries = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as StoredUndo[]
  sessionStorage.removeItem(storageKey)
  for (const { userId, until, instead, target } of entries)
    if (userId === authStore.get().userId)
      offerUndo(() => undo(target), instead, target, until - undoSeconds * 1000)
  const action = offerWhatIsLeft()
  if (action)
    toast.success('It can still be undone', 'What you decided before this page was loaded again.', action)
}

async function undo(target: UndoTarget): Promise<void> {
  const { table } = target
  try {
    if ('to' in target) {
      noteOwnChange(target.id)
      const undone = await undoDecision({ ...target, from: 'pending' }, target.noun)
      if (undone) await showAnswer(queryClient, table, target.id, undone)
    } else {
      const { undone, skipped } = await reach(() =>
        'events' in target ? undoMany(target.events) : undoCorrections(target.requests),
      )
      if (undone.length === 0) toast.error('Not undone', undefined, skipped[0]?.message)
      else toast.success('Undone', 'It is as before, and no mail has left.', offerWhatIsLeft())
    }
  } catch (error) {
    toast.error('Not undone', undefined, error instanceof Error ? error.message : undefined)
  }
  await reach(() => refetch(queryClient, [table])).catch(() => {})
}

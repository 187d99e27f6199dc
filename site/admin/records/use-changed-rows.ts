/** Which rows of a page are not as their reader saw them: each is kept as it was first shown, until its reader knows how it is now. */
import { useState } from 'react'
import type { AdminRecord } from './admin-kind.ts'

interface ChangedRows {
  changed: ReadonlySet<string>
  /** Their reader knows how these are now. */
  markSeen: (ids: readonly string[]) => void
  /** The row, or all, is what its reader is shown next. */
  forget: (id?: string) => void
}

/** `place` as of useHeldPage. `isSettled`: the rows were read since the place was opened; of cached ones nothing was seen yet. */
export function useChangedRows<R extends AdminRecord>(
  place: string,
  records: readonly R[],
  isSettled: boolean,
): ChangedRows {
  const [held, setHeld] = useState<{ place: string; seen: ReadonlyMap<string, R> } | null>(null)
  const seen = held?.place === place ? held.seen : new Map<string, R>()
  const withRows = (rows: readonly R[]) => {
    const more = new Map(seen)
    for (const record of rows) more.set(record.id, record)
    return { place, seen: more }
  }
  const unseen = isSettled ? records.filter(({ id }) => !seen.has(id)) : []
  if (unseen.length > 0) setHeld(withRows(unseen))
  return {
    changed: new Set(records.filter((record) => !isSame(seen.get(record.id), record)).map(({ id }) => id)),
    markSeen: (ids) => setHeld(withRows(records.filter(({ id }) => ids.includes(id)))),
    forget: (id) => setHeld({ place, seen: new Map([...seen].filter(([other]) => id && other !== id)) }),
  }
}

/** By what both say: a record that is read alone may have a column more than in its list. */
function isSame<R extends object>(before: R | undefined, now: R): boolean {
  if (!before || before === now) return true
  return Object.entries(before).every(
    ([name, value]) => !(name in now) || JSON.stringify(value) === JSON.stringify(now[name as keyof R]),
  )
}

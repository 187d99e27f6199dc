/** Which rows of a page are not as their reader saw them: each is cached as it was first shown, until its reader knows how it is now. */
import { useState } from 'react'

interface ChangedRows {
  changed: ReadonlySet<string>
  /** Their reader knows how these are now. */
  markSeen: (ids: readonly string[]) => void
  /** The row, or all, is what its reader is shown next. */
  forget: (id?: string) => void
}

/**
 * `place` as of useHeldPage. `rows`: all that each shows; what comes later than the rest of it (who has the record) was not
 * seen before. `isSettled`: the rows were read since the place was opened; of cached ones nothing was seen yet.
 */
export function useChangedRows<R extends { id: string }>(
  place: string,
  rows: readonly R[],
  isSettled: boolean,
): ChangedRows {
  const [held, setHeld] = useState<{ place: string; seen: ReadonlyMap<string, R> } | null>(null)
  const seen = held?.place === place ? held.seen : new Map<string, R>()
  const withRows = (more: readonly R[]) => ({
    place,
    seen: new Map([...seen, ...more.map((row) => [row.id, row] as const)]),
  })
  const unseen = isSettled ? rows.filter((row) => hasMore(row, seen.get(row.id))) : []
  if (unseen.length > 0) setHeld(withRows(unseen.map((row) => ({ ...row, ...seen.get(row.id) }))))
  return {
    changed: new Set(rows.filter((row) => !isSame(seen.get(row.id), row)).map(({ id }) => id)),
    markSeen: (ids) => setHeld(withRows(rows.filter(({ id }) => ids.includes(id)))),
    forget: (id) => setHeld({ place, seen: new Map([...seen].filter(([other]) => id && other !== id)) }),
  }
}

const hasMore = (row: object, seen: object | undefined) =>
  !seen || Object.keys(row).some((name) => !(name in seen))

/** By what both say: a record that is read alone may have a column more than in its list. */
function isSame<R extends object>(before: R | undefined, now: R): boolean {
  if (!before || before === now) return true
  return Object.entries(before).every(
    ([name, value]) => !(name in now) || JSON.stringify(value) === JSON.stringify(now[name as keyof R]),
  )
}

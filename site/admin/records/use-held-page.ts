/**
 * A page of a list stands still while its reader looks at it: others' changes are shown in their rows, and what came in
 * or left is announced and shown on request, so that nothing moves under the pointer.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AdminKind, AdminRecord } from './admin-kind.ts'

interface HeldPage<R> {
  records: readonly R[]
  /** How many of the page as it is now are not shown. */
  newCount: number
  /** Whether the page as it is now has other rows than those that are shown. */
  isOutdated: boolean
  /** Shows the page as it is now. */
  release: () => void
  /** What the reader did to this one themselves is shown; the other rows stay, and what came in is still announced. */
  settle: (id: string) => void
}

interface Held<R> {
  place: string
  records: readonly R[]
  /** Whether they were read since the place was opened. */
  isSettled: boolean
  /** What the reader just did something to; the rows are not changed by it yet. Empty once they are. */
  ownId?: string
}

/** The page that was shown last, of whatever list. */
let lastHeld: Held<AdminRecord> | null = null

/**
 * `place` names the list, its filters and its page: another one begins with what it has. `current`: the page as it is now;
 * undefined while another place is still on its way. `isFetching`: while a place that was opened before is read again, its
 * cached rows are not held. `isWalk`: it goes on with the rows that its reader came from, and not with what came in meanwhile.
 */
export function useHeldPage<R extends AdminRecord>(
  kind: AdminKind<R>,
  place: string,
  current: readonly R[] | undefined,
  isFetching: boolean,
  isWalk = false,
): HeldPage<R> {
  const [held, setHeld] = useState(isWalk ? (lastHeld as Held<R> | null) : null)
  useEffect(() => {
    lastHeld = held
  })
  // A list that was empty shows what comes; one that its reader emptied is left for the next press.
  const isStart =
    current !== undefined &&
    (held?.place !== place || !held.isSettled || (held.records.length === 0 && held.ownId === undefined))
  if (isStart && (held?.place !== place || held.records !== current || held.isSettled === isFetching))
    setHeld({ place, records: current, isSettled: !isFetching })
  const isOwn = !isStart && current !== undefined && !!held?.ownId
  const shown = isStart ? current : isOwn ? withOwn(held, current) : (held?.records ?? [])
  if (isOwn) setHeld({ place, records: shown, isSettled: true, ownId: '' })

  const now = new Map(current?.map((record) => [record.id, record]))
  const gone = current ? shown.filter(({ id }) => !now.has(id)).map(({ id }) => id) : []
  // What is on the page no more may have been decided: its row says so.
  const left = useQuery({
    queryKey: [kind.table, 'left', gone],
    queryFn: () => Promise.all(gone.map((id) => kind.findRecord(id))),
    enabled: gone.length > 0,
  })
  for (const record of left.data ?? []) if (record) now.set(record.id, record)

  const known = new Set(shown.map(({ id }) => id))
  return {
    records: shown.map((record) => now.get(record.id) ?? record),
    newCount: current?.filter(({ id }) => !known.has(id)).length ?? 0,
    isOutdated:
      current !== undefined &&
      (current.length !== shown.length || current.some(({ id }, at) => shown[at]?.id !== id)),
    release: () => setHeld(null),
    settle: (id) => setHeld((before) => before && { ...before, ownId: id }),
  }
}

/**
 * Without what left the page, and with what is on it again; what moved up at its end comes after the rows that stay. Where none
 * of them is on the page any more, nothing says what moved up and what came in: all of it waits.
 */
function withOwn<R extends AdminRecord>({ records, ownId }: Held<R>, current: readonly R[]): readonly R[] {
  const at = current.findIndex(({ id }) => id === ownId)
  const rows = at < 0 ? records.filter(({ id }) => id !== ownId) : [...records]
  const find = (record: R | undefined) => rows.findIndex(({ id }) => id === record?.id)
  if (at >= 0 && find(current[at]) < 0) {
    const before = current.slice(0, at).findLast((record) => find(record) >= 0)
    rows.splice(find(before) + 1, 0, ...current.slice(at, at + 1))
  }
  const left = current.findLastIndex((record) => find(record) >= 0)
  return left < 0 ? rows : [...rows, ...current.slice(left + 1)]
}

/**
 * Before and next of a record in the list that it was opened from, as it was shown there. The list stands still while the user
 * walks through it (use-held-page.ts): what was decided out of it keeps its place until the walk goes on to what moved up.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AdminKind, AdminRecord } from './admin-kind.ts'
import { findAdminList, listIds } from './find-records.ts'
import { listQuery, listStateOf } from './list-query.ts'
import { useHeldPage } from './use-held-page.ts'
import type { ListState } from './use-list-state.ts'

/** As many as one question brings: a record further behind has no place. */
const findAtOnce = 500

interface Step {
  id: string
  /** The page of the list that it stands on. */
  pageIndex: number
}

export interface ListWalk<R> {
  /** As the list has it, until the record itself is here. */
  listed: R | undefined
  /** Which of how many, from 1; null: it stands on no such page of the list. */
  place: { at: number; of: number } | null
  before: Step | null
  next: Step | null
}

export function useListWalk<R extends AdminRecord>(
  kind: AdminKind<R>,
  list: ListState,
  id: string,
): ListWalk<R> {
  const addressed = listStateOf(kind, list)
  const { pageSize } = addressed
  const address = JSON.stringify([kind.noun, addressed, id])
  // A link from elsewhere names no page, or an old one: then it is the one on which the record stands.
  const [located, setLocated] = useState<{ address: string; pageIndex: number } | null>(null)
  const pageIndex = located?.address === address ? located.pageIndex : addressed.pageIndex
  const state = { ...addressed, pageIndex }
  const query = useQuery({ ...listQuery(kind, state), placeholderData: keepPreviousData })
  const current = query.isPlaceholderData ? undefined : query.data?.records
  const held = useHeldPage(kind, JSON.stringify([kind.noun, state]), current, query.isFetching, true)
  const { records, release } = held
  const at = records.findIndex((record) => record.id === id)
  const isOnlyNow = at < 0 && current !== undefined && current.some((record) => record.id === id)
  const isLost =
    at < 0 && current !== undefined && !isOnlyNow && !query.isFetching && located?.address !== address
  const name = findAdminList(kind.exportType ?? kind.recordType)
  const place = useQuery({
    queryKey: ['list-place', address],
    queryFn: async () =>
      (name ? await listIds(name, { ...addressed, pageIndex: 0 }, findAtOnce) : []).indexOf(id),
    enabled: isLost,
    gcTime: 0,
  })
  if (isLost && place.data !== undefined)
    setLocated({
      address,
      pageIndex: place.data < 0 ? addressed.pageIndex : Math.floor(place.data / pageSize),
    })
  // The walk has gone on to what is on the page now.
  useEffect(() => {
    if (isOnlyNow) release()
  })

  const count = query.data?.count ?? 0
  const isLast = at >= 0 && at === records.length - 1
  const known = new Set(records.map((record) => record.id))
  // What moved up when others were decided out of the list stands behind the last one that is left.
  const left = current?.findLastIndex((record) => known.has(record.id)) ?? -1
  const movedUp = isLast ? current?.slice(left + 1).find((record) => !known.has(record.id)) : undefined
  const pageAfter = useQuery({
    ...listQuery(kind, { ...state, pageIndex: pageIndex + 1 }),
    enabled: isLast && current !== undefined && !movedUp && (pageIndex + 1) * pageSize < count,
  })
  const pageBefore = useQuery({
    ...listQuery(kind, { ...state, pageIndex: pageIndex - 1 }),
    enabled: at === 0 && pageIndex > 0,
  })

  const stepTo = (record: R | undefined, onPage: number): Step | null =>
    record ? { id: record.id, pageIndex: onPage } : null
  const position = pageIndex * pageSize + at + 1
  return {
    listed: records[at],
    place: at < 0 ? null : { at: position, of: Math.max(count, position) },
    before:
      at === 0 ? stepTo(pageBefore.data?.records.at(-1), pageIndex - 1) : stepTo(records[at - 1], pageIndex),
    next:
      at < 0
        ? null
        : isLast
          ? (stepTo(movedUp, pageIndex) ??
            stepTo(
              pageAfter.data?.records.find((record) => !known.has(record.id)),
              pageIndex + 1,
            ))
          : stepTo(records[at + 1], pageIndex),
  }
}

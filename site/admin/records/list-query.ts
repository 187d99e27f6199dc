/** What a list and the pages of its records query alike: the same page of the list, and one record of it. */
import { queryOptions } from '@tanstack/react-query'
import { queuePath } from '#site/member-paths.ts'
import type { AdminKind, AdminRecord } from './admin-kind.ts'
import { adminRefreshMs } from './list-records.ts'
import type { ListState } from './use-list-state.ts'

/** Of the address, what this list can be filtered by. */
export function listStateOf<R extends AdminRecord>(kind: AdminKind<R>, list: ListState): ListState {
  const { status, search, isOverdue, assignee, sort, pageIndex, pageSize } = list
  const filters = Object.fromEntries(
    Object.entries(list.filters).filter(
      ([name]) => name === 'step' || kind.filters?.some((known) => known.name === name),
    ),
  )
  return { status, search, isOverdue, assignee, filters, sort, pageIndex, pageSize }
}

export function listQuery<R extends AdminRecord>(kind: AdminKind<R>, state: ListState) {
  return queryOptions({
    queryKey: [kind.table, 'admin', kind.noun, state],
    queryFn: () => kind.listRecords(state),
    refetchInterval: adminRefreshMs,
  })
}

export function recordQuery<R extends AdminRecord>(kind: AdminKind<R>, id: string) {
  return queryOptions({
    queryKey: [kind.table, 'record', id],
    queryFn: () => kind.findRecord(id),
    refetchInterval: adminRefreshMs,
  })
}

/** The page of a record, with the list that it was opened from in its address: filters, order and page. */
export function recordPagePath(
  queue: string,
  id: string,
  params: URLSearchParams,
  pageIndex?: number,
): string {
  const list = new URLSearchParams(params)
  for (const name of ['record', 'take', 'tab', 'next']) list.delete(name)
  if (pageIndex !== undefined) {
    list.delete('page')
    if (pageIndex > 0) list.set('page', String(pageIndex + 1))
  }
  const query = list.toString()
  return `${queuePath(queue)}${id && `/${id}`}${query && `?${query}`}`
}

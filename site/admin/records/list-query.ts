/** What a list and the pages of its records query alike: the same page of the list, and one record of it. */
import { queryOptions } from '@tanstack/react-query'
import { queuePath } from '#site/member-paths.ts'
import type { AdminKind, AdminRecord, ListFilter } from './admin-kind.ts'
import { by, byDay } from './list-filters.ts'
import { adminRefreshMs } from './list-records.ts'
import type { ListSort, ListState } from './use-list-state.ts'

/** Orders are known by a code; what is no kind of record has an order of its own. */
export const namesOf = ({ recordType }: Pick<AdminKind<never>, 'recordType'>) =>
  recordType && by(recordType === 'orders' ? 'code' : 'name')

export const statesOf = ({ recordType }: Pick<AdminKind<never>, 'recordType'>) => recordType && by('status')

/** By what this list can be ordered. */
export function sortsOf<R extends AdminRecord>(kind: AdminKind<R>, isOverdue: boolean): ListSort[] {
  const { recordType, columns } = kind
  return [
    ...new Set<ListSort>([
      ...(isOverdue ? (['due'] as const) : []),
      'newest',
      ...(recordType ? byDay : []),
      ...(namesOf(kind) ?? []),
      ...columns.flatMap(({ sorts }) => sorts ?? []),
      ...(statesOf(kind) ?? []),
    ]),
  ]
}

/** What comes with the filter may be anything: of options that are loaded later, and of a day that there is. */
function isValue({ options, load }: ListFilter, value: string): boolean {
  if (load) return true
  if (options) return options.some((option) => option.value === value)
  return new Date(value).toJSON()?.slice(0, 10) === value
}

/** The part of the address that this list can be filtered and ordered by: an old or mistyped address shows the list without it. */
export function listStateOf<R extends AdminRecord>(kind: AdminKind<R>, list: ListState): ListState {
  const { search, isOverdue, assignee, pageIndex, pageSize } = list
  const status = kind.statuses.some(({ value }) => value === list.status) ? list.status : ''
  const sort = sortsOf(kind, isOverdue).find((known) => known === list.sort) ?? ''
  const filters = Object.fromEntries(
    Object.entries(list.filters).filter(([name, value]) =>
      name === 'step'
        ? kind.views?.some(({ query }) => new URLSearchParams(query).get(name) === value)
        : kind.filters?.some((known) => known.name === name && isValue(known, value)),
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

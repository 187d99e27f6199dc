/** One page of an admin list: newest first, exact count, and a page that no longer exists is an empty one. */
import { buildContainsFilter } from './contains-filter.ts'
import type { ListState } from './use-list-state.ts'

const dayMs = 86_400_000

/** The admin area refetches this often while it is visible: it works without websockets. */
export const adminRefreshMs = 30_000

export interface ListPage<R> {
  records: R[]
  count: number
}

interface Narrowable<Q> {
  eq(column: string, value: string): Q
  or(filter: string): Q
  gte(column: string, value: string): Q
  lt(column: string, value: string): Q
  order(column: string, options?: { ascending: boolean }): Q
  range(from: number, to: number): Q
}

interface Narrowing {
  searchColumns: readonly string[]
  /** The column of the status filter, where it is not the status itself. */
  statusColumn?: string
  /** By which the newest stand first, where it is not created_at. */
  timeColumn?: string
}

/** The filters, the order and the page of a list, on a query of any table that has these columns. */
export function narrow<Q>(
  query: Q,
  state: ListState,
  { searchColumns, statusColumn = 'status', timeColumn = 'created_at' }: Narrowing,
): Q {
  // The client's builders answer themselves; their types differ for each table and are too deep to be compared.
  const step = (from: Q) => from as unknown as Narrowable<Q>
  let next = narrowToDays(query, state, timeColumn)
  if (state.status) next = step(next).eq(statusColumn, state.status)
  const search = buildContainsFilter(searchColumns, state.search)
  if (search) next = step(next).or(search)
  next = step(step(next).order(timeColumn, { ascending: state.sort === 'oldest' })).order('id')
  return step(next).range(...rangeOf(state))
}

/** The days that the list is filtered by, both of them in it; a day is one in Lagos, which has no summer time. */
export function narrowToDays<Q>(
  query: Q,
  { filters: { since, until } }: Pick<ListState, 'filters'>,
  column: string,
): Q {
  const step = (from: Q) => from as unknown as Narrowable<Q>
  const startOf = (day: string) => Date.parse(`${day}T00:00:00+01:00`)
  let next = query
  if (since) next = step(next).gte(column, new Date(startOf(since)).toISOString())
  if (until) next = step(next).lt(column, new Date(startOf(until) + dayMs).toISOString())
  return next
}

export function rangeOf({ pageIndex, pageSize }: ListState): [from: number, to: number] {
  return [pageIndex * pageSize, pageIndex * pageSize + pageSize - 1]
}

interface ListAnswer<R> {
  data: R[] | null
  count: number | null
  error: { code: string; message: string } | null
}

const rangeNotSatisfiable = 'PGRST103'

export function readPage<R>({ data, count, error }: ListAnswer<R>): ListPage<R> {
  if (error && error.code !== rangeNotSatisfiable) throw error
  return { records: data ?? [], count: count ?? 0 }
}

export function readOne<R>({ data, error }: { data: R | null; error: unknown }): R | null {
  if (error) throw error
  return data
}

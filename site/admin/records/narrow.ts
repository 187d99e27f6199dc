/** The filters, the order and the page of a list that its view is queried for by itself. */
import { buildContainsFilter } from './contains-filter.ts'
import { rangeOf } from './list-records.ts'
import type { ListState } from './use-list-state.ts'

const dayMs = 86_400_000

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

/** One page of an admin list: newest first, exact count, and a page that no longer exists is an empty one. */
import type { ListState } from './use-list-state.ts'

/** The admin area refetches this often while it is visible: it works without websockets. */
export const adminRefreshMs = 30_000

export interface ListPage<R> {
  records: R[]
  count: number
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

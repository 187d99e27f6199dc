/** One page of a desk list: newest first, exact count, and a page that no longer exists is an empty one. */
import type { ListState } from '#site/lib/desk/use-list-state.ts'

/** The desk asks again this often while it is in sight: it works without websockets. */
export const deskRefreshMs = 30_000

export const pageSize = 10

export interface ListPage<R> {
  records: R[]
  count: number
}

export function rangeOf({ pageIndex }: ListState): [from: number, to: number] {
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

/** Lists of the desk: the database says which records match and how many, then those of the page are read. */
import type { DeskList, FoundRecords } from '#domain/desk.ts'
import { askDesk } from '#site/lib/desk/call-desk.ts'
import { type ListPage, pageSize } from '#site/lib/desk/list-records.ts'
import type { ListState } from '#site/lib/desk/use-list-state.ts'

/** The most that one call answers. */
const findAtOnce = 500

function find(
  list: DeskList,
  { status, search, isOverdue, assignee }: ListState,
  pageIndex: number,
  size: number,
): Promise<FoundRecords> {
  return askDesk<FoundRecords>('find_records', {
    list,
    only_status: status || null,
    search: search.trim() || null,
    only_overdue: isOverdue,
    assignee: assignee || null,
    page_index: pageIndex,
    page_size: size,
  })
}

/** One page, in the order that it was found. */
export async function listFound<R extends { id: string }>(
  list: DeskList,
  state: ListState,
  read: (ids: string[]) => PromiseLike<{ data: R[] | null; error: unknown }>,
): Promise<ListPage<R>> {
  const { count, records } = await find(list, state, state.pageIndex, pageSize)
  if (records.length === 0) return { records: [], count }
  const ids = records.map(({ id }) => id)
  const { data, error } = await read(ids)
  if (error) throw error
  const byId = new Map(data?.map((record) => [record.id, record]))
  return { count, records: ids.flatMap((id) => byId.get(id) ?? []) }
}

/** Everything that matches, each with the status that it has now. */
export async function findAll(
  list: DeskList,
  state: ListState,
  onProgress: (read: number) => void,
): Promise<FoundRecords['records']> {
  const found = new Map<string, FoundRecords['records'][number]>()
  for (let pageIndex = 0; ; pageIndex++) {
    const { records } = await find(list, state, pageIndex, findAtOnce)
    for (const record of records) found.set(record.id, record)
    onProgress(found.size)
    if (records.length < findAtOnce) return [...found.values()]
  }
}

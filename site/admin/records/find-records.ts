/** Admin lists: one question says which records match, how many, and brings those of the page. */
import type { PostgrestSingleResponse } from '@supabase/supabase-js'
import type { AdminList, AdminRecordType } from '#domain/admin/admin.ts'
import { type AppClient, getSupabase } from '#site/lib/supabase.ts'
import type { ListPage } from './list-records.ts'
import type { ListState } from './use-list-state.ts'

/** The maximum that one call answers. */
const findAtOnce = 500

/** How often a list is read whole while others change it. */
const maxReadings = 3

/** The types of a function's arguments know no null, which stands for all. */
const orAll = (choice: string) => (choice || null) as string

function find(
  client: AppClient,
  list: AdminList,
  { status, search, isOverdue, assignee, filters, sort, pageIndex }: ListState,
  size: number,
) {
  return client.rpc('find_records', {
    list,
    only_status: orAll(status),
    search: orAll(search.trim()),
    only_overdue: isOverdue,
    assignee: orAll(assignee),
    filters: { ...filters },
    sort: orAll(sort),
    page_index: pageIndex,
    page_size: size,
  })
}

/** One page: `read` selects the count, and as records what is read of each; they come in the order of the list. */
export async function listMatches<R>(
  list: AdminList,
  state: ListState,
  read: (result: ReturnType<typeof find>) => PromiseLike<PostgrestSingleResponse<ListPage<R>>>,
): Promise<ListPage<R>> {
  const { data, error } = await read(find(await getSupabase(), list, state, state.pageSize))
  if (error) throw error
  return data
}

/** What a decision on a record names: the status, and of a registration the answers, that were seen. */
export interface SeenRecord {
  id: string
  status: string
  answers_version?: number
}

const registrations: readonly AdminRecordType[] = ['farmers', 'training_enrolments', 'buyers', 'investors']

/** Everything that matches, each as it is now. */
export async function findAll(
  list: AdminRecordType,
  state: ListState,
  onProgress: (read: number) => void,
): Promise<SeenRecord[]> {
  const client = await getSupabase()
  const result = new Map<string, SeenRecord>()
  const columns = `id,status${registrations.includes(list) ? ',answers_version' : ''}`
  for (let reading = 1; ; reading++) {
    const counts: number[] = []
    for (let pageIndex = 0, isLast = false; !isLast; pageIndex++) {
      const { data, error } = await find(client, list, { ...state, pageIndex }, findAtOnce)
        // The types are those of one kind: every kind has these two.
        .select(`count,ids,records:${list}(${columns})` as 'count,ids,records:orders(id,status)')
      if (error) throw error
      for (const record of data.records) result.set(record.id, record)
      onProgress(result.size)
      counts.push(data.count ?? 0)
      isLast = (data.ids ?? []).length < findAtOnce
    }
    // A record that was decided meanwhile moved those behind it up, past the seam of two pages: so once more.
    if (counts[0] === counts.at(-1) || reading === maxReadings) return [...result.values()]
  }
}

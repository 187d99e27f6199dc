/** Admin lists: one question says which records match, how many, and brings those of the page. */
import type { PostgrestSingleResponse } from '@supabase/supabase-js'
import { type AdminList, adminQueues, adminRecordTypes } from '#domain/admin/admin.ts'
import { type AppClient, getSupabase } from '#site/lib/supabase.ts'
import type { ListPage } from './list-records.ts'
import type { ListState } from './use-list-state.ts'

/** A part of a selection small enough to be decided on quickly, and to say often how far it is. */
export const decidedAtOnce = 100

/** The types of a function's arguments know no null, which stands for all. */
const orAll = (choice: string) => (choice || null) as string

export function findIn(
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

/** By its name, where it is one that find_records knows. */
export const findAdminList = (name: string | undefined): AdminList | undefined =>
  [...adminRecordTypes, ...adminQueues].find((known) => known === name)

/** Without the records themselves. */
export async function listIds(list: AdminList, state: ListState, size: number): Promise<string[]> {
  const { data, error } = await findIn(await getSupabase(), list, state, size).select('ids')
  if (error) throw error
  return data.ids ?? []
}

/** One page: `read` selects the count, and as records what is read of each; they come in the order of the list. */
export async function listMatches<R>(
  list: AdminList,
  state: ListState,
  read: (result: ReturnType<typeof findIn>) => PromiseLike<PostgrestSingleResponse<ListPage<R>>>,
): Promise<ListPage<R>> {
  const { data, error } = await read(findIn(await getSupabase(), list, state, state.pageSize))
  if (error) throw error
  return data
}

/** What a decision on a record names: the status, and of a registration the answers, that were seen. */
export interface SeenRecord {
  id: string
  status: string
  answers_version?: number
}

/** Tasks and notices as the admin area reads them; after a change of either they are queried again with the counts. */
import { queryOptions } from '@tanstack/react-query'
import type { Bell, TaskListName, TaskPage, TaskRecordType, TaskRow } from '#domain/admin/tasks.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { adminRefreshMs } from '#site/admin/records/list-records.ts'
import { countsKey } from '#site/admin/refetch.ts'
import { getSupabase } from '#site/lib/supabase.ts'

/** Tasks of one record: the open ones, the soonest first, then the last that were done. */
export function recordTasksQuery(table: TaskRecordType, id: string) {
  return queryOptions({
    queryKey: [table, 'tasks', id],
    queryFn: async (): Promise<TaskRow[]> => {
      const { data, error } = await (await getSupabase())
        .from('tasks')
        .select('id,title,due_on,due_time,assignee_id,assignee_name,done_at,updated_at')
        .eq('record_type', table)
        .eq('record_id', id)
        .order('done_at', { ascending: false, nullsFirst: true })
        .order('due_on')
        .order('due_time')
        .limit(30)
      if (error) throw error
      return data
    },
  })
}

export function taskListQuery(which: TaskListName, page: number) {
  return queryOptions({
    queryKey: [...countsKey, 'tasks', which, page],
    queryFn: () => callAdmin<TaskPage>('list_tasks', { which, page_index: page }),
    refetchInterval: adminRefreshMs,
  })
}

export const bellQuery = queryOptions({
  queryKey: [...countsKey, 'bell'],
  queryFn: () => callAdmin<Bell>('admin_bell'),
  refetchInterval: adminRefreshMs,
})

/** The end of its day in Lagos where it has no time. */
export function findDueAt({ due_on, due_time }: Pick<TaskRow, 'due_on' | 'due_time'>): string {
  return `${due_on}T${due_time ?? '23:59:59'}+01:00`
}

/** "27/11/2026, 14:30" */
export function formatDue(day: string, time: string | null): string {
  const date = day.split('-').reverse().join('/')
  return time ? `${date}, ${time.slice(0, 5)}` : date
}

/** Who has a record, when its person first heard from us, by when it is due, and what staff noted about it. */
import { queryOptions } from '@tanstack/react-query'
import type { AdminRecordType, Assignee, RecordNote, RecordWork } from '#domain/admin/admin.ts'
import type { TaskRecordType } from '#domain/admin/tasks.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { adminRefreshMs } from './list-records.ts'

/** What changes it refetches it; a page that lost a row to a decision need not. */
const knownMs = adminRefreshMs

export function recordWorkQuery(table: AdminRecordType, ids: readonly string[]) {
  return queryOptions({
    queryKey: [table, 'work', ids],
    enabled: ids.length > 0,
    staleTime: knownMs,
    queryFn: () => callAdmin<RecordWork[]>('find_record_work', { record_type: table, record_ids: ids }),
  })
}

export function recordFlagsQuery(table: AdminRecordType, ids: readonly string[]) {
  return queryOptions({
    queryKey: [table, 'flags', ids],
    enabled: ids.length > 0,
    staleTime: knownMs,
    queryFn: () =>
      callAdmin<{ record_id: string; flags: string[] }[]>('find_record_flags', {
        record_type: table,
        record_ids: ids,
      }),
  })
}

/** Who has no name yet is known as one of us. */
export function nameAssignee(
  { assignee_id, assignee_name }: Pick<RecordWork, 'assignee_id' | 'assignee_name'>,
  userId: string | undefined,
): string {
  return assignee_name || (assignee_id === userId ? 'You' : 'A colleague')
}

/** Who may have a record of this kind; colleagues come and go seldom. */
export function assigneesQuery(table: TaskRecordType) {
  return queryOptions({
    queryKey: ['assignees', table],
    queryFn: () => callAdmin<Assignee[]>('list_assignees', { record_type: table }),
    staleTime: 60_000,
  })
}

export function recordNotesQuery(table: AdminRecordType, id: string) {
  return queryOptions({
    queryKey: [table, 'notes', id],
    queryFn: async (): Promise<RecordNote[]> => {
      const { data, error } = await (await getSupabase())
        .from('record_notes')
        .select('id,record_type,record_id,author_id,author_name,body,created_at')
        .eq('record_type', table)
        .eq('record_id', id)
        .order('id', { ascending: false })
        .limit(100)
      if (error) throw error
      return data as RecordNote[]
    },
  })
}

/** Who has a record, when its person first heard from us, and what staff noted about it. */
import { queryOptions } from '@tanstack/react-query'
import type { DeskRecordType, RecordNote, RecordWork } from '#domain/desk.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export function recordWorkQuery(table: DeskRecordType, ids: readonly string[]) {
  return queryOptions({
    queryKey: [table, 'work', ids],
    enabled: ids.length > 0,
    queryFn: async (): Promise<RecordWork[]> => {
      const { data, error } = await (await getSupabase())
        .from('record_work')
        .select('record_type,record_id,assignee_id,assignee_name,assigned_at,contacted_by,contacted_at')
        .eq('record_type', table)
        .in('record_id', [...ids])
      if (error) throw error
      return data as RecordWork[]
    },
  })
}

export function recordNotesQuery(table: DeskRecordType, id: string) {
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

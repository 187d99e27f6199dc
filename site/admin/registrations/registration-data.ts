/** What the admin area queries about one registration beyond its row. */
import { queryOptions } from '@tanstack/react-query'
import type { AnswerChange } from '#domain/registrations/intake.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { readSentAnswers } from '#site/registrations/records/sent-answers.ts'

/** Under the table's name, so that a change of the table refetches them. */
const keyOf = (table: string, what: string, id: string) => [table, what, id]

export function adminAnswersQuery(table: string, id: string) {
  return queryOptions({
    queryKey: keyOf(table, 'sent', id),
    queryFn: () => readSentAnswers(table, id),
  })
}

/** What later versions of the form changed, the newest first. */
export function changesQuery(table: string, id: string) {
  return queryOptions({
    queryKey: keyOf(table, 'changes', id),
    queryFn: async () => {
      const client = await getSupabase()
      const { data, error } = await client
        .from('registration_submissions')
        .select('version,created_at,requested_by,changes')
        .eq('record_type', table)
        .eq('record_id', id)
        .not('requested_by', 'is', null)
        .order('version', { ascending: false })
      if (error) throw error
      return data.map((row) => ({
        version: row.version,
        at: row.created_at,
        isOwn: row.requested_by === 'applicant',
        changes: row.changes as unknown as AnswerChange[],
      }))
    },
  })
}

export function duplicatesQuery(table: string, id: string) {
  return queryOptions({
    queryKey: keyOf(table, 'duplicates', id),
    queryFn: async () => {
      const client = await getSupabase()
      const { data, error } = await client.rpc('find_duplicates', { record_type: table, record_id: id })
      if (error) throw error
      return data.map((row) => ({
        id: String(row.other_id),
        recordType: String(row.other_type),
        reference: String(row.reference),
        name: typeof row.contact_name === 'string' ? row.contact_name : '',
        status: String(row.status),
        createdAt: String(row.created_at),
        reasons: Array.isArray(row.reasons) ? row.reasons.map(String) : [],
      }))
    },
  })
}

export type Duplicate = Awaited<
  ReturnType<NonNullable<ReturnType<typeof duplicatesQuery>['queryFn']>>
>[number]

export function withdrawnQuery(table: string, id: string) {
  return queryOptions({
    queryKey: keyOf(table, 'withdrawn', id),
    queryFn: async () => {
      const client = await getSupabase()
      const { data, error } = await client
        .from('withdrawn_consents')
        .select('purpose,withdrawn_at')
        .eq('record_type', table)
        .eq('id', id)
      if (error) throw error
      return data.map((row) => ({ purpose: row.purpose ?? '', withdrawnAt: row.withdrawn_at ?? '' }))
    },
  })
}

export interface OpenCorrection {
  createdAt: string
  message: string | null
  notes: { field: string; note: string }[]
}

/** The last request to correct, while nothing later was sent. */
export function openCorrectionQuery(table: string, id: string) {
  return queryOptions({
    queryKey: keyOf(table, 'correction', id),
    queryFn: async (): Promise<OpenCorrection | null> => {
      const client = await getSupabase()
      const [requested, sent] = await Promise.all([
        client
          .from('correction_requests')
          .select('submission_version,notes,message,created_at')
          .eq('record_id', id)
          .order('id', { ascending: false })
          .limit(1)
          .maybeSingle(),
        client
          .from('registration_submissions')
          .select('version')
          .eq('record_id', id)
          .order('version', { ascending: false })
          .limit(1)
          .maybeSingle(),
      ])
      if (requested.error) throw requested.error
      if (sent.error) throw sent.error
      if (!requested.data || (sent.data?.version ?? 0) > requested.data.submission_version) return null
      return {
        createdAt: requested.data.created_at,
        message: requested.data.message,
        notes: readNotes(requested.data.notes),
      }
    },
  })
}

function readNotes(notes: unknown): { field: string; note: string }[] {
  if (!Array.isArray(notes)) return []
  return notes.flatMap((item: unknown) => {
    if (item === null || typeof item !== 'object' || !('field' in item) || !('note' in item)) return []
    return [{ field: String(item.field), note: String(item.note) }]
  })
}

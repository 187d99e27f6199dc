/** Sends a request to correct; answers null, or the sentence of the refusal. */
import { readDatabaseSentence } from '#domain/refusals.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export interface CorrectionNote {
  field: string
  note: string
}

interface CorrectionRequest {
  table: string
  id: string
  notes: CorrectionNote[]
  message: string
}

export async function askForCorrection(request: CorrectionRequest): Promise<string | null> {
  const client = await getSupabase()
  const { error } = await client.rpc('request_correction', {
    record_type: request.table,
    record_id: request.id,
    notes: request.notes.map(({ field, note }) => ({ field, note })),
    ...(request.message.trim() && { message: request.message.trim() }),
  })
  if (!error) return null
  return readDatabaseSentence(error) ?? 'It could not be sent. Please try again.'
}

/** The answers of a registration as they were sent last, with its secrets masked: for its owner and for staff. */
import { maskSecret } from '#domain/vault.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export interface SentAnswers {
  answers: Record<string, unknown>
  /** 1 too where no form is stored, as `answers_version` of the record. */
  version: number
  sentAt: string | null
  /** Secrets by field, masked. */
  secrets: { field: string; masked: string }[]
}

export async function readSentAnswers(recordType: string, id: string): Promise<SentAnswers> {
  const client = await getSupabase()
  const [sent, secrets] = await Promise.all([
    client
      .from('registration_submissions')
      .select('answers,version,created_at')
      .eq('record_type', recordType)
      .eq('record_id', id)
      .order('version', { ascending: false })
      .limit(1)
      .maybeSingle(),
    client.rpc('masked_secrets', { record_type: recordType, record_id: id }),
  ])
  if (sent.error) throw sent.error
  if (secrets.error) throw secrets.error
  const answers = sent.data?.answers
  return {
    answers: answers !== null && typeof answers === 'object' && !Array.isArray(answers) ? answers : {},
    version: sent.data?.version ?? 1,
    sentAt: sent.data?.created_at ?? null,
    secrets: secrets.data.map((row) => ({
      field: String(row.field),
      masked: maskSecret(typeof row.last_four === 'string' ? row.last_four : null),
    })),
  }
}

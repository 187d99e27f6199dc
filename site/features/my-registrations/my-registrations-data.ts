/** The member's registrations: where each stands, what was sent, and the answer to a request to correct. */
import { queryOptions } from '@tanstack/react-query'
import type { Json } from '#domain/database.generated.ts'
import type { FieldProblem } from '#domain/forms.ts'
import { type PhotoSlot, registrationPaths } from '#domain/registration-intake.ts'
import { maskSecret } from '#domain/vault.ts'
import { connectAuth } from '#site/lib/auth-state.ts'
import { callServer, ServerRefusal } from '#site/lib/call-server.ts'
import { sendPhoto } from '#site/lib/selfie/send-photo.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export interface Correction {
  message: string | null
  notes: { field: string; note: string }[]
}

export interface MyRegistration {
  recordType: string
  id: string
  form: string
  reference: string
  status: string
  declineReason: string | null
  nextStep: string | null
  correction: Correction | null
  hasPhoto: boolean
  createdAt: string
}

const columns =
  'record_type,id,form,reference,status,decline_reason,next_step,open_correction,has_photo,created_at'

/** What was sent as a guest joins the account first: the same proved address is the same person. */
export function myRegistrationsQuery(userId: string) {
  return queryOptions({
    queryKey: ['my-registrations', userId],
    queryFn: async (): Promise<MyRegistration[]> => {
      const client = await getSupabase()
      await claimOnce(userId)
      const { data, error } = await client
        .from('my_registrations')
        .select(columns)
        .order('created_at', { ascending: false })
        .order('id')
      if (error) throw error
      return data.map((row) => ({
        recordType: row.record_type ?? '',
        id: row.id ?? '',
        form: row.form ?? '',
        reference: row.reference ?? '',
        status: row.status ?? '',
        declineReason: row.decline_reason,
        nextStep: row.next_step,
        correction: readCorrection(row.open_correction),
        hasPhoto: row.has_photo ?? false,
        createdAt: row.created_at ?? '',
      }))
    },
  })
}

const claimedFor = new Set<string>()

async function claimOnce(userId: string): Promise<void> {
  if (claimedFor.has(userId)) return
  const client = await getSupabase()
  const { error } = await client.rpc('claim_registrations')
  // What is the account's already can be shown all the same; the next look tries again.
  if (error) console.error('Registrations could not be claimed', error.code)
  else claimedFor.add(userId)
}

function readCorrection(given: Json | null): Correction | null {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) return null
  const notes = Array.isArray(given.notes) ? given.notes : []
  return {
    message: typeof given.message === 'string' ? given.message : null,
    notes: notes.flatMap((item) => {
      if (item === null || typeof item !== 'object' || Array.isArray(item)) return []
      return typeof item.field === 'string' && typeof item.note === 'string'
        ? [{ field: item.field, note: item.note }]
        : []
    }),
  }
}

export interface SentAnswers {
  answers: Record<string, unknown>
  sentAt: string | null
  /** Secrets by field, masked. */
  secrets: { field: string; masked: string }[]
}

/** The latest answers; a record without a stored form has none. */
export function sentAnswersQuery(recordType: string, id: string) {
  return queryOptions({
    queryKey: ['my-registrations', 'sent', recordType, id],
    queryFn: async (): Promise<SentAnswers> => {
      const client = await getSupabase()
      const [sent, secrets] = await Promise.all([
        client
          .from('registration_submissions')
          .select('answers,created_at')
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
        sentAt: sent.data?.created_at ?? null,
        secrets: secrets.data.map((row) => ({
          field: String(row.field),
          masked: maskSecret(typeof row.last_four === 'string' ? row.last_four : null),
        })),
      }
    },
  })
}

export type CorrectionOutcome =
  | { ok: true }
  | { ok: false; message: string; problems: readonly FieldProblem[] }

/** A refusal is an outcome here, for the form to show at its fields. */
export async function sendCorrection(
  { recordType, id }: Pick<MyRegistration, 'recordType' | 'id'>,
  answers: Record<string, unknown>,
  idempotencyKey: string,
): Promise<CorrectionOutcome> {
  try {
    await callServer('POST', `${registrationPaths.submit}/${recordType}/${id}/resubmit`, {
      answers,
      idempotencyKey,
      consents: [],
    })
    return { ok: true }
  } catch (error) {
    if (!(error instanceof ServerRefusal)) throw error
    return { ok: false, message: error.message, problems: error.problems }
  }
}

/** The photo that did not arrive with the form. */
export async function sendMissingPhoto(
  { recordType, id }: Pick<MyRegistration, 'recordType' | 'id'>,
  photo: Blob,
  onProgress: (share: number) => void,
) {
  const slot: PhotoSlot = await (await callServer('POST', registrationPaths.photos)).json()
  const { data } = await (await connectAuth()).auth.getSession()
  return sendPhoto(slot, photo, { recordType, id }, data.session?.access_token ?? null, onProgress)
}

/** The calls of staff about a registration of someone who stands before them, or rings. */
import { queryOptions } from '@tanstack/react-query'
import { consentTexts } from '#domain/consents.ts'
import type { StaffChannel } from '#domain/registrations/intake.ts'
import { type ReissueAnswer, reissuePath, resubmitPath } from '#domain/registrations/intake.ts'
import { callServer, fetchJson, ServerError } from '#site/lib/call-server.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import type { RegistrationOnConfirmation } from '#site/registrations/records/registration-confirmation.tsx'
import type { CorrectionOutcome, CorrectionRequest } from '#site/registrations/records/use-correction.ts'

/** As find_registration answers it. */
export interface AssistedRegistration extends RegistrationOnConfirmation {
  recordType: string
  id: string
  contactName: string | null
  hasAccount: boolean
  hasEmail: boolean
  correction: CorrectionRequest | null
  answers: Readonly<Record<string, unknown>>
}

/** Null: there is none, or the caller may not read it. */
export function assistedRegistrationQuery(reference: string) {
  return queryOptions({
    queryKey: ['assisted-registration', reference],
    queryFn: async () => {
      const client = await getSupabase()
      const { data, error } = await client.rpc('find_registration', { reference })
      if (error) throw error
      return data as unknown as AssistedRegistration | null
    },
  })
}

type RecordName = Pick<AssistedRegistration, 'recordType' | 'id'>

/** A new link; the old ones end. Rejects with a sentence for staff. */
export function reissueLink({ recordType, id }: RecordName, reason: string): Promise<ReissueAnswer> {
  return fetchJson('POST', reissuePath(recordType, id), { reason })
}

/** The correction as the person dictated it; a refusal is an outcome, for the form to show at its fields. */
export async function sendDictated(
  { recordType, id }: RecordName,
  channel: StaffChannel,
  answers: Record<string, unknown>,
  idempotencyKey: string,
): Promise<CorrectionOutcome> {
  try {
    await callServer('POST', resubmitPath(recordType, id), {
      answers,
      idempotencyKey,
      consents: [consentTexts.terms],
      onBehalf: { channel, consentRecorded: true },
    })
    return { ok: true }
  } catch (error) {
    if (!(error instanceof ServerError)) throw error
    return { ok: false, message: error.message, problems: error.problems }
  }
}

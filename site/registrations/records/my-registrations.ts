/** What the member has registered as: where each stands, and what comes next. */
import { queryOptions } from '@tanstack/react-query'
import type { Json } from '#domain/database.generated.ts'
import { claimOnce } from '#site/lib/claim-once.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { claimRegistrations } from './claim-registrations.ts'
import type { RegistrationOnConfirmation } from './registration-confirmation.tsx'
import type { CorrectionRequest } from './use-correction.ts'

export interface MyRegistration extends RegistrationOnConfirmation {
  recordType: string
  id: string
  correction: CorrectionRequest | null
}

const columns =
  'record_type,id,form,reference,status,decline_reason,next_step,open_correction,has_photo,consent_withdrawn_at,merged_into,erased_at,created_at'

/** What was sent as a guest joins the account first. */
export function myRegistrationsQuery(userId: string) {
  return queryOptions({
    queryKey: ['my-registrations', userId],
    queryFn: async (): Promise<MyRegistration[]> => {
      const client = await getSupabase()
      await claimOnce(claimRegistrations, userId)
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
        consentWithdrawnAt: row.consent_withdrawn_at,
        mergedInto: row.merged_into,
        erasedAt: row.erased_at,
        createdAt: row.created_at ?? '',
      }))
    },
  })
}

function readCorrection(input: Json | null): CorrectionRequest | null {
  if (!isObject(input)) return null
  const notes = Array.isArray(input.notes) ? input.notes : []
  return {
    message: typeof input.message === 'string' ? input.message : null,
    notes: notes.flatMap((item) =>
      isObject(item) && typeof item.field === 'string' && typeof item.note === 'string'
        ? [{ field: item.field, note: item.note }]
        : [],
    ),
  }
}

function isObject(input: Json | null | undefined): input is { [key: string]: Json | undefined } {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}

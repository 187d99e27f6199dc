/** What the member has registered as: where each stands, and what comes next. */
import { queryOptions } from '@tanstack/react-query'
import type { CorrectionAsked } from '#site/lib/registrations/correction-form.tsx'
import type { RegistrationOnSlip } from '#site/lib/registrations/registration-slip.tsx'
import { getSupabase } from '#site/lib/supabase.ts'

export interface MyRegistration extends RegistrationOnSlip {
  recordType: string
  id: string
  correction: CorrectionAsked | null
}

export function myRegistrationsQuery(userId: string) {
  return queryOptions({
    queryKey: ['my_registrations', userId],
    queryFn: async (): Promise<MyRegistration[]> => {
      const client = await getSupabase()
      const { data, error } = await client
        .from('my_registrations')
        .select(
          'record_type,id,form,reference,status,decline_reason,next_step,open_correction,has_photo,created_at',
        )
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
        correction: row.open_correction as unknown as CorrectionAsked | null,
        hasPhoto: row.has_photo ?? false,
        createdAt: row.created_at ?? '',
      }))
    },
  })
}

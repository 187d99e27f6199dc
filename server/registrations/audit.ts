// A buyer's attempt that came to nothing, for admins to see (decision 77); one that is stored writes its own events.
import { type RegistrationFormName, registrationForms } from '#domain/registrations/registrations.ts'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { asRefusal } from '#server/http/answers.ts'

export interface FailedAttempt {
  form: RegistrationFormName
  userId: string | null
  /** The same attempt again is noted once. */
  key: string
  answers: Readonly<Record<string, unknown>>
  error: unknown
}

/** Never fails by itself: the refusal that it records is what the person has to hear. */
export async function noteFailure(database: Database, attempt: FailedAttempt): Promise<void> {
  const { form, userId, key, answers, error } = attempt
  if (registrationForms[form].table !== 'buyers') return
  const details = {
    email: answers.email,
    businessType: answers.businessType,
    // A sentence of ours, or the kind of failure: what a database says of a row may hold the row.
    error: asRefusal(error)?.message ?? (error as { code?: string }).code ?? 'unexpected',
  }
  await queryAsServiceRole(
    database,
    `select private.record_audit_event(event, $1, $2, $3)
      from unnest(array['BUYER_REGISTRATION_ATTEMPT', 'BUYER_REGISTRATION_ERROR']) as event`,
    [userId, JSON.stringify(details), key],
  ).catch(() => {})
}

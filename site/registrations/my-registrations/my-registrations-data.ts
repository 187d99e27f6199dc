/** What was sent with a member's registration, and the answers to a request to correct and to a missing photo. */
import { queryOptions } from '@tanstack/react-query'
import {
  type AnswerChange,
  type ConsentInput,
  changePath,
  type PhotoSlot,
  registrationPaths,
  resubmitPath,
} from '#domain/registrations/intake.ts'
import { fetchJson } from '#site/lib/call-server.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { asOutcome } from '#site/registrations/records/correction-outcome.ts'
import type { MyRegistration } from '#site/registrations/records/my-registrations.ts'
import { readSentAnswers, type SentAnswers } from '#site/registrations/records/sent-answers.ts'
import type { TimelineEvent } from '#site/registrations/records/timeline.tsx'
import type { CorrectionOutcome } from '#site/registrations/records/use-correction.ts'
import { sendPhoto } from '#site/registrations/selfie/send-photo.ts'

/** The latest answers; a record without a stored form has none. */
export function sentAnswersQuery(recordType: string, id: string) {
  return queryOptions({
    queryKey: ['my-registrations', 'sent', recordType, id],
    queryFn: () => readSentAnswers(recordType, id),
  })
}

/** What happened to it, in the order of time. */
export function eventsQuery(id: string) {
  return queryOptions({
    queryKey: ['my-registrations', 'events', id],
    queryFn: async (): Promise<TimelineEvent[]> => {
      const client = await getSupabase()
      const { data } = await client.rpc('own_registration_events', { record_id: id }).throwOnError()
      return Array.isArray(data) ? (data as unknown as TimelineEvent[]) : []
    },
  })
}

/** A refusal is an outcome here, for the form to show at its fields. */
export async function sendCorrection(
  { recordType, id }: Pick<MyRegistration, 'recordType' | 'id'>,
  answers: Record<string, unknown>,
  idempotencyKey: string,
  consents: readonly ConsentInput[],
  code?: string,
): Promise<CorrectionOutcome> {
  return asOutcome(
    fetchJson<object>('POST', resubmitPath(recordType, id), { answers, idempotencyKey, consents, code }),
  )
}

/** What its owner changes unasked. */
export async function sendChange(
  { recordType, id, version }: Pick<MyRegistration, 'recordType' | 'id'> & Pick<SentAnswers, 'version'>,
  answers: Record<string, unknown>,
  idempotencyKey: string,
  consents: readonly ConsentInput[],
  code?: string,
): Promise<CorrectionOutcome> {
  return asOutcome(
    fetchJson<{ changes: AnswerChange[] }>('POST', changePath(recordType, id), {
      answers,
      idempotencyKey,
      consents,
      version,
      code,
    }),
  )
}

/** The photo that did not arrive with the form. */
export async function sendMissingPhoto(
  { recordType, id }: Pick<MyRegistration, 'recordType' | 'id'>,
  photo: Blob,
  onProgress: (share: number) => void,
) {
  const slot = await fetchJson<PhotoSlot>('POST', registrationPaths.photos)
  return sendPhoto(slot, photo, { recordType, id }, 'account', onProgress)
}

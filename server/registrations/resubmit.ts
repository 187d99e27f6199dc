// Answers a request to correct: the whole form once more. Secrets that are not sent again stay as they are.
import { z } from 'zod'
import { findIdNumberProblem } from '#domain/nigeria/identity-numbers.ts'
import type { RegistrationReceived } from '#domain/registrations/intake.ts'
import { cleanSent } from '#domain/registrations/read.ts'
import { getRegistrationRules } from '#domain/registrations/readers.ts'
import type { RegistrationFormName } from '#domain/registrations/registrations.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { RefusedError } from '#server/http/answers.ts'
import type { Attempt } from '#server/http/attempts.ts'
import { UnreadableSecretError } from '#server/vault/ciphers.ts'
import { listSecrets } from '#server/vault/secrets-of.ts'
import { answersInput, consentsInput, onBehalf } from './input.ts'
import { consentContext, filled, type IntakeOptions, judge, seal, sealAndStore } from './intake.ts'
import type { Claim } from './photos.ts'

export const resubmission = z.object({
  answers: answersInput,
  idempotencyKey: z.uuid(),
  consents: consentsInput.default([]),
  onBehalf: onBehalf.optional(),
})

/** Staff who answer for someone without an account, who is there or on the phone. */
export interface Clerk {
  userId: null
  channel: 'walk_in' | 'phone'
  enteredBy: string
  enteredFrom: string
}

export interface ResubmittedRecord {
  recordType: string
  id: string
  form: RegistrationFormName
  personId: string | null
}

export async function resubmit(
  options: IntakeOptions,
  record: ResubmittedRecord,
  request: z.output<typeof resubmission>,
  sender: Claim | Clerk,
  attempt: Attempt,
): Promise<RegistrationReceived> {
  const { database, vault } = options
  const { recordType, id, form, personId } = record
  const { channel, enteredBy, enteredFrom } =
    'enteredBy' in sender ? sender : { channel: 'web' as const, enteredBy: null, enteredFrom: null }
  const userId = 'userId' in sender ? sender.userId : null
  const saved = await openSecrets(options, record)
  // A NIN stays a NIN, and is dropped after the review as one: another document has another number.
  const { validIdType } = request.answers
  if (validIdType !== 'nin' && saved.idNumber && findIdNumberProblem('nin', saved.idNumber) === null)
    delete saved.idNumber
  const verdict = judge(form, { ...saved, ...request.answers }, options.circumstances)
  const secrets = filled(verdict.secrets)
  const context = {
    userId,
    idempotencyKey: attempt.key,
    fingerprint: await vault.fingerprint(attempt.key, cleanSent(getRegistrationRules(form), request.answers)),
    channel,
    enteredBy,
    enteredFrom,
    ...consentContext(null, request.consents, channel, options.termsInForce()),
    trackingTokenHash: 'trackingTokenHash' in sender ? sender.trackingTokenHash : null,
    isMinor: verdict.isMinor,
    photoReceiptHash: null,
  }
  const stored = await sealAndStore(
    () => seal(vault, { userId, personId, record: { type: recordType, id } }, secrets, verdict.answers),
    async (sealed) => {
      const { rows } = await queryAsServiceRole<{ stored: { reference: string; status: string } }>(
        database,
        'select public.resubmit_registration($1, $2, $3, $4, $5) as stored',
        [recordType, id, JSON.stringify(verdict.answers), JSON.stringify(sealed), JSON.stringify(context)],
      )
      return rows[0]?.stored
    },
  )
  if (!stored) throw new Error('resubmit_registration answered nothing')
  const { reference, status } = stored
  return { ok: true, recordType, id, reference, status, isNew: true, trackingPath: null, photo: null }
}

/** The record's own secrets, so that its rules are judged whole; they leave this process sealed again. */
async function openSecrets(
  { database, vault }: IntakeOptions,
  { recordType, id, personId }: ResubmittedRecord,
): Promise<Record<string, string>> {
  if (personId === null) return {}
  const own = (await listSecrets(database, [personId], 'correction')).filter(
    (secret) => secret.recordType === recordType && secret.recordId === id && secret.field !== 'selfie',
  )
  try {
    return Object.fromEntries(
      await Promise.all(own.map(async (secret) => [secret.field, await vault.unseal(secret)] as const)),
    )
  } catch (error) {
    if (error instanceof UnreadableSecretError) throw new RefusedError('not_found')
    throw error
  }
}

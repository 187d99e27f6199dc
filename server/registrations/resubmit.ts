// The whole form once more: answers a request to correct, or changes answers without such a request. Secrets that are not sent again
// stay as they are.
import { z } from 'zod'
import type { AnswersInput } from '#domain/forms.ts'
import { findIdNumberProblem } from '#domain/nigeria/identity-numbers.ts'
import type { DatabaseError } from '#domain/refusals.ts'
import type { AnswerChange, RegistrationReceived, StaffChannel } from '#domain/registrations/intake.ts'
import { cleanSent, listNotAsked } from '#domain/registrations/read.ts'
import { getRegistrationRules } from '#domain/registrations/readers.ts'
import type { RegistrationFormName } from '#domain/registrations/registrations.ts'
import type { Database } from '#platform/database/database.ts'
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
  idempotencyKey: z.uuid().toLowerCase(),
  consents: consentsInput.default([]),
  onBehalf: onBehalf.optional(),
  code: z.string().max(40).optional(),
})

export const changeRequest = resubmission.omit({ onBehalf: true }).extend({ version: z.int32() })

/** Staff who answer for someone without an account, who is there or on the phone. */
export interface Clerk {
  userId: null
  channel: StaffChannel
  enteredBy: string
  enteredFrom: string
}

export interface ResubmittedRecord {
  recordType: string
  id: string
  form: RegistrationFormName
  personId: string | null
}

/** Throws what is wrong with the code, and answers the mailbox of an account. */
export type ProveCode = (code: string) => Promise<string | null>

interface Stored {
  reference: string
  status: string
  changes?: AnswerChange[]
}

export async function resubmit(
  options: IntakeOptions,
  record: ResubmittedRecord,
  request: z.output<typeof resubmission>,
  sender: Claim | Clerk,
  attempt: Attempt,
  prove: ProveCode,
): Promise<RegistrationReceived> {
  const { reference, status } = await store(
    'resubmit_registration',
    options,
    record,
    request,
    sender,
    attempt,
    prove,
  )
  const { recordType, id } = record
  return { ok: true, recordType, id, reference, status, isNew: true, trackingPath: null, photo: null }
}

/** The owner's own change. */
export async function change(
  options: IntakeOptions,
  record: ResubmittedRecord,
  request: z.output<typeof changeRequest>,
  sender: Claim,
  attempt: Attempt,
  prove: ProveCode,
): Promise<{ ok: true; reference: string; changes: AnswerChange[] }> {
  const { reference, changes = [] } = await store(
    'change_registration',
    options,
    record,
    request,
    sender,
    attempt,
    prove,
  ).catch((error: DatabaseError) => {
    if (error.hint !== 'version' || !error.message) throw error
    const { message } = error
    throw new RefusedError('conflict', { message, errors: [{ field: 'version', message }] })
  })
  return { ok: true, reference, changes }
}

/** Judged, then stored. The database says whether it takes a code; only then the one that came is spent. */
async function store(
  name: 'resubmit_registration' | 'change_registration',
  options: IntakeOptions,
  record: ResubmittedRecord,
  request: z.output<typeof resubmission> & { version?: number },
  sender: Claim | Clerk,
  attempt: Attempt,
  prove: ProveCode,
): Promise<Stored> {
  const { database, vault } = options
  const { recordType, id, form, personId } = record
  const { channel, enteredBy, enteredFrom } =
    'enteredBy' in sender ? sender : { channel: 'web' as const, enteredBy: null, enteredFrom: null }
  const userId = 'userId' in sender ? sender.userId : null
  await queryAsServiceRole(database, 'select private.refuse_erased($1, $2)', [recordType, id])
  const saved = await openSecrets(options, record)
  // A NIN stays a NIN, and is dropped after the review as one: another document has another number.
  const { validIdType } = request.answers
  if (validIdType !== 'nin' && saved.idNumber && findIdNumberProblem('nin', saved.idNumber) === null)
    delete saved.idNumber
  const input = { ...saved, ...request.answers }
  const verdict = judge(form, input, { ...options.circumstances, stored: await readStored(database, id) })
  const secrets = filled(verdict.secrets)
  const rules = getRegistrationRules(form)
  const context = {
    userId,
    idempotencyKey: attempt.key,
    fingerprint: await vault.fingerprint(attempt.key, cleanSent(rules, request.answers)),
    channel,
    enteredBy,
    enteredFrom,
    ...consentContext(null, request.consents, channel, options.termsInForce()),
    trackingTokenHash: 'trackingTokenHash' in sender ? sender.trackingTokenHash : null,
    isMinor: verdict.isMinor,
    sentSecrets: Object.keys(secrets).filter((field) => (request.answers[field] ?? '') !== ''),
    notAsked: listNotAsked(rules, input, options.circumstances),
    version: request.version,
    photoReceiptHash: null,
  }
  const storeWith = async (more: Record<string, unknown> = {}) => {
    const stored = await sealAndStore(
      () => seal(vault, { userId, personId, record: { type: recordType, id } }, secrets, verdict.answers),
      async (sealed) => {
        const { rows } = await queryAsServiceRole<{ stored: Stored }>(
          database,
          `select public.${name}($1, $2, $3, $4, $5) as stored`,
          [
            ...[recordType, id, JSON.stringify(verdict.answers), JSON.stringify(sealed)],
            JSON.stringify({ ...context, ...more }),
          ],
        )
        return rows[0]?.stored
      },
    )
    if (!stored) throw new Error(`${name} answered nothing`)
    return stored
  }
  try {
    return await storeWith().catch(async (error: DatabaseError) => {
      if (error.hint !== 'code' || request.code === undefined) throw error
      return storeWith({ provedMailbox: await prove(request.code) })
    })
  } catch (error) {
    const { hint, errors } = error as DatabaseError & Partial<RefusedError>
    if (hint === 'code' || errors?.some(({ field }) => field === 'code')) await countRefusal(database, record)
    throw error
  }
}

/** After a refusal for want of a code: too many in a day, and there are no more that day. */
export async function countRefusal(
  database: Database,
  { recordType, id }: Pick<ResubmittedRecord, 'recordType' | 'id'>,
): Promise<void> {
  await queryAsServiceRole(database, 'select private.count_change_refusal($1, $2)', [recordType, id])
}

/** The answers that were sent last; nothing where no form is stored. */
async function readStored(database: Database, id: string): Promise<AnswersInput | undefined> {
  const { rows } = await queryAsServiceRole<{ answers: AnswersInput }>(
    database,
    'select answers from public.registration_submissions where record_id = $1 order by version desc limit 1',
    [id],
  )
  return rows[0]?.answers
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

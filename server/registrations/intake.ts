// Takes a registration in: read by its form's rules, its secrets sealed, then one function in one transaction.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { consentTexts, isKnownConsent } from '#domain/consents.ts'
import { trackingPath } from '#domain/guest-links.ts'
import {
  type Channel,
  type ConsentInput,
  intakeMessages,
  type RegistrationReceived,
} from '#domain/registrations/intake.ts'
import { type AnyRegistrationVerdict, type Circumstances, cleanSent } from '#domain/registrations/read.ts'
import { getRegistrationRules, readRegistrationForm } from '#domain/registrations/readers.ts'
import { type RegistrationFormName, registrationForms } from '#domain/registrations/registrations.ts'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { RefusedError } from '#server/http/answers.ts'
import { type Attempt, takeTurns } from '#server/http/attempts.ts'
import type { Proof, Proofs } from '#server/http/proof.ts'
import { hashSecret } from '#server/http/tokens.ts'
import { writePhones } from '#server/lib/phones.ts'
import type { Sealed, SealFor, Vault } from '#server/vault/vault.ts'
import { noteFailure } from './audit.ts'
import { answersInput, consentsInput, onBehalf } from './input.ts'
import type { Photos } from './photos.ts'

export const registrationRequest = z.object({
  answers: answersInput,
  idempotencyKey: z.uuid().toLowerCase(),
  consents: consentsInput,
  proof: z.string().optional(),
  homepage: z.string().optional(),
  photoReceipt: z.string().optional(),
  onBehalf: onBehalf.optional(),
})
export type ReadRequest = z.output<typeof registrationRequest>

export interface Sender {
  /** Whose registration it becomes; null for a guest, and for anyone who staff enter a form for. */
  userId: string | null
  channel: Channel
  enteredBy: string | null
  /** The address of the person who entered it, for the audit trail. */
  enteredFrom?: string
  /** For a guest; checked, and not used yet. */
  proof: Proof | null
}

export interface IntakeOptions {
  database: Database
  vault: Vault
  photos: Photos
  proofs: Pick<Proofs, 'use'>
  /** What a verdict depends on beside the answers: the operator's settings. */
  circumstances: Pick<Circumstances, 'establishedYearMax' | 'collectBvn'>
  /** The version of the terms that were published, if any were. */
  termsInForce: () => string | undefined
}

interface Stored {
  recordType: string
  id: string
  reference: string
  status: string
  hasPhoto: boolean
  /** There was such a registration before, of another attempt: this one was not taken. */
  isOther?: true
  /** For an attempt that was sent before: false when staff ended its link, or an account owns the record by now. */
  hasLink?: boolean
}

export interface Intake {
  submit(
    form: RegistrationFormName,
    request: ReadRequest,
    sender: Sender,
    attempt: Attempt,
  ): Promise<RegistrationReceived>
}

export function createIntake(options: IntakeOptions): Intake {
  const { database, vault, photos, proofs } = options
  const inTurn = takeTurns()

  return {
    submit: (form, request, sender, attempt) =>
      inTurn(attempt.key, async () => {
        const { userId, channel, enteredBy, enteredFrom, proof } = sender
        const verdict = judge(form, request.answers, options.circumstances)
        // Only now: anyone who mistyped something need not prove again that they are there.
        if (proof && !(await proofs.use(proof, attempt.key))) throw new RefusedError('proof')

        const photoPath = await photos.take(hashSecret(request.photoReceipt), userId)
        // A clerk passes the link only to someone who gets none by mail.
        const isReported = enteredBy !== null && typeof verdict.answers.email === 'string'
        const trackingToken = userId === null && !isReported ? attempt.trackingToken : null
        const context = {
          userId,
          idempotencyKey: attempt.key,
          fingerprint: await vault.fingerprint(
            attempt.key,
            cleanSent(getRegistrationRules(form), request.answers),
          ),
          channel,
          enteredBy,
          enteredFrom,
          ...consentContext(verdict.answers, request.consents, channel, options.termsInForce()),
          trackingTokenHash: hashSecret(trackingToken),
          isMinor: verdict.isMinor,
          photoReceiptHash: photoPath === null ? null : hashSecret(request.photoReceipt),
        }
        const secrets = { ...filled(verdict.secrets), ...(photoPath !== null && { selfie: photoPath }) }
        // Its number is ours to choose: what is secret is encrypted for this record and no other.
        const linkHash = enteredBy === null ? hashSecret(trackingToken) : null
        const record = { type: registrationForms[form].table, id: randomUUID(), linkHash }
        const stored = await sealAndStore(
          () => seal(vault, { userId, record }, secrets, verdict.answers),
          async (sealed) => {
            const { rows } = await queryAsServiceRole<{ stored: Stored }>(
              database,
              'select public.submit_registration($1, $2, $3, $4) as stored',
              [form, JSON.stringify(verdict.answers), JSON.stringify(sealed), JSON.stringify(context)],
            )
            return rows[0]?.stored
          },
        ).catch(async (error) => {
          await noteFailure(database, { form, userId, key: attempt.key, answers: verdict.answers, error })
          throw error
        })
        if (!stored) throw new Error('submit_registration answered nothing')
        const { recordType, id, reference, status } = stored
        const isNew = stored.isOther !== true
        return {
          ok: true,
          recordType,
          id,
          reference,
          status,
          isNew,
          trackingPath:
            trackingToken === null || stored.hasLink === false ? null : trackingPath(trackingToken),
          photo:
            isNew && !isReported && wantsPhoto(form, stored)
              ? await photos.open(userId, attempt.place)
              : null,
        }
      }),
  }
}

/** The form's verdict on the answers; throws the refusal that names every field. */
export function judge(
  form: RegistrationFormName,
  input: Readonly<Record<string, unknown>>,
  circumstances: Circumstances,
): Extract<AnyRegistrationVerdict, { ok: true }> {
  const verdict = readRegistrationForm(form, input, circumstances)
  if (!verdict.ok) throw new RefusedError('invalid', { errors: verdict.problems })
  return { ...verdict, answers: writePhones(getRegistrationRules(form), verdict.answers) }
}

/** What every form's text is written in. */
const locale = 'en-NG'

/**
 * What was agreed to, each once: anyone who ticked a box agreed to the text in force, also when the page did not say which.
 * The terms of someone in the admin area are recorded by staff in words of their own. Answers that were sent before (null)
 * agree to nothing again: what was taken back since stays taken back.
 */
export function consentContext(
  answers: Readonly<Record<string, unknown>> | null,
  input: readonly ConsentInput[],
  channel: Sender['channel'],
  termsInForce?: string,
) {
  const seen = input.find(({ purpose }) => purpose === consentTexts.terms.purpose)
  const textVersion = seen?.textVersion ?? termsInForce ?? consentTexts.terms.textVersion
  const terms = { purpose: consentTexts.terms.purpose, textVersion }
  if (!input.every((text) => isKnownConsent(text, termsInForce))) {
    const message = intakeMessages.consentUnknown
    throw new RefusedError('invalid', { message, errors: [{ field: 'consents', message }] })
  }
  const termsVersion = terms.textVersion
  if (!answers) return { locale, termsVersion, consents: input }
  const acceptsTerms = seen !== undefined || (channel === 'web' && answers.acceptTerms === true)
  return {
    locale,
    termsVersion,
    consents: acceptsTerms
      ? [terms, ...(answers.guardianConsent === true ? [consentTexts.guardian] : [])]
      : [],
  }
}

export function filled(secrets: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(secrets).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

export function seal(
  vault: Vault,
  about: SealFor,
  secrets: Record<string, string>,
  answers: Readonly<Record<string, unknown>>,
): Promise<Sealed> {
  return vault.seal(about, secrets, { name: findName(answers) })
}

/** Once more when the key that the secrets were sealed with was destroyed in between. */
export async function sealAndStore<Result>(
  sealNow: () => Promise<Sealed>,
  store: (sealed: Sealed) => Promise<Result>,
): Promise<Result> {
  try {
    return await store(await sealNow())
  } catch (error) {
    if ((error as { hint?: string }).hint !== 'seal_again') throw error
    return store(await sealNow())
  }
}

/** By what name reviewers are notified that someone has registered before. */
function findName(answers: Readonly<Record<string, unknown>>): string {
  const { fullName, companyName, firstName, lastName } = answers
  const names = fullName ? [fullName] : firstName ? [firstName, lastName] : [companyName]
  return names.filter((name) => typeof name === 'string').join(' ')
}

/** Investors are requested none; of a registration that was decided on, or erased, since its first attempt none is wanted. */
function wantsPhoto(form: RegistrationFormName, { status, hasPhoto }: Stored): boolean {
  return registrationForms[form].table !== 'investors' && status === 'pending' && !hasPhoto
}

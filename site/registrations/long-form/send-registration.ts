/** Sends a filled-in form once: the same content has the same key, so that a second try is the same registration. */
import type { FieldProblem } from '#domain/forms.ts'
import { honeypotField } from '#domain/forms.ts'
import {
  type ConsentInput,
  type RegistrationReceived,
  type RegistrationRequest,
  registrationPaths,
} from '#domain/registrations/intake.ts'
import { reviewWords } from '#domain/registrations/review-words.ts'
import { fetchJson, longTimeoutMs, ServerError } from '#site/lib/call-server.ts'
import type { Attempt } from '#site/lib/form/attempt.ts'
import { networkHint } from '#site/lib/network.ts'
import { makeProof, type Proof } from '#site/lib/proof.ts'
import { readStoredSession } from '#site/lib/stored-session.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export type SendOutcome =
  | { kind: 'received'; registration: RegistrationReceived }
  | { kind: 'invalid'; problems: readonly FieldProblem[]; message: string }
  | { kind: 'sessionLost' }
  /** `isSpent`: the attempt's key stands for something else already; the next try is another attempt. */
  | { kind: 'failed'; message: string; isSpent?: boolean }

interface Sending {
  form: string
  answers: Record<string, unknown>
  attempt: Attempt
  consents: ConsentInput[]
  /** What a program has written into the field that people do not see. */
  homepage: string
  photoReceipt: string | null
  onBehalf: RegistrationRequest['onBehalf'] | null
  /** Only members may send it. */
  members: boolean
  /** Computed while the person was still reading. */
  proof: Promise<Proof> | null
}

export async function sendRegistration(sending: Sending): Promise<SendOutcome> {
  try {
    const accessToken = await findAccessToken()
    if (sending.members && !accessToken) return { kind: 'sessionLost' }
    return await post(sending, accessToken, true)
  } catch {
    // Without https a browser has no crypto.subtle, and no proof can be computed.
    return { kind: 'failed', message: window.isSecureContext ? networkHint : reviewWords.notSecure }
  }
}

/** The token of the signed-in user here; null for a visitor. Throws when it cannot be read. */
async function findAccessToken(): Promise<string | null> {
  if (!readStoredSession()) return null
  const { data, error } = await (await getSupabase()).auth.getSession()
  if (data.session) return data.session.access_token
  if (error && readStoredSession()) throw error
  return null
}

async function post(sending: Sending, accessToken: string | null, mayRepeat: boolean): Promise<SendOutcome> {
  const { form, answers, attempt, consents, homepage, photoReceipt, onBehalf } = sending
  const proof = accessToken ? null : await freshProof(sending.proof)
  const request: RegistrationRequest = {
    answers,
    idempotencyKey: attempt.key,
    consents,
    ...(proof && { proof: proof.text }),
    ...(homepage && { [honeypotField]: homepage }),
    ...(photoReceipt && { photoReceipt }),
    ...(onBehalf && { onBehalf }),
  }
  try {
    const registration = await fetchJson<RegistrationReceived>(
      'POST',
      `${registrationPaths.submit}/${form}`,
      request,
      { as: { accessToken }, timeoutMs: longTimeoutMs },
    )
    return { kind: 'received', registration }
  } catch (error) {
    if (!(error instanceof ServerError) || error.status === 0) throw error
    const isSessionOver = error.status === 401
    if (isSessionOver && sending.members) return { kind: 'sessionLost' }
    // A proof is good for one time, and a session that is over makes a visitor of a member: once more, as that.
    if (mayRepeat && (isSessionOver || error.code === 'proof')) {
      return post({ ...sending, proof: null }, isSessionOver ? null : accessToken, false)
    }
    const { problems, message } = error
    if (problems.length > 0) return { kind: 'invalid', problems, message }
    return { kind: 'failed', message, isSpent: error.code === 'conflict' }
  }
}

async function freshProof(created: Promise<Proof> | null): Promise<Proof> {
  const early = await created?.catch(() => null)
  return early && early.expiresAt > Date.now() ? early : makeProof(registrationPaths.proof)
}

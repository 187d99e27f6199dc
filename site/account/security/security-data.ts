/** What protects an account: its second factor, its recovery codes and the devices it is signed in on. */

import { queryOptions } from '@tanstack/react-query'
import { accountMessages } from '#domain/account/accounts.ts'
import { changePasswordWords, enrolWords } from '#domain/account/security-words.ts'
import { type AuthFailure, attempt, hintFor, readable } from '#site/account/auth-form/auth-failure.ts'
import { connectAuth } from '#site/lib/auth-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export interface Factor {
  id: string
  kind: 'app' | 'passkey'
  name: string
  addedAt: string
}

export interface SecondFactor {
  /** Apps and passkeys, the oldest first. */
  factors: Factor[]
  /** Null: there are none. */
  recoveryCodesLeft: number | null
}

export function secondFactorQuery(userId: string) {
  return queryOptions({
    queryKey: ['second-factor', userId],
    queryFn: async (): Promise<SecondFactor> => {
      const client = await getSupabase()
      const { data, error } = await client.auth.mfa.listFactors()
      if (error) throw error
      const factors = [...data.totp, ...data.webauthn]
        .map((factor): Factor => {
          const isPasskey = factor.factor_type === 'webauthn'
          return {
            id: factor.id,
            kind: isPasskey ? 'passkey' : 'app',
            name: factor.friendly_name || (isPasskey ? 'Passkey' : 'Authenticator app'),
            addedAt: factor.created_at,
          }
        })
        .sort((one, other) => one.addedAt.localeCompare(other.addedAt))
      if (!data.all.some(({ factor_type: type }) => type === 'recovery_code'))
        return { factors, recoveryCodesLeft: null }
      const status = await client.auth.mfa.recoveryCodes.getStatus()
      if (status.error) throw status.error
      return { factors, recoveryCodesLeft: status.data.remaining }
    },
  })
}

export interface Enrolment {
  factorId: string
  /** The picture as markup of our own auth service. */
  qrCode: string
  secret: string
}

/** Begins an enrolment; an unfinished one of before is cleared away, since its name would be in the way. */
export async function beginEnrolment(name: string): Promise<Enrolment> {
  const client = await connectAuth()
  const { data: known } = await client.auth.mfa.listFactors()
  for (const factor of known?.all ?? []) {
    if (factor.factor_type === 'totp' && factor.status === 'unverified')
      await client.auth.mfa.unenroll({ factorId: factor.id })
  }
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: name })
  if (error) throw error
  return { factorId: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret }
}

export async function confirmEnrolment(factorId: string, code: string): Promise<AuthFailure | null> {
  return attempt(accountMessages.unexpected, async () => {
    const client = await connectAuth()
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code })
    if (!error) return null
    if (error.code === 'mfa_verification_failed') return { message: enrolWords.wrongCode }
    return { message: readable(error).message || accountMessages.unexpected, hint: hintFor(error) }
  })
}

/** A new set; the codes of an earlier one are void. They are shown once: nobody can read them again. */
export async function makeRecoveryCodes(hasCodes: boolean): Promise<string[]> {
  const client = await connectAuth()
  const { recoveryCodes } = client.auth.mfa
  const { data, error } = hasCodes ? await recoveryCodes.regenerate() : await recoveryCodes.generate()
  if (error) throw error
  return data.codes
}

/** This session's token may say more than its session by now: it is refreshed. */
export async function removeFactor(factorId: string): Promise<void> {
  await unenroll(factorId)
  await (await connectAuth()).auth.refreshSession()
}

async function unenroll(factorId: string): Promise<void> {
  const client = await connectAuth()
  const { error } = await client.auth.mfa.unenroll({ factorId })
  if (error) throw error
}

/** The codes first: they never stand alone. Then this session's token is refreshed, as one without a second step. */
export async function switchOffSecondStep({ factors, recoveryCodesLeft }: SecondFactor): Promise<void> {
  const client = await connectAuth()
  if (recoveryCodesLeft !== null) {
    const { error } = await client.auth.mfa.recoveryCodes.unenroll()
    if (error) throw error
  }
  for (const { id } of factors) await unenroll(id)
  await client.auth.refreshSession()
}

export interface OwnSession {
  id: string
  createdAt: string
  lastUsedAt: string
  userAgent: string | null
  ip: string | null
  isCurrent: boolean
}

export function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: ['sessions', userId],
    queryFn: async (): Promise<OwnSession[]> => {
      const client = await getSupabase()
      const { data, error } = await client.rpc('list_my_sessions')
      if (error) throw error
      return data.map((row) => ({
        id: String(row.id),
        createdAt: String(row.created_at),
        lastUsedAt: String(row.last_used_at),
        userAgent: typeof row.user_agent === 'string' ? row.user_agent : null,
        ip: typeof row.ip === 'string' ? row.ip : null,
        isCurrent: row.is_current === true,
      }))
    },
  })
}

export async function endSession(sessionId: string): Promise<void> {
  const client = await getSupabase()
  const { error } = await client.rpc('end_my_session', { session_id: sessionId })
  if (error) throw error
}

/** Mails a code that proves who sits there. */
export async function mailConfirmationCode(): Promise<AuthFailure | null> {
  return attempt(accountMessages.unexpected, async () => {
    const client = await connectAuth()
    const { error } = await client.auth.reauthenticate()
    if (!error) return null
    if (error.status === 429) return { message: accountMessages.rateLimited }
    return { message: readable(error).message || accountMessages.unexpected, hint: hintFor(error) }
  })
}

/** The present password opens the set-up of a first second step for ten minutes. */
export function showPassword(password: string): Promise<AuthFailure | null> {
  return attempt(accountMessages.unexpected, async () => {
    const { error } = await (await connectAuth()).auth.updateUser({ current_password: password })
    return error && describeRefusal(error)
  })
}

/** So does a code of `mailConfirmationCode`, once. */
export function showMailedCode(code: string): Promise<AuthFailure | null> {
  return attempt(accountMessages.unexpected, async () => {
    const { error } = await (await connectAuth()).auth.updateUser({ nonce: code })
    return error && describeRefusal(error)
  })
}

function describeRefusal(error: {
  message: string
  name?: string
  code?: string
  status?: number
}): AuthFailure {
  if (error.code === 'current_password_required') return { message: changePasswordWords.presentMissing }
  if (error.code === 'current_password_invalid') return { message: changePasswordWords.presentWrong }
  if (error.code === 'reauthentication_not_valid') return { message: changePasswordWords.wrongCode }
  if (error.status === 429) return { message: accountMessages.rateLimited }
  return { message: readable(error).message || accountMessages.unexpected, hint: hintFor(error) }
}

export type PasswordOutcome = { ok: true } | { ok: false; needsCode: boolean; failure: AuthFailure | null }

/** `nonce` is the code from the mail, where the service has requested one; an account without a password has no present one. */
export async function changePassword(
  password: string,
  present: string,
  nonce?: string,
): Promise<PasswordOutcome> {
  let needsCode = nonce !== undefined
  const failure = await attempt(accountMessages.unexpected, async () => {
    const client = await connectAuth()
    const { error } = await client.auth.updateUser({
      password,
      ...(present && { current_password: present }),
      ...(nonce && { nonce }),
    })
    if (error?.code === 'reauthentication_needed') {
      needsCode = true
      return null
    }
    if (error) return describeRefusal(error)
    needsCode = false
    const { error: othersError } = await client.auth.signOut({ scope: 'others' })
    if (othersError) console.error('Other sessions could not be ended', othersError.code)
    return null
  })
  return failure || needsCode ? { ok: false, needsCode, failure } : { ok: true }
}

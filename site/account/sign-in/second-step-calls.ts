/** The second step of a sign-in: a passkey, the code of an authenticator app, or a recovery code raises the session. */
import { accountMessages } from '#domain/account/accounts.ts'
import { secondStepWords as words } from '#domain/account/sign-in-words.ts'
import { type AuthFailure, attempt, hintFor, readable } from '#site/account/auth-form/auth-failure.ts'
import { connectAuth } from '#site/lib/auth-state.ts'

export interface Factor {
  id: string
  name: string
}

export interface Ways {
  passkeys: Factor[]
  apps: Factor[]
  /** Why this browser cannot use the account's passkeys; null when it can. */
  obstacle: AuthFailure | null
}

/** What may answer, as the session at hand knows it. */
export async function listWays(): Promise<Ways> {
  const client = await connectAuth()
  const { data } = await client.auth.getSession()
  const list = (type: 'totp' | 'webauthn', nameless: string): Factor[] =>
    (data.session?.user.factors ?? [])
      .filter((factor) => factor.factor_type === type && factor.status === 'verified')
      .map((factor) => ({ id: factor.id, name: factor.friendly_name || nameless }))
  const ways: Ways = {
    passkeys: list('webauthn', words.passkey.label),
    apps: list('totp', words.app.nameless),
    obstacle: null,
  }
  if (ways.passkeys.length === 0) return ways
  const { findPasskeyObstacle } = await import('#site/account/security/passkeys.ts')
  return { ...ways, obstacle: findPasskeyObstacle() }
}

export async function verifyPasskey(factorId: string): Promise<AuthFailure | null> {
  return attempt(accountMessages.unexpected, async () => {
    const { confirmWithPasskey } = await import('#site/account/security/passkeys.ts')
    return confirmWithPasskey(factorId)
  })
}

export async function verifyAppCode(factorId: string, code: string): Promise<AuthFailure | null> {
  return attempt(accountMessages.unexpected, async () => {
    const client = await connectAuth()
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code })
    return error ? describe(error, words.app.wrong) : null
  })
}

export async function verifyRecoveryCode(code: string): Promise<AuthFailure | null> {
  return attempt(accountMessages.unexpected, async () => {
    const client = await connectAuth()
    const { error } = await client.auth.mfa.recoveryCodes.verify({ code })
    return error ? describe(error, words.recovery.wrong) : null
  })
}

/** How many codes are left after one was used; null when that could not be queried. */
export async function countRecoveryCodes(): Promise<number | null> {
  const client = await connectAuth()
  const { data } = await client.auth.mfa.recoveryCodes.getStatus()
  return data?.remaining ?? null
}

function describe(error: { message: string; code?: string; status?: number }, wrong: string): AuthFailure {
  if (error.code === 'mfa_verification_failed') return { message: wrong }
  if (error.status === 429) return { message: accountMessages.rateLimited }
  return { message: readable(error).message || accountMessages.unexpected, hint: hintFor(error) }
}

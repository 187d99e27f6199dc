/** Passkeys in this browser: created for an account, and prompted for to confirm its sign-in. */

import { accountMessages } from '#domain/account/accounts.ts'
import { passkeyRefusals as refusals } from '#domain/account/security-words.ts'
import { type AuthFailure, attempt, hintFor, readable } from '#site/account/auth-form/auth-failure.ts'
import { connectAuth } from '#site/lib/auth-state.ts'

/** Why this browser, at this address, cannot use passkeys; null when it can. */
export function findPasskeyObstacle(): AuthFailure | null {
  if (typeof window.PublicKeyCredential !== 'function' || !navigator.credentials) return refusals.noneHere
  return /^[\d.]+$|^\[/.test(window.location.hostname) ? refusals.wrongAddress : null
}

/** Makes a passkey and joins it to the account; what an earlier try left unfinished is cleared away first. */
export function addPasskey(name: string): Promise<AuthFailure | null> {
  return attempt(accountMessages.unexpected, async () => {
    const client = await connectAuth()
    await removeUnfinished()
    const { data, error } = await client.auth.mfa.webauthn.enroll({ friendlyName: name })
    if (error) return describe(error)
    const failure = await confirm(data.id)
    // A name must not stay taken by a passkey that was not created.
    if (failure) await client.auth.mfa.unenroll({ factorId: data.id })
    return failure
  })
}

/** Confirms the sign-in with a passkey of the account. */
export function confirmWithPasskey(factorId: string): Promise<AuthFailure | null> {
  return attempt(accountMessages.unexpected, () => confirm(factorId))
}

// The library's own `register` and `authenticate` prompt for security keys alone; a telephone's passkey is one too.
async function confirm(factorId: string): Promise<AuthFailure | null> {
  const obstacle = findPasskeyObstacle()
  if (obstacle) return obstacle
  const client = await connectAuth()
  const site = { rpId: window.location.hostname, rpOrigins: [window.location.origin] }
  const { data, error } = await client.auth.mfa.challenge({ factorId, webauthn: site })
  if (error) return describe(error)
  const { webauthn, id: challengeId } = data
  const { timeout } = webauthn.credential_options.publicKey
  const began = performance.now()
  let credential: Credential | null
  try {
    credential =
      webauthn.type === 'create'
        ? await navigator.credentials.create(webauthn.credential_options as CredentialCreationOptions)
        : await navigator.credentials.get(webauthn.credential_options as CredentialRequestOptions)
  } catch (failure) {
    // A cancelled request and one that ran out have one name, lest a page learns which keys a device holds.
    const ranOut = timeout !== undefined && performance.now() - began >= timeout
    return describeRefusal(failure, ranOut)
  }
  if (!credential) return refusals.cancelled
  const answer = await client.auth.mfa.verify({
    factorId,
    challengeId,
    webauthn: { ...site, type: webauthn.type, credential_response: credential as never },
  })
  return answer.error ? describe(answer.error) : null
}

async function removeUnfinished(): Promise<void> {
  const client = await connectAuth()
  const { data } = await client.auth.mfa.listFactors()
  for (const factor of data?.all ?? []) {
    if (factor.factor_type === 'webauthn' && factor.status === 'unverified')
      await client.auth.mfa.unenroll({ factorId: factor.id })
  }
}

function describeRefusal(failure: unknown, ranOut: boolean): AuthFailure {
  const name = failure instanceof Error ? failure.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError')
    return ranOut ? refusals.timedOut : refusals.cancelled
  if (name === 'InvalidStateError') return refusals.alreadyThere
  if (name === 'SecurityError') return refusals.wrongAddress
  if (name === 'NotSupportedError' || name === 'ConstraintError') return refusals.noneHere
  throw failure
}

function describe(error: { message: string; name?: string; code?: string; status?: number }): AuthFailure {
  if (error.code === 'mfa_verification_failed') return refusals.notAccepted
  if (error.code === 'webauthn_credential_exists') return refusals.alreadyThere
  if (error.code === 'mfa_challenge_expired') return refusals.timedOut
  if (error.code === 'mfa_factor_name_conflict') return refusals.nameTaken
  if (error.code === 'mfa_webauthn_enroll_not_enabled') return refusals.notOffered
  if (error.status === 429) return { message: accountMessages.rateLimited }
  return { message: readable(error).message || accountMessages.unexpected, hint: hintFor(error) }
}

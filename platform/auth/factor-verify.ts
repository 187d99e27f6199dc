// POST /factors/{id}/verify: the right code of an authenticator app, or what a passkey signed, raises the session to aal2.
import { Secret, TOTP } from 'otpauth'
import type pg from 'pg'
import { z } from 'zod'
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError, badRequest } from './errors.ts'
import { challengeAddress, requireVerifiable } from './factor-challenge.ts'
import { type FactorRow, getFactor, hasVerifiedFactor, raiseSession } from './factors.ts'
import { forgetFactorAttempts, takeFactorAttempt } from './limits.ts'
import { notifyFactorAdded } from './notices.ts'
import { optionalText, parseBody, readUuid, uuidPattern } from './request.ts'
import { findSession, requireUserToken } from './require-user.ts'
import { unseal } from './sealed.ts'
import { type AuthenticationMethod, answerWithSession, type SessionRow } from './sessions.ts'
import { inTransaction, sqlState } from './transaction.ts'
import { lockUser, type UserRow } from './users.ts'
import { type Ceremony, relyingPartyOf, verifyCreation, verifyRequest } from './web-authn.ts'

const verifyBody = z.object({
  challenge_id: optionalText,
  code: optionalText,
  // Upstream's client sends `rpId` and `rpOrigins` too: whose site it is, is not the request's to say.
  webauthn: z.object({ type: optionalText, credential_response: z.unknown() }).nullish(),
})

const periodSeconds = 30

export async function verifyFactor(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const { now } = request
  const claims = await requireUserToken(auth, request)
  const factorId = readUuid(request, 'factor_id')
  const { challenge_id: challengeId, code, webauthn } = parseBody(verifyBody, request)
  if (!code && !webauthn) throw badRequest('Code needs to be non-empty')
  if (!uuidPattern.test(challengeId)) throw badRequest('challenge_id must be an UUID')

  const raised = await inTransaction(auth, async (client) => {
    // One answer at a time: the same code sent twice at once is good once.
    await lockUser(client, claims.userId)
    const { user, session } = await findSession(client, claims, now)
    const factor = await getFactor(client, user.id, factorId)
    requireVerifiable(auth, factor)
    await requireFinishedByOwner(client, { user, session, factor })
    await takeFactorAttempt(auth, client, user.id, now)
    const ceremony = await checkChallenge(auth, client, request, { factorId: factor.id, challengeId })
    const method =
      factor.factor_type === 'webauthn'
        ? await acceptPasskey(auth, client, request, { factor, challengeId, ceremony, webauthn })
        : await acceptCode(auth, client, request, { factor, code })

    await forgetFactorAttempts(auth, client, user.id)
    await client.query('update auth.mfa_challenges set verified_at = $2 where id = $1', [challengeId, now])
    await client.query(
      `update auth.mfa_factors set status = 'verified',
         updated_at = case when status = 'verified' then updated_at else $2 end where id = $1`,
      [factor.id, now],
    )
    await client.query(
      `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and factor_type = $2`,
      [user.id, factor.factor_type],
    )
    if (factor.status === 'unverified') await notifyFactorAdded(auth, client, user, now)
    await writeAudit(client, request, user.id, 'verification_attempted', {
      factor_id: factor.id,
      challenge_id: challengeId,
      factor_type: factor.factor_type,
    })
    return raiseSession(auth, client, request, { user, session, factorId: factor.id, method })
  })
  return Response.json(await answerWithSession(auth, raised, now))
}

/**
 * An enrolment that was begun while the account had no factor is not finished by the password alone once it has one:
 * anyone who knew the password could otherwise hold one ready.
 */
async function requireFinishedByOwner(
  client: pg.ClientBase,
  { user, session, factor }: { user: UserRow; session: SessionRow; factor: FactorRow },
): Promise<void> {
  if (factor.status === 'verified' || session.aal === 'aal2') return
  if (await hasVerifiedFactor(client, user.id))
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
}

async function acceptCode(
  auth: AuthContext,
  client: pg.ClientBase,
  request: AuthRequest,
  { factor, code }: { factor: FactorRow; code: string },
): Promise<AuthenticationMethod> {
  const step = await findStep(auth, factor, code, request.now)
  if (step === undefined) {
    await writeFailure(client, request, factor)
    throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered', { commitsWrites: true })
  }
  await client.query('update auth.mfa_factors set last_totp_step = $2 where id = $1', [factor.id, step])
  return 'totp'
}

async function writeFailure(client: pg.ClientBase, request: AuthRequest, factor: FactorRow): Promise<void> {
  await writeAudit(client, request, factor.user_id, 'verification_failed', {
    factor_id: factor.id,
    factor_type: factor.factor_type,
  })
}

/** Takes the key that a first answer brings, or an answer of the key that is known. A challenge takes one answer. */
async function acceptPasskey(
  { settings }: Pick<AuthContext, 'settings'>,
  client: pg.ClientBase,
  request: AuthRequest,
  input: {
    factor: FactorRow
    challengeId: string
    ceremony: Ceremony | null
    webauthn: z.output<typeof verifyBody>['webauthn']
  },
): Promise<AuthenticationMethod> {
  const { factor, ceremony, webauthn } = input
  if (!webauthn) throw badRequest('WebAuthn config required')
  if (webauthn.type !== 'create' && webauthn.type !== 'request')
    throw badRequest('WebAuthn type must be create or request')
  const { web_authn_credential: known } = factor
  const party = relyingPartyOf(settings)
  const isMeant =
    ceremony?.type === webauthn.type &&
    ceremony.type === (known ? 'request' : 'create') &&
    ceremony.user_id === factor.user_id
  const answer = webauthn.credential_response
  const passkey =
    isMeant && known ? await verifyRequest(party, { ceremony, passkey: known }, answer) : undefined
  const created = isMeant && !known ? await verifyCreation(party, ceremony, answer) : undefined
  if (!passkey && !created) {
    await client.query('delete from auth.mfa_challenges where id = $1', [input.challengeId])
    await writeFailure(client, request, factor)
    throw new AuthError(422, 'mfa_verification_failed', 'Invalid passkey response', { commitsWrites: true })
  }
  await client
    .query(
      `update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = coalesce($3, web_authn_aaguid)
       where id = $1`,
      [factor.id, passkey ?? created?.passkey, created?.aaguid ?? null],
    )
    .catch((error: unknown) => {
      if (sqlState(error) !== '23505') throw error
      throw new AuthError(422, 'webauthn_credential_exists', 'This passkey is registered already')
    })
  return 'mfa/webauthn'
}

async function checkChallenge(
  { settings }: AuthContext,
  client: pg.ClientBase,
  request: AuthRequest,
  { factorId, challengeId }: { factorId: string; challengeId: string },
): Promise<Ceremony | null> {
  const { rows } = await client.query<{
    created_at: Date
    verified_at: Date | null
    same_address: boolean
    web_authn_session_data: Ceremony | null
  }>(
    `select created_at, verified_at, ip_address = $3 as same_address, web_authn_session_data
     from auth.mfa_challenges where id = $1 and factor_id = $2 for update`,
    [challengeId, factorId, challengeAddress(request)],
  )
  const challenge = rows[0]
  if (!challenge)
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found', {
      commitsWrites: true,
    })
  if (!challenge.same_address)
    throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.', {
      commitsWrites: true,
    })
  const expiresAt = challenge.created_at.getTime() + settings.factors.challengeExpirySeconds * 1000
  if (challenge.verified_at || expiresAt <= request.now.getTime())
    throw new AuthError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
      { commitsWrites: true },
    )
  return challenge.web_authn_session_data
}

// The time step of the code: this one or a neighbour (clocks differ), and later than the last that was accepted.
async function findStep(
  auth: AuthContext,
  factor: FactorRow,
  code: string,
  now: Date,
): Promise<number | undefined> {
  const secret = Secret.fromBase32(await unseal(auth, factor.secret ?? ''))
  const delta = /^\d{6}$/.test(code)
    ? TOTP.validate({ token: code, secret, period: periodSeconds, timestamp: now.getTime(), window: 1 })
    : null
  if (delta === null) return undefined
  const step = TOTP.counter({ period: periodSeconds, timestamp: now.getTime() }) + delta
  return step > Number(factor.last_totp_step ?? -1) ? step : undefined
}

// POST /factors/{id}/verify: the right code of an authenticator app raises the session to aal2; each code works once.
import { Secret, TOTP } from 'otpauth'
import type pg from 'pg'
import { z } from 'zod'
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError, badRequest } from './errors.ts'
import { challengeAddress } from './factor-challenge.ts'
import { type FactorRow, getFactor, raiseSession } from './factors.ts'
import { forgetFactorAttempts, takeFactorAttempt } from './limits.ts'
import { notifyFactorAdded } from './notices.ts'
import { optionalText, parseBody, readUuid, uuidPattern } from './request.ts'
import { findSession, requireUserToken } from './require-user.ts'
import { unseal } from './sealed.ts'
import { answerWithSession } from './sessions.ts'
import { inTransaction } from './transaction.ts'
import { lockUser } from './users.ts'

const verifyBody = z.object({ challenge_id: optionalText, code: optionalText })

const periodSeconds = 30

export async function verifyFactor(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const { now } = request
  const claims = await requireUserToken(auth, request)
  const factorId = readUuid(request, 'factor_id')
  const { challenge_id: challengeId, code } = parseBody(verifyBody, request)
  if (!code) throw badRequest('Code needs to be non-empty')
  if (!uuidPattern.test(challengeId)) throw badRequest('challenge_id must be an UUID')
  if (!auth.settings.factors.totpVerifyEnabled)
    throw new AuthError(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP')

  const raised = await inTransaction(auth, async (client) => {
    // One answer at a time: the same code sent twice at once is good once.
    await lockUser(client, claims.userId)
    const { user, session } = await findSession(client, claims, now)
    const factor = await getFactor(client, user.id, factorId)
    if (factor.factor_type !== 'totp') throw badRequest('factor_type needs to be totp, phone, or webauthn')
    await takeFactorAttempt(auth, client, user.id, now)
    await checkChallenge(auth, client, request, { factorId: factor.id, challengeId })
    const step = await findStep(auth, factor, code, now)
    if (step === undefined)
      throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered', { keepsWrites: true })

    await forgetFactorAttempts(auth, client, user.id)
    await client.query('update auth.mfa_challenges set verified_at = $2 where id = $1', [challengeId, now])
    await client.query(
      `update auth.mfa_factors set status = 'verified', last_totp_step = $2,
         updated_at = case when status = 'verified' then updated_at else $3 end where id = $1`,
      [factor.id, step, now],
    )
    await client.query(
      `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and factor_type = 'totp'`,
      [user.id],
    )
    if (factor.status === 'unverified') await notifyFactorAdded(auth, client, user, now)
    await writeAudit(client, request, user.id, 'verification_attempted', {
      factor_id: factor.id,
      challenge_id: challengeId,
      factor_type: factor.factor_type,
    })
    return raiseSession(client, request, { user, session, factorId: factor.id, method: 'totp' })
  })
  return Response.json(await answerWithSession(auth, raised, now))
}

async function checkChallenge(
  { settings }: AuthContext,
  client: pg.ClientBase,
  request: AuthRequest,
  { factorId, challengeId }: { factorId: string; challengeId: string },
): Promise<void> {
  const { rows } = await client.query<{ created_at: Date; verified_at: Date | null; same_address: boolean }>(
    `select created_at, verified_at, ip_address = $3 as same_address
     from auth.mfa_challenges where id = $1 and factor_id = $2 for update`,
    [challengeId, factorId, challengeAddress(request)],
  )
  const challenge = rows[0]
  if (!challenge)
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found', {
      keepsWrites: true,
    })
  if (!challenge.same_address)
    throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.', {
      keepsWrites: true,
    })
  const expiresAt = challenge.created_at.getTime() + settings.factors.challengeExpirySeconds * 1000
  if (challenge.verified_at || expiresAt <= request.now.getTime())
    throw new AuthError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
      { keepsWrites: true },
    )
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

// POST /factors/{id}/challenge: the question that POST /factors/{id}/verify answers.
import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError, badRequest } from './errors.ts'
import { getFactor } from './factors.ts'
import { readUuid } from './request.ts'
import { findSession, requireUserToken } from './require-user.ts'
import { epochSeconds } from './sessions.ts'
import { inTransaction } from './transaction.ts'

export async function challengeFactor(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const { now } = request
  const { totpVerifyEnabled, challengeExpirySeconds } = auth.settings.factors
  const claims = await requireUserToken(auth, request)
  const factorId = readUuid(request, 'factor_id')
  const id = randomUUID()
  const type = await inTransaction(auth, async (client) => {
    const { user } = await findSession(client, claims, now)
    const factor = await getFactor(client, user.id, factorId)
    if (factor.factor_type !== 'totp') throw badRequest('factor_type needs to be totp, phone, or webauthn')
    if (!totpVerifyEnabled)
      throw new AuthError(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP')
    await client.query(
      'insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, $3, $4)',
      [id, factor.id, now, challengeAddress(request)],
    )
    await client.query('update auth.mfa_factors set last_challenged_at = $2 where id = $1', [factor.id, now])
    await writeAudit(client, request, user.id, 'challenge_created', {
      factor_id: factor.id,
      factor_status: factor.status,
    })
    return factor.factor_type
  })
  const expiresAt = epochSeconds(now) + challengeExpirySeconds
  return Response.json({ id, type, expires_at: expiresAt })
}

/** Who asked: an answer from elsewhere is none. */
export function challengeAddress({ address }: Pick<AuthRequest, 'address'>): string {
  return isIP(address) ? address : '0.0.0.0'
}

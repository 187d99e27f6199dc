// DELETE /factors/{id}: removes a second factor; a verified one needs a session that has shown one.
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError, badRequest } from './errors.ts'
import { getFactor, listFactors, lowerSessions } from './factors.ts'
import { notifyFactorRemoved } from './notices.ts'
import { readUuid } from './request.ts'
import { findSession, requireUserToken } from './require-user.ts'
import { inTransaction } from './transaction.ts'
import { lockUser } from './users.ts'

export async function unenrollFactor(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const { now } = request
  const claims = await requireUserToken(auth, request)
  const factorId = readUuid(request, 'factor_id')
  await inTransaction(auth, async (client) => {
    await lockUser(client, claims.userId)
    const { user, session } = await findSession(client, claims, now)
    const factor = await getFactor(client, user.id, factorId)
    if (factor.factor_type === 'recovery_code')
      throw badRequest(
        'Recovery codes cannot be unenrolled with this endpoint, use DELETE /factors/recovery-codes',
      )
    if (factor.status === 'verified') {
      if (session.aal !== 'aal2')
        throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
      const others = (await listFactors(client, user.id)).filter(
        ({ id, status }) => id !== factor.id && status === 'verified',
      )
      if (others.length > 0 && others.every(({ factor_type }) => factor_type === 'recovery_code'))
        throw new AuthError(
          422,
          'mfa_recovery_codes_sole_factor',
          'Recovery codes cannot be the only verified factor. Please enroll another factor before unenrolling this one or delete your recovery codes.',
        )
      // Anyone who removes several would otherwise be stopped behind the one that this session had shown.
      const heir = others.find(({ factor_type }) => factor_type !== 'recovery_code')
      if (heir && auth.settings.newSessionAtStepUp)
        await client.query('update auth.sessions set factor_id = $2 where id = $1 and factor_id = $3', [
          session.id,
          heir.id,
          factor.id,
        ])
    }
    await client.query('delete from auth.mfa_factors where id = $1', [factor.id])
    await lowerSessions(auth, client, { userId: user.id, factorId: factor.id, own: session.id }, now)
    if (factor.status === 'verified') await notifyFactorRemoved(auth, client, user, now)
    await writeAudit(client, request, user.id, 'factor_unenrolled', {
      factor_id: factor.id,
      factor_status: factor.status,
      session_id: session.id,
    })
  })
  return Response.json({ id: factorId })
}

// GET /admin/users/{id}/factors and DELETE of one: for people who have lost their second factor and its codes.
import { administrator, writeAudit } from '../audit.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { getFactor, listFactors, lowerSessions } from '../factors.ts'
import { notifyFactorRemoved } from '../notices.ts'
import { readUuid } from '../request.ts'
import { inTransaction } from '../transaction.ts'
import { renderFactor } from '../users.ts'
import { requireAdmin } from './require-admin.ts'
import { getAnyUser, lockAnyUser } from './users.ts'

export async function listUserFactors(auth: AuthContext, request: AuthRequest): Promise<Response> {
  await requireAdmin(auth, request)
  const userId = readUuid(request, 'user_id')
  return inTransaction(auth, async (client) => {
    await getAnyUser(client, userId)
    return Response.json((await listFactors(client, userId)).map(renderFactor))
  })
}

/** The sessions that the factor had raised go down with it. */
export async function deleteUserFactor(auth: AuthContext, request: AuthRequest): Promise<Response> {
  await requireAdmin(auth, request)
  const userId = readUuid(request, 'user_id')
  const factorId = readUuid(request, 'factor_id')
  return inTransaction(auth, async (client) => {
    const user = await lockAnyUser(client, userId)
    const factor = await getFactor(client, userId, factorId)
    await client.query('delete from auth.mfa_factors where id = $1', [factor.id])
    // Recovery codes stand in for another factor; alone they would be the only one.
    await client.query(
      `delete from auth.mfa_factors where user_id = $1 and factor_type = 'recovery_code'
       and not exists (select from auth.mfa_factors where user_id = $1 and status = 'verified'
         and factor_type <> 'recovery_code')`,
      [userId],
    )
    await lowerSessions(auth, client, { userId, factorId: factor.id }, request.now)
    if (factor.status === 'verified') await notifyFactorRemoved(auth, client, user, request.now)
    await writeAudit(client, request, administrator, 'factor_deleted', {
      user_id: userId,
      factor_id: factor.id,
    })
    return Response.json(renderFactor(factor))
  })
}

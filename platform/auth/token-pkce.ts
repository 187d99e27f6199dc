// POST /token?grant_type=pkce: turns the code that a link led to into a session, for the one who holds the verifier.
import { z } from 'zod'
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError, badRequest } from './errors.ts'
import { spendAuthCode } from './flow-state.ts'
import { optionalText, parseBody } from './request.ts'
import { unseal } from './sealed.ts'
import { answerWithSession, openSession } from './sessions.ts'
import { inTransaction } from './transaction.ts'
import { isBanned, lockUser } from './users.ts'

const pkceBody = z.object({ auth_code: optionalText, code_verifier: optionalText })

export async function grantByPkce(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const { auth_code: code, code_verifier: verifier } = parseBody(pkceBody, request)
  if (!code || !verifier)
    throw badRequest('invalid request: both auth code and code verifier should be non-empty')
  const expirySeconds = auth.settings.pkceExpirySeconds
  const { session, spent } = await inTransaction(auth, async (client) => {
    const spent = await spendAuthCode(client, { code, verifier, expirySeconds }, request.now)
    const user = await lockUser(client, spent.userId)
    if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
    if (isBanned(user, request.now)) throw new AuthError(400, 'user_banned', 'User is banned')
    await writeAudit(client, request, user.id, 'login', { provider: spent.provider })
    return { session: await openSession(client, request, user, spent.method, spent.provider), spent }
  })
  const { providerAccessToken, providerRefreshToken } = spent
  return Response.json({
    ...(await answerWithSession(auth, session, request.now)),
    ...(providerAccessToken && { provider_token: await unseal(auth, providerAccessToken) }),
    ...(providerRefreshToken && { provider_refresh_token: await unseal(auth, providerRefreshToken) }),
  })
}

// POST /token?grant_type=password: signs in with an e-mail address and a password.
import { z } from 'zod'
import { noAccount, writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError, badRequest } from './errors.ts'
import { forgetSignInAttempts, takeSignInAttempt } from './limits.ts'
import { optionalText, parseBody } from './request.ts'
import { answerWithSession, type OpenSession, openSession } from './sessions.ts'
import { inTransaction } from './transaction.ts'
import { findUserByEmail, isBanned, lockUser } from './users.ts'

const passwordBody = z.object({ email: optionalText, phone: optionalText, password: optionalText })

export async function grantByPassword(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const body = parseBody(passwordBody, request)
  if (body.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  if (!body.email) throw badRequest('missing email or phone')
  if (!auth.settings.emailEnabled)
    throw new AuthError(422, 'email_provider_disabled', 'Email logins are disabled')
  const email = body.email.trim().normalize('NFC').toLowerCase()
  const attempt = { email, address: request.address }

  const user = await inTransaction(auth, async (client) => {
    await takeSignInAttempt(auth, client, attempt, request.now)
    return findUserByEmail(client, email)
  })
  // Outside of any transaction, and as slow for an address that nobody has.
  const known = user?.encrypted_password
  const matches = await auth.hasher.verify(known || (await auth.dummyHash()), body.password)
  if (!user || !known || !matches) {
    // Written for an unknown address as well, so that it takes the same time.
    await inTransaction(auth, (client) => writeAudit(client, request, user?.id ?? noAccount, 'login_failed'))
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
  }
  if (isBanned(user, request.now)) throw new AuthError(400, 'user_banned', 'User is banned')
  if (!user.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  const better = auth.hasher.isOutdated(known) ? await auth.hasher.hash(body.password) : undefined

  const session = await inTransaction(auth, async (client): Promise<OpenSession> => {
    const current = await lockUser(client, user.id)
    // The password was changed while this one was checked.
    if (!current || current.encrypted_password !== known)
      throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
    await forgetSignInAttempts(auth, client, attempt)
    if (better)
      await client.query('update auth.users set encrypted_password = $2 where id = $1', [user.id, better])
    await writeAudit(client, request, user.id, 'login', { provider: 'email' })
    return openSession(client, request, current, 'password')
  })
  return Response.json(await answerWithSession(auth, session, request.now))
}

// GET /reauthenticate: mails a code, which as `nonce` lets an old session choose a new password.
import type pg from 'pg'
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError, badRequest } from './errors.ts'
import { takeMail } from './limits.ts'
import { findByCode, makeToken, spendTokens } from './one-time-tokens.ts'
import { findSignedIn, requireUserToken, type SignedIn } from './require-user.ts'
import { inTransaction } from './transaction.ts'
import { fullNameOf, lockUser } from './users.ts'

/** A session counts as recently signed in for a day. */
const recentSeconds = 86_400

export async function reauthenticate(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const { now } = request
  const claims = await requireUserToken(auth, request)
  await inTransaction(auth, async (client) => {
    await lockUser(client, claims.userId)
    const { user } = await findSignedIn(client, claims, now)
    if (!user.email) throw badRequest('Reauthentication requires the user to have an email or a phone number')
    if (!user.email_confirmed_at)
      throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
    await takeMail(auth, client, { mailbox: user.email, kind: 'reauthentication' }, now)
    const token = { userId: user.id, type: 'reauthentication_token', mailbox: user.email } as const
    const { code } = await makeToken(auth, client, { ...token, flowStateId: undefined }, now)
    await client.query('update auth.users set reauthentication_sent_at = $2 where id = $1', [user.id, now])
    await writeAudit(client, request, user.id, 'user_reauthenticate_requested')
    const fullName = fullNameOf(user)
    await auth.sendMail(client, {
      kind: 'reauthentication',
      to: user.email,
      code,
      ...(fullName && { fullName }),
    })
  })
  return Response.json({})
}

/** Throws unless the session is recent, this house does not ask, or the nonce is right; a right one is spent. */
export async function checkReauthentication(
  auth: AuthContext,
  client: pg.ClientBase,
  { user, session }: SignedIn,
  nonce: string,
  now: Date,
): Promise<void> {
  if (!auth.settings.requireReauthentication) return
  if (session && session.created_at.getTime() + recentSeconds * 1000 >= now.getTime()) return
  if (!nonce) throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
  const found = await findByCode(
    auth,
    client,
    { mailbox: user.email ?? '', code: nonce, types: ['reauthentication_token'] },
    now,
  )
  if (found?.user_id !== user.id)
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid', {
      keepsWrites: true,
    })
  await spendTokens(client, user.id, ['reauthentication_token'])
}

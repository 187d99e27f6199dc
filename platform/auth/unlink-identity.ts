// DELETE /user/identities/{id}: one way in less; the last one stays.
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError } from './errors.ts'
import { requireFactorShown } from './factors.ts'
import { adoptEmail } from './identities.ts'
import { sendEmailChanged, sendNotice } from './notices.ts'
import { readUuid } from './request.ts'
import { findSignedIn, requireUserToken } from './require-user.ts'
import { inTransaction } from './transaction.ts'
import { findUserById, lockUser, refreshProviders } from './users.ts'

export async function unlinkIdentity(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const { now } = request
  const claims = await requireUserToken(auth, request)
  const identityId = readUuid(request, 'identity_id')
  await inTransaction(auth, async (client) => {
    await lockUser(client, claims.userId)
    const signedIn = await findSignedIn(client, claims, now)
    await requireFactorShown(client, signedIn)
    const { user } = signedIn
    const { rows } = await client.query<{ id: string; provider: string; email: string | null }>(
      'select id, provider, email from auth.identities where user_id = $1 order by created_at, id',
      [user.id],
    )
    const identity = rows.find(({ id }) => id === identityId)
    // A number is no way in: anyone who has another identity beside it has a last one all the same.
    const waysIn = identity?.provider === 'phone' ? rows : rows.filter(({ provider }) => provider !== 'phone')
    if (waysIn.length <= 1)
      throw new AuthError(
        422,
        'single_identity_not_deletable',
        'User must have at least 1 identity after unlinking',
      )
    if (!identity) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist")
    await client.query('delete from auth.identities where id = $1', [identity.id])
    // Without its identity the password is a way in that the account does not show.
    if (identity.provider === 'email')
      await client.query(`update auth.users set encrypted_password = null where id = $1`, [user.id])
    if (identity.provider === 'phone')
      await client.query('update auth.users set phone = null, phone_confirmed_at = null where id = $1', [
        user.id,
      ])
    const left = rows.filter(({ id }) => id !== identity.id)
    const email = left.find((other) => other.email)?.email
    if (email && !left.some((other) => other.email === user.email))
      await adoptEmail(client, user.id, email, now).catch((error: unknown) => {
        throw error instanceof AuthError ? emailTaken() : error
      })
    await refreshProviders(client, user.id)
    await sendNotice(auth, client, { user, kind: 'identity_unlinked' }, now)
    const fresh = await findUserById(client, user.id)
    if (fresh?.email) await sendEmailChanged(auth, client, { user, from: user.email, to: fresh.email }, now)
    await writeAudit(client, request, user.id, 'identity_unlinked', {
      identity_id: identity.id,
      provider: identity.provider,
    })
  })
  return Response.json({})
}

function emailTaken(): AuthError {
  return new AuthError(
    422,
    'email_conflict_identity_not_deletable',
    'Unable to unlink identity due to email conflict',
  )
}

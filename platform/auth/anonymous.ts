// POST /signup without an address, where the application allows it: an account that has no way back in until it gets one.
import { randomUUID } from 'node:crypto'
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError, tooManyRequests } from './errors.ts'
import { checkMetadataSize } from './request.ts'
import { answerWithSession, openSession } from './sessions.ts'
import { inTransaction } from './transaction.ts'
import { type Metadata, type UserRow, userColumns } from './users.ts'

export async function signInAnonymously(
  auth: AuthContext,
  request: AuthRequest,
  metadata: Metadata,
): Promise<Response> {
  const { settings, clientLimiter } = auth
  const { address, now } = request
  if (!settings.anonymousSignInEnabled)
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  checkMetadataSize(auth, metadata)
  const wait = address ? clientLimiter.take('anonymous', address, settings.limits.anonymousPerClient, now) : 0
  if (wait > 0) throw tooManyRequests(wait)
  const session = await inTransaction(auth, async (client) => {
    const { rows } = await client.query<UserRow>(
      `insert into auth.users (instance_id, id, aud, role, raw_app_meta_data, raw_user_meta_data, is_anonymous,
         created_at, updated_at)
       values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', '{}', $2, true, $3, $3)
       returning ${userColumns}`,
      [randomUUID(), metadata, now],
    )
    const [user] = rows
    if (!user) throw new Error('an insert answered no row')
    await writeAudit(client, request, user.id, 'user_signedup', { provider: 'anonymous' })
    return openSession(client, request, user, 'anonymous')
  })
  return Response.json(await answerWithSession(auth, session, now))
}

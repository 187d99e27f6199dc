// DELETE /admin/users/{id}: the account and all that hangs on it (hard), or its name alone (soft: an anonymous row stays).
import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import { administrator, writeAudit } from '../audit.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { AuthError } from '../errors.ts'
import { parseBody, readUuid } from '../request.ts'
import { endSessions } from '../sessions.ts'
import { inTransaction, noteChangedSessions, sqlState } from '../transaction.ts'
import type { UserRow } from '../users.ts'
import { requireAdmin } from './require-admin.ts'
import { lockAnyUser } from './users.ts'

const deleteBody = z.object({ should_soft_delete: z.boolean().nullish() })

export async function deleteUser(auth: AuthContext, request: AuthRequest): Promise<Response> {
  await requireAdmin(auth, request)
  const id = readUuid(request, 'user_id')
  const { should_soft_delete: soft } = parseBody(deleteBody, request)
  await inTransaction(auth, async (client) => {
    const user = await lockAnyUser(client, id)
    try {
      if (!soft) await deleteForGood(client, id)
      else if (!user.deleted_at) await anonymise(auth, client, user, request.now)
    } catch (error) {
      // A rule of the project's own: someone whom it cannot be without.
      if (sqlState(error) !== '23514') throw error
      throw new AuthError(409, 'conflict', (error as Error).message)
    }
    await writeAudit(client, request, administrator, 'user_deleted', {
      user_id: id,
      soft: String(soft ?? false),
    })
  })
  return Response.json({})
}

async function deleteForGood(client: pg.ClientBase, id: string): Promise<void> {
  try {
    await client.query('delete from auth.users where id = $1', [id])
    noteChangedSessions(client, id)
  } catch (error) {
    // Something of the project must not lose its owner.
    if (sqlState(error) !== '23503' && sqlState(error) !== '23001') throw error
    throw new AuthError(
      409,
      'conflict',
      'Other records still belong to this user: delete them first, or delete the user softly',
    )
  }
}

// The id stays for what refers to it; nothing that names or admits the person does. Hashes leave unique columns unique,
// and the address is free for a new account.
async function anonymise(
  { hashSecret }: AuthContext,
  client: pg.ClientBase,
  user: UserRow,
  now: Date,
): Promise<void> {
  const hashOf = (value: string): string =>
    createHmac('sha256', hashSecret).update(`deleted ${user.id} ${value}`).digest('base64url')
  await client.query(
    `update auth.users set email = $2, phone = $3, email_change = '', phone_change = '', encrypted_password = null,
       raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = $4, updated_at = $4 where id = $1`,
    [user.id, user.email && hashOf(user.email), user.phone && hashOf(user.phone).slice(0, 15), now],
  )
  const { rows } = await client.query<{ id: string; provider_id: string }>(
    'select id, provider_id from auth.identities where user_id = $1',
    [user.id],
  )
  for (const identity of rows)
    await client.query(
      `update auth.identities set provider_id = $2, identity_data = '{}', updated_at = $3 where id = $1`,
      [identity.id, hashOf(identity.provider_id), now],
    )
  await client.query('delete from auth.mfa_factors where user_id = $1', [user.id])
  await client.query('delete from auth.one_time_tokens where user_id = $1', [user.id])
  await client.query('delete from auth.flow_state where user_id = $1', [user.id])
  await endSessions(client, user.id, { except: undefined })
}

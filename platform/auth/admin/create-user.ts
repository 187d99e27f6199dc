// POST /admin/users: makes an account without a mail.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { administrator, writeAudit } from '../audit.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { emailExists } from '../email-change.ts'
import { AuthError, badRequest } from '../errors.ts'
import { inTransaction, sqlState } from '../transaction.ts'
import { renderUser, writeEmailIdentity, writePhoneIdentity } from '../users.ts'
import { requireAdmin } from './require-admin.ts'
import { phoneExists, readAttributes, type UserAttributes } from './user-attributes.ts'
import { getAnyUser } from './users.ts'

export async function createUser(auth: AuthContext, request: AuthRequest): Promise<Response> {
  await requireAdmin(auth, request)
  const attributes = await readAttributes(auth, request)
  if (!attributes.email && !attributes.phone)
    throw badRequest('Cannot create a user without either an email or phone')
  return inTransaction(auth, async (client) => {
    const id = await insert(client, attributes, request.now)
    await writeAudit(client, request, administrator, 'user_signedup', { user_id: id })
    return Response.json(await renderUser(client, await getAnyUser(client, id)))
  })
}

async function insert(client: pg.ClientBase, attributes: UserAttributes, now: Date): Promise<string> {
  const { email, phone, confirmsEmail, confirmsPhone, appMetadata } = attributes
  const id = attributes.id ?? randomUUID()
  const claims = {
    ...attributes.userMetadata,
    ...(email && { email_verified: confirmsEmail }),
  }
  try {
    await client.query(
      `insert into auth.users (instance_id, id, aud, role, email, phone, encrypted_password, email_confirmed_at,
         phone_confirmed_at, raw_app_meta_data, raw_user_meta_data, banned_until, created_at, updated_at)
       values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
      [
        id,
        attributes.role ?? 'authenticated',
        email ?? null,
        phone ?? null,
        attributes.passwordHash ?? null,
        confirmsEmail && email ? now : null,
        confirmsPhone && phone ? now : null,
        withoutNulls({ provider: email ? 'email' : 'phone', ...appMetadata }),
        withoutNulls(claims),
        attributes.bannedUntil ?? null,
        now,
      ],
    )
  } catch (error) {
    throw explainConflict(error)
  }
  if (email) await writeEmailIdentity(client, id, { email, verified: confirmsEmail }, now)
  if (phone) await writePhoneIdentity(client, id, { phone, verified: false }, now)
  return id
}

/** A unique index has the last word on who was first. */
export function explainConflict(error: unknown): unknown {
  if (sqlState(error) !== '23505') return error
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : ''
  if (constraint === 'users_pkey')
    return new AuthError(422, 'user_already_exists', 'A user with this id has already been registered')
  return constraint === 'users_phone_key' ? phoneExists() : emailExists()
}

export function withoutNulls(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null))
}

// Accounts: reading and making them, and the form in which the client library sees them.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'

export type Metadata = Record<string, unknown>

export interface UserRow {
  id: string
  aud: string | null
  role: string | null
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  email_change: string
  email_change_sent_at: Date | null
  email_change_confirm_status: number
  last_sign_in_at: Date | null
  raw_app_meta_data: Metadata | null
  raw_user_meta_data: Metadata | null
  created_at: Date | null
  updated_at: Date | null
  phone: string | null
  phone_confirmed_at: Date | null
  confirmed_at: Date | null
  banned_until: Date | null
  is_anonymous: boolean
}

const columns = `id, aud, role, email, encrypted_password, email_confirmed_at, invited_at, confirmation_sent_at,
  recovery_sent_at, email_change, email_change_sent_at, email_change_confirm_status, last_sign_in_at,
  raw_app_meta_data, raw_user_meta_data, created_at, updated_at, phone, phone_confirmed_at, confirmed_at,
  banned_until, is_anonymous`

export async function findUserByEmail(client: pg.ClientBase, email: string): Promise<UserRow | undefined> {
  const { rows } = await client.query<UserRow>(
    `select ${columns} from auth.users where email = $1 and is_sso_user = false and deleted_at is null`,
    [email],
  )
  return rows[0]
}

export async function findUserById(client: pg.ClientBase, id: string): Promise<UserRow | undefined> {
  const { rows } = await client.query<UserRow>(
    `select ${columns} from auth.users where id = $1 and deleted_at is null`,
    [id],
  )
  return rows[0]
}

/** The same, kept from others until the transaction ends: what was read stays true. */
export async function lockUser(client: pg.ClientBase, id: string): Promise<UserRow | undefined> {
  const { rows } = await client.query<UserRow>(
    `select ${columns} from auth.users where id = $1 and deleted_at is null for update`,
    [id],
  )
  return rows[0]
}

export async function lockUserByEmail(client: pg.ClientBase, email: string): Promise<UserRow | undefined> {
  const found = await findUserByEmail(client, email)
  return found && lockUser(client, found.id)
}

export interface NewUser {
  email: string
  passwordHash: string
  metadata: Metadata
  confirmed: boolean
}

/** The new account with its e-mail identity; undefined when the address has one already. */
export async function insertUser(
  client: pg.ClientBase,
  { email, passwordHash, metadata, confirmed }: NewUser,
  now: Date,
): Promise<UserRow | undefined> {
  const id = randomUUID()
  const claims = { sub: id, email, email_verified: confirmed, phone_verified: false }
  const { rows } = await client.query<UserRow>(
    `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
       raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3, $4, $5, $6, $7, $7)
     on conflict (email) where is_sso_user = false do nothing returning ${columns}`,
    [
      id,
      email,
      passwordHash,
      confirmed ? now : null,
      { provider: 'email', providers: ['email'] },
      { ...metadata, ...claims },
      now,
    ],
  )
  const user = rows[0]
  if (!user) return undefined
  await client.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1::text, $1::text::uuid, $2, 'email', $3, $3, $3)`,
    [id, { ...metadata, ...claims }, now],
  )
  return user
}

/** The mailbox was proved: the account may sign in. */
export async function confirmEmail(client: pg.ClientBase, user: UserRow, now: Date): Promise<UserRow> {
  if (user.email_confirmed_at) return user
  const { rows } = await client.query<UserRow>(
    `update auth.users set email_confirmed_at = $2, updated_at = $2,
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
     where id = $1 returning ${columns}`,
    [user.id, now],
  )
  await client.query(
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = $2
     where user_id = $1 and provider = 'email'`,
    [user.id, now],
  )
  return rows[0] ?? user
}

export function isBanned(user: UserRow, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now
}

export function fullNameOf(user: UserRow): string | undefined {
  const name = user.raw_user_meta_data?.full_name
  return typeof name === 'string' && name.trim() ? name : undefined
}

interface IdentityRow {
  id: string
  provider_id: string
  user_id: string
  identity_data: Metadata
  provider: string
  last_sign_in_at: Date | null
  created_at: Date | null
  updated_at: Date | null
  email: string | null
}

/** The user as the client library's `User`; nothing in it is secret from its owner. */
export async function renderUser(client: pg.ClientBase, user: UserRow): Promise<Metadata> {
  const { rows } = await client.query<IdentityRow>(
    `select id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, email
     from auth.identities where user_id = $1 order by created_at, id`,
    [user.id],
  )
  return renderUserWith(
    user,
    rows.map(({ id, provider_id, ...identity }) => ({ identity_id: id, id: provider_id, ...identity })),
  )
}

export function renderUserWith(user: UserRow, identities: Metadata[]): Metadata {
  const optional = {
    email_confirmed_at: user.email_confirmed_at,
    invited_at: user.invited_at,
    confirmation_sent_at: user.confirmation_sent_at,
    confirmed_at: user.confirmed_at,
    recovery_sent_at: user.recovery_sent_at,
    new_email: user.email_change || null,
    email_change_sent_at: user.email_change_sent_at,
    last_sign_in_at: user.last_sign_in_at,
    phone_confirmed_at: user.phone_confirmed_at,
    banned_until: user.banned_until,
  }
  return {
    id: user.id,
    aud: user.aud ?? 'authenticated',
    role: user.role ?? 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities,
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  }
}

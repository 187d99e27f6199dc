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
  phone_change: string
  phone_change_sent_at: Date | null
  confirmed_at: Date | null
  banned_until: Date | null
  is_anonymous: boolean
  deleted_at: Date | null
}

const columns = `id, aud, role, email, encrypted_password, email_confirmed_at, invited_at, confirmation_sent_at,
  recovery_sent_at, email_change, email_change_sent_at, email_change_confirm_status, last_sign_in_at,
  raw_app_meta_data, raw_user_meta_data, created_at, updated_at, phone, phone_confirmed_at, phone_change,
  phone_change_sent_at, confirmed_at, banned_until, is_anonymous, deleted_at`

/** The same columns, for statements elsewhere that return a user. */
export const userColumns = columns

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

/** The same, locked until the transaction ends: what was read stays true. */
export async function lockUser(client: pg.ClientBase, id: string): Promise<UserRow | undefined> {
  const { rows } = await client.query<UserRow>(
    `select ${columns} from auth.users where id = $1 and deleted_at is null for update`,
    [id],
  )
  return rows[0]
}

export async function lockUserByEmail(client: pg.ClientBase, email: string): Promise<UserRow | undefined> {
  const result = await findUserByEmail(client, email)
  return result && lockUser(client, result.id)
}

export interface NewUser {
  email: string
  /** Null for those who sign in by mail or elsewhere. */
  passwordHash: string | null
  metadata: Metadata
  confirmed: boolean
}

/** The new account with its e-mail identity; undefined when the address has one already. */
export async function insertUser(
  client: pg.ClientBase,
  { email, passwordHash, metadata, confirmed }: NewUser,
  now: Date,
  id: string = randomUUID(),
): Promise<UserRow | undefined> {
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

/** The account with what a sign-up chose; no field of it can claim another identity or a proof. */
export function withChoice(user: UserRow, metadata: Metadata): UserRow {
  const claims = { sub: user.id, email: user.email, email_verified: false, phone_verified: false }
  return { ...user, raw_user_meta_data: { ...metadata, ...claims } }
}

/** Password and metadata of the sign-up by which the mailbox was proved; anyone who typed the address before retains nothing. */
export async function adoptSignUp(
  client: pg.ClientBase,
  user: UserRow,
  { passwordHash, metadata }: { passwordHash: string | null; metadata: Metadata },
  now: Date,
): Promise<UserRow> {
  const chosen = withChoice(user, metadata)
  await client.query(
    'update auth.users set encrypted_password = $2, raw_user_meta_data = $3, updated_at = $4 where id = $1',
    [user.id, passwordHash, chosen.raw_user_meta_data, now],
  )
  await client.query(
    `update auth.identities set identity_data = $2, updated_at = $3 where user_id = $1 and provider = 'email'`,
    [user.id, chosen.raw_user_meta_data, now],
  )
  return { ...chosen, encrypted_password: passwordHash, updated_at: now }
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

/** The e-mail identity of an account, with its address as it is now; created when there is none yet. */
export async function writeEmailIdentity(
  client: pg.ClientBase,
  userId: string,
  { email, verified }: { email: string; verified: boolean },
  now: Date,
): Promise<void> {
  const data = { sub: userId, email, email_verified: verified, phone_verified: false }
  await client.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1::text, $1::text::uuid, $2, 'email', null, $3, $3)
     on conflict (provider_id, provider) do update
       set identity_data = identities.identity_data || $2::jsonb, updated_at = $3`,
    [userId, data, now],
  )
  await refreshProviders(client, userId)
}

/** The same for a number; it proves who someone is, and signs nobody in. */
export async function writePhoneIdentity(
  client: pg.ClientBase,
  userId: string,
  { phone, verified }: { phone: string; verified: boolean },
  now: Date,
): Promise<void> {
  await client.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
     values ($1::text, $1::text::uuid, $2, 'phone', $3, $3)
     on conflict (provider_id, provider) do update set identity_data = identities.identity_data || $2::jsonb, updated_at = $3`,
    [userId, { sub: userId, phone, email_verified: false, phone_verified: verified }, now],
  )
  await refreshProviders(client, userId)
}

/** What app_metadata says of the account's ways in follows its identities. */
export async function refreshProviders(client: pg.ClientBase, userId: string): Promise<void> {
  await client.query(
    `update auth.users set raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || (
       select jsonb_build_object(
         'provider', case when bool_or(provider = raw_app_meta_data ->> 'provider')
           then raw_app_meta_data ->> 'provider' else (array_agg(provider order by created_at, id))[1] end,
         'providers', coalesce(jsonb_agg(provider order by created_at, id), '[]'))
       from auth.identities where user_id = users.id)
     where id = $1 and exists (select from auth.identities where user_id = $1)`,
    [userId],
  )
}

export function isBanned(user: UserRow, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now
}

export function fullNameOf(user: Pick<UserRow, 'raw_user_meta_data'>): string | undefined {
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

interface FactorRow {
  id: string
  user_id: string
  friendly_name: string | null
  factor_type: string
  status: 'unverified' | 'verified'
  created_at: Date
  updated_at: Date
  last_challenged_at: Date | null
}

/** The user as the client library's `User`; nothing in it is secret from its owner. */
export async function renderUser(client: pg.ClientBase, user: UserRow): Promise<Metadata> {
  const [rendered] = await renderUsers(client, [user])
  return rendered ?? renderUserWith(user, [], [])
}

export async function renderUsers(client: pg.ClientBase, users: UserRow[]): Promise<Metadata[]> {
  const ids = users.map((user) => user.id)
  const [identities, factors] = await Promise.all([
    client.query<IdentityRow>(
      `select id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, email
       from auth.identities where user_id = any($1) order by created_at, id`,
      [ids],
    ),
    client.query<FactorRow>(`${selectFactors} where user_id = any($1) order by created_at, id`, [ids]),
  ])
  const byUser = <Row extends { user_id: string }>(rows: Row[]) => Map.groupBy(rows, (row) => row.user_id)
  const identitiesOf = byUser(identities.rows)
  const factorsOf = byUser(factors.rows)
  return users.map((user) =>
    renderUserWith(
      user,
      (identitiesOf.get(user.id) ?? []).map(({ id, provider_id, ...identity }) => ({
        identity_id: id,
        id: provider_id,
        ...identity,
      })),
      (factorsOf.get(user.id) ?? []).map(renderFactor),
    ),
  )
}

const selectFactors = `select id, user_id, friendly_name, factor_type, status, created_at, updated_at,
  last_challenged_at from auth.mfa_factors`

/** The client library's `Factor`; the secret is shown once, at enrolment. */
export function renderFactor(factor: FactorRow): Metadata {
  const { id, friendly_name, factor_type, status, created_at, updated_at, last_challenged_at } = factor
  return {
    id,
    created_at,
    updated_at,
    status,
    ...(friendly_name && { friendly_name }),
    factor_type,
    ...(last_challenged_at && { last_challenged_at }),
  }
}

export function renderUserWith(user: UserRow, identities: Metadata[], factors: Metadata[] = []): Metadata {
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
    new_phone: user.phone_change || null,
    phone_change_sent_at: user.phone_change_sent_at,
    banned_until: user.banned_until,
    deleted_at: user.deleted_at,
    factors: factors.length > 0 ? factors : null,
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

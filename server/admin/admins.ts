// Makes admins: the account when it is missing, then the role. Doing it again changes nothing.
import type { Database } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { inventPassword } from '#server/account/invent-password.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import type { Environment } from '#server/settings/env.ts'

export interface AccountsClient {
  database: Database
  platform: Pick<Platform, 'createUser'>
}

export interface Credentials {
  email: string
  password: string
}

/** False: there was an account, and its password is what it was. */
export interface AdminOutcome {
  created: boolean
}

export async function ensureAdmin(client: AccountsClient, input: Credentials): Promise<AdminOutcome> {
  const { id, created } = await ensureAccount(client, input)
  await queryAsServiceRole(
    client.database,
    `insert into public.user_roles (user_id, role) values ($1, 'admin')
     on conflict (user_id) do update set role = excluded.role`,
    [id],
  )
  return { created }
}

async function ensureAccount(
  { database, platform }: AccountsClient,
  input: Credentials,
): Promise<{ id: string; created: boolean }> {
  const email = input.email.trim().toLowerCase()
  const known = await findConfirmedUser(database, email)
  if (known) return { id: known, created: false }
  return platform.createUser({ email, password: input.password })
}

/** Confirmed alone: anyone who merely typed an address must not become an admin by its owner's name. */
export async function findConfirmedUser(database: Database, email: string): Promise<string | undefined> {
  const { rows } = await database.auth.query<{ id: string }>(
    `select id from auth.users
     where lower(email) = lower($1) and email_confirmed_at is not null and deleted_at is null`,
    [email.trim()],
  )
  return rows[0]?.id
}

const evaluationEmail = 'admin@example.com'

/**
 * ADMIN_EMAIL and ADMIN_PASSWORD make an admin at any start, but not again of someone whom the staff gave another
 * role or sent away. Without them an evaluation that has no admin gets one; its password is answered here and is
 * known nowhere else.
 */
export async function makeFirstAdmin(
  client: AccountsClient,
  env: Environment,
): Promise<Credentials | undefined> {
  if (env.admin) {
    const { id } = await ensureAccount(client, env.admin)
    await queryAsServiceRole(
      client.database,
      `insert into public.user_roles (user_id, role)
       select $1, 'admin' where not exists (select from public.staff_departures where user_id = $1)
       on conflict (user_id) do nothing`,
      [id],
    )
    return undefined
  }
  if (env.production || (await hasAdmin(client.database))) return undefined
  const credentials = { email: evaluationEmail, password: inventPassword() }
  const { created } = await ensureAdmin(client, credentials)
  return created ? credentials : undefined
}

async function hasAdmin(database: Database): Promise<boolean> {
  const { rows } = await queryAsServiceRole<{ result: boolean }>(
    database,
    'select private.has_admin_besides(null) as result',
  )
  return rows[0]?.result === true
}

// Identities: which account a provider's person is, by rules that never trust an address that nobody has proved.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { emailExists } from './email-change.ts'
import { AuthError } from './errors.ts'
import { sendNotice } from './notices.ts'
import { spendTokens } from './one-time-tokens.ts'
import type { ProviderProfile } from './providers.ts'
import { readEmail } from './request.ts'
import { endSessions } from './sessions.ts'
import { sqlState } from './transaction.ts'
import {
  confirmEmail,
  findUserById,
  isBanned,
  lockUser,
  type Metadata,
  refreshProviders,
  type UserRow,
  userColumns,
} from './users.ts'

interface External {
  provider: string
  profile: ProviderProfile
}

/** The account of this person at the provider: known, joined by a verified address, or created. */
export async function signInWithIdentity(
  auth: AuthContext,
  client: pg.ClientBase,
  request: AuthRequest,
  external: External,
): Promise<UserRow> {
  const { now } = request
  const { provider, profile } = external
  const emails = verifiedEmails(profile)
  const known = await findOwner(client, external)
  if (!known && emails.length === 0)
    throw new AuthError(
      422,
      'provider_email_needs_verification',
      `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
    )
  const result = known ?? (await findByVerifiedEmail(client, emails))
  const created = result ? undefined : await makeAccount(auth, client, external, now)
  if (created) {
    await writeAudit(client, request, created.id, 'user_signedup', { provider })
    return created
  }
  // The same person came in twice at the same time, or signed up by mail meanwhile: now there is an account.
  const owner = known ?? (await findOwner(client, external))
  const user = owner ?? result ?? (await findByVerifiedEmail(client, emails))
  if (!user) throw emailExists()
  if (isBanned(user, now)) throw new AuthError(403, 'user_banned', 'User is banned')
  if (owner) await updateIdentity(client, user.id, external, now)
  else {
    await joinAccount(client, user, external, now)
    await sendNotice(auth, client, { user, kind: 'identity_linked' }, now)
  }
  await writeAudit(client, request, user.id, 'login', { provider })
  return (await findUserById(client, user.id)) ?? never()
}

/** Requested by the signed-in owner of the account, so no address has to match. */
export async function linkIdentity(
  auth: AuthContext,
  client: pg.ClientBase,
  request: AuthRequest,
  { userId, ...external }: External & { userId: string },
): Promise<UserRow> {
  const { now } = request
  const user = await lockUser(client, userId)
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  if (isBanned(user, now)) throw new AuthError(403, 'user_banned', 'User is banned')
  const owner = await findOwner(client, external)
  if (owner)
    throw new AuthError(
      422,
      'identity_already_exists',
      owner.id === userId ? 'Identity is already linked' : 'Identity is already linked to another user',
    )
  await insertIdentity(client, userId, external, now)
  const [email] = verifiedEmails(external.profile)
  if (!user.email && email) await adoptEmail(client, userId, email, now)
  await refreshProviders(client, userId)
  await sendNotice(auth, client, { user, kind: 'identity_linked' }, now)
  await writeAudit(client, request, userId, 'identity_linked', { provider: external.provider })
  return (await findUserById(client, userId)) ?? never()
}

async function findOwner(
  client: pg.ClientBase,
  { provider, profile }: External,
): Promise<UserRow | undefined> {
  const { rows } = await client.query<{ user_id: string }>(
    'select user_id from auth.identities where provider = $1 and provider_id = $2',
    [provider, profile.subject],
  )
  return rows[0] && lockUser(client, rows[0].user_id)
}

// By the account's own address, or one that another provider has verified for it.
async function findByVerifiedEmail(client: pg.ClientBase, emails: string[]): Promise<UserRow | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `select id from auth.users where email = any($1) and is_sso_user = false and deleted_at is null
     union
     select u.id from auth.identities i join auth.users u on u.id = i.user_id
     where i.email = any($1) and i.identity_data ->> 'email_verified' = 'true'
       and u.deleted_at is null and u.email_confirmed_at is not null`,
    [emails],
  )
  if (rows.length > 1)
    throw new AuthError(
      409,
      'conflict',
      'Multiple accounts with the same email address in the same linking domain detected: default',
    )
  return rows[0] && lockUser(client, rows[0].id)
}

// An address that was never proved may have been claimed by anybody: the one who proves it now gets the account
// without the password, the names and the links of the person who signed up first.
async function joinAccount(
  client: pg.ClientBase,
  user: UserRow,
  external: External,
  now: Date,
): Promise<void> {
  if (!user.email_confirmed_at) {
    await client.query(
      `update auth.users set encrypted_password = null, raw_user_meta_data = '{}' where id = $1`,
      [user.id],
    )
    await client.query('delete from auth.identities where user_id = $1', [user.id])
    await endSessions(client, user.id, { except: undefined })
    await spendTokens(client, user.id, ['confirmation_token', 'recovery_token'])
    await confirmEmail(client, user, now)
  }
  await insertIdentity(client, user.id, external, now)
  await client.query(
    `update auth.users set raw_user_meta_data = $2::jsonb || coalesce(raw_user_meta_data, '{}') where id = $1`,
    [user.id, identityData(external)],
  )
  await refreshProviders(client, user.id)
}

async function makeAccount(
  { settings }: AuthContext,
  client: pg.ClientBase,
  external: External,
  now: Date,
): Promise<UserRow | undefined> {
  if (!settings.signUpEnabled)
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  const id = randomUUID()
  const { rows } = await client.query<UserRow>(
    `insert into auth.users (instance_id, id, aud, role, email, email_confirmed_at, raw_app_meta_data,
       raw_user_meta_data, created_at, updated_at)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3, $4, $5, $3, $3)
     on conflict (email) where is_sso_user = false do nothing returning ${userColumns}`,
    [
      id,
      verifiedEmails(external.profile)[0],
      now,
      { provider: external.provider, providers: [external.provider] },
      identityData(external),
    ],
  )
  if (!rows[0]) return undefined
  await insertIdentity(client, id, external, now)
  return rows[0]
}

async function insertIdentity(
  client: pg.ClientBase,
  userId: string,
  external: External,
  now: Date,
): Promise<void> {
  const { rowCount } = await client.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5, $5) on conflict (provider_id, provider) do nothing`,
    [external.profile.subject, userId, identityData(external), external.provider, now],
  )
  if (rowCount !== 1)
    throw new AuthError(422, 'identity_already_exists', 'Identity is already linked to another user')
}

async function updateIdentity(
  client: pg.ClientBase,
  userId: string,
  external: External,
  now: Date,
): Promise<void> {
  await client.query(
    `update auth.identities set identity_data = $3, updated_at = $4 where provider = $1 and provider_id = $2`,
    [external.provider, external.profile.subject, identityData(external), now],
  )
  // What the person has written stays; what they have not is filled in.
  await client.query(
    `update auth.users set raw_user_meta_data = $2::jsonb || coalesce(raw_user_meta_data, '{}') where id = $1`,
    [userId, identityData(external)],
  )
}

/** The address of one of its identities becomes the account's own. */
export async function adoptEmail(
  client: pg.ClientBase,
  userId: string,
  email: string,
  now: Date,
): Promise<void> {
  try {
    await client.query(
      `update auth.users set email = $2, email_confirmed_at = coalesce(email_confirmed_at, $3), is_anonymous = false,
         updated_at = $3 where id = $1`,
      [userId, email, now],
    )
  } catch (error) {
    // Another account has this address.
    throw sqlState(error) === '23505' ? emailExists() : error
  }
}

function identityData({ profile }: External): Metadata {
  const [email] = verifiedEmails(profile)
  return {
    ...profile.claims,
    ...(email ? { email, email_verified: true } : { email_verified: false }),
    phone_verified: false,
  }
}

/** In the form in which addresses are stored; what is none is left out. */
function verifiedEmails({ emails }: ProviderProfile): string[] {
  return emails.flatMap(({ address, verified }) => {
    if (!verified) return []
    try {
      return [readEmail(address)]
    } catch {
      return []
    }
  })
}

function never(): never {
  throw new Error('the account vanished while its row was locked')
}

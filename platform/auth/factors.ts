// Second factors: what an account has, and how a session is raised once one of them has answered.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError } from './errors.ts'
import { requireReauthenticated } from './reauthenticate.ts'
import {
  type AuthenticationMethod,
  hashToken,
  listAmr,
  type OpenSession,
  type SessionRow,
} from './sessions.ts'
import { findUserById, renderUser, type UserRow } from './users.ts'
import type { StoredPasskey } from './web-authn.ts'

export interface FactorRow {
  id: string
  user_id: string
  friendly_name: string | null
  factor_type: 'totp' | 'webauthn' | 'phone' | 'recovery_code'
  status: 'unverified' | 'verified'
  created_at: Date
  updated_at: Date
  secret: string | null
  last_challenged_at: Date | null
  last_totp_step: string | null
  web_authn_credential: StoredPasskey | null
}

export async function listFactors(client: pg.ClientBase, userId: string): Promise<FactorRow[]> {
  const { rows } = await client.query<FactorRow>(
    'select * from auth.mfa_factors where user_id = $1 order by created_at, id',
    [userId],
  )
  return rows
}

/** One of the account's own factors; those of others do not exist for it. */
export async function getFactor(client: pg.ClientBase, userId: string, id: string): Promise<FactorRow> {
  const { rows } = await client.query<FactorRow>(
    'select * from auth.mfa_factors where id = $1 and user_id = $2 for update',
    [id, userId],
  )
  if (!rows[0]) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  return rows[0]
}

export async function hasVerifiedFactor(client: pg.ClientBase, userId: string): Promise<boolean> {
  const factors = await listFactors(client, userId)
  return factors.some(({ status }) => status === 'verified')
}

/** What signs in is changed by whoever has shown every factor that the account has. */
export async function requireFactorShown(
  client: pg.ClientBase,
  { user, session }: { user: UserRow; session: SessionRow | undefined },
): Promise<void> {
  if (session?.aal !== 'aal2' && (await hasVerifiedFactor(client, user.id)))
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to change identities when MFA is enabled')
}

/** May this account have another factor of that name? Unfinished enrolments of earlier are cleared away first. */
export async function checkNewFactor(
  { settings }: Pick<AuthContext, 'settings'>,
  client: pg.ClientBase,
  { user, session, friendlyName }: { user: UserRow; session: SessionRow; friendlyName: string },
  now: Date,
): Promise<void> {
  await client.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and created_at < $2`,
    [user.id, new Date(now.getTime() - settings.factors.enrollmentExpirySeconds * 1000)],
  )
  const factors = await listFactors(client, user.id)
  if (factors.some(({ friendly_name }) => (friendly_name ?? '') === friendlyName))
    throw new AuthError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name ${JSON.stringify(friendlyName)} for this user already exists`,
    )
  if (factors.length >= settings.factors.mostFactors)
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  const hasVerified = factors.some(({ status }) => status === 'verified')
  if (hasVerified && session.aal !== 'aal2')
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  // What raises the session afterwards is the newcomer's own: only what is known or mailed shows who enrols it.
  if (!hasVerified && settings.reauthenticateFirstFactor) await requireReauthenticated(client, session, now)
}

/**
 * The session becomes aal2 and gets a new refresh token. As upstream: the account's sessions that have not shown a
 * second factor end, since whoever knows the password alone must not stay.
 */
export async function raiseSession(
  client: pg.ClientBase,
  { now }: Pick<AuthRequest, 'now'>,
  {
    user,
    session,
    factorId,
    method,
  }: { user: UserRow; session: SessionRow; factorId: string; method: AuthenticationMethod },
): Promise<OpenSession> {
  await client.query(
    `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3, refreshed_at = $3 where id = $1`,
    [session.id, factorId, now],
  )
  await client.query(
    `insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method) values ($1, $2, $2, $3)
     on conflict (session_id, authentication_method) do update set updated_at = $2, created_at = $2`,
    [session.id, now, method],
  )
  const { rows } = await client.query<{ token: string }>(
    `update auth.refresh_tokens set revoked = true, updated_at = $2 where session_id = $1 and not revoked
     returning token`,
    [session.id, now],
  )
  const refreshToken = randomBytes(24).toString('base64url')
  await client.query(
    `insert into auth.refresh_tokens (token, parent, user_id, session_id, revoked, created_at, updated_at)
     values ($1, $2, $3, $4, false, $5, $5)`,
    [hashToken(refreshToken), rows[0]?.token ?? null, user.id, session.id, now],
  )
  await client.query(
    `delete from auth.sessions where user_id = $1 and id <> $2 and coalesce(aal, 'aal1') < 'aal2'`,
    [user.id, session.id],
  )
  const fresh = (await findUserById(client, user.id)) ?? user
  return {
    user: fresh,
    renderedUser: await renderUser(client, fresh),
    session: { ...session, aal: 'aal2' },
    amr: await listAmr(client, session.id),
    refreshToken,
  }
}

/** Sessions that a factor had raised are aal1 again once it is gone; `kept` may stay as it is. */
export async function lowerSessions(
  client: pg.ClientBase,
  { userId, factorId, kept }: { userId: string; factorId: string; kept?: string },
  now: Date,
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `update auth.sessions set aal = 'aal1', factor_id = null, updated_at = $3
     where user_id = $1 and factor_id = $2 and id is distinct from $4 returning id`,
    [userId, factorId, now, kept ?? null],
  )
  await client.query(
    `delete from auth.mfa_amr_claims where session_id = any($1)
     and authentication_method in ('totp', 'mfa/recovery_code', 'mfa/webauthn')`,
    [rows.map(({ id }) => id)],
  )
}

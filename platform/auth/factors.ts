// Second factors: what an account has, and how a session is raised once one of them has answered.
import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError } from './errors.ts'
import { requireReauthenticated } from './reauthenticate.ts'
import {
  type AuthenticationMethod,
  insertRefreshToken,
  listAmr,
  type OpenSession,
  type SessionRow,
} from './sessions.ts'
import { noteChangedSessions } from './transaction.ts'
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

/** What signs in is changed by the person who has shown every factor that the account has. */
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
  if (factors.length >= settings.factors.maxFactors)
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
 * A session at aal2 in place of the one that requested it, whose refresh tokens are good for nothing any more, the copied ones
 * among them: what comes of a second factor is known to the person who showed it. As upstream, the account's sessions
 * that have not shown one end, since anyone who knows the password alone must not stay. Where the settings say so the
 * session gets a new id, so that its older access tokens end as well.
 */
export async function raiseSession(
  { settings }: Pick<AuthContext, 'settings'>,
  client: pg.ClientBase,
  request: Pick<AuthRequest, 'address' | 'now'>,
  {
    user,
    session,
    factorId,
    method,
  }: { user: UserRow; session: SessionRow; factorId: string; method: AuthenticationMethod },
): Promise<OpenSession> {
  const { now } = request
  // Locked before its tokens go: a refresh at the same time is over, or finds none.
  await client.query('select from auth.sessions where id = $1 for update', [session.id])
  const id = settings.newSessionAtStepUp ? await replaceSession(client, request, session) : session.id
  await client.query('delete from auth.refresh_tokens where session_id = $1', [id])
  await client.query(
    `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3, refreshed_at = $3 where id = $1`,
    [id, factorId, now],
  )
  await client.query(
    `insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method) values ($1, $2, $2, $3)
     on conflict (session_id, authentication_method) do update set updated_at = $2, created_at = $2`,
    [id, now, method],
  )
  const refreshToken = randomBytes(24).toString('base64url')
  await insertRefreshToken(client, { token: refreshToken, userId: user.id, sessionId: id, now })
  await client.query(
    `delete from auth.sessions where user_id = $1 and id <> $2 and coalesce(aal, 'aal1') < 'aal2'`,
    [user.id, id],
  )
  noteChangedSessions(client, user.id)
  const fresh = (await findUserById(client, user.id)) ?? user
  return {
    user: fresh,
    renderedUser: await renderUser(client, fresh),
    session: { ...session, id, aal: 'aal2' },
    amr: await listAmr(client, id),
    refreshToken,
  }
}

/** The same sign-in under another id: its age, its device and how it was authenticated go along, no token does. */
async function replaceSession(
  client: pg.ClientBase,
  request: Pick<AuthRequest, 'address' | 'now'>,
  { id: before, user_id: userId }: SessionRow,
): Promise<string> {
  const id = randomUUID()
  await client.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, not_after, refreshed_at, user_agent, ip, tag)
     select $2, user_id, created_at, $3, aal, not_after, refreshed_at, user_agent, ip, tag
     from auth.sessions where id = $1`,
    [before, id, request.now],
  )
  await client.query('update auth.mfa_amr_claims set session_id = $2 where session_id = $1', [before, id])
  await client.query('delete from auth.sessions where id = $1', [before])
  await writeAudit(client, request, userId, 'session_replaced', {
    session_id: id,
    previous_session_id: before,
  })
  return id
}

/**
 * Sessions that a factor had raised are aal1 again once it is gone; the session `spared` stays as it is. Where a step-up makes a
 * new session, those of other devices end: their tokens, which say aal2, would be refused until the next refresh.
 */
export async function lowerSessions(
  { settings }: Pick<AuthContext, 'settings'>,
  client: pg.ClientBase,
  { userId, factorId, own, spared }: { userId: string; factorId: string; own?: string; spared?: string },
  now: Date,
): Promise<void> {
  if (settings.newSessionAtStepUp)
    await client.query(
      'delete from auth.sessions where user_id = $1 and factor_id = $2 and id is distinct from $3',
      [userId, factorId, own ?? spared ?? null],
    )
  const { rows } = await client.query<{ id: string }>(
    `update auth.sessions set aal = 'aal1', factor_id = null, updated_at = $3
     where user_id = $1 and factor_id = $2 and id is distinct from $4 returning id`,
    [userId, factorId, now, spared ?? null],
  )
  await client.query(
    `delete from auth.mfa_amr_claims where session_id = any($1)
     and authentication_method in ('totp', 'mfa/recovery_code', 'mfa/webauthn')`,
    [rows.map(({ id }) => id)],
  )
  noteChangedSessions(client, userId)
}

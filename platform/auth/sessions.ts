// Sessions: a sign-in on one device, its chain of refresh tokens, and the access tokens issued for it.
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type pg from 'pg'
import type { AuthContext, AuthRequest } from './context.ts'
import { noteChangedSessions } from './transaction.ts'
import type { Metadata, UserRow } from './users.ts'
import { renderUser } from './users.ts'

/** How a session was authenticated, by the names of the `amr` claim. */
export type AuthenticationMethod =
  | 'password'
  | 'otp'
  | 'recovery'
  | 'magiclink'
  | 'email/signup'
  | 'email_change'
  | 'invite'
  | 'anonymous'
  | 'oauth'
  | 'totp'
  | 'mfa/recovery_code'
  | 'mfa/webauthn'

export interface SessionRow {
  id: string
  user_id: string
  aal: 'aal1' | 'aal2' | 'aal3' | null
  not_after: Date | null
  created_at: Date
}

interface AmrEntry {
  method: string
  timestamp: number
}

/** A session as it is in the database; `answerWithSession` makes the answer of it outside the transaction. */
export interface OpenSession {
  user: UserRow
  renderedUser: Metadata
  session: SessionRow
  amr: AmrEntry[]
  refreshToken: string
}

export interface SessionAnswer {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: Metadata
}

export async function openSession(
  client: pg.ClientBase,
  request: Pick<AuthRequest, 'headers' | 'address' | 'now'>,
  user: UserRow,
  method: AuthenticationMethod,
  provider = 'email',
): Promise<OpenSession> {
  const { now } = request
  const id = randomUUID()
  const refreshToken = randomBytes(24).toString('base64url')
  await client.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
     values ($1, $2, $3, $3, 'aal1', $4, $5)`,
    [
      id,
      user.id,
      now,
      request.headers.get('user-agent')?.slice(0, 500) ?? null,
      isIP(request.address) ? request.address : null,
    ],
  )
  await insertRefreshToken(client, { token: refreshToken, userId: user.id, sessionId: id, now })
  await client.query(
    `insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method)
     values ($1, $2, $2, $3)`,
    [id, now, method],
  )
  await client.query('update auth.users set last_sign_in_at = $2, updated_at = $2 where id = $1', [
    user.id,
    now,
  ])
  await client.query(
    'update auth.identities set last_sign_in_at = $2, updated_at = $2 where user_id = $1 and provider = $3',
    [user.id, now, provider],
  )
  const signedIn = { ...user, last_sign_in_at: now, updated_at: now }
  return {
    user: signedIn,
    renderedUser: await renderUser(client, signedIn),
    session: { id, user_id: user.id, aal: 'aal1', not_after: null, created_at: now },
    amr: [{ method, timestamp: epochSeconds(now) }],
    refreshToken,
  }
}

export async function answerWithSession(
  { settings, tokens }: Pick<AuthContext, 'settings' | 'tokens'>,
  { user, renderedUser, session, amr, refreshToken }: OpenSession,
  now: Date,
): Promise<SessionAnswer> {
  const issuedAt = epochSeconds(now)
  const expiresAt = issuedAt + settings.jwtExpirySeconds
  const accessToken = await tokens.sign({
    iss: `${settings.apiUrl}/auth/v1`,
    sub: user.id,
    aud: user.aud ?? settings.jwtAudience,
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role ?? 'authenticated',
    aal: session.aal ?? 'aal1',
    amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  })
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: settings.jwtExpirySeconds,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: renderedUser,
  }
}

export async function insertRefreshToken(
  client: pg.ClientBase,
  {
    token,
    parent,
    userId,
    sessionId,
    now,
  }: {
    token: string
    parent?: string
    userId: string
    sessionId: string
    now: Date
  },
): Promise<void> {
  await client.query(
    `insert into auth.refresh_tokens (token, parent, user_id, session_id, revoked, created_at, updated_at)
     values ($1, $2, $3, $4, false, $5, $5)`,
    [hashToken(token), parent === undefined ? null : hashToken(parent), userId, sessionId, now],
  )
}

/**
 * Each refresh token has one successor, which only this server can compute. So the tokens need not be stored to answer
 * a repeated request alike: anyone who holds the parent gets the same child again.
 */
export function successorOf({ refreshSecret }: Pick<AuthContext, 'refreshSecret'>, token: string): string {
  return createHmac('sha256', refreshSecret).update(token).digest('base64url').slice(0, 32)
}

/** For tokens of full strength only; short codes need a keyed hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export async function listAmr(client: pg.ClientBase, sessionId: string): Promise<AmrEntry[]> {
  const { rows } = await client.query<{ method: string; created_at: Date }>(
    `select authentication_method as method, created_at from auth.mfa_amr_claims
     where session_id = $1 order by created_at desc`,
    [sessionId],
  )
  return rows.map(({ method, created_at }) => ({ method, timestamp: epochSeconds(created_at) }))
}

export type EndedSessions = { only: string } | { except: string | undefined }

/** Ends one session of a user, or all (but the excepted one). Their refresh tokens go with them. */
export async function endSessions(
  client: pg.ClientBase,
  userId: string,
  which: EndedSessions,
): Promise<void> {
  if ('only' in which)
    await client.query('delete from auth.sessions where user_id = $1 and id = $2', [userId, which.only])
  else
    await client.query('delete from auth.sessions where user_id = $1 and id is distinct from $2', [
      userId,
      which.except ?? null,
    ])
  noteChangedSessions(client, userId)
}

export function epochSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}

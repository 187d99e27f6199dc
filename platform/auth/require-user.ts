// Who calls: the user of the Bearer token, as long as the account and its session are still there.
import { errors } from 'jose'
import type pg from 'pg'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError } from './errors.ts'
import { uuidPattern } from './request.ts'
import type { SessionRow } from './sessions.ts'
import { findUserById, isBanned, type UserRow } from './users.ts'
import { bearerToken } from './verify-caller.ts'

export interface SignedIn {
  user: UserRow
  /** Undefined for tokens that name no session (made by hand with the secret). */
  session: SessionRow | undefined
}

export interface UserClaims {
  userId: string
  sessionId: string | undefined
}

/** The claims of a genuine token; whether its user still exists is `findSignedIn`'s question. */
export async function requireUserToken(auth: AuthContext, request: AuthRequest): Promise<UserClaims> {
  const token = bearerToken(request.headers.get('authorization') ?? undefined)
  if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const claims = await auth.tokens.verify(token).catch((error: unknown) => {
    if (error instanceof errors.JOSEError) throw badJwt('invalid JWT: unable to parse or verify signature')
    throw error
  })
  if (!claims.sub) throw badJwt('invalid claim: missing sub claim')
  if (!uuidPattern.test(claims.sub)) throw badJwt('invalid claim: sub claim must be a UUID')
  const { session_id: sessionId } = claims
  if (sessionId === undefined || sessionId === '') {
    if (auth.settings.sessionsChecked)
      throw new AuthError(403, 'session_not_found', 'The JWT has no session_id claim')
    return { userId: claims.sub, sessionId: undefined }
  }
  if (typeof sessionId !== 'string' || !uuidPattern.test(sessionId))
    throw badJwt('invalid claim: session_id claim must be a UUID')
  return { userId: claims.sub, sessionId }
}

export async function findSignedIn(
  client: pg.ClientBase,
  { userId, sessionId }: UserClaims,
  now: Date,
): Promise<SignedIn> {
  const user = await findUserById(client, userId)
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (isBanned(user, now)) throw new AuthError(403, 'user_banned', 'User is banned')
  if (!sessionId) return { user, session: undefined }
  const { rows } = await client.query<SessionRow>(
    'select id, user_id, aal, not_after, created_at from auth.sessions where id = $1 and user_id = $2',
    [sessionId, userId],
  )
  const session = rows[0]
  if (!session || (session.not_after && session.not_after <= now))
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  return { user, session }
}

/** For what only a sign-in can do: a token made by hand has no session to raise. */
export async function findSession(
  client: pg.ClientBase,
  claims: UserClaims,
  now: Date,
): Promise<{ user: UserRow; session: SessionRow }> {
  const { user, session } = await findSignedIn(client, claims, now)
  if (!session) throw new AuthError(403, 'session_not_found', 'This endpoint requires a session')
  return { user, session }
}

function badJwt(message: string): AuthError {
  return new AuthError(403, 'bad_jwt', message)
}

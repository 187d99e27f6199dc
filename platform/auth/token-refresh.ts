// POST /token?grant_type=refresh_token: each token is good once; one that comes back late was stolen and ends the session.
import type pg from 'pg'
import { z } from 'zod'
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError } from './errors.ts'
import { optionalText, parseBody } from './request.ts'
import {
  answerWithSession,
  endSessions,
  hashToken,
  insertRefreshToken,
  listAmr,
  type OpenSession,
  type SessionRow,
  successorOf,
} from './sessions.ts'
import { inTransaction } from './transaction.ts'
import { findUserById, isBanned, renderUser } from './users.ts'

const refreshBody = z.object({ refresh_token: optionalText })

interface FoundToken extends SessionRow {
  revoked: boolean
  used_at: Date
}

export async function grantByRefreshToken(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const { refresh_token: token } = parseBody(refreshBody, request)
  if (!token) throw new AuthError(400, 'validation_failed', 'refresh_token required')
  const session = await inTransaction(auth, (client) => rotate(auth, client, request, token))
  return Response.json(await answerWithSession(auth, session, request.now))
}

async function rotate(
  auth: AuthContext,
  client: pg.ClientBase,
  request: AuthRequest,
  token: string,
): Promise<OpenSession> {
  const { now } = request
  const session = await findLocked(client, token)
  if (!session)
    throw new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  const user = await findUserById(client, session.user_id)
  if (!user) throw new AuthError(400, 'user_not_found', 'Invalid Refresh Token: User Not Found')
  if (isBanned(user, now)) throw new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned')
  if (session.not_after && session.not_after < now)
    throw new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired')

  const refreshToken = session.revoked
    ? await findLatest(auth, client, request, session, token)
    : auth.settings.refreshTokenRotationEnabled
      ? await issueSuccessor(auth, client, session, token, now)
      : token
  await client.query(
    'update auth.sessions set refreshed_at = $2, updated_at = $2, user_agent = coalesce($3, user_agent) where id = $1',
    [session.id, now, request.headers.get('user-agent')?.slice(0, 500) ?? null],
  )
  await writeAudit(client, request, user.id, 'token_refreshed', { session_id: session.id })
  return {
    user,
    renderedUser: await renderUser(client, user),
    session,
    amr: await listAmr(client, session.id),
    refreshToken,
  }
}

// Both rows are locked: two requests with one token come one after the other, and the second sees it used.
async function findLocked(client: pg.ClientBase, token: string): Promise<FoundToken | undefined> {
  const { rows } = await client.query<FoundToken>(
    `select s.id, s.user_id, s.aal, s.not_after, s.created_at, t.revoked, t.updated_at as used_at
     from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id
     where t.token = $1 for update of s, t`,
    [hashToken(token)],
  )
  return rows[0]
}

/** Long used tokens of a session are forgotten: what comes back after this is merely unknown. */
const usedTokensRetainedDays = 30

async function issueSuccessor(
  auth: AuthContext,
  client: pg.ClientBase,
  session: FoundToken,
  token: string,
  now: Date,
): Promise<string> {
  const successor = successorOf(auth, token)
  await client.query('update auth.refresh_tokens set revoked = true, updated_at = $2 where token = $1', [
    hashToken(token),
    now,
  ])
  await insertRefreshToken(client, {
    token: successor,
    parent: token,
    userId: session.user_id,
    sessionId: session.id,
    now,
  })
  await client.query(
    'delete from auth.refresh_tokens where session_id = $1 and revoked and updated_at < $2',
    [session.id, new Date(now.getTime() - usedTokensRetainedDays * 86_400_000)],
  )
  return successor
}

// The grace is for answers that were lost on the way and for tabs that refresh together: they are answered with the newest
// token of the chain again. Afterwards anyone who holds a used token holds a copy.
async function findLatest(
  auth: AuthContext,
  client: pg.ClientBase,
  request: AuthRequest,
  session: FoundToken,
  token: string,
): Promise<string> {
  const graceEndsAt = session.used_at.getTime() + auth.settings.refreshTokenReuseSeconds * 1000
  if (request.now.getTime() <= graceEndsAt) {
    for (let parent = token; ; ) {
      const latest = successorOf(auth, parent)
      const { rows } = await client.query<{ revoked: boolean }>(
        'select revoked from auth.refresh_tokens where token = $1 and session_id = $2',
        [hashToken(latest), session.id],
      )
      if (rows[0] && !rows[0].revoked) return latest
      if (!rows[0]) break
      parent = latest
    }
  }
  await endSessions(client, session.user_id, { only: session.id })
  await writeAudit(client, request, session.user_id, 'token_revoked', { session_id: session.id })
  throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used', {
    commitsWrites: true,
  })
}

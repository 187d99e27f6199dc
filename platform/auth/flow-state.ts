// PKCE: a link that was requested with a challenge leads to a code, which only the asker's verifier turns into a session.
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { AuthError, badRequest } from './errors.ts'
import { type AuthenticationMethod, hashToken } from './sessions.ts'

export interface Challenge {
  challenge: string
  method: 's256' | 'plain'
}

/** The challenge that a body carries, undefined for the implicit flow. */
export function readChallenge(body: {
  code_challenge: string
  code_challenge_method: string
}): Challenge | undefined {
  const { code_challenge: challenge, code_challenge_method: method } = body
  if (!challenge && !method) return undefined
  if (!challenge || !method)
    throw badRequest('PKCE flow requires both code_challenge and code_challenge_method')
  if (challenge.length < 43 || challenge.length > 128)
    throw badRequest('code challenge has to be between 43 and 128 characters')
  if (!/^[A-Za-z0-9._~-]+$/.test(challenge))
    throw badRequest(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    )
  const lower = method.toLowerCase()
  if (lower !== 's256' && lower !== 'plain') throw badRequest(`unsupported code_challenge method`)
  return { challenge, method: lower }
}

export async function startFlow(
  client: pg.ClientBase,
  flow: { userId?: string; challenge: Challenge; method: AuthenticationMethod; providerType?: string },
  now: Date,
): Promise<string> {
  const id = randomUUID()
  await client.query(
    `insert into auth.flow_state (id, user_id, code_challenge_method, code_challenge, provider_type,
       authentication_method, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [
      id,
      flow.userId ?? null,
      flow.challenge.method,
      flow.challenge.challenge,
      flow.providerType ?? 'email',
      flow.method,
      now,
    ],
  )
  return id
}

/** Whose flow it has become, once a provider has said so; the provider's tokens come sealed. */
export async function assignFlow(
  client: pg.ClientBase,
  flowStateId: string,
  owner: { userId: string; accessToken: string; refreshToken: string | null },
  now: Date,
): Promise<void> {
  await client.query(
    `update auth.flow_state set user_id = $2, provider_access_token = $3, provider_refresh_token = $4, updated_at = $5
     where id = $1`,
    [flowStateId, owner.userId, owner.accessToken, owner.refreshToken, now],
  )
}

export async function issueAuthCode(client: pg.ClientBase, flowStateId: string, now: Date): Promise<string> {
  const code = randomBytes(24).toString('base64url')
  await client.query(
    'update auth.flow_state set auth_code = $2, auth_code_issued_at = $3, updated_at = $3 where id = $1',
    [flowStateId, hashToken(code), now],
  )
  return code
}

export interface SpentCode {
  userId: string
  method: AuthenticationMethod
  /** `email`, or the outside provider. */
  provider: string
  /** The provider's own tokens, sealed. */
  providerAccessToken: string | null
  providerRefreshToken: string | null
}

/** Whose code it is; the code is spent. */
export async function spendAuthCode(
  client: pg.ClientBase,
  { code, verifier, expirySeconds }: { code: string; verifier: string; expirySeconds: number },
  now: Date,
): Promise<SpentCode> {
  const { rows } = await client.query<{
    user_id: string
    provider_type: string
    provider_access_token: string | null
    provider_refresh_token: string | null
    code_challenge: string
    code_challenge_method: 's256' | 'plain'
    authentication_method: AuthenticationMethod
    auth_code_issued_at: Date
  }>('delete from auth.flow_state where auth_code = $1 returning *', [hashToken(code)])
  const flow = rows[0]
  if (!flow) throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
  if (flow.auth_code_issued_at.getTime() + expirySeconds * 1000 < now.getTime())
    throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired', {
      commitsWrites: true,
    })
  // A wrong verifier leaves the code to the one who has the right one: the deletion is rolled back.
  if (!matchesChallenge(verifier, { challenge: flow.code_challenge, method: flow.code_challenge_method }))
    throw new AuthError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    )
  return {
    userId: flow.user_id,
    method: flow.authentication_method,
    provider: flow.provider_type,
    providerAccessToken: flow.provider_access_token,
    providerRefreshToken: flow.provider_refresh_token,
  }
}

function matchesChallenge(verifier: string, { challenge, method }: Challenge): boolean {
  const answer = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  const [input, expected] = [answer, challenge].map((text) => createHash('sha256').update(text).digest())
  return input !== undefined && expected !== undefined && timingSafeEqual(input, expected)
}

// POST /factors/{id}/challenge: the question that POST /factors/{id}/verify answers.
import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type pg from 'pg'
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError, badRequest } from './errors.ts'
import { type FactorRow, getFactor, listFactors } from './factors.ts'
import { readUuid } from './request.ts'
import { findSession, requireUserToken } from './require-user.ts'
import { epochSeconds } from './sessions.ts'
import { inTransaction } from './transaction.ts'
import type { UserRow } from './users.ts'
import {
  type Ceremony,
  creationOptions,
  relyingPartyOf,
  requestOptions,
  type StoredPasskey,
} from './web-authn.ts'

export async function challengeFactor(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const { now } = request
  const { challengeExpirySeconds } = auth.settings.factors
  const claims = await requireUserToken(auth, request)
  const factorId = readUuid(request, 'factor_id')
  const id = randomUUID()
  const answer = await inTransaction(auth, async (client) => {
    const { user } = await findSession(client, claims, now)
    const factor = await getFactor(client, user.id, factorId)
    requireVerifiable(auth, factor)
    const webauthn =
      factor.factor_type === 'webauthn' ? await beginCeremony(auth, client, user, factor) : undefined
    await client.query(
      `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, web_authn_session_data)
       values ($1, $2, $3, $4, $5)`,
      [id, factor.id, now, challengeAddress(request), webauthn?.ceremony ?? null],
    )
    await client.query('update auth.mfa_factors set last_challenged_at = $2 where id = $1', [factor.id, now])
    await writeAudit(client, request, user.id, 'challenge_created', {
      factor_id: factor.id,
      factor_status: factor.status,
    })
    return { type: factor.factor_type, ...(webauthn && { webauthn: webauthn.question }) }
  })
  const expiresAt = epochSeconds(now) + challengeExpirySeconds
  return Response.json({ id, expires_at: expiresAt, ...answer })
}

export function requireVerifiable(
  { settings }: Pick<AuthContext, 'settings'>,
  { factor_type: type }: FactorRow,
): void {
  if (type !== 'totp' && type !== 'webauthn')
    throw badRequest('factor_type needs to be totp, phone, or webauthn')
  if (type === 'totp' && !settings.factors.totpVerifyEnabled)
    throw new AuthError(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP')
  if (type === 'webauthn' && !settings.factors.webAuthnVerifyEnabled)
    throw new AuthError(422, 'mfa_webauthn_verify_not_enabled', 'MFA verification is disabled for WebAuthn')
}

/** What the browser's key is to sign: to be created, where the factor has none yet. */
async function beginCeremony(
  { settings }: Pick<AuthContext, 'settings'>,
  client: pg.ClientBase,
  user: UserRow,
  { web_authn_credential: passkey }: FactorRow,
) {
  const party = relyingPartyOf(settings)
  const timeoutMs = settings.factors.challengeExpirySeconds * 1000
  const type = passkey ? ('request' as const) : ('create' as const)
  const publicKey = passkey
    ? await requestOptions(party, { passkey, timeoutMs })
    : await creationOptions(party, { user, known: await listPasskeys(client, user.id), timeoutMs })
  const ceremony: Ceremony = { type, challenge: publicKey.challenge, user_id: user.id }
  return { ceremony, question: { type, credential_options: { publicKey } } }
}

async function listPasskeys(client: pg.ClientBase, userId: string): Promise<StoredPasskey[]> {
  const factors = await listFactors(client, userId)
  return factors.flatMap(({ web_authn_credential: passkey }) => passkey ?? [])
}

/** The client of the challenge: an answer from another address does not count. */
export function challengeAddress({ address }: Pick<AuthRequest, 'address'>): string {
  return isIP(address) ? address : '0.0.0.0'
}

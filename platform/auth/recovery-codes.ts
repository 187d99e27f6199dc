// /factors/recovery-codes: ten codes on paper that stand in for a lost second factor; shown once, stored as keyed hashes.
import { createHmac, randomInt, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError, badRequest } from './errors.ts'
import { checkNewFactor, type FactorRow, listFactors, lowerSessions, raiseSession } from './factors.ts'
import { forgetRecoveryAttempts, takeRecoveryAttempt } from './limits.ts'
import { sendNotice } from './notices.ts'
import { optionalText, parseBody } from './request.ts'
import { findSession, requireUserToken } from './require-user.ts'
import { answerWithSession, type SessionRow } from './sessions.ts'
import { inTransaction } from './transaction.ts'
import { lockUser, type UserRow } from './users.ts'

const codesInASet = 10
const codeLength = 16
// Without 0 o, 1 i l: they are copied by hand. 16 of 31 signs are 79 bits.
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

const generateBody = z.object({ friendly_name: optionalText })
const verifyBody = z.object({ code: optionalText })

/** GET: how many are left, at any assurance level. */
export function getRecoveryCodes(auth: AuthContext, request: AuthRequest): Promise<Response> {
  return withSession(auth, request, async (client, { factor }) => {
    const { id } = requireFactor(factor)
    const { rows } = await client.query<{ total: number; remaining: number }>(
      `select count(*)::int as total, (count(*) filter (where used_at is null))::int as remaining
       from auth.mfa_recovery_codes where factor_id = $1`,
      [id],
    )
    return Response.json({ id, type: 'recovery_code', ...rows[0] })
  })
}

/** POST: the first set. They never stand alone: another factor comes first. */
export function generateRecoveryCodes(auth: AuthContext, request: AuthRequest): Promise<Response> {
  requireEnabled(auth, 'mfa_recovery_codes_enroll_not_enabled')
  const { friendly_name: name } = parseBody(generateBody, request)
  const friendlyName = name || 'Recovery codes'
  if (friendlyName.length > 100) throw badRequest('friendly_name cannot be longer than 100 characters')
  return withSession(auth, request, async (client, { user, session, factor, factors }) => {
    requireSecondFactor(session)
    if (!factors.some(({ status, factor_type }) => status === 'verified' && factor_type !== 'recovery_code'))
      throw new AuthError(
        422,
        'mfa_recovery_codes_sole_factor',
        'Recovery codes cannot be the only verified factor. Please enroll another factor first.',
      )
    if (factor)
      throw new AuthError(
        422,
        'mfa_verified_factor_exists',
        'Recovery codes already exist, regenerate them to get a new set',
      )
    await checkNewFactor(auth, client, { user, session, friendlyName }, request.now)
    const id = randomUUID()
    await client.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
       values ($1, $2, $3, 'recovery_code', 'verified', $4, $4)`,
      [id, user.id, friendlyName, request.now],
    )
    await sendNotice(auth, client, { user, kind: 'recovery_codes_made' }, request.now)
    return answerWithCodes(auth, client, request, { id, user_id: user.id, friendly_name: friendlyName })
  })
}

/** POST regenerate: all earlier codes are void. */
export function regenerateRecoveryCodes(auth: AuthContext, request: AuthRequest): Promise<Response> {
  requireEnabled(auth, 'mfa_recovery_codes_enroll_not_enabled')
  return withSession(auth, request, async (client, { user, session, factor }) => {
    requireSecondFactor(session)
    const result = requireFactor(factor)
    await forgetRecoveryAttempts(auth, client, user.id)
    // As old as its codes are.
    await client.query('update auth.mfa_factors set updated_at = $2 where id = $1', [result.id, request.now])
    await sendNotice(auth, client, { user, kind: 'recovery_codes_made' }, request.now)
    return answerWithCodes(auth, client, request, result)
  })
}

/** POST verify: an unused code raises the session to aal2. */
export async function verifyRecoveryCode(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const { now } = request
  requireEnabled(auth, 'mfa_recovery_codes_verify_not_enabled')
  const claims = await requireUserToken(auth, request)
  const code = parseBody(verifyBody, request).code.toLowerCase().replace(/[\s-]/g, '')
  if (!code) throw badRequest('Code needs to be non-empty')
  const raised = await inTransaction(auth, async (client) => {
    await lockUser(client, claims.userId)
    const { user, session } = await findSession(client, claims, now)
    await takeRecoveryAttempt(auth, client, user.id, now)
    const { rows } = await client.query<{ factor_id: string }>(
      `update auth.mfa_recovery_codes c set used_at = $3 from auth.mfa_factors f
       where f.id = c.factor_id and f.user_id = $1 and c.code_hash = $2 and c.used_at is null returning c.factor_id`,
      [user.id, hashCode(auth, user.id, code), now],
    )
    const factorId = rows[0]?.factor_id
    if (!factorId) {
      await writeAudit(client, request, user.id, 'verification_failed', { factor_type: 'recovery_code' })
      throw new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered', {
        commitsWrites: true,
      })
    }
    await forgetRecoveryAttempts(auth, client, user.id)
    await sendNotice(auth, client, { user, kind: 'recovery_code_used' }, now)
    await writeAudit(client, request, user.id, 'verification_attempted', {
      factor_id: factorId,
      factor_type: 'recovery_code',
    })
    return raiseSession(auth, client, request, { user, session, factorId, method: 'mfa/recovery_code' })
  })
  return Response.json(await answerWithSession(auth, raised, now))
}

/** DELETE: no codes any more. Anyone who came in by one keeps this session, to remove the factor that was lost. */
export function deleteRecoveryCodes(auth: AuthContext, request: AuthRequest): Promise<Response> {
  return withSession(auth, request, async (client, { user, session, factor }) => {
    requireSecondFactor(session)
    const { id } = requireFactor(factor)
    await client.query('delete from auth.mfa_factors where id = $1', [id])
    await lowerSessions(auth, client, { userId: user.id, factorId: id, spared: session.id }, request.now)
    await sendNotice(auth, client, { user, kind: 'recovery_codes_removed' }, request.now)
    await writeAudit(client, request, user.id, 'recovery_codes_deleted', { factor_id: id })
    return Response.json({ id })
  })
}

interface Holder {
  user: UserRow
  session: SessionRow
  factors: FactorRow[]
  /** The recovery codes, as a factor of their own. */
  factor: FactorRow | undefined
}

async function withSession(
  auth: AuthContext,
  request: AuthRequest,
  work: (client: pg.ClientBase, holder: Holder) => Promise<Response>,
): Promise<Response> {
  const claims = await requireUserToken(auth, request)
  return inTransaction(auth, async (client) => {
    await lockUser(client, claims.userId)
    const { user, session } = await findSession(client, claims, request.now)
    const factors = await listFactors(client, user.id)
    const factor = factors.find(({ factor_type }) => factor_type === 'recovery_code')
    return work(client, { user, session, factors, factor })
  })
}

async function answerWithCodes(
  auth: AuthContext,
  client: pg.ClientBase,
  request: AuthRequest,
  factor: Pick<FactorRow, 'id' | 'user_id' | 'friendly_name'>,
): Promise<Response> {
  const codes = Array.from({ length: codesInASet }, makeCode)
  await client.query('delete from auth.mfa_recovery_codes where factor_id = $1', [factor.id])
  await client.query(
    `insert into auth.mfa_recovery_codes (factor_id, code_hash, created_at)
     select $1, hash, $3 from unnest($2::text[]) as hash`,
    [factor.id, codes.map((code) => hashCode(auth, factor.user_id, code)), request.now],
  )
  await writeAudit(client, request, factor.user_id, 'generate_recovery_codes', { factor_id: factor.id })
  return Response.json({
    id: factor.id,
    type: 'recovery_code',
    friendly_name: factor.friendly_name ?? '',
    total: codes.length,
    codes,
  })
}

const makeCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

function hashCode({ hashSecret }: Pick<AuthContext, 'hashSecret'>, userId: string, code: string): string {
  return createHmac('sha256', hashSecret).update(`recovery code ${userId} ${code}`).digest('hex')
}

function requireSecondFactor({ aal }: SessionRow): void {
  if (aal !== 'aal2') throw new AuthError(403, 'insufficient_aal', 'AAL2 required to manage recovery codes')
}

function requireFactor(factor: FactorRow | undefined): FactorRow {
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Recovery codes not found')
  return factor
}

function requireEnabled(
  { settings }: AuthContext,
  code: 'mfa_recovery_codes_enroll_not_enabled' | 'mfa_recovery_codes_verify_not_enabled',
): void {
  if (!settings.factors.recoveryCodesEnabled) throw new AuthError(422, code, 'Recovery codes are disabled')
}

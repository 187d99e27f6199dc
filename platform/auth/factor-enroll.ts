// POST /factors: begins an enrolment: an app's secret as text, as an address and as a picture of it, or a passkey's name.
import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError, badRequest } from './errors.ts'
import { checkNewFactor } from './factors.ts'
import { optionalText, parseBody } from './request.ts'
import { findSession, requireUserToken } from './require-user.ts'
import { seal } from './sealed.ts'
import { inTransaction } from './transaction.ts'
import { lockUser } from './users.ts'

const enrollBody = z.object({ friendly_name: optionalText, factor_type: optionalText, issuer: optionalText })

const longestName = 100

export async function enrollFactor(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const { settings } = auth
  const claims = await requireUserToken(auth, request)
  const { friendly_name: friendlyName, factor_type: type, issuer } = parseBody(enrollBody, request)
  if (type === 'phone')
    throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  if (type === 'webauthn' && !settings.factors.webAuthnEnrollEnabled)
    throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
  if (type !== 'totp' && type !== 'webauthn')
    throw badRequest('factor_type needs to be totp, phone, or webauthn')
  if (type === 'totp' && !settings.factors.totpEnrollEnabled)
    throw new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP')
  if (friendlyName.length > longestName || issuer.length > longestName)
    throw badRequest(`friendly_name and issuer cannot be longer than ${longestName} characters`)

  const id = randomUUID()
  const secret = new Secret({ size: 20 })
  // A passkey has no secret of ours: its public key comes with the first answer.
  const sealed = type === 'totp' ? await seal(auth, secret.base32) : null
  const email = await inTransaction(auth, async (client) => {
    await lockUser(client, claims.userId)
    const { user, session } = await findSession(client, claims, request.now)
    await checkNewFactor(auth, client, { user, session, friendlyName }, request.now)
    await client.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
       values ($1, $2, $3, $6, 'unverified', $4, $5, $5)`,
      [id, user.id, friendlyName, sealed, request.now, type],
    )
    await writeAudit(client, request, user.id, 'factor_in_progress', { factor_id: id, factor_type: type })
    return user.email ?? ''
  })
  if (type === 'webauthn') return Response.json({ id, type, friendly_name: friendlyName })
  const uri = new TOTP({
    issuer: issuer || new URL(settings.siteUrl).host,
    label: email,
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret,
  }).toString()
  const totp = { qr_code: renderSVG(uri, { ecc: 'M', border: 2 }), secret: secret.base32, uri }
  return Response.json({ id, type, friendly_name: friendlyName, totp })
}

// GET and PUT /user: the signed-in user's own account.
import type pg from 'pg'
import { z } from 'zod'
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { startEmailChange, takeFirstEmail } from './email-change.ts'
import { AuthError } from './errors.ts'
import { hasVerifiedFactor } from './factors.ts'
import { readChallenge } from './flow-state.ts'
import { sendNotice } from './notices.ts'
import { spendTokens } from './one-time-tokens.ts'
import { checkPasswordStrength } from './passwords.ts'
import { isProvedNumber, phoneDisabled, startPhoneChange } from './phone-change.ts'
import {
  checkCurrentPassword,
  checkReauthentication,
  endRecovery,
  markReauthenticated,
  type ShownProof,
  takeCurrentPassword,
} from './reauthenticate.ts'
import { readRedirect } from './redirect.ts'
import { checkMetadataSize, optionalText, parseBody, readEmail, readPhone } from './request.ts'
import { findSignedIn, requireUserToken, type SignedIn } from './require-user.ts'
import { endSessions } from './sessions.ts'
import { inTransaction } from './transaction.ts'
import { findUserById, fullNameOf, lockUser, type Metadata, renderUser, type UserRow } from './users.ts'

export async function getUser(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const claims = await requireUserToken(auth, request)
  const user = await inTransaction(auth, async (client) => {
    const signedIn = await findSignedIn(client, claims, request.now)
    return renderUser(client, signedIn.user)
  })
  return Response.json(user)
}

const userBody = z.object({
  email: optionalText,
  phone: optionalText,
  password: z.string().nullish(),
  nonce: optionalText,
  current_password: optionalText,
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.unknown().optional(),
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

export async function updateUser(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const claims = await requireUserToken(auth, request)
  const body = parseBody(userBody, request)
  const { password, data } = body
  if (body.app_metadata !== undefined && body.app_metadata !== null)
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  if (body.phone && !auth.sendSms) throw phoneDisabled()
  const email = body.email ? readEmail(body.email) : undefined
  const phone = body.phone ? readPhone(body.phone) : undefined
  const challenge = readChallenge(body)
  const redirectTo = readRedirect(auth.settings, request)
  if (typeof password === 'string') await checkPasswordStrength(password, auth.settings.passwords)

  const proof: ShownProof = {
    currentPassword: body.current_password,
    nonce: body.nonce,
    setsPassword: typeof password === 'string',
  }

  const before = await inTransaction(auth, async (client) => {
    const signedIn = await findSignedIn(client, claims, request.now)
    await checkMayChange(client, signedIn, { email, phone, password: password ?? undefined })
    await takeCurrentPassword(auth, client, request, signedIn, proof)
    return signedIn
  })
  const hasPassword = await checkCurrentPassword(auth, before.user, proof)
  // Outside of any transaction: hashing is slow by design.
  const newPassword =
    typeof password === 'string' ? await hashNewPassword(auth, before.user, password) : undefined

  const updated = await inTransaction(auth, async (client) => {
    await lockUser(client, claims.userId)
    const signedIn = await findSignedIn(client, claims, request.now)
    const { user } = signedIn
    await markReauthenticated(auth, client, request, signedIn, {
      ...proof,
      hasPassword,
      before: before.user,
    })
    if (newPassword) await checkReauthentication(auth, client, signedIn, body.nonce, request.now)
    if (data) await mergeMetadata(auth, client, user, data, request.now)
    if (newPassword) await replacePassword(auth, client, request, signedIn, newPassword)
    if (email && email !== user.email) {
      if (user.is_anonymous && auth.settings.autoconfirm)
        await takeFirstEmail(auth, client, user, email, request.now)
      else await startEmailChange(auth, client, { user, email, redirectTo, challenge }, request.now)
    }
    if (phone && !isProvedNumber(user, phone))
      await startPhoneChange(auth, client, { user, phone }, request.now)
    await writeAudit(client, request, user.id, 'user_modified')
    const fresh = await findUserById(client, user.id)
    return renderUser(client, fresh ?? user)
  })
  return Response.json(updated)
}

// What signs in is changed by the person who has shown every factor that the account has.
async function checkMayChange(
  client: pg.ClientBase,
  { user, session }: SignedIn,
  {
    email,
    phone,
    password,
  }: { email: string | undefined; phone: string | undefined; password: string | undefined },
): Promise<void> {
  const changesEmail = email !== undefined && email !== user.email
  const changesPhone = phone !== undefined && !isProvedNumber(user, phone)
  if (password === undefined && !changesEmail && !changesPhone) return
  if (session?.aal !== 'aal2' && (await hasVerifiedFactor(client, user.id)))
    throw new AuthError(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    )
  if (user.is_anonymous && password !== undefined && !changesEmail && !changesPhone)
    throw new AuthError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    )
}

async function hashNewPassword(auth: AuthContext, user: UserRow, password: string): Promise<string> {
  if (user.encrypted_password && (await auth.hasher.verify(user.encrypted_password, password)))
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  return auth.hasher.hash(password)
}

/** Anyone who knew the old password, or holds an older recovery mail, is out; the owner is notified. */
async function replacePassword(
  auth: AuthContext,
  client: pg.ClientBase,
  request: AuthRequest,
  { user, session }: SignedIn,
  hash: string,
): Promise<void> {
  await client.query('update auth.users set encrypted_password = $2, updated_at = $3 where id = $1', [
    user.id,
    hash,
    request.now,
  ])
  await spendTokens(client, user.id, ['recovery_token'])
  await endRecovery(client, session)
  if (auth.settings.endOtherSessionsOnPasswordChange)
    await endSessions(client, user.id, { except: session?.id })
  await writeAudit(client, request, user.id, 'user_updated_password')
  if (!user.email) return
  if (auth.settings.securityNotices) {
    const isFirst = !user.encrypted_password
    return sendNotice(auth, client, { user, kind: 'password_changed', isFirst }, request.now)
  }
  const fullName = fullNameOf(user)
  await auth.sendMail(client, { kind: 'password_changed', to: user.email, ...(fullName && { fullName }) })
}

/** What the account states about itself there. Upstream lets people write it: anyone who trusts it would be misled. */
const stated = new Set(['sub', 'email', 'email_verified', 'phone_verified'])

// As upstream: named ones are set, null removes one, all others stay.
async function mergeMetadata(
  auth: AuthContext,
  client: pg.ClientBase,
  user: UserRow,
  data: Metadata,
  now: Date,
): Promise<void> {
  const input = Object.fromEntries(Object.entries(data).filter(([name]) => !stated.has(name)))
  const merged = Object.fromEntries(
    Object.entries({ ...user.raw_user_meta_data, ...input }).filter(([, value]) => value !== null),
  )
  checkMetadataSize(auth, merged)
  await client.query('update auth.users set raw_user_meta_data = $2, updated_at = $3 where id = $1', [
    user.id,
    merged,
    now,
  ])
}

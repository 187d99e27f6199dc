// A phone number for an account: requested in PUT /user, proved by a texted code. It says whose number it is, and
// signs nobody in: anyone who gets the code by a typing error must not stand in that account.
import type pg from 'pg'
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError, badRequest, tooManySms } from './errors.ts'
import { takeSms } from './limits.ts'
import { sendNotice } from './notices.ts'
import { findByCode, makeToken, spendTokens } from './one-time-tokens.ts'
import { readPhone } from './request.ts'
import { inTransaction, sqlState } from './transaction.ts'
import { isBanned, lockUser, type UserRow, writePhoneIdentity } from './users.ts'

export function phoneDisabled(): AuthError {
  return new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
}

export function isProvedNumber(user: UserRow, phone: string): boolean {
  return user.phone === phone && user.phone_confirmed_at !== null
}

export async function startPhoneChange(
  auth: AuthContext,
  client: pg.ClientBase,
  change: { user: UserRow; phone: string },
  now: Date,
): Promise<void> {
  if (await isProvedByAnother(client, change)) throw phoneExists()
  await sendCode(auth, client, change, now)
}

/** By the number that waits, or as upstream by the one it is to replace. Neutral, as all of `resend`. */
export async function resendPhoneChange(
  auth: AuthContext,
  client: pg.ClientBase,
  phone: string,
  now: Date,
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select id from auth.users where (phone_change = $1 or phone = $1) and phone_change <> '' and deleted_at is null
     order by phone_change_sent_at desc limit 1`,
    [phone],
  )
  const user = rows[0] && (await lockUser(client, rows[0].id))
  const change = user?.phone_change ? { user, phone: user.phone_change } : undefined
  if (change && !(await isProvedByAnother(client, change))) return sendCode(auth, client, change, now)
  await takeSms(auth, client, { phone, userId: null }, now)
}

export async function verifyPhoneChange(
  auth: AuthContext,
  request: AuthRequest,
  { phone, token }: { phone: string; token: string },
): Promise<Response> {
  if (!token) throw badRequest('Verify requires a token or a token hash')
  if (!phone) throw badRequest('Only an email address or phone number should be provided on verify')
  const mailbox = readPhone(phone)
  const { now } = request
  const user = await inTransaction(auth, async (client) => {
    const code = token.replaceAll('-', '')
    const result = await findByCode(auth, client, { mailbox, code, types: ['phone_change_token'] }, now)
    const owner = result && (await lockUser(client, result.user_id))
    if (owner?.phone_change !== mailbox)
      throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid', { commitsWrites: true })
    if (isBanned(owner, now)) throw new AuthError(403, 'user_banned', 'User is banned')
    await confirm(client, owner, now)
    await sendNotice(auth, client, { user: owner, kind: 'phone_changed' }, now)
    await notifyOldNumber(auth, client, owner, mailbox)
    await writeAudit(client, request, owner.id, 'user_modified')
    return owner
  })
  // No more than the holder of the code may know: not whose account it is.
  const { id, aud, role } = user
  return Response.json({ user: { id, aud, role, phone: mailbox, phone_confirmed_at: now } })
}

async function sendCode(
  auth: AuthContext,
  client: pg.ClientBase,
  { user, phone }: { user: UserRow; phone: string },
  now: Date,
): Promise<void> {
  const { smsOtpExpirySeconds: expirySeconds } = auth.settings
  // While a code is open, its number hears of no other account: anyone who waits for their own code would type it and
  // prove their number for someone else.
  const { rows } = await client.query<{ created_at: Date }>(
    `select created_at from auth.one_time_tokens
     where relates_to = $1 and token_type = 'phone_change_token' and user_id <> $2 and created_at > $3
     order by created_at desc limit 1`,
    [phone, user.id, new Date(now.getTime() - expirySeconds * 1000)],
  )
  if (rows[0]) throw tooManySms((rows[0].created_at.getTime() - now.getTime()) / 1000 + expirySeconds)
  await takeSms(auth, client, { phone, userId: user.id }, now)
  const token = { userId: user.id, type: 'phone_change_token', mailbox: phone } as const
  const { code } = await makeToken(auth, client, { ...token, flowStateId: undefined }, now)
  await client.query(
    'update auth.users set phone_change = $2, phone_change_sent_at = $3, updated_at = $3 where id = $1',
    [user.id, phone, now],
  )
  await auth.sendSms?.(client, { kind: 'phone_change', to: `+${phone}`, code, expirySeconds })
}

/** The owner before the change, and the number of now. One that was only written down was never theirs. */
export async function notifyOldNumber(
  auth: AuthContext,
  client: pg.ClientBase,
  { phone, phone_confirmed_at }: Pick<UserRow, 'phone' | 'phone_confirmed_at'>,
  next: string,
): Promise<void> {
  if (phone && phone_confirmed_at && phone !== next)
    await auth.sendSms?.(client, { kind: 'phone_changed', to: `+${phone}` })
}

/** The number that was there counts until now, and no longer. */
async function confirm(client: pg.ClientBase, user: UserRow, now: Date): Promise<void> {
  const phone = user.phone_change
  // An account on which the number was only written down gives way to the one that has proved it.
  await client.query(
    `with freed as (
       update auth.users set phone = null, updated_at = $3
       where phone = $1 and id <> $2 and phone_confirmed_at is null returning id
     )
     delete from auth.identities where provider = 'phone' and user_id in (select id from freed)`,
    [phone, user.id, now],
  )
  try {
    await client.query(
      `update auth.users set phone = phone_change, phone_change = '', phone_confirmed_at = $2, updated_at = $2,
         raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"phone_verified": true}', is_anonymous = false
       where id = $1`,
      [user.id, now],
    )
  } catch (error) {
    // Someone has proved the number meanwhile.
    if (sqlState(error) === '23505') throw phoneExists()
    throw error
  }
  await spendTokens(client, user.id, ['phone_change_token'])
  await writePhoneIdentity(client, user.id, { phone, verified: true }, now)
}

async function isProvedByAnother(
  client: pg.ClientBase,
  { user, phone }: { user: UserRow; phone: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from auth.users where phone = $1 and id <> $2 and phone_confirmed_at is not null',
    [phone, user.id],
  )
  return rowCount !== 0
}

function phoneExists(): AuthError {
  return new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered')
}

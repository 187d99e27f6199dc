// A change of address: requested in PUT /user, confirmed from both mailboxes (or from the new one alone).
import type pg from 'pg'
import type { AuthContext } from './context.ts'
import { AuthError } from './errors.ts'
import type { Challenge } from './flow-state.ts'
import { takeMail } from './limits.ts'
import { sendEmailChanged } from './notices.ts'
import { spendTokens } from './one-time-tokens.ts'
import { sendLink } from './send-link.ts'
import { sqlState } from './transaction.ts'
import { findUserByEmail, findUserById, type UserRow, writeEmailIdentity } from './users.ts'

/** One of the two mailboxes has confirmed. */
export interface HalfConfirmed {
  halfConfirmed: true
}

interface EmailChange {
  user: UserRow
  email: string
  redirectTo: string
  challenge: Challenge | undefined
}

export async function startEmailChange(
  auth: AuthContext,
  client: pg.ClientBase,
  { user, email, redirectTo, challenge }: EmailChange,
  now: Date,
): Promise<void> {
  if (await findUserByEmail(client, email)) throw emailExists()
  await client.query(
    'update auth.users set email_change = $2, email_change_confirm_status = 0, updated_at = $3 where id = $1',
    [user.id, email, now],
  )
  await sendEmailChangeLinks(auth, client, { user, email, redirectTo, challenge }, now)
}

/** As upstream: an anonymous account takes its first address as a sign-up does, where nothing is confirmed. */
export async function takeFirstEmail(
  auth: AuthContext,
  client: pg.ClientBase,
  user: UserRow,
  email: string,
  now: Date,
): Promise<void> {
  if (await findUserByEmail(client, email)) throw emailExists()
  await client.query('update auth.users set email_change = $2 where id = $1', [user.id, email])
  await confirmEmailChange(auth, client, { ...user, email_change: email }, now)
}

export async function sendEmailChangeLinks(
  auth: AuthContext,
  client: pg.ClientBase,
  { user, email, redirectTo, challenge }: EmailChange,
  now: Date,
): Promise<void> {
  const current = auth.settings.confirmChangeFromBothMailboxes ? user.email : null
  // In one order, so that two such changes never wait for each other.
  for (const mailbox of [email, ...(current ? [current] : [])].sort())
    await takeMail(auth, client, { mailbox, kind: 'email_change' }, now)
  const link = { user, kind: 'email_change', redirectTo, challenge } as const
  await spendTokens(client, user.id, ['email_change_token_current'])
  if (current)
    await sendLink(auth, client, { ...link, mailbox: current, tokenType: 'email_change_token_current' }, now)
  await sendLink(auth, client, { ...link, mailbox: email }, now)
}

/** Called when a token of the change was spent. */
export async function confirmEmailChange(
  auth: Pick<AuthContext, 'settings' | 'sendMail'>,
  client: pg.ClientBase,
  user: UserRow,
  now: Date,
): Promise<UserRow | HalfConfirmed> {
  if (!user.email_change) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
  if (auth.settings.confirmChangeFromBothMailboxes && user.email && user.email_change_confirm_status === 0) {
    await client.query(
      'update auth.users set email_change_confirm_status = 1, updated_at = $2 where id = $1',
      [user.id, now],
    )
    return { halfConfirmed: true }
  }
  try {
    await client.query(
      `update auth.users set email = email_change, email_change = '', email_change_confirm_status = 0,
         email_confirmed_at = coalesce(email_confirmed_at, $2), updated_at = $2,
         raw_user_meta_data = coalesce(raw_user_meta_data, '{}')
           || jsonb_build_object('email', email_change, 'email_verified', true),
         is_anonymous = false
       where id = $1`,
      [user.id, now],
    )
  } catch (error) {
    // Someone has taken the address meanwhile.
    if (sqlState(error) === '23505') throw emailExists()
    throw error
  }
  await writeEmailIdentity(client, user.id, { email: user.email_change, verified: true }, now)
  // Links that went to the old mailbox are void.
  await spendTokens(client, user.id, [
    'email_change_token_new',
    'email_change_token_current',
    'recovery_token',
  ])
  const change = { user, from: user.email, to: user.email_change }
  if (user.email) await sendEmailChanged(auth, client, change, now)
  const changed = await findUserById(client, user.id)
  return changed ?? user
}

export function emailExists(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
}

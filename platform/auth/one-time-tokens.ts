// Links and six-digit codes that prove a mailbox or a phone number: one per account and purpose (sign-ups: one each), spent once, stored as hashes.
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import type { AuthContext } from './context.ts'
import { hashToken } from './sessions.ts'
import type { Metadata } from './users.ts'

export type TokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'reauthentication_token'
  | 'phone_change_token'

export interface TokenRow {
  id: string
  user_id: string
  token_type: TokenType
  /** The mailbox or number that it was sent to. */
  relates_to: string
  created_at: Date
  code_hash: string
  flow_state_id: string | null
  sign_up: SignUpChoice | null
}

/** What a sign-up chose: it becomes the account's own when its link or code proves the mailbox. */
export interface SignUpChoice {
  passwordHash: string | null
  metadata: Metadata
  /** The hash of the mark of the browser that began it, where sign-ups are bound to theirs. */
  browser?: string
}

/** By this the link of a PKCE flow is distinguished from others, as upstream's. */
export const pkcePrefix = 'pkce_'

export interface CreatedToken {
  /** For the link. */
  token: string
  /** For typing it in. */
  code: string
}

/**
 * Replaces the one that was open for this purpose: only the newest mail works. A sign-up's stands beside those of other
 * sign-ups: a stranger who types the address too must not void the owner's link.
 */
export async function makeToken(
  { settings, hashSecret }: Pick<AuthContext, 'settings' | 'hashSecret'>,
  client: pg.ClientBase,
  {
    userId,
    type,
    mailbox,
    flowStateId,
    signUp,
  }: {
    userId: string
    type: TokenType
    mailbox: string
    flowStateId: string | undefined
    signUp?: SignUpChoice | undefined
  },
  now: Date,
): Promise<CreatedToken> {
  const token = (flowStateId ? pkcePrefix : '') + randomBytes(28).toString('hex')
  const code = randomInt(10 ** settings.otpLength)
    .toString()
    .padStart(settings.otpLength, '0')
  if (!signUp)
    await client.query(
      'delete from auth.one_time_tokens where user_id = $1 and token_type = $2 and sign_up is not null',
      [userId, type],
    )
  await client.query(
    `insert into auth.one_time_tokens
       (user_id, token_type, token_hash, relates_to, code_hash, flow_state_id, sign_up, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     on conflict (user_id, token_type) where sign_up is null do update set token_hash = excluded.token_hash,
       relates_to = excluded.relates_to, code_hash = excluded.code_hash, flow_state_id = excluded.flow_state_id,
       wrong_codes = 0, created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [
      userId,
      type,
      hashToken(token),
      mailbox,
      hashCode(hashSecret, mailbox, code),
      flowStateId ?? null,
      signUp ?? null,
      now,
    ],
  )
  return { token, code }
}

/** The newest sign-up that waits for this account's mailbox; its link is void, since the caller mails another one. */
export async function takeNewestSignUp(
  client: pg.ClientBase,
  userId: string,
): Promise<SignUpChoice | undefined> {
  const { rows } = await client.query<{ sign_up: SignUpChoice }>(
    `delete from auth.one_time_tokens where id = (
       select id from auth.one_time_tokens where user_id = $1 and sign_up is not null
       order by created_at desc limit 1)
     returning sign_up`,
    [userId],
  )
  return rows[0]?.sign_up
}

/** Those that wait for this account's mailbox and were begun after `since`, the newest first. */
export async function listSignUps(
  client: pg.ClientBase,
  userId: string,
  since: Date,
): Promise<{ id: string; sign_up: SignUpChoice }[]> {
  const { rows } = await client.query<{ id: string; sign_up: SignUpChoice }>(
    `select id, sign_up from auth.one_time_tokens where user_id = $1 and sign_up is not null and created_at > $2
     order by created_at desc`,
    [userId, since],
  )
  return rows
}

export async function findByToken(
  { settings }: Pick<AuthContext, 'settings'>,
  client: pg.ClientBase,
  token: string,
  types: TokenType[],
  now: Date,
): Promise<TokenRow | undefined> {
  const named = 'token_hash = $1 and token_type = any($2::auth.one_time_token_type[])'
  const values = [hashToken(token), types]
  await lockOwners(client, named, values)
  const { rows } = await client.query<TokenRow>(`select * from auth.one_time_tokens where ${named}`, values)
  return rows.find((row) => isFresh(settings, row, now))
}

/**
 * Every try counts, and it counts before the code is looked at: many at once get no more than one after the other.
 * The caller commits what was written even when it refuses.
 */
export async function findByCode(
  { settings, hashSecret }: Pick<AuthContext, 'settings' | 'hashSecret'>,
  client: pg.ClientBase,
  { mailbox, code, types }: { mailbox: string; code: string; types: TokenType[] },
  now: Date,
): Promise<TokenRow | undefined> {
  const named = 'relates_to = $1 and token_type = any($2::auth.one_time_token_type[])'
  await lockOwners(client, named, [mailbox, types])
  const { rows } = await client.query<TokenRow>(
    `update auth.one_time_tokens set wrong_codes = wrong_codes + 1 where ${named} and wrong_codes < $3 returning *`,
    [mailbox, types, settings.limits.wrongCodes],
  )
  const hash = Buffer.from(hashCode(hashSecret, mailbox, code))
  return rows.find(
    (row) =>
      isFresh(settings, row, now) &&
      row.code_hash.length === hash.length &&
      timingSafeEqual(Buffer.from(row.code_hash), hash),
  )
}

// The account first, then its tokens: in this order everything that changes both takes its locks, so that a link
// that is followed and a mail that is requested at the same time never wait for each other.
async function lockOwners(client: pg.ClientBase, named: string, values: unknown[]): Promise<void> {
  await client.query(
    `select id from auth.users where id in (select user_id from auth.one_time_tokens where ${named})
     order by id for update`,
    values,
  )
}

export async function spendTokens(client: pg.ClientBase, userId: string, types: TokenType[]): Promise<void> {
  await client.query(
    'delete from auth.one_time_tokens where user_id = $1 and token_type = any($2::auth.one_time_token_type[])',
    [userId, types],
  )
}

function isFresh(
  { otpExpirySeconds, smsOtpExpirySeconds }: AuthContext['settings'],
  row: TokenRow,
  now: Date,
): boolean {
  const expirySeconds = row.token_type === 'phone_change_token' ? smsOtpExpirySeconds : otpExpirySeconds
  return row.created_at.getTime() + expirySeconds * 1000 > now.getTime()
}

// A million codes are soon tried by the person who has the table: the hash is keyed.
function hashCode(hashSecret: Buffer, mailbox: string, code: string): string {
  return createHmac('sha256', hashSecret).update(`code ${mailbox} ${code}`).digest('hex')
}

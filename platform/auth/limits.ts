// Limits that all server processes count together, in the database: messages per mailbox or number, failed tries per account.
import { createHmac } from 'node:crypto'
import type pg from 'pg'
import type { BackOff } from '../settings.ts'
import type { AuthContext } from './context.ts'
import { AuthError, tooManyMails, tooManyRequests, tooManySms } from './errors.ts'
import type { AuthMailKind } from './mail.ts'
import { clientBlock } from './memory-limiter.ts'

/**
 * Throws when the mailbox had enough (of this kind just now, or of all kinds this hour), or the whole project.
 * Taken for unknown mailboxes too: a limit must not reveal who has an account. Without `checkInterval`, the pause between two
 * mails of a kind is not demanded.
 */
export async function takeMail(
  auth: Pick<AuthContext, 'settings' | 'hashSecret' | 'clientLimiter'>,
  client: pg.ClientBase,
  { mailbox, kind, checkInterval = true }: { mailbox: string; kind: AuthMailKind; checkInterval?: boolean },
  now: Date,
): Promise<void> {
  const { mailsPerMailbox, mailsOfProject } = auth.settings.limits
  const secondsBetweenMails = checkInterval ? auth.settings.limits.secondsBetweenMails : 0
  const { count, windowSeconds } = mailsPerMailbox
  const wait =
    (await takeHit(auth, client, `mail ${mailbox}`, now, windowSeconds, (hits) =>
      hits.length < count ? 0 : (hits[0]?.getTime() ?? 0) + windowSeconds * 1000,
    )) ||
    (await takeHit(
      auth,
      client,
      `mail ${kind} ${mailbox}`,
      now,
      windowSeconds,
      (hits) => (hits.at(-1)?.getTime() ?? 0) + secondsBetweenMails * 1000,
    )) ||
    // Last: what is refused anyway takes nothing from everybody else.
    (mailsOfProject ? auth.clientLimiter.take('mails', 'of everybody', mailsOfProject, now) : 0)
  if (wait > 0) throw tooManyMails(wait)
}

/**
 * The same for short messages: to one number, no matter who sends the request, and of one account, whichever numbers it names, since each
 * message costs money. `userId`: null when nobody will get one.
 */
export async function takeSms(
  auth: Pick<AuthContext, 'settings' | 'hashSecret' | 'clientLimiter'>,
  client: pg.ClientBase,
  { phone, userId }: { phone: string; userId: string | null },
  now: Date,
): Promise<void> {
  const { smsPerNumber, smsOfProject, secondsBetweenSms } = auth.settings.limits
  const { count, windowSeconds } = smsPerNumber
  const allowedAtMs = (hits: Date[]) =>
    Math.max(
      hits.length < count ? 0 : (hits[0]?.getTime() ?? 0) + windowSeconds * 1000,
      (hits.at(-1)?.getTime() ?? 0) + secondsBetweenSms * 1000,
    )
  const wait =
    (await takeHit(auth, client, `sms ${phone}`, now, windowSeconds, allowedAtMs)) ||
    (userId && (await takeHit(auth, client, `sms of ${userId}`, now, windowSeconds, allowedAtMs))) ||
    // Last, as for mails.
    (userId && auth.clientLimiter.take('sms', 'of everybody', smsOfProject, now)) ||
    0
  if (wait > 0) throw tooManySms(wait)
}

/**
 * Counts an attempt before its outcome is known, so that many at once are not all free; a success forgets them.
 * Throws while the account, seen from this client or from anywhere, has to wait.
 */
export async function takeSignInAttempt(
  auth: Pick<AuthContext, 'settings' | 'hashSecret'>,
  client: pg.ClientBase,
  { email, address }: { email: string; address: string },
  now: Date,
): Promise<void> {
  const { failedSignIns, failedSignInsFromAnywhere } = auth.settings.limits
  for (const [name, backOff] of [
    [signInKey(email, address), failedSignIns],
    [signInKey(email), failedSignInsFromAnywhere],
  ] as const) {
    const wait = await takeBackOff(auth, client, name, backOff, now)
    if (wait > 0) throw tooManyRequests(wait)
  }
}

export async function forgetSignInAttempts(
  auth: Pick<AuthContext, 'hashSecret'>,
  client: pg.ClientBase,
  { email, address }: { email: string; address: string },
): Promise<void> {
  await forgetHits(auth, client, [signInKey(email, address), signInKey(email)])
}

/** Each try of a second factor's code counts before the code is looked at; a right one forgets them. */
export async function takeFactorAttempt(
  auth: Pick<AuthContext, 'settings' | 'hashSecret'>,
  client: pg.ClientBase,
  userId: string,
  now: Date,
): Promise<void> {
  const wait = await takeBackOff(auth, client, `factor ${userId}`, auth.settings.limits.wrongFactorCodes, now)
  if (wait > 0) throw tooManyRequests(wait)
}

export function forgetFactorAttempts(
  auth: Pick<AuthContext, 'hashSecret'>,
  client: pg.ClientBase,
  userId: string,
): Promise<void> {
  return forgetHits(auth, client, [`factor ${userId}`])
}

export async function takeRecoveryAttempt(
  auth: Pick<AuthContext, 'settings' | 'hashSecret'>,
  client: pg.ClientBase,
  userId: string,
  now: Date,
): Promise<void> {
  const { wrongRecoveryCodes } = auth.settings.limits
  const retryAfterSeconds = await takeBackOff(auth, client, `recovery ${userId}`, wrongRecoveryCodes, now)
  if (retryAfterSeconds > 0)
    throw new AuthError(
      429,
      'mfa_recovery_codes_locked',
      'Too many failed attempts, recovery codes are locked for a while',
      { retryAfterSeconds },
    )
}

export function forgetRecoveryAttempts(
  auth: Pick<AuthContext, 'hashSecret'>,
  client: pg.ClientBase,
  userId: string,
): Promise<void> {
  return forgetHits(auth, client, [`recovery ${userId}`])
}

function takeBackOff(
  auth: Pick<AuthContext, 'hashSecret'>,
  client: pg.ClientBase,
  name: string,
  backOff: BackOff,
  now: Date,
): Promise<number> {
  return takeHit(auth, client, name, now, backOff.windowSeconds, (hits) => nextAllowed(hits, backOff))
}

async function forgetHits(
  auth: Pick<AuthContext, 'hashSecret'>,
  client: pg.ClientBase,
  names: string[],
): Promise<void> {
  await client.query('delete from auth.limits where key = any($1)', [
    names.map((name) => limitKey(auth, name)),
  ])
}

const signInKey = (email: string, address = 'anywhere'): string => `sign-in ${email} ${clientBlock(address)}`

/** When the next attempt may be made, in milliseconds: the wait doubles with each hit beyond the free ones. */
export function nextAllowed(hits: Date[], { free, firstWaitSeconds, longestWaitSeconds }: BackOff): number {
  const last = hits.at(-1)
  if (!last || hits.length < free) return 0
  const waitSeconds = Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** (hits.length - free))
  return last.getTime() + waitSeconds * 1000
}

/** More are not needed for any limit. */
const maxHits = 100

// Seconds to wait, or 0 after the hit is written down.
async function takeHit(
  auth: Pick<AuthContext, 'hashSecret'>,
  client: pg.ClientBase,
  name: string,
  now: Date,
  windowSeconds: number,
  allowedAtMs: (hits: Date[]) => number,
): Promise<number> {
  const key = limitKey(auth, name)
  const expiresAt = new Date(now.getTime() + windowSeconds * 1000)
  // Makes the row if need be and locks it: hits at the same time are counted one after the other.
  const { rows } = await client.query<{ hits: Date[] }>(
    `insert into auth.limits (key, hits, expires_at) values ($1, '{}', $2)
     on conflict (key) do update set expires_at = excluded.expires_at returning hits`,
    [key, expiresAt],
  )
  // Requests overtake each other, and servers' clocks differ a little: a hit is never later than now.
  const hits = (rows[0]?.hits ?? [])
    .filter((hit) => hit.getTime() > now.getTime() - windowSeconds * 1000)
    .map((hit) => (hit > now ? now : hit))
  const wait = (allowedAtMs(hits) - now.getTime()) / 1000
  if (wait > 0) return wait
  await client.query('update auth.limits set hits = $2 where key = $1', [key, [...hits, now].slice(-maxHits)])
  await client.query(
    'delete from auth.limits where key in (select key from auth.limits where expires_at < $1 limit 10 for update skip locked)',
    [now],
  )
  return 0
}

function limitKey({ hashSecret }: Pick<AuthContext, 'hashSecret'>, name: string): string {
  return createHmac('sha256', hashSecret).update(name).digest('base64url')
}

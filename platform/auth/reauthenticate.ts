// GET /reauthenticate mails a code; that code or the present password shows again who holds a session: before a new
// password, and before a first second factor.
import type pg from 'pg'
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError, badRequest } from './errors.ts'
import { forgetSignInAttempts, takeMail, takeSignInAttempt } from './limits.ts'
import { findByCode, makeToken, spendTokens } from './one-time-tokens.ts'
import { findSignedIn, requireUserToken, type SignedIn } from './require-user.ts'
import type { SessionRow } from './sessions.ts'
import { inTransaction } from './transaction.ts'
import { fullNameOf, lockUser, type UserRow } from './users.ts'

/** A session counts as recently signed in for a day. */
const recentSeconds = 86_400
/** What was shown in PUT /user opens the enrolment of a first factor for so long. */
const shownSeconds = 600
/** A session of a recovery link may choose a new password without the present one for so long, and once. */
const recoverySeconds = 3600

export async function reauthenticate(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const { now } = request
  const claims = await requireUserToken(auth, request)
  await inTransaction(auth, async (client) => {
    await lockUser(client, claims.userId)
    const { user } = await findSignedIn(client, claims, now)
    if (!user.email) throw badRequest('Reauthentication requires the user to have an email or a phone number')
    if (!user.email_confirmed_at)
      throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
    await takeMail(auth, client, { mailbox: user.email, kind: 'reauthentication' }, now)
    const token = { userId: user.id, type: 'reauthentication_token', mailbox: user.email } as const
    const { code } = await makeToken(auth, client, { ...token, flowStateId: undefined }, now)
    await client.query('update auth.users set reauthentication_sent_at = $2 where id = $1', [user.id, now])
    await writeAudit(client, request, user.id, 'user_reauthenticate_requested')
    const fullName = fullNameOf(user)
    await auth.sendMail(client, {
      kind: 'reauthentication',
      to: user.email,
      code,
      ...(fullName && { fullName }),
    })
  })
  return Response.json({})
}

/** Throws unless the session is recent, this project does not demand it, or the nonce is right; a right one is spent. */
export async function checkReauthentication(
  auth: AuthContext,
  client: pg.ClientBase,
  { user, session }: SignedIn,
  nonce: string,
  now: Date,
): Promise<void> {
  if (!auth.settings.requireReauthentication) return
  if (session && session.created_at.getTime() + recentSeconds * 1000 >= now.getTime()) return
  if (!nonce) throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
  await spendNonce(auth, client, user, nonce, now)
}

async function spendNonce(
  auth: AuthContext,
  client: pg.ClientBase,
  user: UserRow,
  nonce: string,
  now: Date,
): Promise<void> {
  const result = await findByCode(
    auth,
    client,
    { mailbox: user.email ?? '', code: nonce, types: ['reauthentication_token'] },
    now,
  )
  if (result?.user_id !== user.id)
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid', {
      commitsWrites: true,
    })
  await spendTokens(client, user.id, ['reauthentication_token'])
}

/** What PUT /user shows of its sender. */
export interface ShownProof {
  currentPassword: string
  nonce: string
  setsPassword: boolean
}

/** Throws where a new password comes without the present one, and counts the try as one of signing in. */
export async function takeCurrentPassword(
  auth: AuthContext,
  client: pg.ClientBase,
  request: Pick<AuthRequest, 'address' | 'now'>,
  { user, session }: SignedIn,
  { currentPassword, setsPassword }: ShownProof,
): Promise<void> {
  if (!demandsProof(auth) || !user.encrypted_password) return
  if (!currentPassword) {
    if (!setsPassword || !auth.settings.requireCurrentPassword) return
    if (session && (await isRecovered(client, session, request.now))) return
    throw new AuthError(
      400,
      'current_password_required',
      'Current password required when setting new password.',
    )
  }
  await takeSignInAttempt(auth, client, attemptOf(user, request), request.now)
}

/** Outside of any transaction, since hashing is slow; false where no password was shown or there is none. */
export async function checkCurrentPassword(
  auth: AuthContext,
  user: UserRow,
  { currentPassword }: ShownProof,
): Promise<boolean> {
  if (!demandsProof(auth) || !currentPassword || !user.encrypted_password) return false
  if (!(await auth.hasher.verify(user.encrypted_password, currentPassword))) throw invalidPassword()
  return true
}

/** The session has shown now who holds it, by the password that `checkCurrentPassword` found right or by a nonce alone. */
export async function markReauthenticated(
  auth: AuthContext,
  client: pg.ClientBase,
  request: Pick<AuthRequest, 'address' | 'now'>,
  { user, session }: SignedIn,
  {
    hasPassword,
    before,
    nonce,
    setsPassword,
  }: ShownProof & { hasPassword: boolean; before: Pick<UserRow, 'encrypted_password'> },
): Promise<void> {
  if (!demandsProof(auth)) return
  // The password was changed, or the first was chosen, while this request was checked.
  const isReplaced = user.encrypted_password !== before.encrypted_password
  if (isReplaced && (hasPassword || (setsPassword && auth.settings.requireCurrentPassword)))
    throw invalidPassword()
  if (hasPassword) {
    await forgetSignInAttempts(auth, client, attemptOf(user, request))
  } else if (nonce && !setsPassword) await spendNonce(auth, client, user, nonce, request.now)
  else return
  if (session)
    await client.query('update auth.sessions set reauthenticated_at = $2 where id = $1', [
      session.id,
      request.now,
    ])
}

/** Throws unless this session has shown the present password or a mailed code just now, beyond its sign-in. */
export async function requireReauthenticated(
  client: pg.ClientBase,
  session: SessionRow,
  now: Date,
): Promise<void> {
  const { rowCount } = await client.query(
    'select from auth.sessions where id = $1 and reauthenticated_at > $2',
    [session.id, new Date(now.getTime() - shownSeconds * 1000)],
  )
  if (!rowCount)
    throw new AuthError(400, 'reauthentication_needed', 'Enrolling a first factor requires reauthentication')
}

async function isRecovered(client: pg.ClientBase, session: SessionRow, now: Date): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from auth.mfa_amr_claims where session_id = $1 and authentication_method = 'recovery' and created_at > $2`,
    [session.id, new Date(now.getTime() - recoverySeconds * 1000)],
  )
  return rowCount !== 0
}

/** A recovery link is good for one new password: afterwards its session is one of a mailed code. */
export async function endRecovery(client: pg.ClientBase, session: SessionRow | undefined): Promise<void> {
  if (!session) return
  await client.query(
    `update auth.mfa_amr_claims set authentication_method = 'otp'
     where session_id = $1 and authentication_method = 'recovery'
       and not exists (select from auth.mfa_amr_claims where session_id = $1 and authentication_method = 'otp')`,
    [session.id],
  )
}

/** In upstream's words, where its code alone distinguishes it from a missing one. */
function invalidPassword(): AuthError {
  return new AuthError(
    400,
    'current_password_invalid',
    'Current password required when setting new password.',
  )
}

function demandsProof({ settings }: AuthContext): boolean {
  return settings.requireCurrentPassword || settings.reauthenticateFirstFactor
}

function attemptOf(user: UserRow, { address }: Pick<AuthRequest, 'address'>) {
  return { email: user.email ?? user.id, address }
}

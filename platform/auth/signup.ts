// POST /signup: a new account, confirmed by a mail (or at once), and what a registered address is answered.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { z } from 'zod'
import { signInAnonymously } from './anonymous.ts'
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError, badRequest, tooManyRequests } from './errors.ts'
import { type Challenge, readChallenge } from './flow-state.ts'
import { takeMail } from './limits.ts'
import { listSignUps } from './one-time-tokens.ts'
import { checkPasswordStrength } from './passwords.ts'
import { readRedirect } from './redirect.ts'
import { checkMetadataSize, optionalMetadata, optionalText, parseBody, readEmail } from './request.ts'
import { sendLink } from './send-link.ts'
import { answerWithSession, type OpenSession, openSession } from './sessions.ts'
import { markSignUpBrowser, type SignUpBrowser } from './sign-up-browser.ts'
import { inTransaction } from './transaction.ts'
import {
  adoptSignUp,
  confirmEmail,
  findUserByEmail,
  fullNameOf,
  insertUser,
  lockUserByEmail,
  type Metadata,
  type NewUser,
  renderUser,
  renderUserWith,
  type UserRow,
  withChoice,
} from './users.ts'

const signupBody = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalMetadata,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

interface SignUp extends NewUser {
  password: string
  challenge: Challenge | undefined
  redirectTo: string
  browser: SignUpBrowser | undefined
}

export async function signUp(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const body = parseBody(signupBody, request)
  if (!auth.settings.signUpEnabled)
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  if (!body.email && !body.phone) return signInAnonymously(auth, request, body.data)
  if (body.email && !auth.settings.emailEnabled)
    throw new AuthError(422, 'email_provider_disabled', 'Email signups are disabled')
  const signup = await readSignUp(auth, request, body)
  const outcome = await inTransaction(auth, (client) => register(auth, client, request, signup))
  if (outcome === 'registered already') {
    if (auth.settings.revealExisting || auth.settings.autoconfirm)
      throw new AuthError(422, 'user_already_exists', 'User already registered')
    return answerUser(obfuscatedUser(signup, request.now), signup)
  }
  if ('session' in outcome) return Response.json(await answerWithSession(auth, outcome.session, request.now))
  return answerUser(outcome.user, signup)
}

function answerUser(user: Metadata, { browser }: SignUp): Response {
  return Response.json(user, browser && { headers: { 'set-cookie': browser.cookie } })
}

async function readSignUp(
  auth: AuthContext,
  request: AuthRequest,
  body: z.output<typeof signupBody>,
): Promise<SignUp> {
  const { settings, clientLimiter, hasher } = auth
  if (body.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  if (!body.password) throw badRequest('Signup requires a valid password')
  const email = readEmail(body.email)
  await checkPasswordStrength(body.password, settings.passwords)
  checkMetadataSize(auth, body.data)
  const challenge = readChallenge(body)
  const wait = request.address
    ? clientLimiter.take('sign-up', request.address, settings.limits.signUpsPerClient, request.now)
    : 0
  if (wait > 0) throw tooManyRequests(wait)
  // Before anything is looked up: a registered address takes as long as a new one.
  const passwordHash = await hasher.hash(body.password)
  return {
    email,
    password: body.password,
    passwordHash,
    metadata: body.data,
    confirmed: settings.autoconfirm,
    challenge,
    redirectTo: readRedirect(settings, request),
    browser: settings.bindSignUps ? markSignUpBrowser(auth, request) : undefined,
  }
}

type Outcome = 'registered already' | { user: Metadata } | { session: OpenSession }

async function register(
  auth: AuthContext,
  client: pg.ClientBase,
  request: AuthRequest,
  signup: SignUp,
): Promise<Outcome> {
  const { now } = request
  const { autoconfirm, revealExisting } = auth.settings
  if (!autoconfirm) {
    const repeated = await findRepeated(auth, client, signup, now)
    if (repeated) return { user: withOwnWords(await renderUser(client, repeated), repeated) }
    // Where a registered address is named, it is named at once; a limit an hour still bounds how many are tried.
    const checkInterval = !(revealExisting && (await isConfirmed(client, signup.email)))
    await takeMail(auth, client, { mailbox: signup.email, kind: 'signup', checkInterval }, now)
  }
  const created = await insertUser(client, signup, now)
  const known = created ? undefined : await lockUserByEmail(client, signup.email)
  if (known?.email_confirmed_at) {
    await notifyOwner(auth, client, request, known, signup.redirectTo)
    return 'registered already'
  }
  if (autoconfirm) {
    const user = created ?? (known && (await adoptSignUp(client, known, signup, now)))
    if (!user) return 'registered already'
    await writeAudit(client, request, user.id, 'user_signedup', { provider: 'email' })
    const confirmed = await confirmEmail(client, user, now)
    return { session: await openSession(client, request, confirmed, 'password') }
  }
  // Nobody has proved this mailbox yet. What this sign-up chose waits with its link: otherwise anyone who signs up with
  // another user's address would know the password of the account that its owner confirms.
  const { email: mailbox, redirectTo, challenge, passwordHash, metadata, browser } = signup
  const user = created ?? (known && withChoice(known, metadata))
  if (!user) return 'registered already'
  await writeAudit(client, request, user.id, 'user_confirmation_requested', { provider: 'email' })
  const signUp = { passwordHash, metadata, ...(browser && { browser: browser.hash }) }
  await sendLink(auth, client, { user, kind: 'signup', mailbox, redirectTo, challenge, signUp }, now)
  const rendered = await renderUser(client, { ...user, confirmation_sent_at: now })
  return { user: created ? rendered : withOwnWords(rendered, user) }
}

/**
 * The account of the same sign-up just before, whose answer was lost on the way: its mail is under way already. Only who
 * knows its password learns of it. The browser is marked again, since the mark went with the answer. Not for PKCE, where
 * the link belongs to the first request's verifier.
 */
async function findRepeated(
  { settings, hasher }: AuthContext,
  client: pg.ClientBase,
  { email, password, metadata, browser, challenge }: SignUp,
  now: Date,
): Promise<UserRow | undefined> {
  if (!settings.answerRepeatedSignUps || challenge) return undefined
  const known = await lockUserByEmail(client, email)
  if (!known || known.email_confirmed_at) return undefined
  const since = new Date(now.getTime() - settings.limits.secondsBetweenMails * 1000)
  for (const { id, sign_up: chosen } of await listSignUps(client, known.id, since)) {
    if (!isDeepStrictEqual(chosen.metadata, metadata)) continue
    if (!chosen.passwordHash || !(await hasher.verify(chosen.passwordHash, password))) continue
    if (browser)
      await client.query('update auth.one_time_tokens set sign_up = sign_up || $2::jsonb where id = $1', [
        id,
        { browser: browser.hash },
      ])
    return withChoice(known, metadata)
  }
  return undefined
}

async function isConfirmed(client: pg.ClientBase, email: string): Promise<boolean> {
  const user = await findUserByEmail(client, email)
  return Boolean(user?.email_confirmed_at)
}

/** What the earlier sign-up said of itself is not for the one who types the same address. */
function withOwnWords(rendered: Metadata, { raw_user_meta_data }: UserRow): Metadata {
  const identities = rendered.identities as Metadata[]
  return {
    ...rendered,
    identities: identities.map((identity) => ({ ...identity, identity_data: raw_user_meta_data })),
  }
}

async function notifyOwner(
  auth: AuthContext,
  client: pg.ClientBase,
  request: AuthRequest,
  user: UserRow,
  url: string,
): Promise<void> {
  await writeAudit(client, request, user.id, 'user_repeated_signup', { provider: 'email' })
  if (auth.settings.autoconfirm) return
  const fullName = fullNameOf(user)
  await auth.sendMail(client, {
    kind: 'already_registered',
    to: user.email ?? '',
    url,
    ...(fullName && { fullName }),
  })
}

/** What a new address would be answered, except for its identities: upstream's way of informing the client alone. */
function obfuscatedUser({ email, metadata }: SignUp, now: Date): Metadata {
  const id = randomUUID()
  const user: UserRow = {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    encrypted_password: null,
    email_confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    email_change: '',
    email_change_sent_at: null,
    email_change_confirm_status: 0,
    last_sign_in_at: null,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: { ...metadata, sub: id, email, email_verified: false, phone_verified: false },
    created_at: now,
    updated_at: now,
    phone: null,
    phone_confirmed_at: null,
    phone_change: '',
    phone_change_sent_at: null,
    confirmed_at: null,
    banned_until: null,
    is_anonymous: false,
    deleted_at: null,
  }
  return renderUserWith(user, [])
}

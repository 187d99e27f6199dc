// GET and POST /verify: a link or a code proves a mailbox, and opens a session; or a phone number (phone-change.ts).
import type pg from 'pg'
import { z } from 'zod'
import { DatabaseUnavailableError } from '../database/unavailable.ts'
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { confirmEmailChange, type HalfConfirmed } from './email-change.ts'
import { AuthError, badRequest, unavailable } from './errors.ts'
import { issueAuthCode } from './flow-state.ts'
import {
  findByCode,
  findByToken,
  pkcePrefix,
  spendTokens,
  type TokenRow,
  type TokenType,
} from './one-time-tokens.ts'
import { phoneDisabled, verifyPhoneChange } from './phone-change.ts'
import {
  confirmationUrl,
  describeRefusal,
  readRedirect,
  redirectWith,
  redirectWithQuery,
  seeOther,
} from './redirect.ts'
import { optionalText, parseBody, readEmail } from './request.ts'
import { type AuthenticationMethod, answerWithSession, openSession } from './sessions.ts'
import { keepsPassword } from './sign-up-browser.ts'
import { inTransaction } from './transaction.ts'
import { adoptSignUp, confirmEmail, isBanned, lockUser, type UserRow } from './users.ts'

const emailChange: TokenType[] = ['email_change_token_new', 'email_change_token_current']

/** Which open tokens each `type` of the client may spend. */
const tokenTypes: Record<string, TokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: emailChange,
  reauthentication: ['reauthentication_token'],
}

const bothMailboxesMessage =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

export async function verifyLink(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const { query, now } = request
  const type = query.get('type') ?? ''
  const token = query.get('token') ?? query.get('token_hash') ?? ''
  const redirectTo = readRedirect(auth.settings, request)
  // A scanner that follows every link of a mail uses none up: the page verifies, by a press.
  const page = confirmationUrl(auth.settings, { token, type, redirectTo })
  if (page) return seeOther(page)
  const isPkce = token.startsWith(pkcePrefix)
  try {
    const types = readTypes(type)
    if (!token) throw badRequest('Verify requires a token or a token hash')
    const outcome = await inTransaction(auth, async (client) => {
      const result = await findByToken(auth, client, token, types, now)
      if (!result) throw expiredLink()
      const user = await spend(auth, client, request, result)
      if ('halfConfirmed' in user) return user
      if (result.flow_state_id) return { code: await issueAuthCode(client, result.flow_state_id, now) }
      return openSession(client, request, user, methodOf(auth, type))
    })
    if ('halfConfirmed' in outcome) return redirectWith(redirectTo, { message: bothMailboxesMessage }, isPkce)
    if ('code' in outcome) return redirectWithQuery(redirectTo, { code: outcome.code })
    const answer = await answerWithSession(auth, outcome, now)
    return redirectWith(redirectTo, {
      access_token: answer.access_token,
      expires_at: String(answer.expires_at),
      expires_in: String(answer.expires_in),
      refresh_token: answer.refresh_token,
      token_type: answer.token_type,
      type,
    })
  } catch (error) {
    // A person follows this link: they are shown the site with the reason, not a bare answer.
    const refusal = error instanceof DatabaseUnavailableError ? unavailable() : error
    if (!(refusal instanceof AuthError)) throw error
    return redirectWith(redirectTo, describeRefusal(refusal), isPkce)
  }
}

const verifyBody = z.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  token: optionalText,
  token_hash: optionalText,
})

export async function verifyCode(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const { now } = request
  const body = parseBody(verifyBody, request)
  if (body.type === 'phone_change' && auth.sendSms) return verifyPhoneChange(auth, request, body)
  if (body.type === 'sms' || body.type === 'phone_change') throw phoneDisabled()
  const types = readTypes(body.type)
  if (!body.token && !body.token_hash) throw badRequest('Verify requires a token or a token hash')
  if (body.token_hash && (body.email || body.phone || body.token))
    throw badRequest('Only the token_hash and type should be provided')
  if (body.token && !body.email)
    throw badRequest('Only an email address or phone number should be provided on verify')
  const mailbox = body.token_hash ? '' : readEmail(body.email)

  const outcome = await inTransaction(auth, async (client) => {
    const result = body.token_hash
      ? await findByToken(auth, client, body.token_hash, types, now)
      : await findByCode(auth, client, { mailbox, code: body.token.replaceAll('-', ''), types }, now)
    if (!result) throw body.token_hash ? expiredLink() : expired('Token has expired or is invalid')
    const user = await spend(auth, client, request, result)
    return 'halfConfirmed' in user ? user : openSession(client, request, user, methodOf(auth, body.type))
  })
  if ('halfConfirmed' in outcome) return Response.json({ msg: bothMailboxesMessage, code: '200' })
  return Response.json(await answerWithSession(auth, outcome, now))
}

// Upstream says `otp` of all of them; where the present password is requested, a recovery stands apart.
function methodOf({ settings }: AuthContext, type: string): AuthenticationMethod {
  return type === 'recovery' && settings.requireCurrentPassword ? 'recovery' : 'otp'
}

export function readTypes(type: string): TokenType[] {
  if (!type) throw badRequest('Verify requires a verification type')
  const types = Object.hasOwn(tokenTypes, type) ? tokenTypes[type] : undefined
  if (!types) throw badRequest('Unsupported verification type')
  return types
}

// Uses the token up, and does what it was for.
async function spend(
  auth: AuthContext,
  client: pg.ClientBase,
  request: AuthRequest,
  token: TokenRow,
): Promise<UserRow | HalfConfirmed> {
  const { now } = request
  const user = await lockUser(client, token.user_id)
  if (!user) throw expiredLink()
  if (isBanned(user, now)) throw new AuthError(403, 'user_banned', 'User is banned')
  await spendTokens(client, user.id, [token.token_type])
  if (emailChange.includes(token.token_type)) {
    const changed = await confirmEmailChange(auth, client, user, now)
    if (!('halfConfirmed' in changed)) await writeAudit(client, request, user.id, 'user_modified')
    return changed
  }
  if (user.email_confirmed_at) {
    await writeAudit(client, request, user.id, 'login', { provider: 'email' })
    return user
  }
  // Nobody had proved this mailbox: the password was chosen by the person who typed the address, and must not outlive that.
  if (token.token_type === 'recovery_token')
    await client.query('update auth.users set encrypted_password = null where id = $1', [user.id])
  await spendTokens(client, user.id, ['confirmation_token'])
  const accepted = user.invited_at && token.token_type === 'confirmation_token'
  await writeAudit(client, request, user.id, accepted ? 'invite_accepted' : 'user_signedup', {
    provider: 'email',
  })
  const owned = token.sign_up ? await adoptSignUp(client, user, token.sign_up, now) : user
  if (token.token_type === 'confirmation_token' && !keepsPassword(auth, request, token.sign_up))
    await client.query('update auth.users set encrypted_password = null where id = $1', [user.id])
  return confirmEmail(client, owned, now)
}

export function expiredLink(): AuthError {
  return expired('Email link is invalid or has expired')
}

function expired(message: string): AuthError {
  return new AuthError(403, 'otp_expired', message, { commitsWrites: true })
}

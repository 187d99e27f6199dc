// POST /otp: signs in by a link or a code that is mailed; an unknown address becomes an account, if the caller wants.
import type pg from 'pg'
import { z } from 'zod'
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError, badRequest, tooManyRequests } from './errors.ts'
import { readChallenge } from './flow-state.ts'
import { takeMail } from './limits.ts'
import { takingEquallyLong } from './recover.ts'
import { readRedirect } from './redirect.ts'
import { checkMetadataSize, optionalMetadata, optionalText, parseBody, readEmail } from './request.ts'
import { sendLink } from './send-link.ts'
import { inTransaction } from './transaction.ts'
import {
  adoptSignUp,
  confirmEmail,
  insertUser,
  lockUserByEmail,
  type Metadata,
  type UserRow,
  withChoice,
} from './users.ts'

const otpBody = z.object({
  email: optionalText,
  phone: optionalText,
  channel: optionalText,
  create_user: z.boolean().nullish(),
  data: optionalMetadata,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

interface Wanted {
  email: string
  metadata: Metadata
  createUser: boolean
}

export async function sendOtp(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const body = parseBody(otpBody, request)
  if (body.email && body.phone) throw badRequest('Only an email address or phone number should be provided')
  if (body.phone) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  if (!body.email) throw badRequest('One of email or phone must be set')
  if (body.channel) throw badRequest('Channel should only be specified with Phone OTP')
  if (!auth.settings.emailEnabled)
    throw new AuthError(422, 'email_provider_disabled', 'Email logins are disabled')
  const mailbox = readEmail(body.email)
  checkMetadataSize(auth, body.data)
  const challenge = readChallenge(body)
  const redirectTo = readRedirect(auth.settings, request)
  const createUser = body.create_user ?? true

  return takingEquallyLong(auth, async () => {
    await inTransaction(auth, async (client) => {
      await takeMail(auth, client, { mailbox, kind: 'magiclink' }, request.now)
      const wanted = { email: mailbox, metadata: body.data, createUser }
      const user = await findOrCreate(auth, client, request, wanted)
      if (!user) return
      const kind = user.email_confirmed_at ? 'magiclink' : 'signup'
      await writeAudit(
        client,
        request,
        user.id,
        kind === 'signup' ? 'user_confirmation_requested' : 'user_recovery_requested',
        { provider: 'email' },
      )
      // Anyone who signed up with this address before has not proved it: no password of theirs outlives this mail.
      const signUp = kind === 'signup' ? { passwordHash: null, metadata: body.data } : undefined
      await sendLink(auth, client, { user, kind, mailbox, redirectTo, challenge, signUp }, request.now)
    })
    return Response.json({})
  })
}

// Undefined: no mail is sent, and the answer does not say so unless this application reveals who is registered.
async function findOrCreate(
  { settings, clientLimiter }: AuthContext,
  client: pg.ClientBase,
  { now, address }: AuthRequest,
  { email, metadata, createUser }: Wanted,
): Promise<UserRow | undefined> {
  const known = await lockUserByEmail(client, email)
  if (known?.email_confirmed_at) return known
  if (!known && !createUser) {
    if (settings.revealExisting) throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
    return undefined
  }
  if (!known && !settings.signUpEnabled)
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  const wait =
    !known && address ? clientLimiter.take('sign-up', address, settings.limits.signUpsPerClient, now) : 0
  if (wait > 0) throw tooManyRequests(wait)
  const newUser = { email, passwordHash: null, metadata, confirmed: settings.autoconfirm }
  if (!known) return insertUser(client, newUser, now)
  if (!settings.autoconfirm) return withChoice(known, metadata)
  return confirmEmail(client, await adoptSignUp(client, known, newUser, now), now)
}

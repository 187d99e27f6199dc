// POST /resend: the confirmation of a sign-up, or of a change of address or number, once more, with a new link or code.
import type pg from 'pg'
import { z } from 'zod'
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { sendEmailChangeLinks } from './email-change.ts'
import { badRequest } from './errors.ts'
import { type Challenge, readChallenge } from './flow-state.ts'
import { takeMail } from './limits.ts'
import { takeNewestSignUp } from './one-time-tokens.ts'
import { phoneDisabled, resendPhoneChange } from './phone-change.ts'
import { takingEquallyLong } from './recover.ts'
import { readRedirect } from './redirect.ts'
import { optionalText, parseBody, readEmail, readPhone } from './request.ts'
import { sendLink } from './send-link.ts'
import { inTransaction } from './transaction.ts'
import { lockUserByEmail } from './users.ts'

const resendBody = z.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

interface Resend {
  mailbox: string
  redirectTo: string
  challenge: Challenge | undefined
}

/** Neutral as `recover` is: an unknown or confirmed address is answered like one that is mailed. */
export async function resend(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const body = parseBody(resendBody, request)
  const { type } = body
  if (type === 'phone_change' && auth.sendSms) {
    if (!body.phone) throw badRequest('Type provided requires a phone number')
    const phone = readPhone(body.phone)
    return takingEquallyLong(auth, async () => {
      await inTransaction(auth, (client) => resendPhoneChange(auth, client, phone, request.now))
      return Response.json({})
    })
  }
  if (type === 'sms' || type === 'phone_change' || body.phone) throw phoneDisabled()
  if (type !== 'signup' && type !== 'email_change')
    throw badRequest('Missing one of these types: signup, email_change, sms, phone_change')
  if (!body.email) throw badRequest('Type provided requires an email address')
  const again = {
    mailbox: readEmail(body.email),
    redirectTo: readRedirect(auth.settings, request),
    challenge: readChallenge(body),
  }
  const work = type === 'signup' ? resendSignUp : resendEmailChange
  return takingEquallyLong(auth, async () => {
    await inTransaction(auth, (client) => work(auth, client, request, again))
    return Response.json({})
  })
}

async function resendSignUp(
  auth: AuthContext,
  client: pg.ClientBase,
  request: AuthRequest,
  { mailbox, redirectTo, challenge }: Resend,
): Promise<void> {
  const { now } = request
  await takeMail(auth, client, { mailbox, kind: 'signup' }, now)
  const user = await lockUserByEmail(client, mailbox)
  if (!user || user.email_confirmed_at) return
  await writeAudit(client, request, user.id, 'user_confirmation_requested', { provider: 'email' })
  const signUp = await takeNewestSignUp(client, user.id)
  await sendLink(auth, client, { user, kind: 'signup', mailbox, redirectTo, challenge, signUp }, now)
}

async function resendEmailChange(
  auth: AuthContext,
  client: pg.ClientBase,
  { now }: AuthRequest,
  { mailbox, redirectTo, challenge }: Resend,
): Promise<void> {
  const user = await lockUserByEmail(client, mailbox)
  if (!user?.email_change) {
    await takeMail(auth, client, { mailbox, kind: 'email_change' }, now)
    return
  }
  await client.query('update auth.users set email_change_confirm_status = 0 where id = $1', [user.id])
  await sendEmailChangeLinks(auth, client, { user, email: user.email_change, redirectTo, challenge }, now)
}

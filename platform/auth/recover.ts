// POST /recover: mails a link to choose a new password; the answer does not reveal whether a mail was sent.
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { badRequest } from './errors.ts'
import { readChallenge } from './flow-state.ts'
import { takeMail } from './limits.ts'
import { readRedirect } from './redirect.ts'
import { optionalText, parseBody, readEmail } from './request.ts'
import { sendLink } from './send-link.ts'
import { inTransaction } from './transaction.ts'
import { lockUserByEmail } from './users.ts'

const recoverBody = z.object({
  email: optionalText,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

export async function recover(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const body = parseBody(recoverBody, request)
  if (!body.email) throw badRequest('Password recovery requires an email')
  const mailbox = readEmail(body.email)
  const challenge = readChallenge(body)
  const redirectTo = readRedirect(auth.settings, request)
  const { now } = request
  return takingEquallyLong(auth, async () => {
    await inTransaction(auth, async (client) => {
      await takeMail(auth, client, { mailbox, kind: 'recovery' }, now)
      const user = await lockUserByEmail(client, mailbox)
      if (!user) return
      await writeAudit(client, request, user.id, 'user_recovery_requested')
      await sendLink(auth, client, { user, kind: 'recovery', mailbox, redirectTo, challenge }, now)
    })
    return Response.json({})
  })
}

/** Hides the few milliseconds by which a known address takes longer than an unknown one. */
export async function takingEquallyLong<T>(
  { settings }: Pick<AuthContext, 'settings'>,
  work: () => Promise<T>,
): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), pause(settings.neutralAnswerMs)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

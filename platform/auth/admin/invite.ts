// POST /invite: makes an account and mails its owner the link to it.

import type pg from 'pg'
import { z } from 'zod'
import { administrator, writeAudit } from '../audit.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { emailExists } from '../email-change.ts'
import { readRedirect } from '../redirect.ts'
import { checkMetadataSize, optionalMetadata, optionalText, parseBody, readEmail } from '../request.ts'
import { sendLink } from '../send-link.ts'
import { inTransaction } from '../transaction.ts'
import { insertUser, lockUser, lockUserByEmail, type Metadata, renderUser, type UserRow } from '../users.ts'
import { requireAdmin } from './require-admin.ts'

const inviteBody = z.object({ email: optionalText, data: optionalMetadata })

export async function invite(auth: AuthContext, request: AuthRequest): Promise<Response> {
  await requireAdmin(auth, request)
  const { email, data } = parseBody(inviteBody, request)
  const mailbox = readEmail(email)
  checkMetadataSize(auth, data)
  const redirectTo = readRedirect(auth.settings, request)
  return inTransaction(auth, async (client) => {
    const user = await prepareInvited(client, request, { email: mailbox, metadata: data })
    await sendLink(
      auth,
      client,
      { user, kind: 'invite', mailbox, redirectTo, challenge: undefined },
      request.now,
    )
    return Response.json(await renderUser(client, (await lockUser(client, user.id)) ?? user))
  })
}

/** The invited account, new or never confirmed; it has no password until its owner chooses one. */
export async function prepareInvited(
  client: pg.ClientBase,
  request: AuthRequest,
  { email, metadata }: { email: string; metadata: Metadata },
): Promise<UserRow> {
  const { now } = request
  const created = await insertUser(client, { email, passwordHash: null, metadata, confirmed: false }, now)
  const user = created ?? (await lockUserByEmail(client, email))
  if (!user || user.email_confirmed_at) throw emailExists()
  // A password that someone chose before the address was proved is not the invited person's.
  await client.query('update auth.users set invited_at = $2, encrypted_password = null where id = $1', [
    user.id,
    now,
  ])
  await writeAudit(client, request, administrator, 'user_invited', { user_id: user.id })
  return { ...user, invited_at: now }
}

// POST /admin/generate_link: the link and the code of any mail, returned to the caller instead of mailed.
import type pg from 'pg'
import { z } from 'zod'
import { administrator, writeAudit } from '../audit.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { emailExists } from '../email-change.ts'
import { AuthError, badRequest } from '../errors.ts'
import { checkPasswordStrength } from '../passwords.ts'
import { allowedRedirect, readRedirect } from '../redirect.ts'
import { checkMetadataSize, optionalMetadata, optionalText, parseBody, readEmail } from '../request.ts'
import { type LinkKind, makeLink } from '../send-link.ts'
import { inTransaction } from '../transaction.ts'
import {
  findUserByEmail,
  insertUser,
  lockUser,
  lockUserByEmail,
  type Metadata,
  renderUser,
  type UserRow,
} from '../users.ts'
import { prepareInvited } from './invite.ts'
import { requireAdmin } from './require-admin.ts'

const linkBody = z.object({
  type: optionalText,
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: optionalMetadata,
  redirect_to: optionalText,
})

const types = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const
type GeneratedType = (typeof types)[number]

interface Wanted {
  type: GeneratedType
  email: string
  newEmail: string
  passwordHash: string | null
  metadata: Metadata
}

export async function generateLink(auth: AuthContext, request: AuthRequest): Promise<Response> {
  await requireAdmin(auth, request)
  const body = parseBody(linkBody, request)
  const type = types.find((one) => one === body.type)
  if (!type) throw badRequest(`Invalid email action link type requested: ${body.type}`)
  const changesEmail = type === 'email_change_current' || type === 'email_change_new'
  if (type === 'signup' && !body.password) throw badRequest('Signup requires a valid password')
  if (body.password) await checkPasswordStrength(body.password, auth.settings.passwords)
  checkMetadataSize(auth, body.data)
  const wanted: Wanted = {
    type,
    email: readEmail(body.email),
    newEmail: changesEmail ? readEmail(body.new_email) : '',
    passwordHash: type === 'signup' ? await auth.hasher.hash(body.password) : null,
    metadata: body.data,
  }
  const redirectTo = body.redirect_to
    ? allowedRedirect(auth.settings, body.redirect_to)
    : readRedirect(auth.settings, request)
  return inTransaction(auth, async (client) => {
    const { user, type: createdType } = await prepareUser(auth, client, request, wanted)
    const link = { user, ...linkOf(createdType, wanted), redirectTo, challenge: undefined }
    const { url, token, code } = await makeLink(auth, client, link, request.now)
    return Response.json({
      ...(await renderUser(client, (await lockUser(client, user.id)) ?? user)),
      action_link: url.href,
      email_otp: code,
      hashed_token: token,
      verification_type: createdType,
      redirect_to: redirectTo,
    })
  })
}

interface Prepared {
  user: UserRow
  /** A magic link for an address that nobody has becomes a sign-up. */
  type: GeneratedType
}

async function prepareUser(
  auth: AuthContext,
  client: pg.ClientBase,
  request: AuthRequest,
  wanted: Wanted,
): Promise<Prepared> {
  const { type, email, metadata, passwordHash } = wanted
  if (type === 'invite') return { type, user: await prepareInvited(client, request, { email, metadata }) }
  const known = await lockUserByEmail(client, email)
  if (type === 'signup' && known?.email_confirmed_at) throw emailExists()
  if (type === 'signup' || (type === 'magiclink' && !known)) {
    const created = known
      ? await takeOver(client, known, wanted)
      : await insertUser(client, { email, passwordHash, metadata, confirmed: false }, request.now)
    if (!created) throw emailExists()
    if (!known) await writeAudit(client, request, administrator, 'user_signedup', { user_id: created.id })
    return { type: 'signup', user: created }
  }
  if (!known) throw new AuthError(404, 'user_not_found', 'User with this email not found')
  if (type === 'magiclink' || type === 'recovery')
    await writeAudit(client, request, administrator, 'user_recovery_requested', { user_id: known.id })
  else await prepareEmailChange(auth, client, known, wanted, request.now)
  return { type, user: known }
}

// Never proved by anybody: the password and names sent with the secret key are the account's now.
async function takeOver(
  client: pg.ClientBase,
  user: UserRow,
  { passwordHash, metadata }: Wanted,
): Promise<UserRow> {
  const merged = { ...user.raw_user_meta_data, ...metadata }
  await client.query('update auth.users set encrypted_password = $2, raw_user_meta_data = $3 where id = $1', [
    user.id,
    passwordHash,
    merged,
  ])
  return { ...user, raw_user_meta_data: merged }
}

async function prepareEmailChange(
  { settings }: AuthContext,
  client: pg.ClientBase,
  user: UserRow,
  { type, newEmail }: Wanted,
  now: Date,
): Promise<void> {
  if (type === 'email_change_current' && !settings.confirmChangeFromBothMailboxes)
    throw badRequest('Enable secure email change to generate link for current email')
  if (await findUserByEmail(client, newEmail)) throw emailExists()
  await client.query(
    'update auth.users set email_change = $2, email_change_confirm_status = 0, updated_at = $3 where id = $1',
    [user.id, newEmail, now],
  )
}

function linkOf(
  type: GeneratedType,
  { email, newEmail }: Wanted,
): { kind: LinkKind; mailbox: string; tokenType?: 'email_change_token_current' } {
  if (type === 'email_change_new') return { kind: 'email_change', mailbox: newEmail }
  if (type === 'email_change_current')
    return { kind: 'email_change', mailbox: email, tokenType: 'email_change_token_current' }
  return { kind: type, mailbox: email }
}

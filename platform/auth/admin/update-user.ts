// PUT /admin/users/{id}: changes an account without its owner's confirmation: address, password, metadata, role, ban.
import type pg from 'pg'
import { administrator, writeAudit } from '../audit.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { sendEmailChanged, sendNotice } from '../notices.ts'
import { spendTokens } from '../one-time-tokens.ts'
import { notifyOldNumber } from '../phone-change.ts'
import { checkMetadataSize, readUuid } from '../request.ts'
import { endSessions } from '../sessions.ts'
import { inTransaction, noteChangedSessions } from '../transaction.ts'
import { confirmEmail, renderUser, type UserRow, writeEmailIdentity, writePhoneIdentity } from '../users.ts'
import { explainConflict, withoutNulls } from './create-user.ts'
import { requireAdmin } from './require-admin.ts'
import { readAttributes, type UserAttributes } from './user-attributes.ts'
import { getAnyUser, lockAnyUser } from './users.ts'

export async function updateUserById(auth: AuthContext, request: AuthRequest): Promise<Response> {
  await requireAdmin(auth, request)
  const id = readUuid(request, 'user_id')
  const attributes = await readAttributes(auth, request)
  return inTransaction(auth, async (client) => {
    const user = await lockAnyUser(client, id)
    await write(auth, client, user, attributes, request.now)
    await writeAudit(client, request, administrator, 'user_modified', { user_id: id })
    return Response.json(await renderUser(client, await getAnyUser(client, id)))
  })
}

async function write(
  auth: AuthContext,
  client: pg.ClientBase,
  user: UserRow,
  attributes: UserAttributes,
  now: Date,
): Promise<void> {
  const { email, phone, passwordHash, bannedUntil } = attributes
  const userMetadata = withoutNulls({ ...user.raw_user_meta_data, ...attributes.userMetadata })
  const appMetadata = withoutNulls({ ...user.raw_app_meta_data, ...attributes.appMetadata })
  checkMetadataSize(auth, userMetadata)
  checkMetadataSize(auth, appMetadata)
  try {
    await client.query(
      `update auth.users set role = coalesce($2, role), email = coalesce($3, email), phone = coalesce($4, phone),
         encrypted_password = coalesce($5, encrypted_password), raw_user_meta_data = $6, raw_app_meta_data = $7,
         banned_until = $8, phone_confirmed_at = case when $9 then coalesce(phone_confirmed_at, $10) else phone_confirmed_at end,
         updated_at = $10
       where id = $1`,
      [
        user.id,
        attributes.role ?? null,
        email ?? null,
        phone ?? null,
        passwordHash ?? null,
        userMetadata,
        appMetadata,
        bannedUntil === undefined ? user.banned_until : bannedUntil,
        attributes.confirmsPhone && Boolean(phone ?? user.phone),
        now,
      ],
    )
  } catch (error) {
    throw explainConflict(error)
  }
  const address = email ?? user.email
  if (email && email !== user.email) {
    const verified = attributes.confirmsEmail || user.email_confirmed_at !== null
    await writeEmailIdentity(client, user.id, { email, verified }, now)
    // What was mailed to the old address opens nothing any more.
    await spendTokens(client, user.id, [
      'confirmation_token',
      'recovery_token',
      'email_change_token_new',
      'email_change_token_current',
      'reauthentication_token',
    ])
  }
  if (attributes.confirmsEmail && address) await confirmEmail(client, { ...user, email: address }, now)
  if (phone) await writePhoneIdentity(client, user.id, { phone, verified: false }, now)
  // A ban ends what is open too: what is remembered of these sessions is read again.
  noteChangedSessions(client, user.id)
  // Anyone who is in by the old password is out.
  if (passwordHash) await endSessions(client, user.id, { except: undefined })
  const owner = { ...user, email: address }
  if (email && user.email) await sendEmailChanged(auth, client, { user, from: user.email, to: email }, now)
  if (passwordHash) await sendNotice(auth, client, { user: owner, kind: 'password_changed' }, now)
  if (phone && phone !== user.phone) {
    await sendNotice(auth, client, { user: owner, kind: 'phone_changed' }, now)
    await notifyOldNumber(auth, client, user, phone)
  }
}

// Mails that notify an account's owner of a change in how it is signed in to, in the transaction of the change.
import type pg from 'pg'
import type { AuthContext } from './context.ts'
import type { SecurityNotice } from './mail.ts'
import { fullNameOf, type UserRow } from './users.ts'

type Owner = Pick<UserRow, 'id' | 'email' | 'raw_user_meta_data'>

/** Sends nothing where notices are switched off, or to an account without a mailbox. `to`: when it is not the present one. */
export async function sendNotice(
  { settings, sendMail }: Pick<AuthContext, 'settings' | 'sendMail'>,
  client: pg.ClientBase,
  {
    user,
    kind,
    to = user.email,
    isFirst = false,
  }: { user: Owner; kind: SecurityNotice; to?: string | null; isFirst?: boolean },
  now: Date,
): Promise<void> {
  if (!settings.securityNotices || !to) return
  const fullName = fullNameOf(user)
  await sendMail(client, {
    kind,
    to,
    userId: user.id,
    happenedAt: now,
    ...(fullName && { fullName }),
    ...(isFirst && { isFirst }),
  })
}

/** To the address that was and to the one that is: anyone who lost the account reads the first. */
export async function sendEmailChanged(
  auth: Pick<AuthContext, 'settings' | 'sendMail'>,
  client: pg.ClientBase,
  { user, from, to }: { user: Owner; from: string | null; to: string },
  now: Date,
): Promise<void> {
  if (from === to) return
  await sendNotice(auth, client, { user, kind: 'email_changed', to: from }, now)
  await sendNotice(auth, client, { user, kind: 'email_changed', to }, now)
}

/** Called wherever a factor of any type has become verified, by `now` (its `updated_at`). */
export function notifyFactorAdded(
  auth: Pick<AuthContext, 'settings' | 'sendMail'>,
  client: pg.ClientBase,
  user: Owner,
  now: Date,
): Promise<void> {
  return sendNotice(auth, client, { user, kind: 'factor_added' }, now)
}

/** Called wherever a verified factor of any type was removed, by its owner or by an administrator. */
export function notifyFactorRemoved(
  auth: Pick<AuthContext, 'settings' | 'sendMail'>,
  client: pg.ClientBase,
  user: Owner,
  now: Date,
): Promise<void> {
  return sendNotice(auth, client, { user, kind: 'factor_removed' }, now)
}

// Puts the mails and short messages of the accounts into the outbox table, within the transaction that causes them.
import type { ClientBase } from 'pg'
import type { AuthMail, AuthMailKind, AuthSms } from '#platform/auth/mail.ts'
import type { messages } from './sms.ts'
import type { TemplateName } from './templates.ts'

const accountTemplates: Record<AuthMailKind, TemplateName> = {
  signup: 'auth_signup',
  recovery: 'auth_recovery',
  magiclink: 'auth_magiclink',
  invite: 'auth_invite',
  email_change: 'auth_email_change',
  reauthentication: 'auth_reauthentication',
  already_registered: 'auth_already_registered',
  password_changed: 'auth_password_changed',
  email_changed: 'auth_email_changed',
  phone_changed: 'auth_phone_changed',
  factor_added: 'auth_factor_added',
  factor_removed: 'auth_factor_removed',
  recovery_codes_made: 'auth_recovery_codes_made',
  recovery_codes_removed: 'auth_recovery_codes_removed',
  recovery_code_used: 'auth_recovery_code_used',
  identity_linked: 'auth_identity_linked',
  identity_unlinked: 'auth_identity_unlinked',
}

const accountMessages: Record<AuthSms['kind'], keyof typeof messages> = {
  phone_change: 'auth_phone_change',
  phone_changed: 'auth_phone_changed',
}

export async function enqueueAccountMail(client: ClientBase, mail: AuthMail): Promise<void> {
  if (mail.userId) return enqueueNotice(client, mail, mail.userId)
  const data = {
    url: mail.url ?? null,
    code: mail.code ?? null,
    minutes: mail.expirySeconds === undefined ? null : Math.floor(mail.expirySeconds / 60),
    full_name: mail.fullName ?? null,
  }
  await client.query('select private.enqueue_mail($1, $2, $3::jsonb)', [
    accountTemplates[mail.kind],
    mail.to,
    JSON.stringify(data),
  ])
}

/** What the owner is notified of comes with a link by which they say that it was not them. */
async function enqueueNotice(client: ClientBase, mail: AuthMail, userId: string): Promise<void> {
  const data = {
    full_name: mail.fullName ?? null,
    at: mail.happenedAt?.toISOString() ?? null,
    ...(mail.isFirst && { is_first: true }),
  }
  await client.query('select private.enqueue_alarm_mail($1, $2, $3, $4::jsonb)', [
    accountTemplates[mail.kind],
    userId,
    mail.to,
    JSON.stringify(data),
  ])
}

export async function enqueueAccountSms(client: ClientBase, sms: AuthSms): Promise<void> {
  const data =
    sms.kind === 'phone_change' ? { code: sms.code, minutes: Math.floor(sms.expirySeconds / 60) } : {}
  await client.query('select private.enqueue_sms($1, $2, $3::jsonb)', [
    accountMessages[sms.kind],
    sms.to,
    JSON.stringify(data),
  ])
}

// Puts the mails and short messages of the accounts into the outbox table, within the transaction that causes them.
import type { ClientBase } from 'pg'

/** The shape that the platform hands over (platform/auth). */
interface AccountMail {
  kind: string
  to: string
  url?: string
  code?: string
  fullName?: string
  userId?: string
  happenedAt?: Date
}

interface AccountSms {
  kind: string
  to: string
  code: string
  expirySeconds: number
}

export async function enqueueAccountMail(client: ClientBase, mail: AccountMail): Promise<void> {
  if (mail.userId) return enqueueNotice(client, mail, mail.userId)
  const data = { url: mail.url ?? null, code: mail.code ?? null, full_name: mail.fullName ?? null }
  await client.query('select private.enqueue_mail($1, $2, $3::jsonb)', [
    `auth_${mail.kind}`,
    mail.to,
    JSON.stringify(data),
  ])
}

/** What the owner is notified of comes with a link by which they say that it was not them. */
async function enqueueNotice(client: ClientBase, mail: AccountMail, userId: string): Promise<void> {
  const data = { full_name: mail.fullName ?? null, at: mail.happenedAt?.toISOString() ?? null }
  await client.query('select private.enqueue_alarm_mail($1, $2, $3, $4::jsonb)', [
    `auth_${mail.kind}`,
    userId,
    mail.to,
    JSON.stringify(data),
  ])
}

export async function enqueueAccountSms(client: ClientBase, sms: AccountSms): Promise<void> {
  const data = { code: sms.code, minutes: Math.floor(sms.expirySeconds / 60) }
  await client.query('select private.enqueue_sms($1, $2, $3::jsonb)', [
    `auth_${sms.kind}`,
    sms.to,
    JSON.stringify(data),
  ])
}

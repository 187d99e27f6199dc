// Puts the mails and short messages of the accounts into the outbox table, within the transaction that causes them.
import type { ClientBase } from 'pg'

/** The shape that the platform hands over (platform/auth). */
interface AccountMail {
  kind: string
  to: string
  url?: string
  code?: string
  fullName?: string
}

interface AccountSms {
  kind: string
  to: string
  code: string
  expirySeconds: number
}

export async function enqueueAccountMail(client: ClientBase, mail: AccountMail): Promise<void> {
  const data = { url: mail.url ?? null, code: mail.code ?? null, full_name: mail.fullName ?? null }
  await client.query('select private.enqueue_mail($1, $2, $3::jsonb)', [
    `auth_${mail.kind}`,
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

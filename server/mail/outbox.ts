// Puts the mails of the accounts into the outbox table, within the transaction that causes them.
import type { ClientBase } from 'pg'

/** The shape that the platform hands over (platform/auth). */
interface AccountMail {
  kind: string
  to: string
  url?: string
  code?: string
  fullName?: string
}

export async function enqueueAccountMail(client: ClientBase, mail: AccountMail): Promise<void> {
  const data = { url: mail.url ?? null, code: mail.code ?? null, full_name: mail.fullName ?? null }
  await client.query('select private.enqueue_mail($1, $2, $3::jsonb)', [
    `auth_${mail.kind}`,
    mail.to,
    JSON.stringify(data),
  ])
}

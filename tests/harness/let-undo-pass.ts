/** As if the time were over in which who decided can undo it: the mail of the decision is sent now. */
import type { TestApp } from './app.ts'
import { asOwner } from './database.ts'

export async function letUndoPass(app: Pick<TestApp, 'databaseUrl'>): Promise<void> {
  await asOwner(app.databaseUrl, async (client) => {
    await client.query("update private.mail_outbox set next_attempt_at = now() where status = 'waiting'")
    await client.query("select pg_notify('mail_outbox', '')")
  })
}

// A mailbox as witness: best one outside the company, which no administrator here can empty.
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import type { AuditWitness } from './witness.ts'

/** Without an address: the first admin's. The mail itself is written into the outbox with the note that it was sent. */
export function createMailboxWitness(database: Database, address: string | undefined): AuditWitness {
  return {
    kind: 'mailbox',
    async send() {
      if (address) return { recipient: address }
      const { rows } = await queryAsServiceRole<{ email: string | null }>(
        database,
        'select private.find_first_admin_mailbox() as email',
      )
      return rows[0]?.email ? { recipient: rows[0].email } : {}
    },
  }
}

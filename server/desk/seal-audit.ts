// Seals what the audit trail has gained, every half minute, beside the requests and in whichever process is first.
import type { Database } from '#platform/database/database.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import type { Log } from '#platform/log.ts'
import { queryAsServiceRole } from '#server/as-service-role.ts'

const everyMs = 30_000
const batchSize = 1000

interface Sealed {
  count: number
  hash?: string
}

/** How many entries were sealed. The head of the chain goes to the log: a copy that no administrator of the database can change. */
export async function sealAudit(database: Database, log: Log): Promise<number> {
  let total = 0
  for (;;) {
    const { rows } = await queryAsServiceRole<{ sealed: Sealed }>(
      database,
      'select private.seal_audit($1) as sealed',
      [batchSize],
    )
    const { count = 0, hash } = rows[0]?.sealed ?? {}
    if (count > 0) log.info({ count, hash }, 'the audit trail was sealed')
    total += count
    if (count < batchSize) return total
  }
}

/** The returned function ends it, after what is under way. */
export function startSealing({ database, log }: { database: Database; log: Log }): () => Promise<void> {
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(async () => {
      try {
        await sealAudit(database, log)
        await queryAsServiceRole(database, 'select private.forget_audit_trail()')
      } catch (error) {
        if (!isDatabaseUnavailable(error)) log.error({ error }, 'the audit trail was not sealed')
      }
    })
  }, everyMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    return running
  }
}

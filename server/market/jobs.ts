// Each minute: unpaid orders are reminded of, and end when their time is over.
import type { Database } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'

export function marketJob({ database, log }: { database: Database; log: Log }): Job {
  return {
    name: 'market',
    everyMs: 60_000,
    async run() {
      // Null: another server is at it. The database's own lock lasts as long as the transaction that writes.
      const { rows } = await queryAsServiceRole<{ done: Record<string, number> | null }>(
        database,
        'select private.run_market_jobs() as done',
      )
      const done = rows[0]?.done
      if (done && Object.values(done).some((count) => count > 0))
        log.info(done, 'unpaid orders were looked at')
    },
  }
}

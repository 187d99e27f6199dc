// Each minute: unpaid orders are reminded of, and end when their time is over. Every server asks; one at a time works.
import type { Database } from '#platform/database/database.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import type { Log } from '#platform/log.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { describeFault } from '#server/http/answers.ts'

const minuteMs = 60_000

/** Null: another server was at it. */
export async function runMarketJobs(database: Database): Promise<Record<string, number> | null> {
  const { rows } = await queryAsServiceRole<{ done: Record<string, number> | null }>(
    database,
    'select private.run_market_jobs() as done',
  )
  return rows[0]?.done ?? null
}

/** Works now and each minute, beside the requests; the returned function ends it. */
export function startMarketJobs({ database, log }: { database: Database; log: Log }): () => Promise<void> {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= runMarketJobs(database)
      .then(
        (done) => {
          if (done && Object.values(done).some((count) => count > 0))
            log.info(done, 'unpaid orders were looked at')
        },
        (error) => {
          if (!isDatabaseUnavailable(error)) log.error(describeFault(error), 'the jobs of the market failed')
        },
      )
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(run, minuteMs)
  timer.unref()
  run()
  return async () => {
    clearInterval(timer)
    await running
  }
}

// Every five minutes: admins are reminded by mail of breaches that the Commission has not been notified of.
import type { Database } from '#platform/database/database.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import type { Log } from '#platform/log.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'

const everyMs = 5 * 60_000

/** How many breaches a reminder went out of. Safe in several processes at once. */
export async function remindOfBreaches(database: Database, clock: () => Date): Promise<number> {
  const { rows } = await queryAsServiceRole<{ reminded: number }>(
    database,
    'select private.remind_of_breaches($1) as reminded',
    [clock()],
  )
  return rows[0]?.reminded ?? 0
}

/** The returned function ends it, after what is under way. */
export function startBreachReminders(options: {
  database: Database
  log: Log
  clock: () => Date
}): () => Promise<void> {
  const { database, log, clock } = options
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(async () => {
      try {
        const reminded = await remindOfBreaches(database, clock)
        if (reminded > 0) log.warn({ reminded }, 'breaches wait for a notice to the Commission')
      } catch (error) {
        if (!isDatabaseUnavailable(error)) log.error({ error }, 'admins were not reminded of breaches')
      }
    })
  }, everyMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    return running
  }
}

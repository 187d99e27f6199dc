// Every five minutes: admins are reminded by mail of breaches that the Commission has not been notified of.
import type { Database } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'

/** How many breaches a reminder went out of. Safe in several processes at once. */
export async function remindOfBreaches(database: Database, clock: () => Date): Promise<number> {
  const { rows } = await queryAsServiceRole<{ reminded: number }>(
    database,
    'select private.remind_of_breaches($1) as reminded',
    [clock()],
  )
  return rows[0]?.reminded ?? 0
}

export function breachReminderJob(options: { database: Database; log: Log; clock: () => Date }): Job {
  const { database, log, clock } = options
  return {
    name: 'breach-reminders',
    everyMs: 5 * 60_000,
    isExclusive: true,
    async run() {
      const reminded = await remindOfBreaches(database, clock)
      if (reminded > 0) log.warn({ reminded }, 'breaches wait for a notice to the Commission')
    },
  }
}

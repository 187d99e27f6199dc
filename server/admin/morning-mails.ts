// At seven in the morning in Lagos: each member of staff hears by mail what of theirs is late and due, if anything is.
import type { Database } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { msUntilHourInLagos } from '#server/jobs/midnight.ts'

const hour = 7

/** How many mails were written. The same day again writes none; safe in several processes at once. */
export async function sendMorningMails(database: Database, clock: () => Date): Promise<number> {
  const { rows } = await queryAsServiceRole<{ sent: number }>(
    database,
    'select private.send_morning_mails($1) as sent',
    [clock()],
  )
  return rows[0]?.sent ?? 0
}

export function morningMailJob(options: { database: Database; log: Log; clock: () => Date }): Job {
  const { database, log, clock } = options
  return {
    name: 'morning-mails',
    msUntilNext: (now) => msUntilHourInLagos(now, hour),
    isExclusive: true,
    async run() {
      log.info({ sent: await sendMorningMails(database, clock) }, 'morning mails are written')
    },
  }
}

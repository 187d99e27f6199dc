// Once a day, what nobody needs any more goes: stale sessions, tokens and proofs, photos and files that nothing
// refers to, and mails that were dealt with long ago.
import { purgeExpired } from '#platform/auth/retention.ts'
import type { Database } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { msUntilMidnightInLagos } from './midnight.ts'

/** What stores files, by name: each removes those that nothing refers to, and answers how many. */
export type FileKeepers = Readonly<Record<string, { purge(): Promise<number> }>>

/** Long enough to answer "did you not write to me?", and no longer. */
const retainMailsDays = 90
const dayMs = 24 * 60 * 60 * 1000

/** Counts of what went. Safe at any time, and in several processes at once. */
export async function sweep(
  database: Database,
  clock: () => Date,
  files: FileKeepers,
): Promise<Record<string, number>> {
  const purged = await purgeExpired(database, clock)
  const before = new Date(clock().getTime() - retainMailsDays * dayMs)
  const { rows } = await queryAsServiceRole<{
    mails: number
    proofs: number
    orderGuestLinks: number
    untoldNews: number
    breaches: number
    ownExports: number
    expired: Record<string, number>
  }>(
    database,
    `select private.forget_mails($1) as mails, private.forget_proofs($2) as proofs,
      private.forget_order_guest_links() as "orderGuestLinks", private.forget_untold_news() as "untoldNews",
      private.forget_breaches() as breaches, private.forget_account_safety() as "ownExports",
      private.apply_retention() as expired`,
    [before, clock()],
  )
  const { expired, ...forgotten } = rows[0] ?? {}
  // After the registrations whose time is over: nothing refers to their photos any more.
  const removed: Record<string, number> = {}
  for (const [name, keeper] of Object.entries(files)) removed[name] = await keeper.purge()
  return { ...purged, ...forgotten, ...expired, ...removed }
}

/** Sweeps soon after the start, for a server that is off at night, and at each midnight in Lagos. */
export function sweepJob(options: {
  database: Database
  files: FileKeepers
  log: Log
  clock: () => Date
}): Job {
  const { database, files, log, clock } = options
  return {
    name: 'sweep',
    firstAfterMs: 60_000,
    msUntilNext: msUntilMidnightInLagos,
    isExclusive: true,
    async run() {
      log.info({ counts: await sweep(database, clock, files) }, 'swept')
    },
  }
}

// Once a day, what nobody needs any more goes: stale sessions, tokens and proofs, photos that no registration refers to,
// and mails that were dealt with long ago.
import { purgeExpired } from '#platform/auth/retention.ts'
import type { Database } from '#platform/database/database.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import type { Log } from '#platform/log.ts'
import { queryAsServiceRole } from './as-service-role.ts'
import { onMidnightInLagos } from './pages/midnight.ts'
import type { Photos } from './registrations/photos.ts'

/** Long enough to answer "did you not write to me?", and no longer. */
const keepMailsDays = 90
const dayMs = 24 * 60 * 60 * 1000

/** Counts of what went. Safe at any time, and in several processes at once. */
export async function sweep(
  database: Database,
  clock: () => Date,
  photos: Pick<Photos, 'purge'>,
): Promise<Record<string, number>> {
  const purged = await purgeExpired(database, clock)
  const before = new Date(clock().getTime() - keepMailsDays * dayMs)
  const { rows } = await queryAsServiceRole<{
    mails: number
    proofs: number
    expired: Record<string, number>
  }>(
    database,
    `select private.forget_mails($1) as mails, private.forget_proofs($2) as proofs,
      private.apply_retention() as expired`,
    [before, clock()],
  )
  const { expired, ...forgotten } = rows[0] ?? {}
  // After the registrations whose time is over: nothing refers to their photos any more.
  return { ...purged, ...forgotten, ...expired, photos: await photos.purge() }
}

/** Sweeps now and at each midnight in Lagos, beside the requests; the returned function ends it. */
export function startSweeping(options: {
  database: Database
  photos: Pick<Photos, 'purge'>
  log: Log
  clock: () => Date
}): () => Promise<void> {
  const { database, photos, log, clock } = options
  let running = Promise.resolve()
  const run = () => {
    running = sweep(database, clock, photos).then(
      (counts) => log.info({ counts }, 'swept'),
      (error) => {
        if (isDatabaseUnavailable(error)) log.warn({}, 'no sweep today: the database is away')
        else log.error({ error }, 'the sweep failed')
      },
    )
  }
  run()
  const callOff = onMidnightInLagos(run, clock)
  return () => {
    callOff()
    return running
  }
}

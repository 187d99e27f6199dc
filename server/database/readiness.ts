// Whether database and storage are there, the former as far as this release: what stands between a server and its first request.
import { readdir } from 'node:fs/promises'
import type { Database } from '#platform/database/database.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import type { StorageDriver } from '#platform/storage/drivers/driver.ts'
import { queryAsServiceRole } from './as-service-role.ts'

export type Obstacle = 'database' | 'migrations' | 'storage'

/** Storage is checked no more often, however many probes come. */
const storageCheckMs = 5_000

/** Answers a check to be called again and again; the release's own migrations are read once. */
export async function createReadiness(
  database: Database,
  migrations: string,
  storage: Pick<StorageDriver, 'check'>,
): Promise<() => Promise<Obstacle | undefined>> {
  const files = (await readdir(migrations)).filter((file) => file.endsWith('.sql')).sort()
  const wanted = files.at(-1)?.split('_')[0] ?? ''
  // A connection of its own: a probe must not wait behind the requests of a busy minute.
  const apart = { ...database, rest: database.probes }
  let checkedMs = Number.NEGATIVE_INFINITY
  let checking: Promise<boolean> | undefined
  const hasStorage = () => {
    if (performance.now() - checkedMs > storageCheckMs) {
      checkedMs = performance.now()
      checking = storage.check().then(
        () => true,
        () => false,
      )
    }
    return checking
  }
  return async () => {
    try {
      const { rows } = await queryAsServiceRole<{ version: string | null }>(
        apart,
        'select private.last_migration() as version',
      )
      // Further than this release is fine: while servers are replaced one by one, the newest has migrated already.
      if ((rows[0]?.version ?? '') < wanted) return 'migrations'
      return (await hasStorage()) ? undefined : 'storage'
    } catch (error) {
      // What cannot be requested any other reason is not that far: there is no such function, or no ledger.
      return isDatabaseUnavailable(error) ? 'database' : 'migrations'
    }
  }
}

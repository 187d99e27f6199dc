// Whether the database is there and as far as this release: what stands between a server and its first request.
import { readdir } from 'node:fs/promises'
import type { Database } from '#platform/database/database.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import { queryAsServiceRole } from './as-service-role.ts'

export type DatabaseObstacle = 'database' | 'migrations'

/** Answers a question to be asked again and again; the release's own migrations are read once. */
export async function createReadiness(
  database: Database,
  migrations: string,
): Promise<() => Promise<DatabaseObstacle | undefined>> {
  const files = (await readdir(migrations)).filter((file) => file.endsWith('.sql')).sort()
  const wanted = files.at(-1)?.split('_')[0] ?? ''
  return async () => {
    try {
      const { rows } = await queryAsServiceRole<{ version: string | null }>(
        database,
        'select private.last_migration() as version',
      )
      // Further than this release is fine: while servers are replaced one by one, the newest has migrated already.
      return (rows[0]?.version ?? '') < wanted ? 'migrations' : undefined
    } catch (error) {
      // What cannot be asked for any other reason is not that far: there is no such function, or no ledger.
      return isDatabaseUnavailable(error) ? 'database' : 'migrations'
    }
  }
}

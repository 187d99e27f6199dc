// A PostgreSQL of its own with empty databases, which is gone afterwards.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#platform/database/embedded.ts'
import { prepareDatabase } from '#platform/database/prepare.ts'
import type { Statement } from '#platform/database/split-sql.ts'
import { databaseUrl, withClient } from '#platform/database/with-client.ts'
import { silentLog } from '#platform/log.ts'
import { migrationsFolder } from '../release-migrations.ts'
import { compareDatabases, type Difference } from './compare.ts'
import { listReferenceTables, loadSchema, orderSchema, runAll } from './load-schema.ts'

const secret = 'of a database that lives for seconds'

/** `work` gets a maker of databases that hold the floor alone, by their connection strings. */
async function withScratchDatabases<T>(
  work: (create: (name: string, migrations?: string) => Promise<string>) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'scratch-'))
  // Open to PostgreSQL's own user, whom root's temporary folders would shut out.
  await chmod(folder, 0o755)
  const { url, stop } = await startEmbedded({ dataDir: folder, log: silentLog, settings: { fsync: 'off' } })
  try {
    return await work(async (name, migrations) => {
      await withClient(url, (client) => client.query(`create database ${name}`))
      const at = databaseUrl(url, name)
      await prepareDatabase({ url: at, secret, ...(migrations && { migrations }) })
      return at
    })
  } finally {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** What stands between the migrations and the schema files with their reference rows. */
export async function compareWithSchema(): Promise<Difference> {
  return withScratchDatabases(async (create) => {
    const migrated = await create('migrated', migrationsFolder)
    const declared = await create('declared')
    await withClient(declared, loadSchema)
    const { objects, rows } = await compareDatabases(migrated, declared, await listReferenceTables())
    return { objects: await orderChanges(migrated, objects), rows }
  })
}

/** In an order in which PostgreSQL takes them, bodies of functions too. */
async function orderChanges(url: string, changes: readonly string[]): Promise<string[]> {
  return withClient(url, async (client) => {
    await client.query('begin')
    const ran = await runAll(
      client,
      changes.map((text, line) => ({ file: 'db:diff', line, text })),
    )
    return ran.map(({ text }) => text)
  })
}

/** The schema files with their reference rows, in an order in which they run. */
export async function orderStatements(): Promise<readonly Statement[]> {
  return withScratchDatabases(async (create) => withClient(await create('declared'), orderSchema))
}

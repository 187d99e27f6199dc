// `npm run dev`: an empty data folder gets every migration, since the schema files may be ahead of them.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { silentLog } from '#platform/log.ts'
import { startDatabase } from '#server/database/start-database.ts'
import { silentProgress } from '#server/lib/progress.ts'
import { readEnvironment } from '#server/settings/env.ts'
import { asOwner } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'

const stops: (() => unknown)[] = []

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

it.each([
  ['development', true],
  ['a first start', false],
])('%s runs the migrations: %s', async (_, development) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'app-development-'))
  stops.push(() => rm(dataDir, { recursive: true }))
  const database = await startDatabase({
    env: readEnvironment({ DATA_DIR: dataDir, DEMO_DATA: 'false' }),
    development,
    secret: testSecret,
    log: silentLog,
    progress: silentProgress,
    onStop: (stop) => stops.push(stop),
  })
  // Of what did not run here itself, the ledger has no statements.
  const { rows } = await asOwner(database.ownerUrl, (client) =>
    client.query('select distinct statements is not null as ran from supabase_migrations.schema_migrations'),
  )
  expect(rows).toEqual([{ ran: development }])
})

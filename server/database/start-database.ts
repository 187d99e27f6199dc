// Gets the database ready: our own PostgreSQL or an outside one, migrated, with demo rows only where they belong.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { lockDirectory } from '#platform/database/lock.ts'
import { prepareDatabase } from '#platform/database/prepare.ts'
import { refuseLookalike } from '#platform/database/refuse-lookalike.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import { withClient } from '#platform/database/with-client.ts'
import type { Log } from '#platform/log.ts'
import type { Progress } from '#server/lib/progress.ts'
import { refuseHalfRestored } from '#server/settings/data-dir.ts'
import { type Environment, EnvironmentError } from '#server/settings/env.ts'
import { projectFolder } from '#server/settings/platform-settings.ts'
import { queryAsServiceRole } from './as-service-role.ts'

export interface StartDatabaseOptions {
  env: Environment
  /** The owner's URL of a database that is prepared already. */
  databaseUrl?: string | undefined
  /** The schema files may be ahead of the migrations: those run, also where none did. */
  development?: boolean | undefined
  secret: string
  log: Log
  progress: Progress
  onStop: (step: () => unknown) => void
}

export async function startDatabase(options: StartDatabaseOptions): Promise<Database> {
  const { env, databaseUrl, development, secret, log, progress, onStop } = options
  const url = databaseUrl ?? env.databaseUrl ?? (await startOwn(env, progress, onStop))
  if (!databaseUrl) {
    if (env.databaseUrl) await refuseLookalike(url).catch(describeUnreachable)
    const ran = await progress
      .step('Migrating', () =>
        // What is released was checked by every test that has a database of its own (tests/harness/postgres.ts).
        // Another PostgreSQL may give rights by default, which only the migrations take back (Supabase does).
        prepareDatabase({
          url,
          secret,
          migrations: join(projectFolder, 'migrations'),
          checksBodies: false,
          fromSchema: !env.databaseUrl && !development,
        }),
      )
      .catch((error: NodeJS.ErrnoException) => {
        if (!env.databaseUrl) throw error
        return describeUnreachable(error)
      })
    if (ran.length > 0) progress.say(`  The newest of ${ran.length} migrations is ${ran.at(-1)}`)
    if (env.demoData) await addDemoRows(url, progress)
  }
  const database = await openDatabase({ url, secret, log })
  onStop(() => database.close())
  if (env.production) await refuseDemoRows(database)
  return database
}

function describeUnreachable(error: NodeJS.ErrnoException): never {
  const tls = describeTlsFailure(error)
  if (tls) throw new EnvironmentError(`DATABASE_URL cannot be reached over TLS: ${tls}`)
  if (!isDatabaseUnavailable(error)) throw new EnvironmentError(`DATABASE_URL: ${error.message}`)
  throw new EnvironmentError(`DATABASE_URL cannot be reached: ${error.message || error.code}`)
}

/** What is wrong with the server's TLS, when that is what is wrong. */
function describeTlsFailure({ message, code = '' }: NodeJS.ErrnoException): string | undefined {
  if (/does not support SSL|terminated unexpectedly while (negotiating|establishing)/i.test(message))
    return 'the server has none (give it a certificate, or say sslmode=disable on purpose)'
  return /CERT|SIGNED|ERR_TLS|ERR_SSL|UNABLE_TO/.test(code)
    ? `${message || code} (sslrootcert=FILE names an authority of your own)`
    : undefined
}

async function startOwn(
  { dataDir }: Environment,
  progress: Progress,
  onStop: StartDatabaseOptions['onStop'],
): Promise<string> {
  onStop(lockDirectory(dataDir))
  refuseHalfRestored(dataDir)
  const postgres = await progress.step('Starting PostgreSQL', (log) => startEmbedded({ dataDir, log }))
  onStop(() => progress.step('Stopping PostgreSQL', () => postgres.stop()))
  return postgres.url
}

/** Only into a database without any: rows that an evaluator has changed stay as they are. */
function addDemoRows(url: string, progress: Progress): Promise<void> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ result: boolean }>('select private.has_demo_rows() as result')
    if (rows[0]?.result) return
    const seed = await readFile(join(projectFolder, 'seed.sql'), 'utf8')
    await progress.step('Adding demo rows', () => client.query(`begin;\n${seed}\n;commit`))
  })
}

async function refuseDemoRows(database: Database): Promise<void> {
  const { rows } = await queryAsServiceRole<{ result: boolean }>(
    database,
    'select private.has_demo_rows() as result',
  )
  if (rows[0]?.result)
    throw new EnvironmentError(
      'the database holds demo rows, which production refuses: use a new DATA_DIR or database',
    )
}

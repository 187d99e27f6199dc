// Makes a database ready: the floor that Supabase's own database brings, the login roles, then a project's migrations.
import { join } from 'node:path'
import pg from 'pg'
import { type LoginRole, loginConfig, loginPassword, loginRoles } from './database.ts'
import { type MigrationFolder, migrate, readPlan } from './migrate.ts'

export interface PrepareOptions {
  /** The owner's connection string. */
  url: string
  secret: string
  /** The project's `migrations/` folder. */
  migrations?: string
  /** Both for the project, as `MigrationFolder` says. */
  checksBodies?: boolean
  fromSchema?: boolean
}

/** Any number, the same everywhere: several servers that start at once prepare one after the other. */
export const prepareLock = 7_262_024

export const floorFolder = join(import.meta.dirname, 'floor')

/** Where it is written down what has run: the floor's files, and a project's where Supabase's own tools look. */
export const ledgers = {
  floor: { schema: 'platform', table: 'floor' },
  project: { schema: 'supabase_migrations', table: 'schema_migrations' },
}

/** A table that is there from a restore's first statement to its commit: half an application is not started. */
export const unfinishedRestore = 'platform.unfinished_restore'

/** Answers the names of the files that ran, floor first. */
export async function prepareDatabase(options: PrepareOptions): Promise<string[]> {
  const client = new pg.Client({ connectionString: options.url, application_name: 'app migrations' })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    if ((rows[0]?.version ?? 0) < 150_000) throw new Error('PostgreSQL 15 or newer is needed')
    await client.query('select pg_advisory_lock($1)', [prepareLock])
    const unfinished = await client.query('select where to_regclass($1) is not null', [unfinishedRestore])
    if (unfinished.rowCount)
      throw new Error(
        'a restore into this database did not finish: create the database again and restore again',
      )
    const floor = { folder: floorFolder, ...ledgers.floor }
    const project: MigrationFolder | undefined = options.migrations
      ? {
          folder: options.migrations,
          ...ledgers.project,
          checksBodies: options.checksBodies ?? true,
          fromSchema: options.fromSchema ?? false,
        }
      : undefined
    // Both are judged before either runs: a database that is refused stays as it was.
    await readPlan(client, floor)
    if (project) await readPlan(client, project)
    const ran = await migrate(client, floor)
    for (const role of loginRoles) {
      if (await mayLogIn(options, role)) continue
      await refuseWhileOthersUse(client, role)
      const password = client.escapeLiteral(loginPassword(options.secret, role))
      await client.query(`alter role ${role} with login password ${password}`)
    }
    if (project) ran.push(...(await migrate(client, project)))
    if (ran.length > 0) await client.query(`notify pgrst, 'reload schema'`)
    return ran
  } finally {
    await client.end()
  }
}

async function mayLogIn({ url, secret }: PrepareOptions, role: LoginRole): Promise<boolean> {
  const client = new pg.Client(loginConfig({ url, secret }, role))
  try {
    await client.connect()
    return true
  } catch (error) {
    // 28P01: another password; 28000: a role that may not log in yet.
    const { code } = error as { code?: string }
    if (code === '28P01' || code === '28000') return false
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** A new secret is taken when nobody is connected by the old one: else a trial start would lock out the real server. */
async function refuseWhileOthersUse(client: pg.Client, role: LoginRole): Promise<void> {
  const { rowCount } = await client.query('select from pg_stat_activity where usename = $1 limit 1', [role])
  if (rowCount)
    throw new Error(
      'another server uses this PostgreSQL with another JWT_SECRET: give both the same, or stop that one first',
    )
}

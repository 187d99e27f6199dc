// Forward-only migrations: each file once, in its own transaction, with the checksum of what was run.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

export interface MigrationFolder {
  folder: string
  /** The ledger's. */
  schema: string
  table: string
  /** Only these, for a restore: what is newer than its rows waits until they are there. Unset: all. */
  versions?: ReadonlySet<string>
}

export interface Migration {
  version: string
  name: string
  text: string
  checksum: string
}

/** A line of a ledger: a file that ran. */
export interface AppliedMigration {
  version: string
  name: string
  /** Null where Supabase's own tools ran it. */
  checksum: string | null
}

const { escapeIdentifier } = pg

const neverReleased =
  'this data was made by code that was never released, and only released data is upgraded. Nothing was changed here'

export class MigrationError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'MigrationError'
  }
}

/**
 * The files that a database still needs, in the order of their names. Throws a MigrationError for a file that was changed
 * after it ran, and for one that is older than what ran: it judges everything before anything is run. Versions that only
 * the ledger knows (a newer release ran here) are left alone.
 */
export function planMigrations(applied: AppliedMigration[], files: Migration[]): Migration[] {
  const checksums = new Map(applied.map(({ version, checksum }) => [version, checksum]))
  const newest =
    applied
      .map(({ version }) => version)
      .sort()
      .at(-1) ?? ''
  return files.filter(({ version, name, checksum }) => {
    const before = checksums.get(version)
    if (before && before !== checksum)
      throw new MigrationError(
        `migration ${version}_${name} was changed after it ran here: ${neverReleased}. Developers: put it back and write a new one`,
      )
    if (before !== undefined) return false
    if (version < newest)
      throw new MigrationError(
        `migration ${version}_${name} is older than ${newest}, which ran here already: ${neverReleased}. Developers: give it a newer version`,
      )
    return true
  })
}

/** What the ledger says has run; nothing where there is no ledger yet. */
export async function listApplied(
  client: pg.ClientBase,
  ledger: { schema: string; table: string },
): Promise<AppliedMigration[]> {
  const name = `${escapeIdentifier(ledger.schema)}.${escapeIdentifier(ledger.table)}`
  const { rows } = await client.query<{ found: boolean }>(
    `select count(*) > 0 as found from pg_attribute
     where attrelid = to_regclass($1) and attname = 'checksum' and not attisdropped`,
    [name],
  )
  if (!rows[0]?.found) return []
  return (
    await client.query<AppliedMigration>(
      `select version, coalesce(name, '') as name, checksum from ${name} order by version`,
    )
  ).rows
}

/**
 * Runs what the ledger does not hold yet, in the order of the file names (`<version>_<name>.sql`), as `client`.
 * Answers the names of those it ran. A changed, misplaced or failing file stops with a MigrationError that names it;
 * what ran before a failing one stays.
 */
export async function migrate(client: pg.Client, migrations: MigrationFolder): Promise<string[]> {
  const { schema, table } = migrations
  const ledger = `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`
  await client.query(`create schema if not exists ${escapeIdentifier(schema)}`)
  await client.query(
    `create table if not exists ${ledger} (version text primary key, statements text[], name text);
     alter table ${ledger} add column if not exists checksum text`,
  )
  const ran: string[] = []
  for (const { version, name, text, checksum } of await readPlan(client, migrations)) {
    try {
      await client.query('begin')
      await client.query(text)
      await client.query(
        `insert into ${ledger} (version, name, statements, checksum) values ($1, $2, $3, $4)`,
        [version, name, [text], checksum],
      )
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new MigrationError(`migration ${version}_${name} failed: ${describe(error, text)}`, error)
    }
    ran.push(`${version}_${name}`)
  }
  return ran
}

/** What `migrate` would run; throws as it would, and changes nothing. */
export async function readPlan(client: pg.ClientBase, migrations: MigrationFolder): Promise<Migration[]> {
  const files = await readMigrations(migrations.folder)
  const { versions } = migrations
  return planMigrations(
    await listApplied(client, migrations),
    versions ? files.filter(({ version }) => versions.has(version)) : files,
  )
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const migrations = await Promise.all(
    files.map(async (file) => {
      const parts = /^(\d+)_(.+)\.sql$/.exec(file)
      if (!parts) throw new MigrationError(`${file} is not named <version>_<name>.sql`)
      const [, version = '', name = ''] = parts
      const text = await readFile(join(folder, file), 'utf8')
      return { version, name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
  const twice = migrations.find((migration, index) => migrations[index - 1]?.version === migration.version)
  if (twice) throw new MigrationError(`two migrations have the version ${twice.version}`)
  return migrations
}

function describe(error: unknown, text: string): string {
  const { message, position } = error as { message: string; position?: string }
  return position ? `${message} (line ${text.slice(0, Number(position)).split('\n').length})` : message
}

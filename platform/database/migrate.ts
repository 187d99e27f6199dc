// Forward-only migrations: each file once, in its own transaction, with the checksum of what was run.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

export interface MigrationFolder {
  folder: string
  /** The ledger's schema and table: `supabase_migrations.schema_migrations` is where Supabase's own tools look. */
  schema: string
  table: string
  /** Only these, for a restore: what is newer than its rows waits until they are there. Not given: all. */
  versions?: ReadonlySet<string>
}

export interface Migration {
  version: string
  name: string
  text: string
  checksum: string
}

export class MigrationError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'MigrationError'
  }
}

/**
 * Runs what the ledger does not hold yet, in the order of the file names (`<version>_<name>.sql`), as `client`.
 * Answers the names of those it ran. A changed, misplaced or failing file stops with a MigrationError that names it;
 * what ran before it stays. Versions that only the ledger knows (a newer release ran here) are left alone.
 */
export async function migrate(
  client: pg.Client,
  { folder, schema, table, versions }: MigrationFolder,
): Promise<string[]> {
  const ledger = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(table)}`
  await client.query(`create schema if not exists ${client.escapeIdentifier(schema)}`)
  await client.query(
    `create table if not exists ${ledger} (version text primary key, statements text[], name text);
     alter table ${ledger} add column if not exists checksum text`,
  )
  const { rows } = await client.query<{ version: string; checksum: string | null }>(
    `select version, checksum from ${ledger} order by version`,
  )
  const done = new Map(rows.map((row) => [row.version, row.checksum]))
  const newest = rows.at(-1)?.version ?? ''
  const ran: string[] = []
  for (const migration of await readMigrations(folder)) {
    const { version, name, text, checksum } = migration
    if (versions && !versions.has(version)) continue
    if (done.has(version)) {
      const before = done.get(version)
      if (before && before !== checksum)
        throw new MigrationError(
          `migration ${version}_${name} was changed after it ran here: put it back and write a new one`,
        )
      continue
    }
    if (version < newest)
      throw new MigrationError(
        `migration ${version}_${name} is older than ${newest}, which ran here already: give it a newer version`,
      )
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

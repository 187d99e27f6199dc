// Forward-only migrations: each file once, in its own transaction, with the checksum of what was run.
import { dirname } from 'node:path'
import pg from 'pg'
import { type Adopted, findAdopted, readSquashed } from './baseline.ts'
import {
  type AppliedMigration,
  type Migration,
  MigrationError,
  neverReleased,
  readMigrations,
} from './migration-files.ts'
import { readSchema } from './schema-files.ts'

export interface MigrationFolder {
  folder: string
  /** The ledger's. */
  schema: string
  table: string
  /** Only these, for a restore: what is newer than its rows waits until they are there. Unset: all. */
  versions?: ReadonlySet<string>
  /** Whether PostgreSQL parses the bodies of functions (`check_function_bodies`); unset: it does, which takes a fifth longer. */
  checksBodies?: boolean
  /**
   * A database in which none of them ran gets what they make, from `schemas/` and `reference/` beside the folder (ADR 0104), and
   * its ledger says that they ran. Unset: each file runs.
   */
  fromSchema?: boolean
}

const { escapeIdentifier } = pg

/**
 * The files that a database still needs, in the order of their names. Throws a MigrationError for a file that was changed
 * after it ran, and for one that is older than what ran: it judges everything before anything is run. Versions that only
 * the ledger knows (a newer release ran here) are left alone.
 */
function planMigrations(applied: AppliedMigration[], files: Migration[]): Migration[] {
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
  const { rows: columns } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
    [name],
  )
  if (columns.length === 0) return []
  const checksum = columns.some((column) => column.name === 'checksum') ? 'checksum' : 'null'
  return (
    await client.query<AppliedMigration>(
      `select version, coalesce(name, '') as name, ${checksum} as checksum from ${name} order by version`,
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
  /** Of what did not run here itself, the ledger has no statements. */
  const record = ({ version, name, text, checksum }: Migration, statements: [string] | null = [text]) =>
    client.query(`insert into ${ledger} (version, name, statements, checksum) values ($1, $2, $3, $4)`, [
      version,
      name,
      statements,
      checksum,
    ])
  const { adopted, run, isEmpty } = await readPlan(client, migrations)
  if (migrations.fromSchema && isEmpty) {
    const text = (await readSchema(dirname(migrations.folder))).map((statement) => statement.text).join(';\n')
    await runInTransaction('schemas/', text, { checksBodies: false }, async () => {
      for (const migration of run) await record(migration, null)
    })
    return run.map(nameOf)
  }
  if (adopted) {
    await client.query('begin')
    await client.query(`delete from ${ledger} where version = any ($1)`, [adopted.replaced])
    await record(adopted.baseline)
    await client.query('commit')
  }
  const ran: string[] = []
  for (const migration of run) {
    await runInTransaction(`migration ${nameOf(migration)}`, migration.text, migrations, () =>
      record(migration),
    )
    ran.push(nameOf(migration))
  }
  return ran

  async function runInTransaction(
    what: string,
    text: string,
    { checksBodies }: Pick<MigrationFolder, 'checksBodies'>,
    note: () => Promise<unknown>,
  ): Promise<void> {
    try {
      await client.query('begin')
      if (checksBodies === false) await client.query('set local check_function_bodies = off')
      await client.query(text)
      await note()
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new MigrationError(`${what} failed: ${describe(error, text)}`, error)
    }
  }
}

const nameOf = ({ version, name }: Migration) => `${version}_${name}`

export interface Plan {
  /** The baseline that takes the place of lines of the ledger: its objects are there. */
  adopted?: Adopted
  /** What runs after it. */
  run: Migration[]
  /** Whether nothing ran yet. */
  isEmpty: boolean
}

/** What `migrate` would do; throws as it would, and changes nothing. */
export async function readPlan(client: pg.ClientBase, migrations: MigrationFolder): Promise<Plan> {
  return planFolder(await listApplied(client, migrations), migrations)
}

export async function planFolder(
  applied: AppliedMigration[],
  { folder, versions }: Pick<MigrationFolder, 'folder' | 'versions'>,
): Promise<Plan> {
  const files = await readMigrations(folder)
  const adopted = findAdopted(applied, files, await readSquashed(folder))
  const left = adopted
    ? [adopted.baseline, ...applied.filter(({ version }) => !adopted.replaced.includes(version))]
    : applied
  const run = planMigrations(left, versions ? files.filter(({ version }) => versions.has(version)) : files)
  return { run, isEmpty: applied.length === 0, ...(adopted && { adopted }) }
}

function describe(error: unknown, text: string): string {
  const { message, position } = error as { message: string; position?: string }
  return position ? `${message} (line ${text.slice(0, Number(position)).split('\n').length})` : message
}

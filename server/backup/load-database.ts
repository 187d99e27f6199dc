// Fills an empty database from a backup: the tables by our own migrations, then every row in one transaction.
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrate, planFolder } from '#platform/database/migrate.ts'
import type { AppliedMigration } from '#platform/database/migration-files.ts'
import { ledgers, prepareLock, unfinishedRestore } from '#platform/database/prepare.ts'
import { withClient } from '#platform/database/with-client.ts'
import { copySettings, listTables, quote, quoteColumns, type Table } from './catalog.ts'
import { BackupError, type Manifest, pathOfTable, type TableBackup } from './format.ts'
import { countOf, type Report } from './report.ts'
import type { ReleaseFolders } from './verify-backup.ts'

export interface LoadOptions {
  /** The owner's. */
  databaseUrl: string
  folder: string
  manifest: Manifest
  release: ReleaseFolders
  report: Report
}

/** Refuses a database that holds any table. */
export async function refuseFullDatabase(databaseUrl: string): Promise<void> {
  const tables = await withClient(databaseUrl, listTables)
  if (tables.length > 0)
    throw new BackupError(
      `the database is not empty: it has ${countOf(tables.length, 'table')}; restore into a new one`,
    )
}

export async function loadDatabase(options: LoadOptions): Promise<void> {
  const { databaseUrl, manifest, release, report } = options
  await withOwner(databaseUrl, async (client) => {
    await client.query('select pg_advisory_lock($1::bigint)', [prepareLock])
    await client.query(`create schema if not exists platform; create table ${unfinishedRestore} ()`)
    await report.step('Making the tables', async () => {
      await migrate(client, {
        ...ledgers.floor,
        folder: release.floor,
        versions: await versionsOf(manifest.floor, release.floor),
      })
      await migrate(client, {
        ...ledgers.project,
        folder: release.migrations,
        versions: await versionsOf(manifest.migrations, release.migrations),
      })
    })
  })
  // Again: settings that the migrations gave the database are those of later connections.
  await withOwner(databaseUrl, async (client) => {
    await client.query(copySettings)
    await client.query('begin')
    await report.step('Restoring the database', (notify) => loadRows(client, options, notify))
    await client.query(`drop table ${unfinishedRestore}`)
    await client.query('commit')
    await client.query('analyze')
  })
}

async function withOwner(databaseUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'app restore' })
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The files that make the tables as they were: a baseline where it holds those that ran. */
async function versionsOf(applied: AppliedMigration[], folder: string): Promise<Set<string>> {
  const { adopted } = await planFolder(applied, { folder })
  const versions = applied.map(({ version }) => version)
  return new Set(adopted ? [...versions, adopted.baseline.version] : versions)
}

/**
 * Triggers sleep, since what they did is in the rows already. Foreign keys are taken off and put on again, which checks
 * every row against the others: an owner who is no superuser may do that, and the order of the tables does not matter.
 */
async function loadRows(
  client: pg.Client,
  options: LoadOptions,
  notify: (how: string) => void,
): Promise<void> {
  const { folder, manifest } = options
  const { tables, foreign } = matchTables(await listTables(client), manifest)
  for (const table of foreign)
    options.report.say(
      `! ${table.schema}.${table.name} is no table of these migrations: its rows stay in ${pathOfTable(folder, table)}`,
    )
  const triggers = await listTriggers(client)
  const keys = await listForeignKeys(client)
  for (const { table, name } of triggers) await client.query(`alter table ${table} disable trigger ${name}`)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  // What the migrations put there is in the backup too, as it was in the end.
  await client.query(`truncate ${tables.map((table) => quote(client, table)).join(', ')}`)

  let done = 0
  let rows = 0
  for (const table of tables) {
    const into = client.query(copyFrom(`copy ${quoteColumns(client, table)} from stdin`))
    await pipeline(createReadStream(pathOfTable(folder, table)), createGunzip(), into)
    if (into.rowCount !== table.rows)
      throw new BackupError(
        `${table.schema}.${table.name} took ${countOf(into.rowCount, 'row')} of ${table.rows}`,
      )
    done += 1
    rows += table.rows
    notify(`${done} of ${countOf(tables.length, 'table')}, ${countOf(rows, 'row')}`)
  }
  await client.query('set constraints all immediate')
  for (const { table, name, definition, comment } of keys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    if (comment !== null)
      await client.query(`comment on constraint ${name} on ${table} is ${client.escapeLiteral(comment)}`)
  }
  for (const { table, name, enabled } of triggers)
    await client.query(`alter table ${table} enable ${enabled} trigger ${name}`)
  for (const { schema, name, value } of manifest.sequences)
    if (value !== null)
      await client.query(
        'select setval(sequence, $2::bigint) from to_regclass($1) as sequence where sequence is not null',
        [quote(client, { schema, name }), value],
      )
}

/**
 * The backup's tables that the migrations created, each with the same columns; and what someone created beside them, which
 * must not stand in the way of everything else.
 */
function matchTables(
  result: Table[],
  { tables }: Manifest,
): { tables: TableBackup[]; foreign: TableBackup[] } {
  const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>) => `${schema}.${name}`
  const left = new Map(result.map((table) => [nameOf(table), [...table.columns].sort().join(', ')]))
  left.delete(unfinishedRestore)
  const foreign: TableBackup[] = []
  const matched = tables.filter((table) => {
    const columns = left.get(nameOf(table))
    if (columns === undefined) return void foreign.push(table)
    if (columns !== [...table.columns].sort().join(', '))
      throw new BackupError(`${nameOf(table)} has other columns in the backup than its migrations make`)
    return left.delete(nameOf(table))
  })
  if (left.size > 0) throw new BackupError(`the backup has no ${[...left.keys()].join(', ')}`)
  return { tables: matched, foreign }
}

interface Trigger {
  table: string
  name: string
  /** How it is woken again: '', 'always' or 'replica'. */
  enabled: string
}

async function listTriggers(client: pg.Client): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(
    `select t.tgrelid::regclass::text as table, quote_ident(t.tgname) as name,
      case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end as enabled
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgenabled <> 'D' and c.relkind = 'r' order by 1, 2`,
  )
  return rows
}

interface ForeignKey {
  table: string
  name: string
  definition: string
  comment: string | null
}

async function listForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition, obj_description(oid, 'pg_constraint') as comment
    from pg_constraint where contype = 'f' and conparentid = 0 order by 1, 2`,
  )
  return rows
}

// What stands between two databases: objects as @supabase/pg-delta finds them, and the rows of reference tables.
import { extract } from '@supabase/pg-delta/extract'
import { plan } from '@supabase/pg-delta/plan'
import pg from 'pg'
import { compareSequences, makePortable } from './portable.ts'

export interface Difference {
  /** Statements that make the objects of the first those of the second, in an order that works. */
  objects: string[]
  /** The same for rows. */
  rows: string[]
}

/** Where a ledger says which files ran: no part of what the files make. */
const isLedger = (sql: string) => /"?supabase_migrations"?/.test(sql)

/** Both by the owner's connection string. */
export async function compareDatabases(from: string, to: string, tables: string[]): Promise<Difference> {
  const pools = [from, to].map((connectionString) => new pg.Pool({ connectionString, max: 2 }))
  // A connection that the end of its server overtakes is no failure.
  for (const pool of pools) pool.on('error', () => {})
  const [source, desired] = pools as [pg.Pool, pg.Pool]
  try {
    const [before, after] = await Promise.all([extract(source), extract(desired)])
    const { actions } = plan(before.factBase, after.factBase)
    const objects = [
      ...makePortable(actions.map(({ sql }) => sql).filter((sql) => !isLedger(sql))),
      ...(await compareSequences(source, desired)),
    ]
    const rows: string[] = []
    for (const table of tables) rows.push(...(await compareRows(source, desired, table)))
    return { objects, rows }
  } finally {
    await Promise.all(pools.map((pool) => pool.end()))
  }
}

interface Columns {
  /** What a reference row says: nothing generated, no time and no id that each database makes for itself. */
  columnNames: string[]
  key: string[]
}

/** Nothing where the table is not there: its rows come with it. */
async function readColumns(pool: pg.Pool, table: string): Promise<Columns> {
  const { rows } = await pool.query<{ name: string; is_key: boolean }>(
    `select a.attname::text as name, coalesce(a.attnum = any (i.indkey), false) as is_key
     from pg_attribute a
     left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
     where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and a.attidentity = ''
       and coalesce(pg_get_expr(d.adbin, d.adrelid), '') !~ 'now\\(\\)|gen_random_uuid'
     order by a.attnum`,
    [table],
  )
  const columnNames = rows.map(({ name }) => name)
  const key = rows.filter(({ is_key }) => is_key).map(({ name }) => name)
  // A row whose key each database makes for itself is known by all that it says.
  return { columnNames, key: key.length > 0 ? key : columnNames }
}

type Row = Record<string, string | null>

async function readRows(pool: pg.Pool, table: string, columnNames: string[]): Promise<Row[]> {
  const list = columnNames.map((name) => `${pg.escapeIdentifier(name)}::text`).join(', ')
  return (await pool.query<Row>(`select ${list} from ${table}`)).rows
}

async function compareRows(source: pg.Pool, desired: pg.Pool, table: string): Promise<string[]> {
  const { columnNames, key } = await readColumns(desired, table)
  if (columnNames.length === 0) return []
  const had = (await readColumns(source, table)).columnNames
  const shared = columnNames.filter((name) => had.includes(name))
  const before = had.length > 0 ? await readRows(source, table, shared) : []
  const after = await readRows(desired, table, columnNames)
  const keyOf = (row: Row) => JSON.stringify(key.map((name) => row[name] ?? null))
  const known = new Map(before.map((row) => [keyOf(row), row]))
  const wanted = new Set(after.map(keyOf))
  const literal = (value: string | null | undefined) => (value == null ? 'null' : pg.escapeLiteral(value))
  const where = (row: Row) =>
    key
      .map((name) => (row[name] == null ? `${name} is null` : `${name} = ${literal(row[name])}`))
      .join(' and ')
  const statements: string[] = []
  for (const row of before)
    if (!wanted.has(keyOf(row))) statements.push(`delete from ${table} where ${where(row)}`)
  for (const row of after) {
    const old = known.get(keyOf(row))
    if (!old) {
      const values = columnNames.map((name) => literal(row[name])).join(', ')
      statements.push(`insert into ${table} (${columnNames.join(', ')}) values (${values})`)
      continue
    }
    const changed = columnNames.filter((name) => (old[name] ?? null) !== (row[name] ?? null))
    if (changed.length > 0)
      statements.push(
        `update ${table} set ${changed.map((name) => `${name} = ${literal(row[name])}`).join(', ')} where ${where(row)}`,
      )
  }
  return statements.sort()
}

// What of a database a backup is about: its tables and sequences, as PostgreSQL's own catalog lists them.
import type pg from 'pg'
import type { Manifest } from './format.ts'

export interface Table {
  schema: string
  name: string
  /** Without generated ones. */
  columns: string[]
}

/** Rows that name transactions and tables of their own cluster by number, and matter for minutes. */
const passing = 'realtime.changes'

const ours = `c.relpersistence = 'p' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname::text as schema, c.relname::text as name, array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
      ) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and ${ours} and c.oid is distinct from to_regclass($1)
    order by 1, 2`,
    [passing],
  )
  return rows
}

/** Read after the snapshot was taken, since sequences stand outside of it: at or past every number in its rows. */
export async function listSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<Manifest['sequences'][number]>(
    `select n.nspname::text as schema, c.relname::text as name, pg_sequence_last_value(c.oid)::text as value
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${ours} order by 1, 2`,
  )
  return rows
}

export function quote(client: pg.Client, { schema, name }: Pick<Table, 'schema' | 'name'>): string {
  return `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`
}

/** The head of a COPY: the table with its columns. */
export function quoteColumns(client: pg.Client, table: Table): string {
  return `${quote(client, table)} (${table.columns.map((column) => client.escapeIdentifier(column)).join(', ')})`
}

/** The same text for the same value, whatever the server's settings, and nothing hidden by a policy without an error. */
export const copySettings = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set row_security = off; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0; set client_encoding = 'UTF8'`

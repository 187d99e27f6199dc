// Writes domain/database.generated.ts, the types that the client library works with, from a freshly migrated database.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { withClient } from '#platform/database/with-client.ts'
import { startEmbedded } from '../platform/database/embedded.ts'
import { prepareDatabase } from '../platform/database/prepare.ts'
import { silentLog } from '../platform/log.ts'

interface Column {
  name: string
  type: string
  nullable: boolean
  hasDefault: boolean
  generated: boolean
}

interface Relation {
  name: string
  isView: boolean
  columns: Column[]
  /** Functions of a row, which are read where they are asked for by name. */
  computed: { name: string; type: string }[]
  relationships: Relationship[]
}

interface Relationship {
  foreignKeyName: string
  columns: string[]
  isOneToOne: boolean
  referencedRelation: string
  referencedColumns: string[]
}

interface DatabaseFunction {
  name: string
  args: { name: string; type: string; optional: boolean }[]
  returns: string
  isSet: boolean
  /** Several rows: a set that is not declared `rows 1`. */
  isMany: boolean
}

interface Enumeration {
  name: string
  labels: string[]
}

const relationsQuery = `
  select c.relname as name, c.relkind in ('v', 'm') as "isView",
    (select json_agg(json_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, null), 'nullable', not a.attnotnull,
        'hasDefault', a.atthasdef or a.attidentity <> '', 'generated', a.attgenerated <> '' or a.attidentity = 'a'
      ) order by a.attname)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    coalesce((select json_agg(json_build_object('name', p.proname, 'type', format_type(p.prorettype, null)) order by p.proname)
      from pg_proc p where p.pronamespace = c.relnamespace and p.pronargs = 1 and p.proargtypes[0] = c.reltype
        and not p.proretset), '[]') as computed,
    coalesce((select json_agg(json_build_object(
        'foreignKeyName', k.conname,
        'columns', (select json_agg(a.attname order by o) from unnest(k.conkey) with ordinality u(n, o)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n),
        'isOneToOne', exists (select from pg_index i where i.indrelid = k.conrelid and i.indisunique
          and i.indpred is null and (select array_agg(x) from unnest(i.indkey::int2[]) x) <@ k.conkey),
        'referencedRelation', f.relname,
        'referencedColumns', (select json_agg(a.attname order by o) from unnest(k.confkey) with ordinality u(n, o)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n)
      ) order by k.conname)
      from pg_constraint k join pg_class f on f.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and f.relnamespace = c.relnamespace), '[]') as relationships
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
  order by c.relname`

const functionsQuery = `
  select p.proname as name, format_type(p.prorettype, null) as returns, p.proretset as "isSet", p.prorows > 1 as "isMany",
    coalesce((select json_agg(json_build_object('name', coalesce(p.proargnames[o], ''), 'type', format_type(t, null),
        'optional', o > p.pronargs - p.pronargdefaults) order by p.proargnames[o])
      from unnest(p.proargtypes) with ordinality u(t, o)), '[]') as args
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname`

const enumsQuery = `
  select t.typname as name, json_agg(e.enumlabel order by e.enumsortorder) as labels
  from pg_type t join pg_enum e on e.enumtypid = t.oid
  where t.typnamespace = 'public'::regnamespace group by t.typname order by t.typname`

const numberTypes = ['smallint', 'integer', 'bigint', 'real', 'double precision', 'numeric']

function typeOf(sqlType: string, enums: Enumeration[], relations: Relation[] = []): string {
  if (sqlType.endsWith('[]')) return `${typeOf(sqlType.slice(0, -2), enums, relations)}[]`
  if (numberTypes.includes(sqlType)) return 'number'
  if (sqlType === 'boolean') return 'boolean'
  if (sqlType === 'json' || sqlType === 'jsonb') return 'Json'
  if (sqlType === 'void') return 'undefined'
  if (sqlType === 'record') return 'Record<string, unknown>'
  const relation = relations.find(({ name }) => name === sqlType)
  if (relation) return `Database['public']['${relation.isView ? 'Views' : 'Tables'}']['${sqlType}']['Row']`
  if (enums.some(({ name }) => name === sqlType)) return `Database['public']['Enums']['${sqlType}']`
  return 'string'
}

function block(name: string, lines: string[]): string[] {
  return lines.length === 0
    ? [`${name}: Record<never, never>`]
    : [`${name}: {`, ...lines.map((line) => `  ${line}`), '}']
}

function describeRelation(relation: Relation, enums: Enumeration[]): string[] {
  const field = (column: Column, optional: boolean): string => {
    const nullable = column.nullable || relation.isView ? ' | null' : ''
    return `${column.name}${optional ? '?' : ''}: ${typeOf(column.type, enums)}${nullable}`
  }
  const written = (column: Column, optional: boolean): string =>
    column.generated ? `${column.name}?: never` : field(column, optional)
  const { columns, computed } = relation
  return block(relation.name, [
    ...block('Row', [
      ...columns.map((column) => field(column, false)),
      ...computed.map(({ name, type }) => `${name}: ${typeOf(type, enums)} | null`),
    ]),
    ...(relation.isView
      ? []
      : [
          ...block(
            'Insert',
            columns.map((column) => written(column, column.nullable || column.hasDefault)),
          ),
          ...block(
            'Update',
            columns.map((column) => written(column, true)),
          ),
        ]),
    'Relationships: [',
    ...relation.relationships.flatMap((relationship) => [
      '  {',
      ...Object.entries(relationship).map(([key, value]) => `    ${key}: ${JSON.stringify(value)}`),
      '  },',
    ]),
    ']',
  ])
}

function describeFunction(fn: DatabaseFunction, relations: Relation[], enums: Enumeration[]): string[] {
  const args = fn.args.map(
    ({ name, type, optional }) => `${name || `''`}${optional ? '?' : ''}: ${typeOf(type, enums, relations)}`,
  )
  const isRelation = (type: string | undefined) => relations.some(({ name }) => name === type)
  const [only, ...others] = fn.args
  const from = others.length === 0 && isRelation(only?.type) ? only?.type : '*'
  return block(fn.name, [
    args.length === 0 ? 'Args: Record<PropertyKey, never>' : `Args: { ${args.join('; ')} }`,
    `Returns: ${typeOf(fn.returns, enums, relations)}${fn.isMany ? '[]' : ''}`,
    // By these the client library knows what a row that it gets can embed, and as what the function is embedded itself.
    ...(isRelation(fn.returns)
      ? block('SetofOptions', [
          `from: '${from}'`,
          `to: '${fn.returns}'`,
          `isOneToOne: ${!fn.isMany}`,
          `isSetofReturn: ${fn.isSet}`,
        ])
      : []),
  ])
}

/** The module's text, read from the catalogue that `client` is connected to. */
export async function generateDatabaseTypes(client: Pick<pg.ClientBase, 'query'>): Promise<string> {
  const relations = (await client.query<Relation>(relationsQuery)).rows
  const functions = (await client.query<DatabaseFunction>(functionsQuery)).rows
  const enums = (await client.query<Enumeration>(enumsQuery)).rows
  const describeAll = (isView: boolean): string[] =>
    relations
      .filter((relation) => relation.isView === isView)
      .flatMap((relation) => describeRelation(relation, enums))
  const database = block('public', [
    ...block('Tables', describeAll(false)),
    ...block('Views', describeAll(true)),
    ...block(
      'Functions',
      // Of one name for rows of several tables: any of them.
      [...Map.groupBy(functions, ({ name }) => name)].flatMap(([name, alike]) => {
        const blocks = alike.map((fn) => describeFunction(fn, relations, enums))
        if (blocks.length === 1) return blocks.flat()
        return [`${name}:`, ...blocks.flatMap(([, ...rest]) => ['| {', ...rest])]
      }),
    ),
    ...block(
      'Enums',
      enums.map(({ name, labels }) => `${name}: ${labels.map((label) => JSON.stringify(label)).join(' | ')}`),
    ),
    'CompositeTypes: Record<never, never>',
  ])
  return [
    '// Generated from the migrated database by scripts/generate-database-types.ts; a test compares the two.',
    'export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]',
    '',
    'export type Database = {',
    ...database.map((line) => `  ${line}`),
    '}',
    '',
    `type Tables = Database['public']['Tables']`,
    '',
    '/** A row as it is read. */',
    `export type Row<Table extends keyof Tables> = Tables[Table]['Row']`,
    '',
  ].join('\n')
}

export async function writeDatabaseTypes(): Promise<void> {
  const root = join(import.meta.dirname, '..')
  const folder = await mkdtemp(join(tmpdir(), 'app-types-'))
  // Open to PostgreSQL's own user: else root's cluster would lie, and stay, outside of this folder.
  await chmod(folder, 0o755)
  const postgres = await startEmbedded({ dataDir: folder, log: silentLog, settings: { fsync: 'off' } })
  try {
    const migrations = join(root, 'supabase/migrations')
    await prepareDatabase({ url: postgres.url, secret: 'only for reading the catalogue', migrations })
    await withClient(postgres.url, async (client) =>
      writeFile(join(root, 'domain/database.generated.ts'), await generateDatabaseTypes(client)),
    )
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) await writeDatabaseTypes()

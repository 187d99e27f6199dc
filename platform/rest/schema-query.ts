// Queries PostgreSQL's catalogue for everything the schema cache holds, in one statement and under an empty search
// path, so that every name comes back qualified.
import type pg from 'pg'

export interface ColumnRow {
  name: string
  number: number
  type: string
  baseType: string
  default: string | null
  generated: boolean
}

export interface RelationRow {
  oid: number
  schema: string
  name: string
  /** As in pg_class; 'c' is a composite type. */
  kind: 'r' | 'p' | 'v' | 'm' | 'f' | 'c'
  /** May be named by a request: of an exposed schema, and no partition, as upstream. */
  exposed: boolean
  isPartition: boolean
  updatable: number
  columns: ColumnRow[]
}

export interface KeyRow {
  relation: number
  kind: 'p' | 'u'
  columns: number[]
}

export interface ForeignKeyRow {
  name: string
  source: number
  target: number
  sourceColumns: number[]
  targetColumns: number[]
}

export interface FunctionRow {
  schema: string
  name: string
  argNames: string[] | null
  argModes: string[] | null
  argTypes: string[]
  argBaseRelations: number[]
  inputCount: number
  defaultCount: number
  variadic: boolean
  volatility: 'v' | 's' | 'i'
  returnsSet: boolean
  returnType: string
  returnKind: string
  returnRelation: number
  /** How many rows a set is declared to have. */
  rows: number
}

export interface CatalogueRows {
  relations: RelationRow[]
  keys: KeyRow[]
  foreignKeys: ForeignKeyRow[]
  viewRules: { relation: number; rule: string }[]
  functions: FunctionRow[]
  types: { name: string; sql: string }[]
  aggregates: boolean
}

// Base tables of any schema are read, since a view of an exposed schema may stand on them; only `exposed`
// relations can be requested. A partition has its parent's rows and not its policies: it is reached by the parent
// alone. Type modifiers are left out on purpose (-1): values are checked on assignment.
const catalogueQuery = `
with exposed as (
  select oid, nspname from pg_namespace where nspname = any ($1::text[])
), relations as (
  select c.oid, n.nspname, c.relname, c.relkind, c.relnamespace, c.relispartition
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f')
    and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
), returned as (
  select distinct t.typrelid as oid
  from pg_proc p join exposed e on e.oid = p.pronamespace join pg_type t on t.oid = p.prorettype
  where t.typrelid <> 0
)
select json_build_object(
  'relations', (
    select coalesce(json_agg(json_build_object(
      'oid', r.oid::bigint, 'schema', r.nspname, 'name', r.relname, 'kind', r.relkind,
      'exposed', r.relnamespace in (select oid from exposed) and not r.relispartition,
      'isPartition', r.relispartition,
      'updatable', case when r.relnamespace in (select oid from exposed)
        then pg_relation_is_updatable(r.oid, true) else 0 end,
      'columns', (
        select coalesce(json_agg(json_build_object(
          'name', a.attname, 'number', a.attnum,
          'type', format_type(a.atttypid, -1),
          'baseType', format_type(coalesce(nullif(t.typbasetype, 0), t.oid), null),
          'generated', a.attgenerated <> '',
          'default', case
            when a.attgenerated <> '' then null
            when a.attidentity <> '' then
              -- not pg_get_serial_sequence, which demands rights on the table's schema
              (select format('nextval(%L)', s.objid::regclass) from pg_depend s
               where s.refclassid = 'pg_class'::regclass and s.refobjid = a.attrelid and s.refobjsubid = a.attnum
                 and s.classid = 'pg_class'::regclass and s.deptype = 'i')
            when d.adbin is not null then pg_get_expr(d.adbin, d.adrelid)
            else t.typdefault end
        ) order by a.attnum), '[]')
        from pg_attribute a
        join pg_type t on t.oid = a.atttypid
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
      ))), '[]')
    from (
      select * from relations
      union all
      -- composite types that functions return: known by shape, never queried by name
      select c.oid, n.nspname, c.relname, c.relkind, 0::oid, false
      from returned join pg_class c using (oid) join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'c'
    ) r
  ),
  'keys', (
    select coalesce(json_agg(json_build_object(
      'relation', conrelid::bigint, 'kind', contype, 'columns', to_json(conkey))), '[]')
    from pg_constraint where contype in ('p', 'u') and conrelid in (select oid from relations)
  ),
  'foreignKeys', (
    select coalesce(json_agg(json_build_object(
      'name', conname, 'source', conrelid::bigint, 'target', confrelid::bigint,
      'sourceColumns', to_json(conkey), 'targetColumns', to_json(confkey)) order by conname), '[]')
    from pg_constraint
    where contype = 'f' and conparentid = 0 and conrelid in (select oid from relations)
  ),
  'viewRules', (
    select coalesce(json_agg(json_build_object('relation', w.ev_class::bigint, 'rule', w.ev_action::text)), '[]')
    from pg_rewrite w join relations r on r.oid = w.ev_class
    where w.rulename = '_RETURN' and r.nspname <> 'extensions'
  ),
  'functions', (
    select coalesce(json_agg(json_build_object(
      'schema', e.nspname, 'name', p.proname,
      'argNames', to_json(p.proargnames), 'argModes', to_json(p.proargmodes),
      'argTypes', (
        select coalesce(json_agg(format_type(type_oid, null) order by position), '[]')
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as types (type_oid, position)
      ),
      'argBaseRelations', (
        -- looked up one by one: a join would read all types for each function
        select coalesce(json_agg((select typrelid::bigint from pg_type where oid = type_oid) order by position), '[]')
        from unnest(p.proargtypes::oid[]) with ordinality as types (type_oid, position)
      ),
      'inputCount', p.pronargs, 'defaultCount', p.pronargdefaults, 'variadic', p.provariadic <> 0,
      'volatility', p.provolatile, 'returnsSet', p.proretset,
      'rows', p.prorows, 'returnType', format_type(p.prorettype, null), 'returnKind', t.typtype,
      'returnRelation', coalesce(base.typrelid, t.typrelid)::bigint) order by p.oid), '[]')
    from pg_proc p
    join exposed e on e.oid = p.pronamespace
    join pg_type t on t.oid = p.prorettype
    left join pg_type base on base.oid = nullif(t.typbasetype, 0)
    where p.prokind = 'f' and t.typname not in ('trigger', 'event_trigger')
  ),
  'types', (
    select coalesce(json_agg(json_build_object('name', t.typname, 'sql', format_type(t.oid, -1))
      order by n.nspname = 'pg_catalog'), '[]')
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where n.nspname = 'pg_catalog' and t.typtype = 'b' and t.typelem = 0
      or (n.nspname = any ($1::text[]) or n.nspname = 'extensions') and t.typtype in ('b', 'd', 'e', 'r')
        and t.typelem = 0
  ),
  'aggregates', (
    select coalesce(bool_or(setting = 'pgrst.db_aggregates_enabled=true'), false)
    from pg_db_role_setting join pg_roles on pg_roles.oid = setrole, unnest(setconfig) as setting
    where rolname = 'authenticator'
      and setdatabase in (0, (select oid from pg_database where datname = current_database()))
  )
) as catalogue`

export async function readCatalogue(pool: pg.Pool, schemas: readonly string[]): Promise<CatalogueRows> {
  const client = await pool.connect()
  let failed = true
  try {
    await client.query('begin read only')
    await client.query("set local search_path = ''")
    const { rows } = await client.query<{ catalogue: CatalogueRows }>(catalogueQuery, [schemas])
    await client.query('commit')
    failed = false
    return (rows[0] as { catalogue: CatalogueRows }).catalogue
  } finally {
    // A connection that failed half-way is not released in the middle of a transaction.
    client.release(failed)
  }
}

// What the OpenAPI document says beyond the schema cache, requested only when someone reads it.
import type pg from 'pg'

export interface ColumnFacts {
  table: string
  name: string
  description: string | null
  /** As PostgreSQL writes the type, with its modifiers. */
  format: string
  /** The type that a domain stands on. */
  baseType: string
  nullable: boolean
  default: string | null
  maxLength: number | null
  labels: string[] | null
  /** `orders.id`, when a foreign key of this column alone refers there. */
  refersTo: string | null
}

export interface OpenApiFacts {
  schemaDescription: string | null
  tables: { name: string; description: string | null }[]
  columns: ColumnFacts[]
  functions: { name: string; description: string | null }[]
}

const factsQuery = `
with shown as (
  select c.oid, c.relname from pg_class c
  where c.relnamespace = to_regnamespace(quote_ident($1)) and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and not c.relispartition
)
select jsonb_build_object(
  'schemaDescription', obj_description(to_regnamespace(quote_ident($1)), 'pg_namespace'),
  'tables', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'name', relname, 'description', obj_description(oid, 'pg_class')) order by relname), '[]') from shown
  ),
  'columns', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'table', s.relname, 'name', a.attname, 'description', col_description(s.oid, a.attnum),
      'format', format_type(a.atttypid, a.atttypmod),
      'baseType', format_type(coalesce(nullif(t.typbasetype, 0), t.oid), null),
      'nullable', not (a.attnotnull or t.typtype = 'd' and t.typnotnull),
      'default', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
      'maxLength', case when a.atttypid in ('varchar'::regtype, 'bpchar'::regtype) and a.atttypmod > 4
        then a.atttypmod - 4 end,
      'labels', (select jsonb_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = a.atttypid),
      'refersTo', (
        select f.relname || '.' || fa.attname
        from pg_constraint k
        join pg_class f on f.oid = k.confrelid
        join pg_attribute fa on fa.attrelid = f.oid and fa.attnum = k.confkey[1]
        where k.contype = 'f' and k.conrelid = s.oid and k.conkey = array[a.attnum]
        order by k.conname limit 1
      )) order by s.relname, a.attnum), '[]')
    from shown s
    join pg_attribute a on a.attrelid = s.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = s.oid and d.adnum = a.attnum
  ),
  'functions', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'name', proname, 'description', obj_description(oid, 'pg_proc')) order by proname, oid), '[]')
    from pg_proc where pronamespace = to_regnamespace(quote_ident($1)) and prokind = 'f'
  )
) as facts`

export async function readOpenApiFacts(pool: pg.Pool, schema: string): Promise<OpenApiFacts> {
  const { rows } = await pool.query<{ facts: OpenApiFacts }>(factsQuery, [schema])
  return (rows[0] as { facts: OpenApiFacts }).facts
}

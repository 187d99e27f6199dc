// Writes inserts, upserts, updates and deletes; the rows come from the body's JSON, which PostgreSQL reads itself.
import { unknownColumn, unknownColumnToWrite, whereRequired } from './errors.ts'
import type { Payload } from './payload.ts'
import type { Preferences } from './preferences.ts'
import type { PlanCondition, ReadPlan } from './read-plan.ts'
import { type Column, quoteIdentifier, quoteLiteral, type Relation } from './schema-cache.ts'
import { conditionsSql } from './sql-filter.ts'
import { bodyPlaceholder, type SqlWriter, wholeRow } from './sql-writer.ts'

export function insertSql(
  writer: SqlWriter,
  relation: Relation,
  payload: Payload,
  options: { preferences: Preferences; onConflict?: readonly string[] | undefined; returning: string },
): string {
  const columns = writableColumns(relation, payload.keys)
  const names = columns.map(({ name }) => quoteIdentifier(name))
  const { resolution, missing } = options.preferences
  const target = resolution && conflictTarget(relation, options.onConflict)
  const counts = target !== undefined && resolution === 'merge-duplicates'
  const rows = columns.length
    ? `select ${names.map((name) => `x.${name}`).join(', ')} from ${recordsSql(writer, payload, columns, missing === 'default')}`
    : `select from ${emptyRecordsSql(writer, payload)}`
  const into = names.length ? ` (${names.join(', ')})` : ''
  return `insert into ${relation.sql} as t${into} ${rows}${counts ? ` where ${countInserted(1)}` : ''}${target ? conflictSql(target, names, counts) : ''} ${options.returning}`
}

function writableColumns(relation: Relation, keys: readonly string[]): Column[] {
  return keys.map((key) => {
    const column = relation.columns.get(key)
    if (!column) throw unknownColumnToWrite(relation.name, key)
    return column
  })
}

function conflictTarget(relation: Relation, onConflict: readonly string[] | undefined): string[] | undefined {
  const columns = onConflict ?? relation.primaryKey
  for (const column of columns) {
    if (!relation.columns.has(column)) throw unknownColumn(relation.name, column, null)
  }
  return columns.length ? columns.map(quoteIdentifier) : undefined
}

function conflictSql(target: readonly string[], names: readonly string[], merges: boolean): string {
  const on = ` on conflict (${target.join(', ')}) do`
  if (!merges || names.length === 0) return `${on} nothing`
  const sets = names.map((name) => `${name} = excluded.${name}`)
  return `${on} update set ${sets.join(', ')} where ${countInserted(-1)}`
}

/**
 * An upsert answers 201 when it inserted any row, 200 when it only updated. Each row proposed counts one up, each
 * update one down, in a setting of the transaction, since RETURNING cannot distinguish them through a view.
 */
function countInserted(step: 1 | -1): string {
  return `set_config('pgrst.inserted', (coalesce(nullif(current_setting('pgrst.inserted', true), ''), '0')::int + ${step})::text, true) is not null`
}

/** The body as rows with these columns, known as `x`. */
function recordsSql(
  writer: SqlWriter,
  payload: Payload,
  columns: readonly Column[],
  withDefaults: boolean,
): string {
  const typed = columns.map(({ name, type }) => `${quoteIdentifier(name)} ${type}`).join(', ')
  const body = writer.param(bodyPlaceholder)
  const suffix = payload.kind === 'array' ? 'recordset' : 'record'
  if (!withDefaults) return `json_to_${suffix}(${body}::json) as x(${typed})`
  const defaults = columns
    .filter((column) => column.default !== undefined)
    .map((column) => `${quoteLiteral(column.name)}, ${column.default}`)
  // A value that is sent, null included, wins over the default.
  const filled = `jsonb_build_object(${defaults.join(', ')}) ||`
  return payload.kind === 'array'
    ? `jsonb_to_recordset((select jsonb_agg(${filled} element) from jsonb_array_elements(${body}::jsonb) as element)) as x(${typed})`
    : `jsonb_to_record(${filled} ${body}::jsonb) as x(${typed})`
}

/** As many rows as the body has, without any column: each row takes its defaults. */
function emptyRecordsSql(writer: SqlWriter, payload: Payload): string {
  if (payload.kind === 'object') return '(values (1)) as x'
  return `json_array_elements(${writer.param(bodyPlaceholder)}::json) as x`
}

export function updateSql(
  writer: SqlWriter,
  relation: Relation,
  payload: Payload,
  options: { preferences: Preferences; conditions: readonly PlanCondition[]; returning: string },
): string {
  const columns = writableColumns(relation, payload.keys)
  if (options.conditions.length === 0) throw whereRequired('UPDATE')
  // Nothing to set is nothing to do; still a query, so that the caller's rights to what is returned are checked.
  if (columns.length === 0) {
    return `select ${options.returning.replace(/^returning /, '')} from ${relation.sql} as t where false`
  }
  const records = recordsSql(writer, payload, columns, options.preferences.missing === 'default')
  const rows = payload.kind === 'array' ? `(select * from ${records} limit 1) as x` : records
  const sets = columns.map(({ name }) => `${quoteIdentifier(name)} = x.${quoteIdentifier(name)}`)
  const where = conditionsSql(writer, 't', options.conditions)
  return `update ${relation.sql} as t set ${sets.join(', ')} from ${rows} where ${where.join(' and ')} ${options.returning}`
}

export function deleteSql(
  writer: SqlWriter,
  relation: Relation,
  options: { conditions: readonly PlanCondition[]; returning: string },
): string {
  if (options.conditions.length === 0) throw whereRequired('DELETE')
  const where = conditionsSql(writer, 't', options.conditions)
  return `delete from ${relation.sql} as t where ${where.join(' and ')} ${options.returning}`
}

/**
 * Only the columns that the response needs, since reading a written row back demands the right to select them;
 * with nothing requested, no such right is needed.
 */
export function returningSql(plan: ReadPlan | undefined, also: readonly string[]): string {
  const computed: string[] = []
  const columns = new Map(also.map((name) => [name, `t.${quoteIdentifier(name)}`]))
  if (plan) {
    for (const output of plan.outputs) {
      if ((output.kind !== 'value' && output.kind !== 'aggregate') || !output.field) continue
      const { source } = output.field
      if (source.kind === 'column')
        columns.set(source.column.name, `t.${quoteIdentifier(source.column.name)}`)
      else computed.push(`${source.sql}(t.*) as ${quoteIdentifier(source.name)}`)
    }
    for (const { plan: child } of plan.embeds) {
      const relationship = child.link?.relationship
      if (!relationship) continue
      if (relationship.kind === 'computed') {
        columns.set(wholeRow, `row(t.*)::${plan.relation.sql} as ${wholeRow}`)
        continue
      }
      const pairs = relationship.kind === 'many-to-many' ? relationship.sourceColumns : relationship.columns
      for (const [own] of pairs) columns.set(own, `t.${quoteIdentifier(own)}`)
    }
  }
  const row = columns.get(wholeRow)
  const all = plan?.outputs.some(({ kind }) => kind === 'star')
    ? ['t.*', ...(row ? [row] : [])]
    : [...columns.values()]
  return `returning ${[...all, ...computed].join(', ') || '1'}`
}

// Writes a read plan as SQL that builds the JSON (or CSV) text of the whole response inside PostgreSQL.

import type { Shape } from './media-type.ts'
import { isGrouped, type Output, type ReadPlan } from './read-plan.ts'
import { isToOne, quoteIdentifier } from './schema-cache.ts'
import { fieldSql, fromSql, orderSql, whereSql } from './sql-filter.ts'
import type { SqlWriter } from './sql-writer.ts'

interface RowsSql {
  /** A query with one row per resource. */
  query: string
  /** One of its rows, known as `alias`; `.*` since a column may bear the alias's name. */
  json(alias: string): string
}

interface BodySql {
  from: string
  /** The body as text, over the rows of `from`. Written only when wanted, since it may bring values of its own. */
  writeBody(): string
}

export function bodySql(writer: SqlWriter, plan: ReadPlan, shape: Shape): BodySql {
  if (shape.kind === 'csv') return csvSql(writer, plan)
  const rows = rowsSql(writer, plan)
  const row = rows.json('r')
  const body =
    shape.kind === 'object'
      ? `coalesce(${strip(shape, firstJson(row))}, 'null')`
      : `coalesce(${strip(shape, `json_agg(${row})`)}, '[]')`
  return { from: `from (${rows.query}) as r`, writeBody: () => `${body}::text` }
}

/** The one row of a group as JSON. `json_agg(...)->0` would read the whole text again to find its end. */
export const firstJson = (row: string) => `(array_agg(to_json(${row})))[1]`

const strip = (shape: Shape, sql: string) => (shape.stripNulls ? `json_strip_nulls(${sql})` : sql)

const shownOutputs = (plan: ReadPlan) =>
  plan.outputs.filter((output) => output.kind !== 'embed' || !output.embed.hidden)

function rowsSql(writer: SqlWriter, plan: ReadPlan): RowsSql {
  const outputs = shownOutputs(plan)
  if (isGrouped(plan)) {
    const { query, labels } = groupedSql(writer, plan)
    const pairs = labels.map((label, i) => ({ label, sql: `g.c${i}` }))
    return {
      query: `select ${objectSql(writer, pairs)} as j from (${query}) as g`,
      json: (alias) => `${alias}.j`,
    }
  }
  const columns = outputs.length > 0 && outputs.every(isPlain) ? outputs : undefined
  if (columns) {
    const list = columns.map((output) =>
      output.kind === 'star'
        ? starSql(writer, plan)
        : `${outputSql(writer, plan, output)} as ${quoteIdentifier(output.label.name)}`,
    )
    return { query: selectSql(writer, plan, list.join(', ')), json: (alias) => `${alias}.*` }
  }
  const pairs = outputs.flatMap((output) => pairsOf(writer, plan, output))
  const query = selectSql(writer, plan, `${objectSql(writer, pairs)} as j`)
  return { query, json: (alias) => `${alias}.j` }
}

/** A whole row is none of the columns. */
const starSql = (writer: SqlWriter, { alias, relation }: ReadPlan) =>
  writer.withWholeRow.has(alias)
    ? [...relation.columns.keys()].map((name) => `${alias}.${quoteIdentifier(name)}`).join(', ')
    : `${alias}.*`

/** Its name comes from the schema, so that it may be a column of the query. */
const isPlain = (output: Output): output is Exclude<Output, { kind: 'spread' | 'aggregate' }> =>
  output.kind === 'star' ||
  (output.kind !== 'spread' && output.kind !== 'aggregate' && output.label.fromSchema)

function selectSql(writer: SqlWriter, plan: ReadPlan, columns: string, group = ''): string {
  const where = whereSql(writer, plan)
  return `select ${columns} from ${fromSql(writer, plan)}${where}${group}${orderSql(writer, plan.alias, plan.orders)}${limitSql(writer, plan)}`
}

/** One row for each distinct combination of what is no aggregate, as columns c0, c1… */
function groupedSql(writer: SqlWriter, plan: ReadPlan): { query: string; labels: string[] } {
  const pairs = shownOutputs(plan).flatMap((output) => pairsOf(writer, plan, output))
  const columns = pairs.map(({ sql, aggregate }, i) => `${aggregate ? aggregate(sql) : sql} as c${i}`)
  const keys = pairs.flatMap(({ aggregate, key }, i) => (aggregate ? [] : [key ?? `${i + 1}`]))
  const group = keys.length ? ` group by ${keys.join(', ')}` : ''
  return {
    query: selectSql(writer, plan, columns.join(', '), group),
    labels: pairs.map(({ label }) => label),
  }
}

export function limitSql(writer: SqlWriter, { range, link }: ReadPlan): string {
  if (link && isToOne(link.relationship)) return ' limit 1'
  // Digits of our own rather than a parameter: PostgreSQL then knows how few rows are wanted and keeps one plan,
  // where an unknown limit has it plan again on each request.
  const limit = range.limit === undefined ? '' : ` limit ${digits(range.limit)}`
  return range.offset > 0 ? `${limit} offset ${writer.param(range.offset)}` : limit
}

function outputSql(
  writer: SqlWriter,
  plan: ReadPlan,
  output: Exclude<Output, { kind: 'star' | 'spread' | 'aggregate' }>,
): string {
  switch (output.kind) {
    case 'value':
      return castSql(fieldSql(writer, plan.alias, output.field), output.cast)
    case 'embed':
      return embedSql(writer, output.embed.plan, output.embed.toOne)
  }
}

const castSql = (sql: string, cast: string | undefined) => (cast ? `cast(${sql} as ${cast})` : sql)

// Scalar subqueries rather than joins: they keep the order of the rows, and PostgreSQL runs them after the limit.
function embedSql(writer: SqlWriter, plan: ReadPlan, toOne: boolean): string {
  const rows = rowsSql(writer, plan)
  const json = rows.json('e')
  if (toOne) return `(select to_json(${json}) from (${rows.query}) as e)`
  return `(select coalesce(json_agg(${json}), '[]') from (${rows.query}) as e)`
}

interface Pair {
  label: string
  sql: string
  /** What rows are grouped by, when that is not the SQL itself. */
  key?: string
  /** Makes the aggregate out of the SQL of what is aggregated. */
  aggregate?: (sql: string) => string
}

function pairsOf(writer: SqlWriter, plan: ReadPlan, output: Output): Pair[] {
  if (output.kind === 'star') {
    return [...plan.relation.columns.keys()].map((name) => ({
      label: name,
      sql: `${plan.alias}.${quoteIdentifier(name)}`,
    }))
  }
  if (output.kind === 'aggregate') return [aggregatePair(writer, plan, output)]
  if (output.kind === 'spread') {
    const { plan: child, toOne } = output.embed
    return child.outputs.flatMap((inner) => spreadPairs(writer, child, inner, toOne))
  }
  const label = output.label.name
  const sql = outputSql(writer, plan, output)
  if (output.kind === 'value') return [{ label, sql, key: fieldSql(writer, plan.alias, output.field) }]
  // What is embedded is compared when rows are grouped by it, which json cannot be.
  return [{ label, sql: isGrouped(plan) ? `to_jsonb(${sql})` : sql }]
}

function aggregatePair(
  writer: SqlWriter,
  plan: ReadPlan,
  { label, function: name, field, fieldCast, cast }: Extract<Output, { kind: 'aggregate' }>,
): Pair {
  const sql = field ? castSql(fieldSql(writer, plan.alias, field), fieldCast) : anyRow
  return {
    label: label.name,
    sql,
    aggregate: (inner) => castSql(`${name}(${inner === anyRow ? '*' : inner})`, cast),
  }
}

/** What count() counts; brought up from a spread resource it counts those that are there. */
const anyRow = 'true'

/** Each field of a spread resource becomes one of its parent's: one value, or the list of them. */
function spreadPairs(writer: SqlWriter, plan: ReadPlan, output: Output, toOne: boolean): Pair[] {
  const pairs = output.kind === 'embed' && output.embed.hidden ? [] : pairsOf(writer, plan, output)
  return pairs.map(({ label, sql, aggregate }) => {
    // A to-one resource is of its parent's row, so its aggregates are over the parent's rows.
    if (toOne) {
      const value = `(${selectSql(writer, plan, `${sql} as v`)})`
      return { label, sql: value, ...(aggregate && { aggregate }) }
    }
    const query = selectSql(writer, plan, `${aggregate ? aggregate(sql) : sql} as v`)
    return { label, sql: `(select coalesce(json_agg(s.v), '[]') from (${query}) as s)` }
  })
}

function digits(count: number): string {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError('a row count must be a whole number')
  return count.toFixed(0)
}

/** A function takes at most 100 arguments; longer objects are put together from a list of pairs. */
const maxPairs = 50

function objectSql(writer: SqlWriter, pairs: readonly Pair[]): string {
  if (pairs.length <= maxPairs) {
    return `json_build_object(${pairs.map(({ label, sql }) => `${writer.param(label)}::text, ${sql}`).join(', ')})`
  }
  const rows = pairs.map(({ label, sql }) => `(${writer.param(label)}::text, to_json(${sql}))`)
  return `(select json_object_agg(p.k, p.v) from (values ${rows.join(', ')}) as p (k, v))`
}

/** The header comes from us, the lines are PostgreSQL's own text of a row, which is quoted as CSV demands. */
function csvSql(writer: SqlWriter, plan: ReadPlan): BodySql {
  const { query, labels } = isGrouped(plan) ? groupedSql(writer, plan) : columnsSql(writer, plan)
  const header = labels.map(csvField).join(',')
  const lines = "coalesce(string_agg(substring((r.*)::text, 2, length((r.*)::text) - 2), E'\\n'), '')"
  return {
    from: `from (${query}) as r`,
    writeBody: () => `${writer.param(`${header}\n`)}::text || ${lines}`,
  }
}

function columnsSql(writer: SqlWriter, plan: ReadPlan): { query: string; labels: string[] } {
  const pairs = shownOutputs(plan).flatMap((output) => pairsOf(writer, plan, output))
  const columns = pairs.map(({ sql }, i) => `${sql} as c${i}`)
  return { query: selectSql(writer, plan, columns.join(', ')), labels: pairs.map(({ label }) => label) }
}

const csvField = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

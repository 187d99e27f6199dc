// Writes a read plan as SQL that builds the JSON (or CSV) text of the whole response inside PostgreSQL.

import type { Shape } from './media-type.ts'
import type { Output, ReadPlan } from './read-plan.ts'
import { quoteIdentifier } from './schema-cache.ts'
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
  const aggregate = `json_agg(${rows.json('r')})`
  const body =
    shape.kind === 'object'
      ? `coalesce(${strip(shape, `${aggregate}->0`)}, 'null')`
      : `coalesce(${strip(shape, aggregate)}, '[]')`
  return { from: `from (${rows.query}) as r`, writeBody: () => `${body}::text` }
}

const strip = (shape: Shape, sql: string) => (shape.stripNulls ? `json_strip_nulls(${sql})` : sql)

function rowsSql(writer: SqlWriter, plan: ReadPlan): RowsSql {
  const outputs = plan.outputs.filter((output) => output.kind !== 'embed' || !output.embed.hidden)
  const columns = outputs.length > 0 && outputs.every(isPlain) ? outputs : undefined
  if (columns) {
    const list = columns.map((output) =>
      output.kind === 'star'
        ? `${plan.alias}.*`
        : `${outputSql(writer, plan, output)} as ${quoteIdentifier(output.label.name)}`,
    )
    return { query: selectSql(writer, plan, list.join(', '), outputs), json: (alias) => `${alias}.*` }
  }
  const pairs = outputs.flatMap((output) => pairsOf(writer, plan, output))
  const query = selectSql(writer, plan, `${objectSql(writer, pairs)} as j`, outputs)
  return { query, json: (alias) => `${alias}.j` }
}

/** Its name comes from the schema, so that it may be a column of the query. */
const isPlain = (output: Output): output is Exclude<Output, { kind: 'spread' }> =>
  output.kind === 'star' || (output.kind !== 'spread' && output.label.fromSchema)

function selectSql(writer: SqlWriter, plan: ReadPlan, columns: string, outputs: readonly Output[]): string {
  const where = whereSql(writer, plan)
  return `select ${columns} from ${fromSql(plan)}${where}${groupSql(writer, plan, outputs)}${orderSql(writer, plan.alias, plan.orders)}${limitSql(writer, plan)}`
}

/** A count beside other fields counts per group of them. */
function groupSql(writer: SqlWriter, plan: ReadPlan, outputs: readonly Output[]): string {
  if (!outputs.some((output) => output.kind === 'count')) return ''
  const terms = outputs.flatMap((output) =>
    output.kind === 'value' ? [fieldSql(writer, plan.alias, output.field)] : [],
  )
  return terms.length ? ` group by ${terms.join(', ')}` : ''
}

export function limitSql(writer: SqlWriter, { range, link }: ReadPlan): string {
  const kind = link?.relationship.kind
  if (kind === 'many-to-one' || kind === 'one-to-one') return ' limit 1'
  // Digits of our own rather than a parameter: PostgreSQL then knows how few rows are wanted and keeps one plan,
  // where an unknown limit has it plan anew on each request.
  const limit = range.limit === undefined ? '' : ` limit ${digits(range.limit)}`
  return range.offset > 0 ? `${limit} offset ${writer.param(range.offset)}` : limit
}

function outputSql(
  writer: SqlWriter,
  plan: ReadPlan,
  output: Exclude<Output, { kind: 'star' | 'spread' }>,
): string {
  switch (output.kind) {
    case 'value':
      return castSql(fieldSql(writer, plan.alias, output.field), output.cast)
    case 'count':
      return castSql('count(*)', output.cast)
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
}

function pairsOf(writer: SqlWriter, plan: ReadPlan, output: Output): Pair[] {
  if (output.kind === 'star') {
    return [...plan.relation.columns.keys()].map((name) => ({
      label: name,
      sql: `${plan.alias}.${quoteIdentifier(name)}`,
    }))
  }
  if (output.kind === 'spread') {
    const { plan: child, toOne } = output.embed
    return child.outputs.flatMap((inner) => spreadPairs(writer, child, inner, toOne))
  }
  return [{ label: output.label.name, sql: outputSql(writer, plan, output) }]
}

/** Each field of a spread resource becomes one of its parent's: one value, or the list of them. */
function spreadPairs(writer: SqlWriter, plan: ReadPlan, output: Output, toOne: boolean): Pair[] {
  const pairs = output.kind === 'embed' && output.embed.hidden ? [] : pairsOf(writer, plan, output)
  const grouped = output.kind === 'count' ? [output] : []
  return pairs.map(({ label, sql }) => {
    const query = selectSql(writer, plan, `${sql} as v`, grouped)
    return {
      label,
      sql: toOne ? `(${query})` : `(select coalesce(json_agg(s.v), '[]') from (${query}) as s)`,
    }
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

/** The header comes from us, the lines are PostgreSQL's own text of a row, which is quoted as CSV asks. */
function csvSql(writer: SqlWriter, plan: ReadPlan): BodySql {
  const pairs = plan.outputs
    .filter((output) => output.kind !== 'embed' || !output.embed.hidden)
    .flatMap((output) => pairsOf(writer, plan, output))
  const columns = pairs.map(({ sql }, i) => `${sql} as c${i}`)
  const query = selectSql(writer, plan, columns.join(', '), plan.outputs)
  const header = pairs.map(({ label }) => csvField(label)).join(',')
  const lines = "coalesce(string_agg(substring((r.*)::text, 2, length((r.*)::text) - 2), E'\\n'), '')"
  return {
    from: `from (${query}) as r`,
    writeBody: () => `${writer.param(`${header}\n`)}::text || ${lines}`,
  }
}

const csvField = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

// Compiles GET and HEAD of tables and views.
import type { Query } from './ast.ts'
import { type Compiled, type CompileRequest, type CompileSettings, finish } from './compiled.ts'
import { planRead } from './plan-read.ts'
import { isGrouped, type ReadPlan } from './read-plan.ts'
import type { Relation, SchemaCache } from './schema-cache.ts'
import { explainSql, totalSql, totalUpToSql } from './sql-count.ts'
import { bodySql } from './sql-read.ts'
import { SqlWriter } from './sql-writer.ts'

export function compileRead(
  cache: SchemaCache,
  settings: CompileSettings,
  request: CompileRequest,
  query: Query,
  relation: Relation,
): Compiled {
  const { headerRange } = request
  const { maxRows, aggregates } = settings
  const plan = planRead(cache, query, { relation }, { headerRange, maxRows, aggregates })
  const writer = new SqlWriter()
  const text = readSql(writer, plan, request, settings)
  return finish(request, writer, text, plan.range, explainFor(plan, request, settings))
}

/** `body`, `rows` and `total` of a read plan; HEAD leaves out what it will not send. */
function readSql(
  writer: SqlWriter,
  plan: ReadPlan,
  { preferences, shape, withoutBody }: CompileRequest,
  { maxRows, countsUpTo }: CompileSettings,
): string {
  const { count } = preferences
  const isGuess = count === 'planned' || count === 'estimated'
  const upTo = isGuess && countsUpTo !== undefined ? countsUpTo : count === 'estimated' ? maxRows : undefined
  const exact = count === 'exact' || (count === 'estimated' && upTo === undefined)
  if (withoutBody && exact) {
    // The columns stay, for the rights they demand; the page follows from the total.
    const { from } = bodySql(writer, { ...plan, orders: [], range: { offset: 0 } }, shape)
    return `select null as body, null as rows, count(*) as total ${from}`
  }
  const body = bodySql(writer, plan, shape)
  const select = withoutBody ? 'null' : body.writeBody()
  const total = exact
    ? isGrouped(plan)
      ? `(select count(*) ${bodySql(writer, { ...plan, orders: [], range: { offset: 0 } }, shape).from})`
      : totalSql(writer, plan)
    : upTo !== undefined
      ? totalUpToSql(writer, plan, upTo)
      : 'null'
  return `select ${select} as body, count(*) as rows, ${total} as total ${body.from}`
}

function explainFor(
  plan: ReadPlan,
  { preferences: { count } }: CompileRequest,
  { maxRows, countsUpTo }: CompileSettings,
): Partial<Compiled> {
  if (countsUpTo !== undefined) return {}
  if (count !== 'planned' && (count !== 'estimated' || maxRows === undefined)) return {}
  const writer = new SqlWriter()
  const text = explainSql(writer, plan)
  const above = count === 'estimated' ? maxRows : undefined
  return { explain: { text, values: writer.values, ...(above !== undefined && { above }) } }
}

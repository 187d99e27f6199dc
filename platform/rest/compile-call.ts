// Compiles calls of functions, by POST and by GET.
import type { Query } from './ast.ts'
import {
  type Compiled,
  type CompileRequest,
  type CompileSettings,
  finish,
  responseSettings,
} from './compiled.ts'
import { maxAffectedNeedsSet } from './errors.ts'
import { findFunction, takesWholeBody } from './find-function.ts'
import type { Shape } from './media-type.ts'
import { parseQuery } from './parse-query.ts'
import type { Payload } from './payload.ts'
import { planRead } from './plan-read.ts'
import { type FunctionFact, type Relation, relationKey, type SchemaCache } from './schema-cache.ts'
import { type CallArguments, callSql } from './sql-call.ts'
import { totalSql } from './sql-count.ts'
import { bodySql, firstJson, limitSql } from './sql-read.ts'
import { SqlWriter, wholeRow } from './sql-writer.ts'

export function compileCall(
  cache: SchemaCache,
  settings: CompileSettings,
  request: CompileRequest,
): Compiled {
  const { payload, preferences, schema, name } = request
  const query = parseQuery(request.query, payload === undefined)
  const pairs = payload ? payload.form : query.args
  const argNames = pairs ? [...new Set(pairs.map(([input]) => input))] : (payload?.keys ?? [])
  const body =
    !payload || payload.form
      ? undefined
      : payload.kind === 'object' || payload.kind === 'array'
        ? 'json'
        : payload.kind
  const call = { argNames, body } as const
  const fact = findFunction(cache, schema, name, call)
  if (preferences.maxAffected !== undefined && preferences.handling === 'strict' && !fact.returnsSet) {
    throw maxAffectedNeedsSet()
  }
  const input: CallArguments = takesWholeBody(fact, call)
    ? { kind: 'body' }
    : pairs
      ? { kind: 'pairs', pairs }
      : { kind: 'json', payload: payload as Payload }
  return fact.returns === 'row'
    ? compileRowCall(cache, settings, request, query, fact, input)
    : compileScalarCall(cache, settings, request, query, fact, input)
}

function compileScalarCall(
  cache: SchemaCache,
  { maxRows }: CompileSettings,
  request: CompileRequest,
  query: Query,
  fact: FunctionFact,
  input: CallArguments,
): Compiled {
  const writer = new SqlWriter()
  const { call, lateral } = callSql(writer, fact, input)
  if (!fact.returnsSet || fact.returns === 'void') {
    const isVoid = fact.returns === 'void'
    const body = isVoid ? `(${call})::text` : `coalesce(to_json(${call}), 'null')::text`
    const text = `select ${body} as body, 1 as rows, null as total, ${responseSettings}${lateral && ` from ${lateral}`}`
    return finish(request, writer, text, { offset: 0 }, { isVoid })
  }
  // Only its range applies: a list of values has no columns to filter or order by.
  const plain = { ...query, select: [], conditions: [], orders: [] }
  const { headerRange } = request
  const plan = planRead(cache, plain, { relation: valueRelation }, { headerRange, maxRows })
  const from = `${lateral && `${lateral}, lateral `}${call} as t0(v)`
  const exact = request.preferences.count === 'exact'
  const json =
    request.shape.kind === 'object'
      ? `coalesce(${firstJson('r.v')}, 'null')`
      : "coalesce(json_agg(r.v), '[]')"
  const text = `with pgrst_source as materialized (select t0.v from ${from})
 select ${json}::text as body, count(*) as rows, ${exact ? '(select count(*) from pgrst_source)' : 'null'} as total, ${responseSettings}
 from (select v from pgrst_source${limitSql(writer, plan)}) as r`
  return finish(request, writer, text, plan.range)
}

const valueRelation: Relation = {
  schema: '',
  name: 'pgrst_source',
  sql: 'pgrst_source',
  isView: true,
  columns: new Map(),
  primaryKey: [],
  computed: new Map(),
  insertable: false,
  updatable: false,
  deletable: false,
}

function compileRowCall(
  cache: SchemaCache,
  { maxRows, aggregates }: CompileSettings,
  request: CompileRequest,
  query: Query,
  fact: FunctionFact,
  input: CallArguments,
): Compiled {
  const writer = new SqlWriter()
  const { call, lateral } = callSql(writer, fact, input)
  const relation = fact.row as Relation
  const source = `${lateral && `${lateral}, lateral `}${call}`
  const counts = request.preferences.count === 'exact' || request.preferences.count === 'estimated'
  // A count reads the rows twice; the function runs once.
  const isTyped = cache.relations.get(relationKey(relation.schema, relation.name)) === relation
  const whole = isTyped ? `, pgrst_call as ${wholeRow}` : ''
  const once = counts
    ? `with pgrst_source as materialized (select pgrst_call.*${whole} from ${source} as pgrst_call) `
    : ''
  const { headerRange } = request
  const plan = planRead(
    cache,
    query,
    { relation, from: counts ? 'pgrst_source' : source },
    { headerRange, maxRows, aggregates },
  )
  if (counts && isTyped) writer.withWholeRow.add(plan.alias)
  const shape: Shape =
    !fact.returnsSet && request.shape.kind === 'array' ? { ...request.shape, kind: 'object' } : request.shape
  const body = bodySql(writer, plan, shape)
  const rows = fact.returnsSet ? 'count(*)' : '1'
  const total = counts ? totalSql(writer, plan) : 'null'
  const text = `${once}select ${body.writeBody()} as body, ${rows} as rows, ${total} as total, ${responseSettings} ${body.from}`
  return finish(request, writer, text, plan.range)
}

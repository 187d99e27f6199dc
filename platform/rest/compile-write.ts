// Compiles POST, PATCH and DELETE of tables and views.
import type { Query } from './ast.ts'
import {
  type Compiled,
  type CompileRequest,
  type CompileSettings,
  finish,
  responseSettings,
} from './compiled.ts'
import type { Payload } from './payload.ts'
import { planConditions, planRead } from './plan-read.ts'
import type { Output, ReadPlan } from './read-plan.ts'
import { type Column, quoteIdentifier, type Relation, type SchemaCache } from './schema-cache.ts'
import { bodySql } from './sql-read.ts'
import { deleteSql, insertSql, returningSql, updateSql } from './sql-write.ts'
import { SqlWriter } from './sql-writer.ts'

export function compileWrite(
  cache: SchemaCache,
  { aggregates }: CompileSettings,
  request: CompileRequest,
  query: Query,
  relation: Relation,
): Compiled {
  const { preferences, shape, payload } = request
  const writer = new SqlWriter()
  const full = preferences.return === 'representation'
  const locationColumns =
    request.verb === 'insert' && preferences.return === 'headers-only' ? relation.primaryKey : []
  const plan = full
    ? planRead(cache, query, { relation, from: 'pgrst_source' }, { afterWrite: true, aggregates })
    : undefined
  if (plan) writer.withWholeRow.add(plan.alias)
  const returning = returningSql(plan, locationColumns)
  const write = writeSql(writer, request, query, relation, payload, returning)
  const location = locationColumns.length
    ? `case when count(*) = 1 then json_build_array(${locationColumns.map((name) => `min(${quoteIdentifier(name)}::text)`).join(', ')})::text end`
    : 'null'
  const body = plan && bodySql(writer, fromSource(plan), shape)
  const text = `with pgrst_source as (${write}) select ${body ? body.writeBody() : 'null'} as body, count(*) as rows,
 ${location} as location, nullif(current_setting('pgrst.inserted', true), '') as inserted, ${responseSettings}
 ${body ? body.from : 'from pgrst_source'}`
  return finish(
    request,
    writer,
    text,
    { offset: 0 },
    {
      locationColumns,
      upserts: request.verb === 'insert' && preferences.resolution === 'merge-duplicates',
      hasConflictTarget: relation.primaryKey.length > 0 || query.onConflict !== undefined,
    },
  )
}

/** The written rows carry the computed fields that are requested as columns of their own. */
function fromSource(plan: ReadPlan): ReadPlan {
  const outputs = plan.outputs.map((output): Output => {
    if (output.kind !== 'value' && output.kind !== 'aggregate') return output
    if (output.field?.source.kind !== 'computed') return output
    const { name } = output.field.source
    const column: Column = { name, type: '', nature: 'other', generated: true }
    return { ...output, field: { ...output.field, source: { kind: 'column', column } } }
  })
  return { ...plan, outputs }
}

function writeSql(
  writer: SqlWriter,
  { verb, preferences }: CompileRequest,
  query: Query,
  relation: Relation,
  payload: Payload | undefined,
  returning: string,
): string {
  if (verb === 'insert' && payload) {
    const { onConflict } = query
    return insertSql(writer, relation, payload, { preferences, onConflict, returning })
  }
  const conditions = planConditions(relation, query.conditions)
  if (verb === 'update' && payload) {
    return updateSql(writer, relation, payload, { preferences, conditions, returning })
  }
  return deleteSql(writer, relation, { conditions, returning })
}

// Writes the totals behind `Prefer: count=...`.
import type { ReadPlan } from './read-plan.ts'
import { fromSql, whereSql } from './sql-filter.ts'
import type { SqlWriter } from './sql-writer.ts'

/** All rows that the filters leave, whatever the page. */
export function totalSql(writer: SqlWriter, plan: ReadPlan): string {
  const { offset, limit } = plan.range
  if (offset === 0 && limit === undefined) return 'count(*)'
  const all = `(select count(*) from ${fromSql(writer, plan)}${whereSql(writer, plan)})`
  if (offset > 0 || limit === undefined) return all
  // A first page that is not full holds them all: no second pass.
  return `case when count(*) < ${writer.param(limit)}::bigint then count(*) else ${all} end`
}

/** Counts no further than one past `max`: enough to know whether an estimate is worth more. */
export function totalUpToSql(writer: SqlWriter, plan: ReadPlan, max: number): string {
  const rows = `select from ${fromSql(writer, plan)}${whereSql(writer, plan)} limit ${writer.param(max + 1)}`
  return `(select count(*) from (${rows}) as c)`
}

/** The planner's own guess, read from EXPLAIN. */
export function explainSql(writer: SqlWriter, plan: ReadPlan): string {
  return `explain (format json) select from ${fromSql(writer, plan)}${whereSql(writer, plan)}`
}

// Runs a compiled request as its caller and reads the one row that answers it.
import type { Caller } from '#platform/database/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { type RunOptions, runAs } from '#platform/database/run-as.ts'
import type { Compiled } from './compiled.ts'
import { notOneRow, RestError, tooManyAffected } from './errors.ts'

/** What every statement answers with; which fields it has depends on the verb. */
export interface Outcome {
  body: string | null
  rows: number
  total?: number
  location?: string
  inserted?: number
  responseHeaders?: string
  responseStatus?: string
}

interface RawRow {
  body: string | null
  rows: string | number | null
  total?: string | null
  location?: string | null
  inserted?: string | null
  response_headers?: string | null
  response_status?: string | null
}

export async function execute(
  database: Database,
  caller: Caller,
  compiled: Compiled,
  context: { body: string | Buffer; nameOf: (text: string) => string | undefined; options: RunOptions },
): Promise<Outcome> {
  let outcome: Outcome | undefined
  const options: RunOptions = { ...context.options, readOnly: compiled.readOnly }
  const check = checkOf(compiled)
  const keeps = compiled.preferences.tx !== 'rollback'
  if (check || !keeps) {
    // A refusal thrown here rolls back what was written.
    options.accept = (result) => {
      outcome = readOutcome(result.rows[0])
      check?.(outcome)
      return keeps
    }
  }
  if (compiled.preferences.timezone) options.timeZone = compiled.preferences.timezone
  const values = fillBody(compiled, context.body)
  const name = context.nameOf(compiled.text)
  const statement = { text: compiled.text, values, ...(name && { name }) }
  const result = await runAs(database, caller, statement, options).catch((error: unknown) => {
    // The transaction is over and nothing was stored: the same statement may run again, this time unprepared.
    if (!name || !isStalePlan(error)) throw error
    return runAs(database, caller, { text: compiled.text, values }, options)
  })
  outcome ??= readOutcome(result.rows[0])
  return compiled.explain ? withEstimate(database, caller, compiled, outcome, context.options) : outcome
}

function fillBody({ values, bodyAt }: Compiled, body: string | Buffer): unknown[] {
  if (bodyAt.length === 0) return values as unknown[]
  const filled = [...values]
  for (const i of bodyAt) filled[i] = body
  return filled
}

/** What must hold before a write commits; for reads it is checked afterwards, at no cost. */
function checkOf(compiled: Compiled): ((outcome: Outcome) => void) | undefined {
  const { verb, shape, preferences } = compiled
  if (verb === 'read') return undefined
  const one = shape.kind === 'object'
  const maximum = preferences.handling === 'strict' && verb !== 'insert' ? preferences.maxAffected : undefined
  if (!one && maximum === undefined) return undefined
  return ({ rows }) => {
    if (one && rows !== 1) throw notOneRow(rows)
    if (maximum !== undefined && rows > maximum) throw tooManyAffected(rows)
  }
}

function readOutcome(row: RawRow | undefined): Outcome {
  if (!row) return { body: null, rows: 0 }
  return {
    body: row.body,
    rows: Number(row.rows ?? 0),
    ...(row.total != null && { total: Number(row.total) }),
    ...(row.location != null && { location: row.location }),
    ...(row.inserted != null && { inserted: Number(row.inserted) }),
    ...(row.response_headers != null && { responseHeaders: row.response_headers }),
    ...(row.response_status != null && { responseStatus: row.response_status }),
  }
}

async function withEstimate(
  database: Database,
  caller: Caller,
  { explain }: Compiled,
  outcome: Outcome,
  options: RunOptions,
): Promise<Outcome> {
  if (!explain) return outcome
  const counted = outcome.total
  if (explain.above !== undefined && counted !== undefined && counted <= explain.above) return outcome
  const { text, values } = explain
  const result = await runAs(
    database,
    caller,
    { text, values: values as unknown[] },
    { ...options, readOnly: true },
  )
  const [node] = (result.rows[0] as { 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] })['QUERY PLAN']
  const guess = node?.Plan['Plan Rows'] ?? 0
  return { ...outcome, total: explain.above === undefined ? guess : Math.max(guess, counted ?? 0) }
}

/** A plan prepared before a change of the schema (0A000), or one that its connection no longer has (26000). */
function isStalePlan(error: unknown): boolean {
  if (error instanceof RestError || !(error instanceof Error) || !('code' in error)) return false
  return error.code === '26000' || (error.code === '0A000' && error.message.includes('cached plan'))
}

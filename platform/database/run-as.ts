// Runs one statement as a caller, in one transaction sent in one go: become the role, state the claims, run, commit.
import type pg from 'pg'
import type { Caller } from './caller.ts'
import type { Database } from './database.ts'
import { areKnown, runInOneTrip } from './one-trip.ts'
import { takeClient } from './pool-client.ts'
import { DatabaseUnavailableError, isDatabaseUnavailable } from './unavailable.ts'

export interface Statement {
  /** Prepared under this name, once per connection. */
  name?: string
  text: string
  values?: unknown[]
}

export interface RunOptions {
  method?: string
  path?: string
  headers?: Record<string, string>
  /** Whatever tries to write fails with 25006. */
  readOnly?: boolean
  /** As SQL; without it the database's own counts. */
  searchPath?: string
  /** In which times are written out. */
  timeZone?: string
  /** Look at the result before the commit: false (or a throw) rolls back. */
  accept?: (result: pg.QueryResult) => boolean
}

const begin = { name: 'run_begin', text: 'begin' }
const commit = { name: 'run_commit', text: 'commit' }

// `set_config(..., true)` lasts until the transaction ends, as PostgREST does it; role comes last, since the
// settings before it are made by the login role. As a condition that no row meets, so that nothing of it comes back.
const become = {
  name: 'run_become',
  text: `select where num_nulls(set_config('request.jwt.claims', $1, true), set_config('statement_timeout', $2, true),
    set_config('request.method', $3, true), set_config('request.path', $4, true),
    set_config('request.headers', $5, true), set_config('transaction_read_only', $6, true),
    set_config('search_path', coalesce($7, current_setting('search_path')), true), set_config('role', $8, true)) < 0`,
}

const zone = { name: 'run_zone', text: "select set_config('timezone', $1, true)" }

/**
 * The statement's result, committed.
 * Rejects with the server's own error, or with DatabaseUnavailableError when it could not be reached in time.
 */
export async function runAs(
  database: Database,
  caller: Caller,
  statement: Statement,
  options: RunOptions = {},
): Promise<pg.QueryResult> {
  const client = await takeClient(database.rest)
  const becoming = {
    ...become,
    values: [
      caller.claims,
      database.statementTimeout(caller.role),
      options.method ?? '',
      options.path ?? '',
      options.headers ? JSON.stringify(options.headers) : '{}',
      options.readOnly ? 'on' : 'off',
      options.searchPath ?? null,
      caller.role,
    ],
  }
  let lost: Error | undefined
  try {
    const { name } = statement
    if (name !== undefined && !options.accept && !options.timeZone) {
      const known = { ...statement, name }
      if (areKnown(client, [becoming, known])) return await runInOneTrip(client, [becoming], known)
    }
    // The connection is pipelined: all of these are on the wire before the first answer comes back.
    // A failing statement turns the commit into a rollback, so nothing is left half done.
    const steps: Promise<pg.QueryResult>[] = [
      client.query(begin),
      client.query(becoming),
      ...(options.timeZone ? [client.query({ ...zone, values: [options.timeZone] })] : []),
      client.query(statement),
    ]
    const at = steps.length - 1
    if (!options.accept) steps.push(client.query(commit))
    const settled = await Promise.allSettled(steps)
    const failed = settled.find((step) => step.status === 'rejected')
    if (failed) throw failed.reason
    const result = (settled[at] as PromiseFulfilledResult<pg.QueryResult>).value
    if (options.accept) {
      if (!options.accept(result)) await client.query('rollback')
      else await client.query(commit)
    }
    return result
  } catch (error) {
    if (isDatabaseUnavailable(error)) lost = error as Error
    else if (options.accept)
      await client.query('rollback').catch((failure: Error) => {
        lost = failure
      })
    throw lost ? new DatabaseUnavailableError(error) : error
  } finally {
    client.release(lost)
  }
}

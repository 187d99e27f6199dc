// Runs several statements in one transaction sent in one go, each as the caller who stands before it.
import type pg from 'pg'
import type { Caller } from '#platform/database/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { takeClient } from '#platform/database/pool-client.ts'
import { DatabaseUnavailableError, isDatabaseUnavailable } from '#platform/database/unavailable.ts'

export interface Statement {
  /** Prepared under this name, once per connection. */
  name: string
  text: string
  values?: unknown[]
}

export interface Step {
  as: Caller
  run: Statement
}

export interface TransactOptions {
  /** What `storage.operation()` answers: policies may call it. */
  operation: string
  /** Every write is undone at the end: it only checks whether it would be allowed. */
  rehearse?: boolean
}

export const serviceRole: Caller = { role: 'service_role', claims: '{"role":"service_role"}' }

const become = {
  name: 'storage_become',
  text: `select set_config('request.jwt.claims', $1, true), set_config('statement_timeout', $2, true),
    set_config('storage.operation', $3, true), set_config('storage.can_delete', 'true', true),
    set_config('role', $4, true)`,
}
const begin = { name: 'storage_begin', text: 'begin' }
const commit = { name: 'storage_commit', text: 'commit' }
const rollback = { name: 'storage_rollback', text: 'rollback' }

/** The results of the steps; rejects with the first failure, and then nothing has happened. */
export async function transact(
  database: Database,
  steps: Step[],
  { operation, rehearse = false }: TransactOptions,
): Promise<pg.QueryResult[]> {
  const client = await takeClient(database.rest)
  let lost: Error | undefined
  try {
    // Pipelined: all is on the wire before the first answer. After a failure the rest fails too, and the
    // commit becomes a rollback.
    const sent: Promise<pg.QueryResult>[] = [client.query(begin)]
    const own: number[] = []
    let current: Caller | undefined
    for (const { as, run } of steps) {
      if (as !== current) {
        const { claims, role } = as
        const values = [claims, database.statementTimeout(role), operation, role]
        sent.push(client.query({ ...become, values }))
        current = as
      }
      own.push(sent.length)
      sent.push(client.query(run))
    }
    sent.push(client.query(rehearse ? rollback : commit))
    const settled = await Promise.allSettled(sent)
    const failed = settled.find((step) => step.status === 'rejected')
    if (failed) throw failed.reason
    return own.map((index) => (settled[index] as PromiseFulfilledResult<pg.QueryResult>).value)
  } catch (error) {
    if (isDatabaseUnavailable(error)) lost = error as Error
    throw lost ? new DatabaseUnavailableError(error) : error
  } finally {
    client.release(lost)
  }
}

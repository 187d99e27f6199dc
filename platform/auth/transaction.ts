// Short transactions of the auth service: all or nothing, except for refusals that must leave a trace.
import type pg from 'pg'
import { takeClient } from '#platform/database/pool-client.ts'
import { DatabaseUnavailableError, isDatabaseUnavailable } from '../database/unavailable.ts'
import type { AuthContext } from './context.ts'
import { AuthError } from './errors.ts'

type Work<T> = (client: pg.ClientBase) => Promise<T>

/**
 * Runs `work` in one transaction. A throw rolls back, unless it is an AuthError whose writes stay.
 * Never wait for anything but the database inside: a connection is held.
 */
export async function inTransaction<T>(
  auth: Pick<AuthContext, 'database' | 'sessions'>,
  work: Work<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(auth, work)
    } catch (error) {
      // Two requests that waited for each other: PostgreSQL undid one of them, which may simply run again.
      if (attempt < 3 && sqlState(error) === '40P01') continue
      throw error
    }
  }
}

/** PostgreSQL's five-character code of an error, or ''. */
export function sqlState(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : ''
}

/** Whose sessions each open transaction has ended or changed. */
const changedSessions = new WeakMap<pg.ClientBase, Set<string>>()

/** Once the transaction has committed, what this process remembers of the user's sessions is forgotten. */
export function noteChangedSessions(client: pg.ClientBase, userId: string): void {
  changedSessions.get(client)?.add(userId)
}

async function runOnce<T>(
  { database, sessions }: Pick<AuthContext, 'database' | 'sessions'>,
  work: Work<T>,
): Promise<T> {
  const client = await takeClient(database.auth)
  let lost: Error | undefined
  const changed = new Set<string>()
  try {
    changedSessions.set(client, changed)
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    if (isDatabaseUnavailable(error)) {
      lost = error as Error
      throw new DatabaseUnavailableError(error)
    }
    const commits = error instanceof AuthError && error.details.commitsWrites
    await client.query(commits ? 'commit' : 'rollback').catch((failure: unknown) => {
      lost = failure as Error
      // A trace that could not be stored is not a refusal that was recorded.
      if (commits) throw isDatabaseUnavailable(failure) ? new DatabaseUnavailableError(failure) : failure
    })
    throw error
  } finally {
    changedSessions.delete(client)
    for (const userId of changed) sessions?.forget(userId)
    client.release(lost)
  }
}

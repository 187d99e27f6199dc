// Queries under a subscriber's role and claims; nothing here ever writes.
import type pg from 'pg'
import type { Caller } from '#platform/database/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { rollBackAndRelease, takeClient } from '#platform/database/pool-client.ts'
import { DatabaseUnavailableError, isDatabaseUnavailable } from '#platform/database/unavailable.ts'

const begin = { name: 'realtime_begin', text: 'begin' }
const become = {
  name: 'realtime_become',
  text: `select set_config('request.jwt.claims', $1, true), set_config('statement_timeout', '5s', true),
    set_config('role', $2, true)`,
}

/** One transaction, rolled back in the end. Rejects with DatabaseUnavailableError when it cannot be reached. */
export async function queryAs<T>(
  database: Database,
  { role, claims }: Caller,
  request: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await takeClient(database.realtime)
  let broken = false
  try {
    const [, , answer] = await Promise.all([
      client.query(begin),
      client.query({ ...become, values: [claims, role] }),
      request(client),
    ])
    return answer
  } catch (error) {
    broken = isDatabaseUnavailable(error)
    throw broken ? new DatabaseUnavailableError(error) : error
  } finally {
    await rollBackAndRelease(client, broken)
  }
}

/** At most `places` pieces of work at a time; the others wait in line. */
export function createGate(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = []
  let free = places
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((enter) => line.push(enter))
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else free++
    }
  }
}

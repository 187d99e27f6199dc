// A connection of a pool: taken, and given back without what its transaction did.
import type pg from 'pg'
import { DatabaseUnavailableError, isDatabaseUnavailable } from './unavailable.ts'

/** Rejects with DatabaseUnavailableError when there is none in time. */
export async function takeClient(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw isDatabaseUnavailable(error) ? new DatabaseUnavailableError(error) : error
  }
}

/** One that is broken, or does not answer the rollback, is closed. */
export async function rollBackAndRelease(client: pg.PoolClient, isBroken: boolean): Promise<void> {
  let broken = isBroken
  if (!broken)
    await client.query('rollback').catch(() => {
      broken = true
    })
  client.release(broken)
}

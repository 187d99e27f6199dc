// A server that nobody calls: its jobs wait to be notified, and take next to nothing.
import { setTimeout } from 'node:timers/promises'
import type { BenchDatabase } from '../rest/database.ts'
import type { BenchServer } from '../rest/servers.ts'

export interface IdleFigures {
  /** A share of one processor. */
  cpuPercent: number
  transactionsPerSecond: number
}

/** What a start leaves to its jobs is done by then. */
const settleMs = 5_000

export async function measureIdle(app: BenchServer, seconds: number): Promise<IdleFigures> {
  await setTimeout(settleMs)
  const before = await read(app)
  await setTimeout(2 * seconds * 1000)
  const after = await read(app)
  const elapsed = (after.at - before.at) / 1000
  return {
    cpuPercent: ((after.cpuSeconds - before.cpuSeconds) / elapsed) * 100,
    transactionsPerSecond: (after.transactions - before.transactions) / elapsed,
  }
}

async function read(app: BenchServer) {
  return {
    at: performance.now(),
    cpuSeconds: (await app.cpuSeconds()) ?? Number.NaN,
    transactions: await countTransactions(app.database),
  }
}

/** Each connection reports its own at most once a second, and at its end. */
async function countTransactions(database: BenchDatabase): Promise<number> {
  const { rows } = await database.query(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.count)
}

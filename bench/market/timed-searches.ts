// The searches as requests that are checked before and while they are timed, and as plain statements beside them.
import pg from 'pg'
import type { BenchDatabase } from '../rest/database.ts'
import type { BenchServer } from '../rest/servers.ts'
import { type Exchange, type LoadFigures, timeLoop, writeRequest } from './closed-loop.ts'
import { pathOf, plainStatement, type Search } from './searches.ts'

/**
 * Looks at each answer once: it must hold what the plain statement finds. Afterwards each must be that very text again.
 */
export async function requestSearches(
  { name, url, database }: BenchServer,
  publishableKey: string,
  searches: Search[],
): Promise<() => Exchange> {
  const headers = { accept: 'application/json', apikey: publishableKey }
  const exchanges: Exchange[] = []
  for (const search of searches) {
    const path = pathOf(search)
    const response = await fetch(`${url}${path}`, { headers })
    const answer = Buffer.from(await response.arrayBuffer())
    const result = response.ok ? (JSON.parse(answer.toString()) as { id: string }[]).map(({ id }) => id) : []
    const { text, values } = plainStatement(search)
    const { rows } = await database.query(text, values)
    const truth = rows.map(({ id }) => id)
    if (!response.ok || result.join() !== truth.join())
      throw new Error(
        `${name} answers ${path} wrongly: ${response.status}, ${answer.toString('utf8', 0, 300)} instead of ${truth.join()}`,
      )
    exchanges.push({
      request: writeRequest('GET', path, headers),
      check: (status, body) => {
        if (status !== 200 || !body.equals(answer))
          throw new Error(`${name} answered ${path} otherwise under load: ${status}`)
      },
    })
  }
  let requested = 0
  return () => exchanges[requested++ % exchanges.length] as Exchange
}

/** Straight to PostgreSQL as its owner, so that no policy stops it from using any index. */
export async function timePlainSearches(
  database: BenchDatabase,
  searches: Search[],
  load: { connections: number; seconds: number; poolSize: number },
): Promise<LoadFigures> {
  const statements = searches.map(plainStatement)
  const pool = new pg.Pool({ connectionString: database.url, max: load.poolSize })
  // Anyone who interrupts the bench ends PostgreSQL under these.
  pool.on('error', () => {})
  let requested = 0
  try {
    return await timeLoop(load, async (until, record) => {
      while (performance.now() < until) {
        const statement = statements[requested++ % statements.length]
        const sent = performance.now()
        if (statement) await pool.query(statement)
        record(performance.now() - sent)
      }
    })
  } finally {
    await pool.end()
  }
}

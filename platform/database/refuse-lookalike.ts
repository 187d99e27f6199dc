// Refuses what speaks PostgreSQL's protocol and is none, or stands behind a pool that shares sessions: locks, notifications
// and transaction numbers are what several processes agree by.
import { randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'

const notifyTimeoutMs = 5_000

/** Throws an Error of one sentence that names what is missing. */
export async function refuseLookalike(url: string): Promise<void> {
  const clients = [1, 2].map(() => new pg.Client({ connectionString: url, application_name: 'engine check' }))
  const [first, second] = clients as [pg.Client, pg.Client]
  for (const client of clients) client.on('error', () => {})
  try {
    await Promise.all(clients.map((client) => client.connect()))
    const missing = await findMissing(first, second)
    if (missing)
      throw new Error(
        `this is not a whole PostgreSQL, or a pooler that shares sessions stands before it: ${missing}; connect to the primary server directly`,
      )
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()))
  }
}

async function findMissing(first: pg.Client, second: pg.Client): Promise<string | undefined> {
  const lock = [randomInt(2 ** 47)]
  const taken = await first.query('select pg_advisory_lock($1::bigint)', lock).then(
    () => second.query<{ taken: boolean }>('select pg_try_advisory_lock($1::bigint) as taken', lock),
    () => undefined,
  )
  if (taken?.rows[0]?.taken !== false) return 'advisory locks do not lock'
  if (!(await isNotified(first, second))) return 'LISTEN hears no NOTIFY'
  const numbers = await first.query('select pg_current_xact_id()').catch(() => undefined)
  if (!numbers) return 'transactions have no 64-bit numbers (xid8)'
  const language = await first.query(`select from pg_language where lanname = 'plpgsql'`)
  return language.rowCount ? undefined : 'PL/pgSQL is not there'
}

async function isNotified(first: pg.Client, second: pg.Client): Promise<boolean> {
  const channel = `engine_check_${randomUUID().replaceAll('-', '')}`
  const heard = new Promise<boolean>((done) => {
    const timer = setTimeout(() => done(false), notifyTimeoutMs)
    first.once('notification', () => {
      clearTimeout(timer)
      done(true)
    })
  })
  try {
    await first.query(`listen ${channel}`)
    await second.query(`notify ${channel}`)
  } catch {
    return false
  }
  return heard
}

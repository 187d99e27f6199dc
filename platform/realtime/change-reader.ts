// Reads the outbox: everything that became visible since the last read, in order, once, and says when it cannot.
import type { Database } from '#platform/database/database.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import type { Log } from '#platform/log.ts'

export interface Change {
  id: string
  relation: number
  schema: string
  table: string
  kind: 'INSERT' | 'UPDATE' | 'DELETE'
  /** ISO 8601, UTC, milliseconds. */
  happenedAt: string
  /** JSON text: the row after the change, of a DELETE the row before it. */
  row: string
  /** JSON text: what a subscriber may learn of the row before; the primary key, as a rule. */
  old: string | null
  /** All columns of the table, no matter who may read them. */
  columnCount: number
}

export interface ChangeReaderOptions {
  database: Database
  log: Log
  /** Rejects with DatabaseUnavailableError to be sent the same changes again. */
  onChanges: (changes: Change[]) => Promise<void>
  /** Changes are lost for good: those who listen must fetch again. */
  onMissed: () => void
  /** Nobody listens: what happens is not read. */
  isNeeded: () => boolean
}

export type ChangeReader = ReturnType<typeof createChangeReader>

/** No NOTIFY wakes us, since those who notify commit one after the other: a poll that finds nothing new reads one number. */
const pollEveryMs = 50
const retainMinutes = 10
/** Well within what is stored. */
const longestGapMs = 8 * 60_000
const batchRows = 100

// A transaction is news when the last snapshot did not see it: no commit falls between two polls, whatever its number.
const readText = `
  select c.id, c.relation, c.schema_name as schema, c.table_name as "table", c.kind,
    to_char(c.happened_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "happenedAt",
    coalesce(c.new_row, c.old_row)::text as row,
    case when r.relreplident = 'f' and not r.relrowsecurity then c.old_row::text
      when c.old_row is not null then coalesce((
        select jsonb_object_agg(a.attname, c.old_row -> a.attname)
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = c.relation and i.indisprimary), '{}')::text end as old,
    (select count(*)::int from pg_attribute a where a.attrelid = c.relation and a.attnum > 0 and not a.attisdropped)
      as "columnCount"
  from realtime.changes c left join pg_class r on r.oid = c.relation
  where c.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(c.xid, $1::pg_snapshot)
    and pg_visible_in_snapshot(c.xid, $2::pg_snapshot) and c.id > $3
  order by c.id limit ${batchRows}`

export function createChangeReader(options: ChangeReaderOptions) {
  const { database, log } = options
  /** What has been read; undefined while nobody needs it. */
  let seen: string | undefined
  /** Where the reading up to a snapshot stands: after a failure it goes on there, and sends nothing twice. */
  let reading: { now: string; last: string } | undefined
  let lastPoll = 0
  let running: Promise<void> | undefined
  let again = false
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let starting: Promise<void> | undefined

  async function snapshot(): Promise<string> {
    const { rows } = await database.realtime.query<{ now: string }>({
      name: 'realtime_snapshot',
      text: 'select pg_current_snapshot()::text as now',
    })
    return rows[0]?.now ?? ''
  }

  /** Resolves when every change from now on will be sent. */
  async function begin(): Promise<void> {
    if (seen !== undefined) return
    starting ??= snapshot()
      .then((now) => {
        seen = now
        lastPoll = performance.now()
      })
      .finally(() => {
        starting = undefined
      })
    await starting
  }

  function check(): void {
    if (closed || seen === undefined) return
    if (!options.isNeeded()) {
      if (!running) seen = undefined
      return
    }
    again = true
    running ??= run().finally(() => {
      running = undefined
    })
  }

  async function run(): Promise<void> {
    let pauseMs = 100
    while (again && !closed) {
      again = false
      try {
        await readNews()
        pauseMs = 100
      } catch (error) {
        again = true
        if (!isDatabaseUnavailable(error)) {
          log.warn({ reason: (error as Error).message }, 'realtime cannot read the changes yet')
          seen = await snapshot().catch(() => seen)
          reading = undefined
          options.onMissed()
        }
        const pause = pauseMs
        await new Promise<void>((done) => {
          retry = setTimeout(done, pause)
        })
        pauseMs = Math.min(pauseMs * 2, 5_000)
      }
    }
  }

  async function readNews(): Promise<void> {
    const since = seen
    if (since === undefined) return
    const now = await snapshot()
    if (performance.now() - lastPoll > longestGapMs || isOlder(now, since)) {
      seen = now
      reading = undefined
      lastPoll = performance.now()
      options.onMissed()
      return
    }
    // The same transactions are over as before: nothing can have become visible.
    if (!reading && now === since) {
      lastPoll = performance.now()
      return
    }
    reading ??= { now, last: '0' }
    for (;;) {
      const { rows } = await database.realtime.query<Change>({
        name: 'realtime_read',
        text: readText,
        values: [since, reading.now, reading.last],
      })
      if (rows.length > 0) await options.onChanges(rows)
      reading.last = rows.at(-1)?.id ?? reading.last
      if (rows.length < batchRows) break
    }
    if (reading.now !== now) again = true
    seen = reading.now
    reading = undefined
    lastPoll = performance.now()
  }

  async function prune(): Promise<void> {
    await database.realtime.query(
      `with old_changes as (
         delete from realtime.changes where happened_at < now() - interval '${retainMinutes} minutes')
       delete from realtime.messages where inserted_at < now() at time zone 'utc' - interval '3 days'`,
    )
  }

  const looking = setInterval(check, pollEveryMs)
  looking.unref()

  return {
    prune,
    begin,
    close(): void {
      closed = true
      clearInterval(looking)
      clearTimeout(retry)
    },
  }
}

/** Another database answers, or an older copy of ours: its numbers mean nothing to us. */
function isOlder(now: string, since: string): boolean {
  const newest = (text: string) => BigInt(text.split(':')[1] ?? 0)
  return newest(now) < newest(since)
}

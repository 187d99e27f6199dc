// Caches the content: read at the start, and again when the database notifies that it has changed.
import type { Content } from '#domain/company/content.ts'
import { defaultContent } from '#domain/company/content-defaults.ts'
import { getLagosDay } from '#domain/dates.ts'
import type { Database } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { msUntilMidnightInLagos } from '#server/jobs/midnight.ts'
import { noRecords, readContent } from './read-content.ts'
import { readRecords } from './read-records.ts'

export interface CachedContent {
  /** The last that was read; before any, what the site brings along, of which no page is drawn (startJobs). */
  current(): Content
  /** Whether it was read at all. */
  isRead(): boolean
  /** Reads it again at each change, at midnight in Lagos, and when an approved account comes into force; then calls `onChange`. */
  job: Job
}

export interface CacheContentOptions {
  database: Database
  /** The expression that makes the page of products (readContent). */
  catalogue: string
  clock: () => Date
  /** After each reading, also after one that failed: what was stored of before may be wrong. */
  onChange: () => void
}

export function createCachedContent({
  database,
  catalogue,
  clock,
  onChange,
}: CacheContentOptions): CachedContent {
  let content = defaultContent
  /** Counted once a day: cheap, and nobody sees by a change of it what was just registered or bought. Courses are content (readContent). */
  let records = noRecords
  return {
    current: () => content,
    isRead: () => content !== defaultContent,
    job: {
      name: 'content',
      channel: 'content_changed',
      msUntilNext: msUntilMidnightInLagos,
      async run(signal) {
        try {
          content = await readContent(database, catalogue, records)
          if (records.asOf !== getLagosDay(clock())) {
            records = await readRecords(database, clock())
            content = await readContent(database, catalogue, records)
          }
          return { runAgainInMs: await findNextChange(database, clock) }
        } finally {
          if (!signal.aborted) onChange()
        }
      },
    },
  }
}

/** An approved account comes into force by time alone: nobody notifies us then. */
async function findNextChange(database: Database, clock: () => Date): Promise<number[]> {
  const { rows } = await queryAsServiceRole<{ at: Date | null }>(
    database,
    'select private.next_settlement_change() as at',
  )
  const at = rows[0]?.at
  return at ? [new Date(at).getTime() - clock().getTime() + 1] : []
}

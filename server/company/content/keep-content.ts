// Keeps the content as it is now: read at the start, and again when the database says that it has changed.
import type { Content } from '#domain/company/content.ts'
import { defaultContent } from '#domain/company/content-defaults.ts'
import type { Database } from '#platform/database/database.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import type { Log } from '#platform/log.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { readContent } from './read-content.ts'

export interface KeptContent {
  /** What is known: the last that was read; before any, what the site brings along. */
  current(): Content
  /** Reads it anew, then calls `onChange`; calls that come together share one reading, and never miss a change. */
  refresh(): Promise<void>
  stop(): void
}

export interface KeepContentOptions {
  database: Database
  /** The expression that makes the page of products (readContent). */
  catalogue: string
  log: Log
  clock: () => Date
  /** After each reading, also after one that failed: what was kept of before may be wrong. */
  onChange: () => void
}

// The longest time that setTimeout can wait.
const longestWaitMs = 2 ** 31 - 1

export function createKeptContent({
  database,
  catalogue,
  log,
  clock,
  onChange,
}: KeepContentOptions): KeptContent {
  let content = defaultContent
  let reading: Promise<void> | undefined
  let again = false
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function read(): Promise<void> {
    try {
      while (again && !stopped) {
        again = false
        content = await readContent(database, catalogue)
        await scheduleNextChange()
      }
    } catch (error) {
      // After a lost connection the listener calls once more; until then the pages show what was last known.
      if (!isDatabaseUnavailable(error))
        log.warn({ error }, 'the content could not be read; pages show what was last known')
    } finally {
      reading = undefined
      if (!stopped) onChange()
    }
  }

  /** An approved account comes into force by time alone: nobody tells us then. */
  async function scheduleNextChange(): Promise<void> {
    const { rows } = await queryAsServiceRole<{ at: Date | null }>(
      database,
      'select private.next_settlement_change() as at',
    )
    clearTimeout(timer)
    const at = rows[0]?.at
    if (!at || stopped) return
    const waitMs = Math.max(0, new Date(at).getTime() - clock().getTime()) + 1
    timer = setTimeout(() => void refresh(), Math.min(waitMs, longestWaitMs))
    timer.unref()
  }

  function refresh(): Promise<void> {
    again = true
    reading ??= read()
    return reading
  }

  return {
    current: () => content,
    refresh,
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

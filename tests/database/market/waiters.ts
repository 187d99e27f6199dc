// Who waits for a lock, so that a test acts just then.
import { expect } from 'vitest'
import type { App } from '#tests/harness/migrated-database.ts'

/** Until so many wait for a lock, or the work is done without waiting. */
export async function waitersOr({ owner }: Pick<App, 'owner'>, count: number, work: Promise<unknown>) {
  let isDone = false
  work.then(
    () => (isDone = true),
    () => (isDone = true),
  )
  await expect
    .poll(async () => {
      const { rows } = await owner.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return isDone || (rows[0]?.waiting ?? 0) >= count
    })
    .toBe(true)
}

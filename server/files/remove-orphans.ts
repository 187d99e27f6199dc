// Removes files that no row names, in batches.
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'

/** `query` answers up to $2 of their names, in order, as `name`, those after $1. Answers how many were removed. */
export async function removeOrphans(
  database: Database,
  store: { remove(names: string[]): Promise<unknown> },
  query: string,
  batch: number,
): Promise<number> {
  let removed = 0
  let after = ''
  for (;;) {
    const { rows } = await queryAsServiceRole<{ name: string }>(database, query, [after, batch])
    const names = rows.map(({ name }) => name)
    if (names.length === 0) return removed
    after = names.at(-1) ?? ''
    await store.remove(names)
    removed += names.length
  }
}

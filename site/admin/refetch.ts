/** After a change of a table: what the admin area shows of it is queried again, and so are the counts where they count it. */
import type { QueryClient } from '@tanstack/react-query'
import { taskRecordTypes } from '#domain/admin/tasks.ts'

export const countsKey = ['admin-counts'] as const

function listKeys(tables: Iterable<string>): (readonly string[])[] {
  const names = [...tables]
  const counted = names.some((table) => taskRecordTypes.some((type) => type === table))
  return [...names.map((table) => [table]), ...(counted ? [countsKey] : [])]
}

let ownChangeAt = Number.NEGATIVE_INFINITY
const ownWithinMs = 10_000

/** Whether what changes now where the user works may well be what the user did. */
export function isAfterOwnChange(): boolean {
  return performance.now() - ownChangeAt < ownWithinMs
}

/** After a change of one's own: an answer that is under way may be older than the change, and is not waited for. */
export async function refetch(queries: QueryClient, tables: Iterable<string>): Promise<void> {
  ownChangeAt = performance.now()
  await Promise.all(
    listKeys(tables).map(async (queryKey) => {
      await queries.cancelQueries({ queryKey })
      await queries.invalidateQueries({ queryKey })
    }),
  )
}

/**
 * After changes of others, which may come without end: what is under way is left to arrive. A thousand mails of a morning
 * read nothing again of a record that none of them is about.
 */
export function refetchGently(
  queries: QueryClient,
  tables: Iterable<string>,
  records: ReadonlySet<string>,
): void {
  for (const queryKey of listKeys(tables)) {
    void queries.invalidateQueries(
      { queryKey, predicate: ({ queryKey: [, of, , id] }) => of !== 'about' || records.has(String(id)) },
      { cancelRefetch: false },
    )
  }
}

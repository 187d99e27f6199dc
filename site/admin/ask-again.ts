/** After a change of a table: what the desk shows of it is asked again, and so are the counts where they count it. */
import type { QueryClient } from '@tanstack/react-query'
import { deskRecordTypes } from '#domain/admin/desk.ts'

export const countsKey = ['desk-counts'] as const

function listKeys(tables: Iterable<string>): (readonly string[])[] {
  const names = [...tables]
  const counted = names.some((table) => deskRecordTypes.some((type) => type === table))
  return [...names.map((table) => [table]), ...(counted ? [countsKey] : [])]
}

/** After a change of one's own: an answer that is under way may be older than the change, and is not waited for. */
export async function askAgain(queries: QueryClient, tables: Iterable<string>): Promise<void> {
  await Promise.all(
    listKeys(tables).map(async (queryKey) => {
      await queries.cancelQueries({ queryKey })
      await queries.invalidateQueries({ queryKey })
    }),
  )
}

/** After changes of others, which may come without end: what is under way is left to arrive. */
export function askAgainGently(queries: QueryClient, tables: Iterable<string>): void {
  for (const queryKey of listKeys(tables)) {
    void queries.invalidateQueries({ queryKey }, { cancelRefetch: false })
  }
}

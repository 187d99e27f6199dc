/** After a change of a table: what the desk shows of it is asked again, and so are the counts. */
import type { QueryClient } from '@tanstack/react-query'

export const countsKey = ['desk-counts'] as const

export async function askAgain(queries: QueryClient, tables: Iterable<string>): Promise<void> {
  await Promise.all(
    [...[...tables].map((table) => [table]), countsKey].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  )
}

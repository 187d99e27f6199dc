/** Prints a list with all that matches, and not only the page on the screen, up to what one question brings. */
import type { QueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import type { AdminKind, AdminRecord } from './admin-kind.ts'
import { listQuery } from './list-query.ts'
import type { ListState } from './use-list-state.ts'
import { recordFlagsQuery, recordWorkQuery } from './work-data.ts'

/** As many as find_records gives at once. */
const printedMax = 500

export async function printList<R extends AdminRecord>(
  queries: QueryClient,
  kind: AdminKind<R>,
  state: ListState,
  /** Null: the page on the screen again. */
  show: (records: readonly R[] | null) => void,
): Promise<void> {
  const { records } = await queries.fetchQuery(
    listQuery(kind, { ...state, pageIndex: 0, pageSize: printedMax }),
  )
  const ids = records.map(({ id }) => id)
  if (kind.recordType) await queries.prefetchQuery(recordWorkQuery(kind.recordType, ids))
  if (kind.recordType && kind.hasFlags) await queries.prefetchQuery(recordFlagsQuery(kind.recordType, ids))
  addEventListener('afterprint', () => show(null), { once: true })
  flushSync(() => show(records))
  window.print()
}

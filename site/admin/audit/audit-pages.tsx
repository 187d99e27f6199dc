/** Rows of the audit trail in pages: what is shown while they come, when there are none, and the way to earlier ones. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatCount } from '#domain/numbers.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { Button } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { RetryNotice } from '#site/ui/error-notice.tsx'

const pageOfEntries = 50

interface AuditPagesProps<Row> {
  /** The function that finds them, and what it is given. */
  name: string
  args: Readonly<Record<string, unknown>>
  /** What the function is given for the page after this row. */
  after: (row: Row) => Readonly<Record<string, unknown>>
  noneFound: string
  children: (rows: readonly Row[]) => ReactNode
}

export function AuditPages<Row>({ name, args, after, noneFound, children }: AuditPagesProps<Row>) {
  const query = useInfiniteQuery({
    queryKey: ['audit_trail', name, args],
    queryFn: ({ pageParam }) =>
      callAdmin<Row[]>(name, {
        ...args,
        ...(pageParam === null ? {} : after(pageParam as Row)),
        max_rows: pageOfEntries,
      }),
    initialPageParam: null as Row | null,
    getNextPageParam: (last) => (last.length < pageOfEntries ? undefined : last.at(-1)),
    placeholderData: keepPreviousData,
  })
  const rows = query.data?.pages.flat() ?? []
  return (
    <>
      {query.isError && (
        <RetryNotice onRetry={() => void query.refetch()}>The audit trail could not be loaded.</RetryNotice>
      )}
      {query.isPending && (
        <p role="status" className="text-stone">
          Loading...
        </p>
      )}
      {query.isSuccess && rows.length === 0 && <EmptyState title={noneFound} />}
      {rows.length > 0 && children(rows)}
      {query.hasNextPage && (
        <p className="print-only">The newest {formatCount(rows.length)}. There are earlier entries.</p>
      )}
      {query.hasNextPage && (
        <div className="no-print">
          <Button
            size="sm"
            variant="outline"
            busy={query.isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => void query.fetchNextPage()}
          >
            Earlier entries
          </Button>
        </div>
      )}
    </>
  )
}

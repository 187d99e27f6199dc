/** The admin area's four counts: all records of each kind, exactly, and how many of them wait for a decision. */

import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#domain/numbers.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { adminRefreshMs } from '#site/admin/records/list-records.ts'
import { countsKey } from '#site/admin/refetch.ts'

const cards = [
  { table: 'orders', label: 'Total Orders' },
  { table: 'farmers', label: 'Farmers' },
  { table: 'buyers', label: 'Buyers' },
  { table: 'investors', label: 'Investors' },
] as const

type Counts = Partial<Record<string, { total: number; pending: number }>>

export function AdminCounts() {
  // Counted by the database: rows fetched to be counted here would stop at the service's row limit.
  const query = useQuery({
    queryKey: countsKey,
    queryFn: () => callAdmin<Counts>('admin_counts'),
    refetchInterval: adminRefreshMs,
  })
  return (
    <ul className="grid grid-cols-2 border-y border-ink lg:grid-cols-4">
      {cards.map(({ table, label }) => {
        const { total, pending = 0 } = query.data?.[table] ?? {}
        return (
          <li
            key={table}
            className="grid content-start gap-1 border-line py-3 pe-4 not-first:ps-5 max-lg:odd:ps-0 max-lg:odd:border-e lg:not-first:border-s max-lg:nth-[n+3]:border-t"
          >
            <h2 className="font-sans text-sm font-semibold tracking-normal text-stone">{label}</h2>
            <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <span className="num font-serif text-3xl font-semibold leading-none">
                {total !== undefined ? formatCount(total) : query.isError ? 'Unknown' : '…'}
              </span>
              {pending > 0 && <span className="status status-pending">{formatCount(pending)} pending</span>}
            </p>
          </li>
        )
      })}
    </ul>
  )
}

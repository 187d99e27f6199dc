/** The admin area's four counts: all records of each kind, exactly, and how many of them wait for a decision. */

import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatCount } from '#domain/numbers.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { adminRefreshMs } from '#site/admin/records/list-records.ts'
import { countsKey } from '#site/admin/refetch.ts'
import { paths } from '#site/paths.ts'

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
    <ul className="admin-counts">
      {cards.map(({ table, label }) => {
        const { total, pending = 0 } = query.data?.[table] ?? {}
        return (
          <li key={table}>
            <Link to={`${paths.admin}?tab=${table}`}>
              <h2>{label}</h2>
              <b className="num">
                {total !== undefined ? formatCount(total) : query.isError ? 'Unknown' : '…'}
              </b>
              {pending > 0 && <span className="num">{formatCount(pending)} pending</span>}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** The desk's four counts: all records of each kind, exactly, and how many of them wait for a decision. */
import { useQuery } from '@tanstack/react-query'
import { deskRefreshMs } from '#site/lib/desk/list-records.ts'
import { getSupabase } from '#site/lib/supabase.ts'

type CountedTable = 'orders' | 'farmers' | 'buyers' | 'investors'

const cards: readonly { table: CountedTable; label: string }[] = [
  { table: 'orders', label: 'Total Orders' },
  { table: 'farmers', label: 'Farmers' },
  { table: 'buyers', label: 'Buyers' },
  { table: 'investors', label: 'Investors' },
]

async function countRecords(table: CountedTable, status?: string): Promise<number> {
  const client = await getSupabase()
  // Counted by the database: rows fetched to be counted here would stop at the service's row limit.
  const all = client.from(table).select('status', { count: 'exact', head: true })
  const { count, error } = await (status ? all.eq('status', status) : all)
  if (error) throw error
  return count ?? 0
}

function useCount(table: CountedTable, status?: string) {
  return useQuery({
    queryKey: [table, 'count', status ?? 'all'],
    queryFn: () => countRecords(table, status),
    refetchInterval: deskRefreshMs,
  })
}

export function AdminCounts() {
  return (
    <ul className="grid grid-cols-2 border-y border-ink lg:grid-cols-4">
      {cards.map(({ table, label }) => (
        <CountCard key={table} table={table} label={label} />
      ))}
    </ul>
  )
}

function CountCard({ table, label }: { table: CountedTable; label: string }) {
  const total = useCount(table)
  const pending = useCount(table, 'pending')
  return (
    <li className="grid content-start gap-1 border-line py-3 pe-4 not-first:ps-5 max-lg:odd:ps-0 max-lg:odd:border-e lg:not-first:border-s max-lg:nth-[n+3]:border-t">
      <h2 className="font-sans text-sm font-semibold tracking-normal text-stone">{label}</h2>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="num font-serif text-3xl font-semibold leading-none">
          {total.data?.toLocaleString('en-NG') ?? (total.isError ? 'Unknown' : '…')}
        </span>
        {pending.data !== undefined && pending.data > 0 && (
          <span className="status status-pending">{pending.data.toLocaleString('en-NG')} pending</span>
        )}
      </p>
    </li>
  )
}

/** How many products run low, with the way to them. */
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { formatCount } from '#domain/numbers.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { Notice } from '#site/ui/panel.tsx'

const lowStockQuery = {
  queryKey: ['products', 'low-stock'],
  async queryFn() {
    const client = await getSupabase()
    const { data, error } = await client
      .rpc('find_records', { list: 'low_stock', page_size: 1 })
      .select('count')
    if (error) throw error
    return (data as { count: number | null }).count ?? 0
  },
}

export function LowStock() {
  const [params] = useSearchParams()
  const { data: count = 0 } = useQuery(lowStockQuery)
  if (count === 0 || params.get('status') === 'low_stock') return null
  return (
    <Notice>
      <p>
        {count === 1 ? '1 product runs low.' : `${formatCount(count)} products run low.`}{' '}
        <Link to="?status=low_stock">Show low stock</Link>
      </p>
    </Notice>
  )
}

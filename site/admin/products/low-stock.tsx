/** How many products run low, with the way to them. */
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { formatCount } from '#domain/numbers.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { cx } from '#site/ui/cx.ts'
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

/** Always there and as high, whatever the number is: the list below it does not move under a pointer. */
export function LowStock() {
  const [params] = useSearchParams()
  const { data: count } = useQuery(lowStockQuery)
  if (params.get('status') === 'low_stock') return null
  return (
    <Notice>
      <p className={cx('truncate', count === undefined && 'invisible')}>
        {describeLowStock(count ?? 0)}{' '}
        <Link to="?status=low_stock" className={cx(!count && 'invisible')}>
          Show low stock
        </Link>
      </p>
    </Notice>
  )
}

function describeLowStock(count: number): string {
  if (count === 0) return 'No product runs low.'
  return count === 1 ? '1 product runs low.' : `${formatCount(count)} products run low.`
}

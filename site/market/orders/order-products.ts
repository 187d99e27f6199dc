/** What can be ordered in bulk: the rows that staff maintain, and while they cannot be read, the list of the beginning. */
import { queryOptions } from '@tanstack/react-query'
import { orderProducts } from '#domain/order-products.ts'
import { connectAuth } from '#site/lib/auth-state.ts'

export const orderProductsQuery = queryOptions({
  queryKey: ['order-products'],
  staleTime: 60_000,
  async queryFn(): Promise<readonly string[]> {
    const { data, error } = await (await connectAuth())
      .from('order_products')
      .select('label')
      .eq('is_active', true)
      .order('position')
      .order('label')
    if (error) throw error
    return data.map(({ label }) => label)
  },
  placeholderData: orderProducts,
})

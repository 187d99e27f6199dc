/** The products of the order form as staff change them, with what the export catalogue says of each. */
import { queryOptions } from '@tanstack/react-query'
import { getSupabase } from '#site/lib/supabase.ts'

export const orderProductTables = ['order_products']

export const orderProductsQuery = queryOptions({
  queryKey: orderProductTables,
  async queryFn() {
    const client = await getSupabase()
    const { data, error } = await client
      .from('order_products')
      .select(
        'id,label,position,is_active,container_20ft_kg,container_40ft_kg,grade,season,origin_states,minimum_lot,minimum_lot_unit,packing,hs_code,price_kobo,price_currency,price_unit,price_basis,price_on,photo_path,vat_class',
      )
      .order('position')
      .order('label')
    if (error) throw error
    return data
  },
})

export type OrderProduct = Awaited<ReturnType<NonNullable<(typeof orderProductsQuery)['queryFn']>>>[number]

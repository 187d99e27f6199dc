/** The products of the order form as staff change them, with what the export catalogue says of each. */
import { queryOptions } from '@tanstack/react-query'
import { describeChangedMeanwhile, describeNotAllowed } from '#site/admin/records/use-seen-row.ts'
import { type AppClient, getSupabase } from '#site/lib/supabase.ts'

export const orderProductTables = ['order_products']

export const orderProductsQuery = queryOptions({
  queryKey: orderProductTables,
  async queryFn() {
    const client = await getSupabase()
    const { data, error } = await client
      .from('order_products')
      .select(
        'id,label,position,is_active,container_20ft_kg,container_40ft_kg,grade,season,origin_states,minimum_lot,minimum_lot_unit,packing,hs_code,price_kobo,price_currency,price_unit,price_basis,price_on,photo_path,vat_class,updated_at',
      )
      .order('position')
      .order('label')
    if (error) throw error
    return data
  },
})

export type OrderProduct = Awaited<ReturnType<NonNullable<(typeof orderProductsQuery)['queryFn']>>>[number]

type Changes = Partial<Omit<OrderProduct, 'id' | 'updated_at'>>

/**
 * Saves of the values what is another one than was seen, as long as that still stands there: what a colleague saved meanwhile
 * is not written over, and nobody is held up by a change of something else.
 */
export async function changeProduct(client: AppClient, seen: OrderProduct, values: Changes) {
  const changed = (Object.keys(values) as (keyof Changes)[]).filter((name) => values[name] !== seen[name])
  if (changed.length === 0) return { error: null }
  const changes: Changes = Object.fromEntries(changed.map((name) => [name, values[name]]))
  let saving = client.from('order_products').update(changes).eq('id', seen.id)
  for (const name of changed)
    saving = seen[name] === null ? saving.is(name, null) : saving.eq(name, seen[name])
  const { data, error } = await saving.select('id')
  if (error || data.length > 0) return { error }
  const { data: now } = await client.from('order_products').select().eq('id', seen.id).maybeSingle()
  return {
    error:
      now && changed.every((name) => now[name] === seen[name])
        ? describeNotAllowed('product')
        : describeChangedMeanwhile('product'),
  }
}

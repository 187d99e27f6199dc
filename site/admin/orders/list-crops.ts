/** The products of the order form, for the filter of the lists of orders. */
import { asOptions } from '#site/admin/records/list-filters.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export async function listCrops() {
  const { data, error } = await (await getSupabase())
    .from('order_products')
    .select('label')
    .order('position')
    .order('label')
  if (error) throw error
  return asOptions(data.map(({ label }) => label))
}

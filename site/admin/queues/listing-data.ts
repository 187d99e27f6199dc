/** Products as the list and the drawer read them. */
import { listMatches } from '#site/admin/records/find-records.ts'
import { readOne } from '#site/admin/records/list-records.ts'
import type { ListState } from '#site/admin/records/use-list-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'

/** In place of a state: products of every state that run low, a list of its own. */
export const low = 'low_stock'

export const listListings = (state: ListState) =>
  listMatches(
    state.status === low ? low : 'products',
    state.status === low ? { ...state, status: '' } : state,
    (result) => result.select('count,records:products(*,product_stock(reserved))'),
  )

export async function findListing(id: string) {
  const client = await getSupabase()
  return readOne(await client.from('products').select('*,product_stock(reserved)').eq('id', id).maybeSingle())
}

export type Listing = Awaited<ReturnType<typeof listListings>>['records'][number]

/** The weight of one pack in grams, as private.pack_grams; null: nobody has entered it. */
export function weightOf({ weight_grams, pack_unit, pack_amount }: Listing): number | null {
  return weight_grams ?? (pack_unit === 'kg' ? pack_amount * 1000 : null)
}

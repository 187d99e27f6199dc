/** What the export catalogue says of the goods that a line of a quote names: its boxes begin with it. */
import { queryOptions } from '@tanstack/react-query'
import { readCatalogueTerms } from '#domain/market/catalogue-terms.ts'
import type { LineTerms } from '#domain/market/goods-terms.ts'
import { plain, startOf } from '#domain/market/pair-goods.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export const catalogueTermsQuery = queryOptions({
  queryKey: ['order_products', 'terms'],
  async queryFn() {
    const client = await getSupabase()
    const { data } = await client
      .from('order_products')
      .select('label,grade,packing,hs_code,origin_states')
      .throwOnError()
    return data
  },
})

export type CatalogueTerms = Awaited<ReturnType<NonNullable<(typeof catalogueTermsQuery)['queryFn']>>>

/** "Cocoa Beans, fermented" is cocoa beans; of what is not in the catalogue nothing is known. */
export function findCatalogueTerms(products: CatalogueTerms, description: string): LineTerms {
  const product = products.find(({ label }) =>
    [plain(description), startOf(description)].includes(plain(label)),
  )
  return product ? readCatalogueTerms(product) : {}
}

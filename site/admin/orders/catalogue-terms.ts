/** What the export catalogue says of the goods that a line of a quote names: its boxes begin with it, and its tax. */
import { queryOptions } from '@tanstack/react-query'
import { readCatalogueTerms } from '#domain/market/catalogue-terms.ts'
import type { LineTerms } from '#domain/market/goods-terms.ts'
import { hasWholeWords, plain, startOf } from '#domain/market/pair-goods.ts'
import { isNigeria } from '#domain/market/quote-currency.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export const catalogueTermsQuery = queryOptions({
  queryKey: ['order_products', 'terms'],
  async queryFn() {
    const client = await getSupabase()
    const { data } = await client
      .from('order_products')
      .select('label,grade,packing,hs_code,origin_states,vat_class,is_active')
      .throwOnError()
    return data
  },
})

export type CatalogueTerms = Awaited<ReturnType<NonNullable<(typeof catalogueTermsQuery)['queryFn']>>>

/** "Cocoa Beans, fermented" is cocoa beans; of what is not in the catalogue nothing is known. */
function findProduct(products: CatalogueTerms, description: string) {
  return products.find(({ label }) => [plain(description), startOf(description)].includes(plain(label)))
}

export function findCatalogueTerms(products: CatalogueTerms, description: string): LineTerms {
  const product = findProduct(products, description)
  return product ? readCatalogueTerms(product) : {}
}

/**
 * The VAT that goods bear where nobody says it: that of the longest name in the catalogue that their description has, or of what was
 * requested, where they are the only ones; '' where neither is known. As private.default_vat_class.
 */
export function findGoodsVat(
  products: CatalogueTerms,
  description: string,
  country: string,
  requested: string | null = null,
): string {
  if (!isNigeria(country)) return 'export'
  const [named] = products
    .filter(({ label }) => hasWholeWords(description, label))
    .sort((one, other) => other.label.length - one.label.length || rank(one) - rank(other))
  const asked = requested?.toLowerCase()
  return (named ?? products.find(({ label }) => label.toLowerCase() === asked))?.vat_class ?? ''
}

/** Of two of one name, the one that is sold. */
const rank = ({ is_active: isActive }: CatalogueTerms[number]) => (isActive ? 0 : 1)

/** Queries a page of the catalogue that this page does not know, and remembers what came. */
import { type CatalogueProduct, cataloguePageSize } from '#domain/market/products.ts'
import { requestProducts, selectProduct } from '#site/market/cart/read-products.ts'
import type { CatalogueFilters } from './filters.ts'
import type { ProductResults } from './find-products.ts'

const answers = new Map<string, ProductResults>()
const answersMax = 50

export function recallSearch(filters: CatalogueFilters): ProductResults | undefined {
  return answers.get(pathOf(filters))
}

/** The products passed in and all that ever came, each once. */
export function listSeenProducts(first: readonly CatalogueProduct[]): CatalogueProduct[] {
  const all = [...[...answers.values()].flatMap(({ products }) => products), ...first]
  return [...new Map(all.map((product) => [product.id, product])).values()]
}

export async function searchProducts(filters: CatalogueFilters, signal: AbortSignal): Promise<void> {
  const path = pathOf(filters)
  const rows = await requestProducts(path, signal)
  if (answers.size >= answersMax) answers.clear()
  // One more than a page was requested: it shows whether there is a next one.
  answers.set(path, {
    products: rows.slice(0, cataloguePageSize),
    hasNext: rows.length > cataloguePageSize,
  })
}

function pathOf({ query, category, sort, page }: CatalogueFilters): string {
  const search = new URLSearchParams({
    select: selectProduct,
    query: query.trim(),
    category,
    sort,
    page_size: String(cataloguePageSize + 1),
    page_offset: String((page - 1) * cataloguePageSize),
  })
  return `/rest/v1/rpc/search_products?${search}`
}

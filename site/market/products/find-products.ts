/** Searching and sorting the products that the page knows already, as search_products does with all of them. */
import {
  type CatalogueProduct,
  cataloguePageSize,
  foldForSearch,
  matchesSearch,
  type ProductSort,
} from '#domain/market/products.ts'
import type { CatalogueFilters } from './filters.ts'

const compare: Record<ProductSort, (a: CatalogueProduct, b: CatalogueProduct) => number> = {
  name: (a, b) => compareTexts(a.name.toLowerCase(), b.name.toLowerCase()) || compareIds(a, b),
  price_low: (a, b) => a.priceKobo - b.priceKobo || compareIds(a, b),
  price_high: (a, b) => b.priceKobo - a.priceKobo || compareIds(b, a),
  newest: (a, b) => b.createdAt.localeCompare(a.createdAt) || compareIds(b, a),
  rating: (a, b) =>
    (b.ratingAverage ?? 0) - (a.ratingAverage ?? 0) || b.ratingCount - a.ratingCount || compareIds(b, a),
}

function compareIds(a: CatalogueProduct, b: CatalogueProduct): number {
  return compareTexts(a.id, b.id)
}

/** Letter by letter, as the database does with products.sort_name and ids: the same on every server and device. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export interface ProductResults {
  products: readonly CatalogueProduct[]
  hasNext: boolean
}

export function findProducts(
  known: readonly CatalogueProduct[],
  { query, category, sort, page }: CatalogueFilters,
): ProductResults {
  const result = putNamesFirst(
    known
      .filter((product) => (category === 'All' || product.category === category) && isMatch(product, query))
      .sort(compare[sort]),
    { query, sort },
  )
  const start = (page - 1) * cataloguePageSize
  return {
    products: result.slice(start, start + cataloguePageSize),
    hasNext: result.length > start + cataloguePageSize,
  }
}

/** Sorted by name, a search for rice shows rice before the maize of a farm that has rice in its name. */
function putNamesFirst(
  products: readonly CatalogueProduct[],
  { query, sort }: Pick<CatalogueFilters, 'query' | 'sort'>,
): readonly CatalogueProduct[] {
  if (sort !== 'name' || query.trim() === '') return products
  const isNamed = ({ name }: CatalogueProduct) =>
    matchesSearch({ name, search_text: foldForSearch(name) }, query)
  return [...products.filter(isNamed), ...products.filter((product) => !isNamed(product))]
}

function isMatch({ name, farmerName, location }: CatalogueProduct, query: string): boolean {
  return matchesSearch({ name, search_text: foldForSearch(`${name} ${farmerName} ${location}`) }, query)
}

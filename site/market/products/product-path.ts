/** A product's own page. Apart from paths.ts, which every page loads. */
import { makeProductSlug } from '#domain/market/products.ts'
import { paths } from '#site/paths.ts'

/** Its name is there to be read, its id finds it. */
export function productPath(product: { id: string; name: string }): string {
  return `${paths.marketplace}/${makeProductSlug(product)}`
}

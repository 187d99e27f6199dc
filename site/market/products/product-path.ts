/** A product's own page. Apart from paths.ts, which every page loads. */
import { makeProductSlug } from '#domain/market/products.ts'
import { paths } from '#site/paths.ts'

/** The address carries the product's name for people to read, and its id, by which the page finds it. */
export function productPath(product: { id: string; name: string }): string {
  return `${paths.marketplace}/${makeProductSlug(product)}`
}

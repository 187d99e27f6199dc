/** The order form with a product chosen. Apart from paths.ts, which every page loads. */
import { paths } from '#site/paths.ts'

export const productKey = 'product'

export function orderPath(product: string): string {
  return `${paths.order}?${new URLSearchParams({ [productKey]: product })}`
}

/** The order form with a product chosen. Apart from paths.ts, which every page loads. */
import { paths } from '#site/paths.ts'

export const askedProductKey = 'product'

export function orderPath(product: string): string {
  return `${paths.order}?${new URLSearchParams({ [askedProductKey]: product })}`
}

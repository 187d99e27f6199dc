/** How much of a product one order takes; apart from the limits, which more pages carry. */
import { orderLimits } from '#site/market/order-limits.ts'

/** How many packs of a product one order takes now: what staff have set, or what is left of it. */
export const countMost = (stock: number | null): number =>
  Math.min(orderLimits.quantityMax, stock ?? orderLimits.quantityMax)

/** The limits that buyers are told; apart, so that the cart carries no others. */

/** What buyers are told of the limits, as private.order_limits answers it. */
export interface OrderLimits {
  /** Different products in one order. */
  linesMax: number
  /** Packs of one product. */
  quantityMax: number
  priceLockHours: number
  /** Within which a transfer is asked for: so long any order lives at its prices. */
  payHours: number
  /** How long an order waits for the price of its delivery. */
  quoteWaitHours: number
  /** How long a transfer is looked for before its buyer is asked: so long a claim reserves its goods. */
  claimHoldHours: number
}

/** They hold until an answer of the database has brought those of now. */
export const deliveredOrderLimits: OrderLimits = {
  linesMax: 50,
  quantityMax: 10_000,
  priceLockHours: 24,
  payHours: 24,
  quoteWaitHours: 168,
  claimHoldHours: 48,
}

/** The limits of the marketplace as delivered. */
import { deliveredOrderLimits } from './order-limits.ts'

/** private.market_limits is generated from it; the database obeys its rows, which the company may change. */
export const marketLimits = {
  line_quantity_max: deliveredOrderLimits.quantityMax,
  order_lines_max: deliveredOrderLimits.linesMax,
  price_lock_hours: deliveredOrderLimits.priceLockHours,
  member_expiry_hours: 72,
  guest_expiry_hours: 24,
  member_open_orders_max: 20,
  guest_phone_open_orders_max: 3,
  guest_device_open_orders_max: 3,
  member_reminder_hours: 24,
  guest_reminder_hours: 6,
  farmer_products_max: 200,
  /** What one person of finance records alone, in minor units; above it a second person confirms. */
  confirm_alone_max_kobo: 500_000_000,
  refund_alone_max_kobo: 50_000_000,
  confirm_alone_max_cents: 300_000,
  refund_alone_max_cents: 30_000,
  /** How long a claimed payment reserves its goods. */
  claim_hold_hours: deliveredOrderLimits.claimHoldHours,
  /** How long the first part of a payment does. */
  part_paid_hold_hours: 168,
  quote_wait_hours: deliveredOrderLimits.quoteWaitHours,
  /** What someone may hold of a product without having paid: so many packs in any case, or this share of it. */
  guest_hold_packs: 5,
  member_hold_packs: 50,
  guest_hold_percent: 25,
  member_hold_percent: 50,
  guest_hold_sum_kobo: 200_000_000,
  member_hold_sum_kobo: 2_000_000_000,
} as const

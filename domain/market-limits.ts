/** The limits of the marketplace as delivered; apart, so that the cart carries no schemas. */

/** Equal to the rows of private.market_limits as delivered; the database obeys its rows. */
export const marketLimits = {
  line_quantity_max: 10_000,
  order_lines_max: 50,
  price_lock_hours: 24,
  member_expiry_hours: 72,
  guest_expiry_hours: 24,
  member_open_orders_max: 20,
  guest_phone_open_orders_max: 3,
  guest_device_open_orders_max: 3,
  member_reminder_hours: 24,
  guest_reminder_hours: 6,
  farmer_products_max: 200,
} as const

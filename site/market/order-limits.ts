/**
 * What an order may hold and what we promise, as staff have set it. The answers about delivery bring it, and with them is drawn
 * what shows it: no store of its own, which every page with a cart would carry.
 */
import { deliveredOrderLimits, type OrderLimits } from '#domain/market/order-limits.ts'

export const orderLimits: OrderLimits = { ...deliveredOrderLimits }

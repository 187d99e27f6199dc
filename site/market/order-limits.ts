/** What an order may hold and what we promise, as staff have set it: brought by the answers about delivery. */
import { deliveredOrderLimits, type OrderLimits } from '#domain/market/market-limits.ts'
import { createStore, useStore } from '#site/lib/external-store.ts'

export const orderLimits = createStore(deliveredOrderLimits)

export const useOrderLimits = (): OrderLimits => useStore(orderLimits, deliveredOrderLimits)

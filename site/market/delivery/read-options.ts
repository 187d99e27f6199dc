/** What delivery of a basket to a place costs and when it comes, by a plain request: nobody needs to be signed in. */
import type { DeliveryOptions } from '#domain/market/delivery.ts'
import { fetchJson } from '#site/lib/call-server.ts'
import { readPublishableKey } from '#site/lib/page-data.ts'
import { orderLimits } from '#site/market/order-limits.ts'

const timeoutMs = 15_000

export interface BasketLine {
  productId: string
  quantity: number
}

export interface DeliveryPlace {
  state: string
  lga: string
}

export async function readDeliveryOptions(
  items: readonly BasketLine[],
  { state, lga }: DeliveryPlace,
): Promise<DeliveryOptions> {
  const plain = items.map(({ productId, quantity }) => ({ productId, quantity }))
  const options: DeliveryOptions = await fetchJson(
    'POST',
    '/rest/v1/rpc/delivery_options',
    { items: plain, state, lga },
    { as: 'nobody', serviceKey: readPublishableKey(), timeoutMs },
  )
  Object.assign(orderLimits, options.limits)
  return options
}

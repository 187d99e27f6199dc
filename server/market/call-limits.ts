// How often the market is called by the client library: what delivery costs, and what is written into a cart.
import type { HttpBindings } from '@hono/node-server'
import { createMemoryLimiter } from '#platform/auth/memory-limiter.ts'
import type { RestOptions } from '#platform/rest/rest.ts'
import type { Limit } from '#platform/settings.ts'
import type { ClientAddress } from '#server/http/client-address.ts'
import { perTenMinutes } from '#server/http/limit-windows.ts'

export interface MarketCallLimits {
  /** For one address: anybody may call it, and carriers share addresses. */
  deliveryOptions: Limit
  /** For one account. */
  cartWrites: Limit
}

export const defaultMarketCallLimits: MarketCallLimits = {
  deliveryOptions: perTenMinutes(3000),
  cartWrites: perTenMinutes(600),
}

const cartFunctions = new Set(['merge_cart', 'save_cart'])

export function createMarketCallLimiter(options: {
  clientAddress: ClientAddress
  clock: () => Date
  limits: MarketCallLimits
}): NonNullable<RestOptions['takeCall']> {
  const { clientAddress, clock, limits } = options
  const limiter = createMemoryLimiter()
  return ({ method, name, caller, env }) => {
    if (name === 'delivery_options')
      return limiter.take(
        name,
        clientAddress((env as HttpBindings).incoming),
        limits.deliveryOptions,
        clock(),
      )
    if (cartFunctions.has(name) || (name === 'cart_items' && method !== 'GET' && method !== 'HEAD')) {
      const account = (JSON.parse(caller.claims) as { sub?: string }).sub
      return account ? limiter.take('cart', account, limits.cartWrites, clock()) : 0
    }
    return 0
  }
}

/** One order as the page queries it: refetched on its own while someone waits, and never for what does not exist. */
import { queryOptions } from '@tanstack/react-query'
import type { Order } from '#domain/market/order.ts'
import { ServerError } from '#site/lib/call-server.ts'
import { type OrderClient, readAgainMs } from './order-client.ts'

export function orderQuery(orderClient: OrderClient) {
  return queryOptions<Order, Error>({
    queryKey: orderClient.key,
    queryFn: orderClient.read,
    retry: (failures, error) => !isUnknownOrder(error) && failures < 3,
    refetchInterval: ({ state }) => (isUnknownOrder(state.error) ? false : readAgainMs),
  })
}

export function isUnknownOrder(error: Error | null): boolean {
  return error instanceof ServerError && error.isUnknown
}

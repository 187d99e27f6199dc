/** One order as the page asks for it: again on its own while somebody waits, and never for what does not exist. */
import { queryOptions } from '@tanstack/react-query'
import type { Order } from '#domain/market/order.ts'
import { ServerError } from '#site/lib/call-server.ts'
import type { OrderDoor } from './order-door.ts'

const lookAgainMs = 60_000

export function orderQuery(door: OrderDoor) {
  return queryOptions<Order, Error>({
    queryKey: door.key,
    queryFn: door.read,
    retry: (failures, error) => !isUnknownOrder(error) && failures < 3,
    refetchInterval: ({ state }) => (isUnknownOrder(state.error) ? false : lookAgainMs),
  })
}

export function isUnknownOrder(error: Error | null): boolean {
  return error instanceof ServerError && error.isUnknown
}

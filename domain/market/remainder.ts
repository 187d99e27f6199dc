/** A rest of an order that is settled without money: deducted by a bank, or written off. */

import type { Order } from './order.ts'
import type { FulfilmentStatus } from './order-axes.ts'
import type { OrderStatus } from './orders.ts'

interface OrderWithRest {
  kind: Order['kind']
  status: OrderStatus
  fulfilmentStatus: FulfilmentStatus
  awaitsDelivery: boolean
  /** What came, less what went back. */
  receivedKobo: number
  /** What is still to be paid. */
  openKobo: number
}

/** Where nothing came and nothing is on its way, an order is declined instead. As private.check_remainder. */
export function maySettleRemainder(order: OrderWithRest): boolean {
  const { kind, status, fulfilmentStatus, awaitsDelivery, receivedKobo, openKobo } = order
  if (awaitsDelivery || status === 'declined' || openKobo <= 0) return false
  if (receivedKobo !== 0) return true
  const isUntouched = status === 'approved' && kind === 'marketplace' && fulfilmentStatus === 'none'
  return status !== 'pending' && !isUntouched
}

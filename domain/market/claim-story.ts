/** Claims of a buyer ("I have paid") and how each ended, read from what happened to the order. */
import type { Order, OrderPayment, OrderRow } from './order.ts'

export const readEvent = ({
  axis,
  from_value,
  to_value,
  created_at,
}: OrderRow['order_events'][number]): Order['events'][number] => ({
  axis: axis as Order['events'][number]['axis'],
  from: from_value,
  to: to_value,
  at: created_at,
})

/** What is known of the claims of an order. */
export interface ClaimStory {
  claims: readonly Pick<Order['claims'][number], 'amountKobo' | 'at'>[]
  events: readonly { axis: string; from: string | null; to: string; at: string }[]
  payments: readonly Pick<OrderPayment, 'kind' | 'at'>[]
}

/** A claim that ends without money: what had come before is as it was. */
export const isRejection = (
  { axis, from, to, at }: ClaimStory['events'][number],
  payments: ClaimStory['payments'],
): boolean =>
  axis === 'payment' &&
  from === 'claimed' &&
  (to === 'unpaid' ||
    (to === 'underpaid' && !payments.some((payment) => payment.kind === 'receipt' && payment.at === at)))

/** The step that ended the claim; a proof that came later is a claim, too, and ends with the first. */
export const findEnd = (claimedAt: string, events: ClaimStory['events']) =>
  events.find(({ axis, from, at }) => axis === 'payment' && from === 'claimed' && at > claimedAt)

export function isRejected(claimedAt: string, { events, payments }: Omit<ClaimStory, 'claims'>): boolean {
  const end = findEnd(claimedAt, events)
  return end !== undefined && isRejection(end, payments)
}

/** Orders: the statuses that each passes through, and how its terms are described to staff. */
import type { StatusMachine } from '../status-machines.ts'

/** What submit_order answers. */
export interface SubmittedOrder {
  id: string
  code: string
  status: OrderStatus
  created_at: string
}

export const orderStatuses = ['pending', 'approved', 'declined', 'completed'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const orderMachine: StatusMachine<OrderStatus> = {
  statuses: orderStatuses,
  initial: 'pending',
  transitions: {
    pending: ['approved', 'declined'],
    // Declined only where neither money nor goods of it have moved (private.find_decline_obstacle).
    approved: ['declined', 'completed'],
    declined: [],
    completed: [],
  },
}

export const orderKinds = ['bulk', 'marketplace'] as const
export const paymentStatuses = [
  'unpaid',
  'claimed',
  'confirmed',
  'underpaid',
  'overpaid',
  'refund_due',
  'refunded',
] as const

/** Money of it is still to come: too much, and what went back after a complaint, was paid as well. */
export const owedStatuses: readonly string[] = [
  'unpaid',
  'claimed',
  'underpaid',
] satisfies (typeof paymentStatuses)[number][]
/** Of them, what its buyer can be asked to pay: no claim waits for our word. */
export const payableStatuses: readonly string[] = owedStatuses.filter((status) => status !== 'claimed')
export const isOwed = (paymentStatus: string): boolean => owedStatuses.includes(paymentStatus)

export const fulfilmentStatuses = ['none', 'preparing', 'dispatched', 'delivered', 'disputed'] as const

/** How an order ended that nobody of the company declined: cancellation is a decline with a code (decision 83). */
export const declineCodes = ['withdrawn_by_buyer', 'payment_expired'] as const
export type DeclineCode = (typeof declineCodes)[number]

/**
 * What the order's state is called, where it is not its status's own word: both sides have agreed, and nobody has approved
 * it yet, or its buyer withdrew it.
 */
export function findOrderWord(order: {
  kind?: string | null
  status: string
  totalKobo?: number | null
  declineCode?: DeclineCode | null
}): string | undefined {
  const { kind, status, totalKobo, declineCode } = order
  if (kind === 'bulk' && status === 'pending' && (totalKobo ?? null) !== null) return 'Agreed'
  return declineCode === 'withdrawn_by_buyer' ? 'Withdrawn' : undefined
}

/** A remark for staff when terms seldom go together; the order is taken all the same (decision 86). */
export function findTermsNote(payment: string, incoterm: string): string | null {
  const sellerShipsFar = incoterm === 'CIF' || incoterm === 'CFR' || incoterm === 'FOB'
  if (payment === 'Cash on Delivery' && sellerShipsFar) {
    return `Cash on delivery with ${incoterm}: goods would travel unpaid. Please agree the terms before approving.`
  }
  return null
}

/** Payment and fulfilment of an order as machines, and the one table of what each event does to all three axes. */

import type { StatusMachine } from '../status-machines.ts'
import type { fulfilmentStatuses, OrderStatus, paymentStatuses } from './orders.ts'
import { fulfilmentStatuses as fulfilments, paymentStatuses as payments } from './orders.ts'

export type PaymentStatus = (typeof paymentStatuses)[number]
export type FulfilmentStatus = (typeof fulfilmentStatuses)[number]

export const paymentMachine: StatusMachine<PaymentStatus> = {
  statuses: payments,
  initial: 'unpaid',
  transitions: {
    unpaid: ['claimed', 'confirmed', 'underpaid', 'overpaid', 'refund_due'],
    claimed: ['unpaid', 'confirmed', 'underpaid', 'overpaid', 'refund_due'],
    confirmed: ['overpaid', 'refund_due', 'underpaid', 'unpaid'],
    underpaid: ['claimed', 'confirmed', 'overpaid', 'refund_due', 'unpaid'],
    overpaid: ['confirmed', 'refund_due', 'underpaid', 'unpaid'],
    refund_due: ['refunded', 'confirmed', 'underpaid', 'unpaid'],
    refunded: ['refund_due', 'underpaid'],
  },
}

export const fulfilmentMachine: StatusMachine<FulfilmentStatus> = {
  statuses: fulfilments,
  initial: 'none',
  transitions: {
    none: ['preparing'],
    preparing: ['dispatched'],
    dispatched: ['delivered'],
    delivered: ['disputed'],
    disputed: ['delivered', 'preparing'],
  },
}

type Steps<Value extends string> = Partial<Record<Value, Value>>

/** From which values an event is possible, and what becomes of each. A value that is not named refuses the event. */
export interface Coupling {
  status: Steps<OrderStatus>
  payment: Steps<PaymentStatus>
  fulfilment: Steps<FulfilmentStatus>
}

function save<Value extends string>(...values: Value[]): Record<Value, Value> {
  return Object.fromEntries(values.map((value) => [value, value])) as Record<Value, Value>
}

const sold = save('approved', 'completed')
const alive = save('pending', 'approved', 'completed')
const anyStatus = save('pending', 'approved', 'declined', 'completed')
const anyFulfilment = save('none', 'preparing', 'dispatched', 'delivered', 'disputed')
const undisputed = save('none', 'preparing', 'dispatched', 'delivered')
const untouched = save('none')
const anyPayment = save(...payments)

export const orderCouplings = {
  /** Nobody paid in time. */
  expire: { status: { pending: 'declined' }, payment: save('unpaid'), fulfilment: untouched },
  /** Staff declined it or the buyer took it back; what was received goes back. */
  decline: {
    status: { pending: 'declined' },
    payment: {
      ...save('unpaid', 'claimed'),
      underpaid: 'refund_due',
      confirmed: 'refund_due',
      overpaid: 'refund_due',
    },
    fulfilment: untouched,
  },
  /**
   * Staff decline what was approved, and nothing of it is here: what had been recorded never came, or nobody paid on credit terms, or all
   * of it was written off.
   */
  decline_unpaid: {
    status: { approved: 'declined' },
    payment: { ...save('unpaid', 'claimed'), underpaid: 'unpaid', confirmed: 'unpaid' },
    fulfilment: untouched,
  },
  /** "Mark as Payment Successful": of a completed order, what goods on credit terms cost, or what a corrected receipt left open. */
  claim: { status: alive, payment: { unpaid: 'claimed', underpaid: 'claimed' }, fulfilment: undisputed },
  reject_claim: { status: anyStatus, payment: { claimed: 'unpaid' }, fulfilment: anyFulfilment },
  /** The claim was about the rest, and a part had been received before. */
  reject_further_claim: { status: anyStatus, payment: { claimed: 'underpaid' }, fulfilment: anyFulfilment },
  pay_short: {
    status: alive,
    payment: { unpaid: 'underpaid', claimed: 'underpaid', underpaid: 'underpaid' },
    fulfilment: anyFulfilment,
  },
  pay_exactly: {
    status: alive,
    payment: { unpaid: 'confirmed', claimed: 'confirmed', underpaid: 'confirmed' },
    fulfilment: anyFulfilment,
  },
  pay_over: {
    status: alive,
    payment: {
      unpaid: 'overpaid',
      claimed: 'overpaid',
      underpaid: 'overpaid',
      confirmed: 'overpaid',
      overpaid: 'overpaid',
    },
    fulfilment: anyFulfilment,
  },
  pay_after_decline: {
    status: save('declined'),
    payment: {
      unpaid: 'refund_due',
      claimed: 'refund_due',
      refund_due: 'refund_due',
      refunded: 'refund_due',
    },
    fulfilment: untouched,
  },
  /** After a complaint that is answered with money: what is above the total goes back as well. */
  pay_after_refund: {
    status: alive,
    payment: { refund_due: 'refund_due', refunded: 'refund_due' },
    fulfilment: anyFulfilment,
  },
  return_surplus: { status: alive, payment: { overpaid: 'confirmed' }, fulfilment: anyFulfilment },
  refund: {
    status: save('approved', 'declined', 'completed'),
    payment: { refund_due: 'refunded' },
    fulfilment: anyFulfilment,
  },
  /** The same, where a part of the total is still to come. */
  refund_before_rest: { status: sold, payment: { refund_due: 'underpaid' }, fulfilment: anyFulfilment },
  /** A receipt was recorded with too much, and nothing came of an order that nobody has worked on: it waits for its money again, or is closed. */
  correct_to_nothing: {
    status: save('pending', 'declined'),
    payment: {
      claimed: 'claimed',
      underpaid: 'unpaid',
      confirmed: 'unpaid',
      overpaid: 'unpaid',
      refund_due: 'unpaid',
    },
    fulfilment: anyFulfilment,
  },
  /** The same, and money is missing. What was done with the goods is not undone. */
  correct_to_short: {
    status: alive,
    payment: {
      claimed: 'claimed',
      underpaid: 'underpaid',
      confirmed: 'underpaid',
      overpaid: 'underpaid',
      refund_due: 'underpaid',
      refunded: 'underpaid',
    },
    fulfilment: anyFulfilment,
  },
  /** The same, and what came is what the order costs. */
  correct_to_exact: {
    status: alive,
    payment: { overpaid: 'confirmed', refund_due: 'confirmed' },
    fulfilment: anyFulfilment,
  },
  /** Within 48 hours of the delivery. */
  dispute: { status: sold, payment: anyPayment, fulfilment: { delivered: 'disputed' } },
  reject_dispute: {
    status: sold,
    payment: anyPayment,
    fulfilment: { disputed: 'delivered' },
  },
  replace_disputed: { status: sold, payment: anyPayment, fulfilment: { disputed: 'preparing' } },
  /** What is granted is taken off what is still to be paid. */
  credit_disputed: {
    status: sold,
    payment: save('unpaid', 'claimed', 'underpaid', 'refund_due'),
    fulfilment: { disputed: 'delivered' },
  },
  credit_disputed_in_full: {
    status: sold,
    payment: { unpaid: 'confirmed', claimed: 'confirmed', underpaid: 'confirmed', refund_due: 'refund_due' },
    fulfilment: { disputed: 'delivered' },
  },
  /** More than is still to be paid: something goes back. */
  refund_disputed: {
    status: sold,
    payment: {
      confirmed: 'refund_due',
      underpaid: 'refund_due',
      overpaid: 'refund_due',
      refund_due: 'refund_due',
      refunded: 'refund_due',
    },
    fulfilment: { disputed: 'delivered' },
  },
} satisfies Record<string, Coupling>

export type OrderEvent = keyof typeof orderCouplings

/** An order as its row has it. */
export interface OrderAxes {
  status: string
  payment_status: string
  fulfilment_status: string
}

/** What a receipt becomes, depending on how much it is and on what was before. */
const receiptEvents = [
  'pay_short',
  'pay_exactly',
  'pay_over',
  'pay_after_decline',
  'pay_after_refund',
] satisfies OrderEvent[]

/** Whether money that stands on the statement can be recorded for an order; the database has the last word. */
export function canTakeMoney(order: OrderAxes): boolean {
  return receiptEvents.some((event) => {
    const { status, payment, fulfilment }: Coupling = orderCouplings[event]
    return (
      Object.hasOwn(status, order.status) &&
      Object.hasOwn(payment, order.payment_status) &&
      Object.hasOwn(fulfilment, order.fulfilment_status)
    )
  })
}

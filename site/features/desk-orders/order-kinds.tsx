/** Orders on the desk: all of them, and those that wait for money, for a price, or for an answer to a complaint. */
import { formatDateTime } from '#domain/dates.ts'
import { limits } from '#domain/limits.ts'
import { formatMoney } from '#domain/money.ts'
import { orderMachine, orderStatuses } from '#domain/orders.ts'
import { formatQuantity } from '#domain/quantities.ts'
import { canChangeStatus, describeStatus } from '#domain/status-machines.ts'
import {
  type DeskOrder,
  findOrder,
  listDisputed,
  listOrders,
  listPayments,
  listUnquoted,
  orderDueHours,
} from '#site/features/desk-orders/order-data.ts'
import { OrderSheet } from '#site/features/desk-orders/order-sheet.tsx'
import { fulfilmentWords, PaymentBadge, paymentWords } from '#site/features/desk-orders/order-words.tsx'
import type { Decisions, DeskKind } from '#site/lib/desk/desk-kind.ts'

/** Too much, and what went back after a complaint, was paid as well. */
const notPaid = ['unpaid', 'claimed', 'underpaid']
/** These queues ask the orders alone, not the people beside them. */
const moneySearchHelp = 'Code, product or place'
const received = ['confirmed', 'overpaid']

const decisions: Decisions<DeskOrder> = {
  table: 'orders',
  nextStatuses: (status) => orderStatuses.filter((next) => canChangeStatus(orderMachine, status, next)),
  inBulk: true,
  // Approved, it could neither be declined nor expire any more, and would keep its stock without money.
  findObstacle: (order, to) =>
    to === 'approved' &&
    order.kind === 'marketplace' &&
    !received.includes(order.payment_status) &&
    !order.credit_terms_reason
      ? 'Can be approved when its payment is confirmed'
      : null,
  // The database completes a quoted order without its payment only with this reason (decision 84).
  askAtCompletion: (order) =>
    order.total_amount !== null && notPaid.includes(order.payment_status) && !order.credit_terms_reason
      ? {
          help: 'The payment of this order is not confirmed. Say on which credit terms it is completed all the same.',
          least: limits.creditTermsReasonMin,
        }
      : null,
}

const buyer = { label: 'Buyer', cell: (order: DeskOrder) => <Buyer order={order} /> }
const placed = {
  label: 'Placed',
  cell: (order: DeskOrder) => <time dateTime={order.created_at}>{formatDateTime(order.created_at)}</time>,
}
const total = {
  label: 'Total',
  numeric: true,
  cell: (order: DeskOrder) =>
    order.total_amount_kobo === null ? 'Not quoted' : formatMoney(order.total_amount_kobo, order.currency),
}

export const ordersKind: DeskKind<DeskOrder> = {
  table: 'orders',
  recordType: 'orders',
  noun: 'order',
  statuses: orderStatuses.map((status) => ({ value: status, label: describeStatus(status) })),
  dueHours: orderDueHours,
  // What is bought at the marketplace waits for its buyer's money; the overdue filter leaves it out as well.
  isPromised: (order) => order.kind === 'bulk',
  decisions,
  searchHelp: 'Code, buyer, phone, product or place',
  title: { label: 'Code', text: (order) => order.code, className: 'code whitespace-nowrap' },
  nameOf: (order) => `order ${order.code}`,
  listRecords: listOrders,
  findRecord: findOrder,
  renderDetails: (order) => <OrderSheet order={order} />,
  columns: [
    buyer,
    { label: 'Product', cell: (order) => order.crop_type },
    { label: 'Quantity', numeric: true, cell: (order) => `${formatQuantity(order.quantity)} ${order.unit}` },
    { label: 'Deliver to', cell: (order) => <span className="line-clamp-2">{order.delivery_address}</span> },
    placed,
  ],
}

/** Decided one by one: what is asked here is about money. */
const alone = { ...decisions, inBulk: false }

export const paymentsKind: DeskKind<DeskOrder> = {
  ...ordersKind,
  noun: 'payment',
  searchHelp: moneySearchHelp,
  decisions: undefined,
  dueHours: undefined,
  statuses: Object.entries(paymentWords).map(([value, label]) => ({ value, label })),
  everyStatus: 'Waiting for us',
  listRecords: listPayments,
  renderStatus: (order) => <PaymentBadge status={order.payment_status} />,
  columns: [buyer, total, placed],
}

export const quotesKind: DeskKind<DeskOrder> = {
  ...ordersKind,
  noun: 'order to quote',
  searchHelp: moneySearchHelp,
  plural: 'orders to quote',
  decisions: alone,
  exportType: undefined,
  statuses: ordersKind.statuses.filter(({ value }) => value === 'pending' || value === 'approved'),
  listRecords: listUnquoted,
}

export const disputesKind: DeskKind<DeskOrder> = {
  ...ordersKind,
  noun: 'dispute',
  searchHelp: moneySearchHelp,
  decisions: undefined,
  dueHours: undefined,
  listRecords: listDisputed,
  columns: [
    buyer,
    total,
    { label: 'Delivery', cell: (order) => fulfilmentWords[order.fulfilment_status] },
    {
      label: 'Delivered',
      cell: (order) => (order.delivered_at ? formatDateTime(order.delivered_at) : null),
    },
  ],
}

function Buyer({ order }: { order: DeskOrder }) {
  const { order_requests: request, order_contacts: contact, profiles } = order
  return (
    <div>
      <p className="font-semibold wrap-break-word md:max-w-40">
        {request?.company_name ?? contact?.name ?? profiles?.full_name ?? 'No name'}
      </p>
      <p className="text-stone wrap-anywhere md:max-w-40 md:truncate">
        {profiles?.email ?? request?.email ?? contact?.email ?? contact?.phone}
      </p>
    </div>
  )
}

/** Orders in the admin area: all of them, and those that wait for money, for a price, or for an answer to a complaint. */
import { formatDateInWords, formatDateTime } from '#domain/dates.ts'
import { limits } from '#domain/limits.ts'
import { orderMachine, orderStatuses } from '#domain/market/orders.ts'
import { formatMoney } from '#domain/money.ts'
import { formatAmount, formatQuantity } from '#domain/quantities.ts'
import { canChangeStatus, describeStatus } from '#domain/status-machines.ts'
import type { AdminKind, Decisions } from '#site/admin/records/admin-kind.ts'
import { Lines } from '#site/admin/records/lines.tsx'
import {
  type AdminOrder,
  findOrder,
  listDisputed,
  listOrders,
  listPayments,
  listUnquoted,
} from './order-data.ts'
import { OrderSheet } from './order-sheet.tsx'
import { fulfilmentWords, PaymentBadge, paymentWords } from './order-words.tsx'

/** Too much, and what went back after a complaint, was paid as well. */
const notPaid = ['unpaid', 'claimed', 'underpaid']
const received = ['confirmed', 'overpaid']

const decisions: Decisions<AdminOrder> = {
  table: 'orders',
  statuses: orderStatuses,
  nextStatuses: (status) => orderStatuses.filter((next) => canChangeStatus(orderMachine, status, next)),
  inBulk: true,
  // Approved, it could neither be declined nor expire any more, and would hold its stock without money.
  findObstacle: (order, to) =>
    to === 'approved' &&
    order.kind === 'marketplace' &&
    !received.includes(order.payment_status) &&
    !order.credit_terms_reason
      ? 'Can be approved when its payment is confirmed'
      : null,
  // The database completes a quoted order without its payment only with this reason (decision 84).
  promptAtCompletion: (order) =>
    order.total_amount !== null && notPaid.includes(order.payment_status) && !order.credit_terms_reason
      ? {
          help: 'The payment of this order is not confirmed. Say on which credit terms it is completed all the same.',
          minLength: limits.creditTermsReasonMin,
        }
      : null,
}

const buyer = { label: 'Buyer', cell: (order: AdminOrder) => <Buyer order={order} /> }
const placed = {
  label: 'Placed',
  cell: (order: AdminOrder) => (
    <Lines
      main={<time dateTime={order.created_at}>{formatDateTime(order.created_at)}</time>}
      more={{
        changed: order.updated_at !== order.created_at && (
          <>
            Changed <time dateTime={order.updated_at}>{formatDateTime(order.updated_at)}</time>
          </>
        ),
      }}
    />
  ),
}
const describeTotal = (order: AdminOrder) =>
  order.total_amount_kobo === null ? 'Not quoted' : formatMoney(order.total_amount_kobo, order.currency)
const total = { label: 'Total', numeric: true, cell: describeTotal }

export const ordersKind: AdminKind<AdminOrder> = {
  table: 'orders',
  recordType: 'orders',
  noun: 'order',
  statuses: orderStatuses.map((status) => ({ value: status, label: describeStatus(status) })),
  hasDue: true,
  decisions,
  searchHelp: 'Code, buyer, phone, product, place or bank reference',
  title: { label: 'Code', text: (order) => order.code, className: 'code whitespace-nowrap' },
  nameOf: (order) => `order ${order.code}`,
  listRecords: listOrders,
  findRecord: findOrder,
  nameValue: (axis, value) => (axis === 'payment' ? paymentWords : fulfilmentWords)[value],
  renderDetails: (order) => <OrderSheet order={order} />,
  columns: [
    buyer,
    {
      label: 'Product',
      cell: (order) => (
        <Lines
          main={order.crop_type}
          more={{
            quantity: formatAmount(formatQuantity(order.quantity), order.unit),
            total: describeTotal(order),
          }}
        />
      ),
    },
    {
      label: 'Deliver to',
      cell: (order) => (
        <Lines
          main={<span className="line-clamp-2">{order.delivery_address}</span>}
          more={{ date: order.delivery_date && `By ${formatDateInWords(order.delivery_date)}` }}
          text={order.special_requirements}
        />
      ),
    },
    placed,
  ],
}

/** Decided one by one: the questions here are about money. */
const alone = { ...decisions, noun: 'order', inBulk: false }

export const paymentsKind: AdminKind<AdminOrder> = {
  ...ordersKind,
  noun: 'payment',
  exportType: 'payments',
  decisions: undefined,
  hasDue: false,
  statuses: Object.entries(paymentWords).map(([value, label]) => ({ value, label })),
  everyStatus: 'Waiting for us',
  listRecords: listPayments,
  renderStatus: (order) => <PaymentBadge status={order.payment_status} />,
  columns: [buyer, total, placed],
}

export const quotesKind: AdminKind<AdminOrder> = {
  ...ordersKind,
  noun: 'order to quote',
  plural: 'orders to quote',
  decisions: alone,
  exportType: 'quotes',
  statuses: ordersKind.statuses.filter(({ value }) => value === 'pending' || value === 'approved'),
  listRecords: listUnquoted,
}

export const disputesKind: AdminKind<AdminOrder> = {
  ...ordersKind,
  noun: 'dispute',
  exportType: 'disputes',
  decisions: undefined,
  hasDue: false,
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

function Buyer({ order }: { order: AdminOrder }) {
  const { order_requests: request, order_contacts: contact, profiles } = order
  const name = request?.company_name ?? contact?.name ?? profiles?.full_name
  return (
    <Lines
      main={<span className="font-semibold">{name ?? 'No name'}</span>}
      more={{
        account: profiles?.full_name !== name && profiles?.full_name,
        address: profiles?.email ?? request?.email ?? contact?.email ?? contact?.phone,
      }}
    />
  )
}

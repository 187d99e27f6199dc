/** Orders that wait for money, for a price, or for an answer to a complaint. */
import { paymentWords } from '#domain/admin/order-state-words.ts'
import { formatDateTime } from '#domain/dates.ts'
import type { AdminKind } from '#site/admin/records/admin-kind.ts'
import { Lines } from '#site/admin/records/lines.tsx'
import { by, days } from '#site/admin/records/list-filters.ts'
import { deliveryDay, deliveryDayFilter } from './delivery-day.tsx'
import { type AdminOrder, listDisputed, listPayments, listUnquoted } from './order-data.ts'
import { buyer, decisions, isUnderpaid, ordersKind, placed, total } from './order-kinds.tsx'
import { PaymentBadge } from './payment-badge.tsx'

/** Decided one by one: the questions here are about money. */
const alone = { ...decisions, noun: 'order', inBulk: false }

/** They are short: no views, and few filters. */
const waitingKind: AdminKind<AdminOrder> = {
  ...ordersKind,
  views: [],
  filters: [deliveryDayFilter, ...days],
}

export const paymentsKind: AdminKind<AdminOrder> = {
  ...waitingKind,
  noun: 'payment',
  exportType: 'payments',
  // Once its money is confirmed the order is approved where that was done.
  decisions: alone,
  hasDue: false,
  statuses: Object.entries(paymentWords).map(([value, label]) => ({ value, label })),
  everyStatus: 'Waiting for us',
  listRecords: listPayments,
  renderStatus: (order, flags) => (
    <PaymentBadge status={order.payment_status} isUnderpaid={isUnderpaid(flags)} />
  ),
  columns: [buyer, total, deliveryDay, placed],
}

export const quotesKind: AdminKind<AdminOrder> = {
  ...waitingKind,
  noun: 'order to quote',
  plural: 'orders to quote',
  decisions: alone,
  exportType: 'quotes',
  everyStatus: 'Waiting for us',
  statuses: ordersKind.statuses.filter(({ value }) => value === 'pending' || value === 'approved'),
  listRecords: listUnquoted,
  columns: ordersKind.columns.filter(({ label }) => label !== 'Money, goods'),
}

export const disputesKind: AdminKind<AdminOrder> = {
  ...waitingKind,
  noun: 'dispute',
  exportType: 'disputes',
  decisions: undefined,
  hasDue: false,
  listRecords: listDisputed,
  columns: [
    buyer,
    {
      label: 'Reason',
      cell(order) {
        const open = order.order_disputes.find(({ resolution }) => resolution === null)
        if (!open) return null
        const photos = open.photo_paths.length
        return (
          <Lines
            main={<span className="line-clamp-2">{open.reason}</span>}
            more={{
              at: `Reported ${formatDateTime(open.created_at)}`,
              photos: photos > 0 && (photos === 1 ? '1 photo' : `${photos} photos`),
            }}
          />
        )
      },
    },
    total,
    {
      label: 'Delivered',
      sorts: by('delivered'),
      cell: (order) => (order.delivered_at ? formatDateTime(order.delivered_at) : null),
    },
  ],
}

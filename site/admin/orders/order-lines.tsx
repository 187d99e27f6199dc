/** What an order of the marketplace consists of, with its VAT. */

import { deliveryWords } from '#domain/market/delivery-words.ts'
import type { VatLine } from '#domain/market/vat.ts'
import { formatMoney } from '#domain/money.ts'
import { VatRows } from '#site/market/delivery/vat-rows.tsx'
import type { AdminOrder, OrderDocuments } from './order-data.ts'

interface OrderLinesProps {
  order: AdminOrder
  items: OrderDocuments['order_items']
}

export function OrderLines({ order, items }: OrderLinesProps) {
  return (
    <section className="drawer-part" aria-label="Lines">
      <h3>Lines</h3>
      <ul className="ruled num">
        {items
          .toSorted((one, other) => one.position - other.position)
          .map((item) => (
            <li key={item.position} className="flex flex-wrap justify-between gap-x-4">
              <span>
                {item.quantity} × {item.product_name} ({item.pack_amount} {item.pack_unit}),{' '}
                {item.farmer_name}
              </span>
              <span>{formatMoney(item.total_kobo, order.currency)}</span>
            </li>
          ))}
        {order.order_deliveries && (
          <li className="flex flex-wrap justify-between gap-x-4">
            <span>
              {order.order_deliveries.kind === 'collect' ? deliveryWords.collecting : deliveryWords.delivery}
            </span>
            <span>
              {order.awaits_delivery
                ? deliveryWords.summaryOpen
                : formatMoney(order.delivery_kobo, order.currency)}
            </span>
          </li>
        )}
      </ul>
      <div className="max-w-none">
        <VatRows lines={order.vat_lines as unknown as VatLine[] | null} currency={order.currency} />
      </div>
      {order.total_amount_kobo !== null && (
        <p className="flex max-w-none justify-between gap-x-4 pt-3">
          <strong>{order.awaits_delivery ? deliveryWords.totalBefore : 'Total'}</strong>
          <strong className="num">{formatMoney(order.total_amount_kobo, order.currency)}</strong>
        </p>
      )}
    </section>
  )
}

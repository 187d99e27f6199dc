/** What an order of the marketplace consists of, with its VAT. */

import { deliveryWords } from '#domain/market/delivery-words.ts'
import type { GoodsVat, VatLine } from '#domain/market/vat.ts'
import { formatMoney } from '#domain/money.ts'
import { VatNote, VatRows } from '#site/market/delivery/vat-rows.tsx'
import type { AdminOrder, OrderDocuments } from './order-data.ts'

interface OrderLinesProps {
  order: AdminOrder
  items: OrderDocuments['order_items']
}

export function OrderLines({ order, items }: OrderLinesProps) {
  const goods = items.map((item) => ({ vat: readVat(item) }))
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
                <VatNote of={readVat(item)} among={goods} />
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

const readVat = ({ vat_class, vat_rate_bp }: OrderDocuments['order_items'][number]): GoodsVat => ({
  vatClass: vat_class,
  rateBp: vat_rate_bp,
})

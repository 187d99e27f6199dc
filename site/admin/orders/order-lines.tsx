/** What an order of the marketplace consists of, with its VAT. */
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
      </ul>
      <VatRows lines={order.vat_lines as unknown as VatLine[] | null} currency={order.currency} />
    </section>
  )
}

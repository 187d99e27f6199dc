/** Each agreed part of a price with what of it is paid, as its buyer reads it; loaded for orders that are paid in parts. */
import type { PaymentDue } from '#domain/market/quotes.ts'
import { describeParts } from '#site/market/market-orders/describe-parts.ts'
import { readMoney } from './order-account.ts'
import type { AdminOrder, OrderDocuments } from './order-data.ts'

interface AgreedPartsProps {
  order: AdminOrder
  orderDocuments: OrderDocuments
}

export function AgreedParts({ order, orderDocuments }: AgreedPartsProps) {
  const parts = describeParts({
    ...readMoney(order, orderDocuments),
    currency: order.currency,
    instalments: orderDocuments.order_instalments
      .toSorted((one, other) => one.position - other.position)
      .map(({ percent, due, amount_kobo }) => ({ percent, due: due as PaymentDue, amountKobo: amount_kobo })),
  })
  return (
    <ul className="ruled num">
      {parts.map(({ term, detail }) => (
        <li key={term}>
          {term}: {detail}
        </li>
      ))}
    </ul>
  )
}

/** A summary of an order: code, status, what was requested, dates written out. */
import type { ReactNode } from 'react'
import { formatDateInWords, formatDateTimeInWords } from '#domain/dates.ts'
import { formatMoney } from '#domain/money.ts'
import { Confirmation, type Fact, FactList } from '#site/ui/confirmation.tsx'
import { StatusBadge } from '#site/ui/status.tsx'
import { OrderQuantity } from './order-quantity.tsx'

export interface OrderOnSummary {
  code: string
  /** Bulk orders are requested in a form, those of the marketplace are put together in the cart. */
  kind?: string
  status: string
  /** The sentence for what comes next. */
  nextStep: string
  createdAt: string
  product: string
  quantity: string
  unit: string
  /** Null until it is quoted. */
  totalKobo?: number | null
  currency?: string
  deliveryAddress: string
  /** YYYY-MM-DD */
  preferredDate?: string | null
  /** Further products of a bulk order. */
  further?: readonly { product: string; quantity: string; unit: string }[]
  /** Who orders, and the terms, in the words of the form. */
  more?: readonly Fact[]
}

export function OrderSummary({ order, children }: { order: OrderOnSummary; children?: ReactNode }) {
  const isMarket = order.kind === 'marketplace'
  return (
    <Confirmation
      label={isMarket ? 'Marketplace order' : 'Order'}
      code={order.code}
      status={<StatusBadge status={order.status} />}
      footer={
        <div className="grid gap-3">
          <p>{order.nextStep}</p>
          {children}
        </div>
      }
    >
      <FactList
        facts={[
          { term: isMarket ? 'Products' : 'Product', detail: order.product },
          {
            term: 'Quantity',
            detail: <OrderQuantity quantity={order.quantity} unit={order.unit} product={order.product} />,
          },
          ...(order.further ?? []).flatMap(({ product, quantity, unit }, place) => [
            { term: `Product ${place + 2}`, detail: product },
            {
              term: `Quantity ${place + 2}`,
              detail: <OrderQuantity quantity={quantity} unit={unit} product={product} />,
            },
          ]),
          ...(order.totalKobo
            ? [
                {
                  term: 'Total',
                  detail: (
                    <strong className="num">{formatMoney(order.totalKobo, order.currency ?? 'NGN')}</strong>
                  ),
                },
              ]
            : []),
          {
            term: 'Deliver to',
            detail: <span className="whitespace-pre-line">{order.deliveryAddress}</span>,
          },
          ...(order.more ?? []),
          ...(order.preferredDate
            ? [{ term: 'Preferred date', detail: formatDateInWords(order.preferredDate) }]
            : []),
          { term: 'Placed', detail: `${formatDateTimeInWords(order.createdAt)} (Lagos)` },
        ]}
      />
    </Confirmation>
  )
}

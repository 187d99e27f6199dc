/** A summary of an order: code, status, what was requested, dates written out. */
import type { ReactNode } from 'react'
import { formatDateInWords, formatDateTimeInWords } from '#domain/dates.ts'
import { orderSummaryWords as words } from '#domain/market/order-guide.ts'
import { formatMoney, formatNaira } from '#domain/money.ts'
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
      label={isMarket ? words.marketplaceLabel : words.label}
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
          { term: isMarket ? words.products : words.product, detail: order.product },
          {
            term: words.quantity,
            detail: <OrderQuantity quantity={order.quantity} unit={order.unit} product={order.product} />,
          },
          ...(order.further ?? []).flatMap(({ product, quantity, unit }, place) => [
            { term: words.nth(words.product, place + 2), detail: product },
            {
              term: words.nth(words.quantity, place + 2),
              detail: <OrderQuantity quantity={quantity} unit={unit} product={product} />,
            },
          ]),
          ...(order.totalKobo
            ? [
                {
                  term: words.total,
                  detail: (
                    <strong className="num">
                      {order.currency
                        ? formatMoney(order.totalKobo, order.currency)
                        : formatNaira(order.totalKobo)}
                    </strong>
                  ),
                },
              ]
            : []),
          {
            term: words.deliverTo,
            detail: <span className="whitespace-pre-line">{order.deliveryAddress}</span>,
          },
          ...(order.more ?? []),
          ...(order.preferredDate
            ? [{ term: words.preferredDate, detail: formatDateInWords(order.preferredDate) }]
            : []),
          { term: words.placed, detail: words.inLagos(formatDateTimeInWords(order.createdAt)) },
        ]}
      />
    </Confirmation>
  )
}

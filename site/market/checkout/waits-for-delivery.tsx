/** The order is there, and its delivery is quoted first: nothing is to be paid yet. */
import { useEffect, useRef } from 'react'
import { deliveryWords as words } from '#domain/market/delivery-words.ts'
import { SaveLink } from '#site/market/market-orders/save-link.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { Panel } from '#site/ui/panel.tsx'
import type { OpenOrder } from './checkout-memory.ts'
import { Frame } from './frame.tsx'
import { OrderLink, pathOf } from './order-link.tsx'
import { OrderSummary } from './order-summary.tsx'

export function WaitsForDelivery({ order }: { order: OpenOrder }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Frame>
      <div className="grid gap-2">
        <h1 ref={heading} tabIndex={-1} className="text-3xl">
          Order <span className="code whitespace-nowrap">{order.code}</span>
        </h1>
        <p>{words.placed}</p>
      </div>
      {order.trackingPath && order.hasEmail === false ? (
        <>
          <SaveLink code={order.code} path={pathOf(order)} />
          <div>
            <ButtonLink to={pathOf(order)}>See your order</ButtonLink>
          </div>
        </>
      ) : (
        <OrderLink order={order} />
      )}
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Panel title={words.next.title}>
          <ol className="grid list-decimal gap-2 ps-5">
            {words.next.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Panel>
        <OrderSummary
          lines={order.lines}
          totalKobo={order.totalKobo}
          vat={order.vat}
          delivery={{ isOpen: true, priceKobo: 0 }}
        />
      </div>
    </Frame>
  )
}

/** The order is there, and its delivery is quoted first: nothing is to be paid yet. */

import { useEffect, useState } from 'react'
import { sayHours } from '#domain/hours.ts'
import { placedOrderWords } from '#domain/market/checkout-order-words.ts'
import { deliveryWords as words } from '#domain/market/delivery-words.ts'
import { describeNextStep } from '#site/market/market-orders/describe-order.ts'
import { SaveLink } from '#site/market/market-orders/save-link.tsx'
import { orderLimits } from '#site/market/order-limits.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { openClient } from './change-order.tsx'
import { type OpenOrder, pathOf } from './checkout-memory.ts'
import { Frame } from './frame.tsx'
import { OrderLink } from './order-link.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PlacedHeading } from './placed-heading.tsx'

export function WaitsForDelivery({ order }: { order: OpenOrder }) {
  const { quoteWaitHours } = orderLimits
  const answer = useOfferedStep(order)
  return (
    <Frame>
      <PlacedHeading code={order.code}>
        <p>{answer ?? placedOrderWords.describeQuoted(sayHours(quoteWaitHours))}</p>
      </PlacedHeading>
      {order.trackingPath && order.hasEmail === false ? (
        <>
          <SaveLink code={order.code} path={pathOf(order)} />
          <div>
            <ButtonLink to={pathOf(order)}>{placedOrderWords.see}</ButtonLink>
          </div>
        </>
      ) : (
        <OrderLink order={order} />
      )}
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Panel title={words.next.title}>
          <ol className="grid list-decimal gap-2 ps-5">
            {words.next.steps.slice(answer ? 2 : 0).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Panel>
        <OrderSummary
          lines={order.lines}
          totalKobo={order.totalKobo}
          vat={order.vat}
          delivery={order.delivery}
        />
      </div>
    </Frame>
  )
}

/** Once its price was sent, what the page of the order says; null before, and without an answer. */
function useOfferedStep(order: OpenOrder): string | null {
  const [step, setStep] = useState<string | null>(null)
  useEffect(() => {
    look().catch(() => {}) // the page says what this device knows
    async function look() {
      const client = await openClient(order)
      const now = await client.read()
      if (now.delivery?.priceKobo != null) setStep(describeNextStep(now))
    }
  }, [order.id])
  return step
}

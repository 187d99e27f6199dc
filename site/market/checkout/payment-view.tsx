/** The order is placed: its code, how it is paid, and where it is found later. */
import { useCallback, useMemo, useState } from 'react'
import { readTrackingToken } from '#domain/guest-links.ts'
import { orderWayWords as words } from '#domain/market/order-way-words.ts'
import { useIsPast } from '#site/lib/use-is-past.ts'
import { openGuestClient } from '#site/market/market-orders/guest-client.ts'
import { openMemberClient } from '#site/market/market-orders/member-client.ts'
import { PaymentStep } from '#site/market/market-orders/payment-step.tsx'
import { SaveLink } from '#site/market/market-orders/save-link.tsx'
import { ChangeOrder } from './change-order.tsx'
import { type OpenOrder, pathOf } from './checkout-memory.ts'
import { BackToCart, Frame } from './frame.tsx'
import { OrderLink } from './order-link.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PlacedHeading } from './placed-heading.tsx'
import type { Checkout } from './use-checkout.ts'

export function PaymentView({
  order,
  onRepriced,
  onClaimed,
  onOver,
  onChanged,
}: {
  order: OpenOrder
  onRepriced: Checkout['reprice']
  /** Here, or as the order says, elsewhere. */
  onClaimed: (isHere: boolean) => void
  onOver: () => void
  /** It is taken back, and its goods are in the cart again. */
  onChanged: () => void
}) {
  const { id, trackingPath } = order
  const orderClient = useMemo(
    () => (trackingPath ? openGuestClient({ token: readTrackingToken(trackingPath) }) : openMemberClient(id)),
    [id, trackingPath],
  )
  const [hasAccount, setHasAccount] = useState<boolean | null>(order.expiresAt !== null)
  const [until, setUntil] = useState(order.expiresAt)
  const followAccount = useCallback((has: boolean | null, latest: string | null | undefined) => {
    setHasAccount(has)
    if (latest !== undefined) setUntil(latest)
  }, [])
  const hasNothingDue = hasAccount === null

  async function readOrder() {
    // The summary beside it is only less exact without an answer.
    const latest = await orderClient.read().catch(() => null)
    if (latest?.paymentStatus === 'claimed') onClaimed(false)
    else if (latest) onRepriced(latest)
  }

  const hasRunOut = useIsPast(until)
  return (
    <Frame>
      <PlacedHeading code={order.code}>
        {!hasRunOut && !hasNothingDue && <p>{hasAccount ? words.payNow : words.accountFirst}</p>}
      </PlacedHeading>
      {/* Before the account that it is paid to: who leaves for the bank's page may not come back to this one. */}
      {order.trackingPath && order.hasEmail === false ? (
        <SaveLink code={order.code} path={pathOf(order)} />
      ) : (
        <OrderLink order={order} />
      )}
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <PaymentStep
          orderClient={orderClient}
          code={order.code}
          delivery={
            order.delivery && {
              kind: order.delivery.isCollected ? 'collect' : 'deliver',
              day: order.delivery.day,
            }
          }
          onRepriced={() => void readOrder()}
          onClaimed={() => onClaimed(true)}
          onOver={onOver}
          onAccount={followAccount}
        />
        <div className="grid grid-cols-1 gap-5">
          <OrderSummary
            lines={order.lines}
            totalKobo={order.totalKobo}
            vat={order.vat}
            delivery={hasNothingDue ? withoutDay(order.delivery) : order.delivery}
          />
          <div className="flex flex-wrap gap-3">
            <BackToCart />
            {!hasNothingDue && <ChangeOrder order={order} onChanged={onChanged} />}
          </div>
        </div>
      </div>
    </Frame>
  )
}

/** Of an order that may have ended nothing is expected. */
function withoutDay(delivery: OpenOrder['delivery']): OpenOrder['delivery'] {
  if (!delivery) return undefined
  const { detail: _detail, day: _day, ...price } = delivery
  return price
}

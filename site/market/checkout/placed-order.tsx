/** What the checkout shows of an order once it is there: where it is paid, that its payment is claimed, or that its delivery is priced first. */
import { PaymentSuccess } from '#site/market/market-orders/payment-success.tsx'
import type { OpenOrder } from './checkout-memory.ts'
import { Frame } from './frame.tsx'
import { NotMyPhone } from './not-my-phone.tsx'
import { OrderLink } from './order-link.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PaymentView } from './payment-view.tsx'
import type { Checkout } from './use-checkout.ts'
import { WaitsForDelivery } from './waits-for-delivery.tsx'

interface PlacedOrderProps {
  order: OpenOrder
  /** Its payment is claimed, or it waits for the price of its delivery: there is nothing to do here any more. */
  isReported: boolean
  /** It was claimed on this very page, and not shown again by a reload or by Back. */
  isJustClaimed: boolean
  onRepriced: Checkout['reprice']
  onClaimed: (isHere: boolean) => void
  onOver: () => void
  onChanged: () => void
}

export function PlacedOrder(props: PlacedOrderProps) {
  const { code, trackingPath } = props.order
  return (
    <>
      <Placed {...props} />
      {trackingPath && <NotMyPhone code={code} />}
    </>
  )
}

function Placed({ order, isReported, isJustClaimed, ...payment }: PlacedOrderProps) {
  if (!isReported) return <PaymentView order={order} {...payment} />
  if (order.delivery?.isOpen) return <WaitsForDelivery order={order} />
  return (
    <Frame>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <PaymentSuccess code={order.code} level="h1" isAgain={!isJustClaimed}>
          <OrderLink order={order} isMain />
        </PaymentSuccess>
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

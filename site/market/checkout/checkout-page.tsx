/** The checkout: what is ordered, where it goes, then how it is paid; bank details are shown for an order that exists. */
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { cartMessages } from '#domain/market/carts.ts'
import { countVat } from '#domain/market/vat.ts'
import { type Cart, useCart } from '#site/market/cart/cart.ts'
import { PaymentSuccess } from '#site/market/market-orders/payment-success.tsx'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { LoadingScreen } from '#site/ui/spinner.tsx'
import { acceptChanges, findChangedItems } from './cart-changes.tsx'
import type { OpenOrder } from './checkout-memory.ts'
import { BackToCart, Frame } from './frame.tsx'
import { LastOrder } from './last-order.tsx'
import { OpenOrderNotice } from './open-order.tsx'
import { OrderForm } from './order-form.tsx'
import { OrderLink, pathOf } from './order-link.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PaymentView } from './payment-view.tsx'
import { useCheckout } from './use-checkout.ts'
import { WaitsForDelivery } from './waits-for-delivery.tsx'

/** On this history entry the payment is claimed, or the order waits for the price of its delivery: a reload, Back and Forward show it again, with the link. */
interface ReportedState {
  reported?: OpenOrder
}

interface CheckoutPageProps {
  /** Null: a guest. */
  userId: string | null
  onSessionLost: () => void
}

export function CheckoutPage({ userId, onSessionLost }: CheckoutPageProps) {
  const navigate = useNavigate()
  const [isJustClaimed, setJustClaimed] = useState(false)
  const cart = useCart()
  const changed = findChangedItems(cart.items)
  const accepted = acceptChanges(cart.items)
  const checkout = useCheckout({
    userId,
    items: cart.orderable,
    shown: accepted.lines,
    hasChanges: changed.length > 0,
    onSessionLost,
    onQuoted(order) {
      navigate(paths.checkout, { replace: true, state: { reported: order } satisfies ReportedState })
    },
  })
  const { reported } = (useLocation().state ?? {}) as ReportedState
  const { placed } = checkout
  const { option, priceKobo, vat, lookup } = checkout.delivery
  const totalKobo = accepted.totalKobo + BigInt(priceKobo + countVat(vat))
  if (reported?.delivery?.isOpen) return <WaitsForDelivery order={reported} />
  if (reported) {
    return (
      <Frame>
        <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <PaymentSuccess code={reported.code} level="h1" isAgain={!isJustClaimed}>
            <OrderLink order={reported} isMain />
          </PaymentSuccess>
          <OrderSummary
            lines={reported.lines}
            totalKobo={reported.totalKobo}
            vat={reported.vat}
            delivery={reported.delivery}
          />
        </div>
      </Frame>
    )
  }
  if (!cart.isKnown) return <LoadingScreen label="Loading..." title="Checkout" />
  if (placed && (cart.items.length === 0 || isStillInCart(placed, cart))) {
    return (
      <PaymentView
        order={placed}
        onRepriced={checkout.reprice}
        onClaimed={() => {
          checkout.finish()
          setJustClaimed(true)
          navigate(paths.checkout, { replace: true, state: { reported: placed } satisfies ReportedState })
        }}
        onOver={() => {
          checkout.letBe()
          navigate(pathOf(placed))
        }}
        onChanged={checkout.letBe}
      />
    )
  }
  if (cart.items.length === 0) {
    return (
      <Frame>
        <h1 className="text-3xl">Checkout</h1>
        <LastOrder userId={userId} />
        <EmptyState title={cartMessages.empty}>
          <ButtonLink to={paths.marketplace}>Continue Shopping</ButtonLink>
        </EmptyState>
      </Frame>
    )
  }
  return (
    <Frame>
      <h1 className="text-3xl">Checkout</h1>
      {placed && <OpenOrderNotice order={placed} onGone={checkout.letBe} />}
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-5 lg:order-last lg:sticky lg:top-28">
          <OrderSummary
            lines={accepted.lines}
            totalKobo={totalKobo}
            vat={vat}
            delivery={{
              isOpen: !option || option.kind === 'quote',
              priceKobo,
              isCollected: option?.kind === 'collect',
              weightGrams: lookup.options?.weightGrams ?? null,
            }}
          />
          <BackToCart />
        </div>
        <OrderForm checkout={checkout} totalKobo={totalKobo} changed={changed} isGuest={userId === null} />
      </div>
    </Frame>
  )
}

/** An order from before the last release: its goods did not leave the cart. */
function isStillInCart({ lines, items: taken }: OpenOrder, { items }: Cart): boolean {
  if (taken) return false
  const describe = (all: readonly { productId: string; quantity: number }[]) =>
    all
      .map(({ productId, quantity }) => `${productId} ${quantity}`)
      .sort()
      .join()
  return describe(lines) === describe(items)
}

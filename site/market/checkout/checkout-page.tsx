/** The checkout: what is ordered, where it goes, then how it is paid; bank details are shown for an order that exists. */
import { useLocation, useNavigate } from 'react-router'
import { cartMessages } from '#domain/market/carts.ts'
import { type Cart, useCart } from '#site/market/cart/cart.ts'
import { PaymentSuccess } from '#site/market/market-orders/payment-success.tsx'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { LoadingScreen } from '#site/ui/spinner.tsx'
import { EmptyState } from '#site/ui/table.tsx'
import { acceptChanges, findChangedItems } from './cart-changes.tsx'
import type { OpenOrder } from './checkout-memory.ts'
import { BackToCart, Frame } from './frame.tsx'
import { OrderForm } from './order-form.tsx'
import { OrderCode, OrderLink, pathOf } from './order-link.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PaymentView } from './payment-view.tsx'
import { useCheckout } from './use-checkout.ts'

/** On this history entry the payment is claimed: a reload, Back and Forward show it again, with the link. */
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
  const cart = useCart()
  const changed = findChangedItems(cart.items)
  const accepted = acceptChanges(cart.items)
  const checkout = useCheckout({
    userId,
    items: cart.orderable,
    hasChanges: changed.length > 0,
    onSessionLost,
  })
  const { reported } = (useLocation().state ?? {}) as ReportedState
  const { placed } = checkout
  if (reported) {
    return (
      <Frame>
        {/* On a phone the toast that says so lies over the foot of the screen: all of it can be drawn up from under it. */}
        <div className="max-sm:pb-36">
          <PaymentSuccess code={reported.code} level="h1">
            <OrderLink order={reported} />
          </PaymentSuccess>
        </div>
      </Frame>
    )
  }
  if (!cart.isKnown) return <LoadingScreen label="Loading..." title="Checkout" />
  if (placed && (cart.items.length === 0 || isSameCart(placed, cart))) {
    return (
      <PaymentView
        order={placed}
        onRepriced={checkout.reprice}
        onClaimed={() => {
          checkout.finish()
          navigate(paths.checkout, { replace: true, state: { reported: placed } satisfies ReportedState })
        }}
        onOver={() => {
          checkout.letBe()
          navigate(pathOf(placed))
        }}
      />
    )
  }
  if (cart.items.length === 0) {
    return (
      <Frame>
        <h1 className="text-3xl">Checkout</h1>
        <EmptyState title={cartMessages.empty}>
          <ButtonLink to={paths.marketplace}>Continue Shopping</ButtonLink>
        </EmptyState>
      </Frame>
    )
  }
  return (
    <Frame>
      <h1 className="text-3xl">Checkout</h1>
      {placed && (
        <Notice>
          <p>
            Your order <OrderCode order={placed} /> still waits for its payment. What you order here is
            another one.
          </p>
        </Notice>
      )}
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-5 lg:order-last lg:sticky lg:top-28">
          <OrderSummary {...accepted} />
          <BackToCart />
        </div>
        <OrderForm
          checkout={checkout}
          totalKobo={accepted.totalKobo}
          changed={changed}
          isGuest={userId === null}
        />
      </div>
    </Frame>
  )
}

/** The cart still holds exactly what was ordered. */
function isSameCart({ lines }: OpenOrder, { items }: Cart): boolean {
  const describe = (all: readonly { productId: string; quantity: number }[]) =>
    all
      .map(({ productId, quantity }) => `${productId} ${quantity}`)
      .sort()
      .join()
  return describe(lines) === describe(items)
}

/** The checkout: what is ordered, where it goes, then how it is paid; bank details are shown for an order that exists. */
import { lazy, type ReactNode, Suspense, useEffect, useReducer, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { cartMessages, computeTotalKobo } from '#domain/market/carts.ts'
import { describeCheckout } from '#domain/market/checkout-guide.ts'
import { placedOrderWords as placedWords } from '#domain/market/checkout-order-words.ts'
import { checkoutWords as words } from '#domain/market/checkout-questions.ts'
import { countVat } from '#domain/market/vat.ts'
import { partWords } from '#domain/part-words.ts'
import { type Cart, useCart } from '#site/market/cart/cart.ts'
import { orderLimits } from '#site/market/order-limits.ts'
import { paths } from '#site/paths.ts'
import { BeforeYouBegin } from '#site/ui/before-you-begin.tsx'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { NextSteps } from '#site/ui/next-steps.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { LoadingScreen } from '#site/ui/spinner.tsx'
import { type OpenOrder, pathOf, readCheckout } from './checkout-memory.ts'
import { BackToCart, Frame } from './frame.tsx'
import { LastOrder } from './last-order.tsx'
import { OrderForm } from './order-form.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PlacedHeading } from './placed-heading.tsx'
import { useCheckout } from './use-checkout.ts'
import { sumUp } from './use-delivery-choice.ts'

/** Not needed before there is an order: it comes while the form is filled in. */
const loadPlacedOrder = () => import('./placed-order.tsx')
const PlacedOrder = lazy(() =>
  loadPlacedOrder().then(
    (module) => ({ default: module.PlacedOrder }),
    () => ({ default: PlacedOrderMissing }),
  ),
)
/** Only where there is an order as well as a cart. */
const EarlierOrder = lazy(() =>
  import('./open-order.tsx').then(
    (module) => ({ default: module.EarlierOrder }),
    () => ({ default: OpenOrderName }),
  ),
)

/** Only where someone waits for the price of a delivery; without it the page is whole. */
const QuotedOrderNotice = lazy(() =>
  import('./quoted-order.tsx').then(
    (module) => ({ default: module.QuotedOrderNotice }),
    () => ({ default: () => null }),
  ),
)

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
  const checkout = useCheckout({
    userId,
    cart: cart.items,
    onSessionLost,
    onQuoted(order) {
      navigate(paths.checkout, { replace: true, state: { reported: order } satisfies ReportedState })
    },
  })
  /** The earlier orders that were found to be closed: what names those is read again. */
  const [closings, onClosed] = useReducer((count: number) => count + 1, 0)
  const { reported } = (useLocation().state ?? {}) as ReportedState
  const { placed } = checkout
  const { option, priceKobo, vat } = checkout.delivery
  const totalKobo = computeTotalKobo(checkout.lines) + BigInt(priceKobo + countVat(vat))
  const isPaidHere = placed !== null && (cart.items.length === 0 || isStillInCart(placed, cart))
  const order = reported ?? (isPaidHere ? placed : null)
  const guide = describeCheckout(orderLimits.payHours)
  const isNear = option !== null
  useEffect(() => {
    // What the order is shown with is here by then, also where the line breaks in between.
    if (isNear) void loadPlacedOrder().catch(() => {})
  }, [isNear])
  if (!reported && !cart.isKnown) return <LoadingScreen label={partWords.loading} title={words.title} />
  if (order) {
    return (
      <Suspense fallback={<PlacedName order={order}>{partWords.loading}</PlacedName>}>
        <PlacedOrder
          key={order.id}
          order={order}
          isReported={order === reported}
          isJustClaimed={isJustClaimed}
          onRepriced={checkout.reprice}
          onClaimed={(isHere) => {
            checkout.finish(isHere)
            setJustClaimed(isHere)
            navigate(paths.checkout, { replace: true, state: { reported: order } satisfies ReportedState })
          }}
          onOver={() => {
            checkout.letBe()
            navigate(pathOf(order))
          }}
          onChanged={checkout.letBe}
        />
      </Suspense>
    )
  }
  const quoted = readCheckout(userId).quoted?.[0] && (
    <Suspense>
      <QuotedOrderNotice userId={userId} onClosed={onClosed} />
    </Suspense>
  )
  if (cart.items.length === 0) {
    return (
      <Frame>
        <h1 className="text-3xl">{words.title}</h1>
        <LastOrder key={closings} userId={userId} />
        {quoted}
        <EmptyState title={cartMessages.empty}>
          <ButtonLink to={paths.marketplace}>{words.goOn}</ButtonLink>
        </EmptyState>
      </Frame>
    )
  }
  return (
    <Frame>
      <h1 className="text-3xl">{words.title}</h1>
      {quoted}
      <LastOrder key={closings} userId={userId} isBesideGoods />
      {placed && (
        <Suspense fallback={<OpenOrderName order={placed} />}>
          <EarlierOrder order={placed} onGone={checkout.letBe} />
        </Suspense>
      )}
      <div className="short-foot grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-5 lg:order-last lg:sticky lg:top-28">
          <OrderSummary
            lines={checkout.summaryLines}
            totalKobo={totalKobo}
            vat={vat}
            delivery={sumUp(checkout.delivery)}
          />
          <BackToCart />
        </div>
        <div className="grid grid-cols-1 gap-5">
          <BeforeYouBegin {...guide} />
          <OrderForm checkout={checkout} totalKobo={totalKobo} isGuest={userId === null} />
          <NextSteps steps={guide.next} />
        </div>
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

/** The order by its code, until the rest of the page is here. */
function PlacedName({ order, children }: { order: OpenOrder; children: ReactNode }) {
  return (
    <Frame>
      <PlacedHeading code={order.code}>
        <p>{placedWords.placed}</p>
      </PlacedHeading>
      <p role="status">{children}</p>
    </Frame>
  )
}

/** This device knows the order: the page shows it again once it is loaded. */
function PlacedOrderMissing({ order }: { order: OpenOrder }) {
  return (
    <PlacedName order={order}>
      {placedWords.missing} <Button onClick={() => window.location.reload()}>{placedWords.loadAgain}</Button>
    </PlacedName>
  )
}

/** What it waits for is said once the rest of the page is here. */
function OpenOrderName({ order }: { order: OpenOrder }) {
  return (
    <Notice>
      <p>
        {placedWords.earlier}{' '}
        <Link to={pathOf(order)} className="code whitespace-nowrap">
          {order.code}
        </Link>
      </p>
    </Notice>
  )
}

/** The checkout: what is ordered, where it goes, then how it is paid; bank details are shown for an order that exists. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { cartMessages } from '#domain/carts.ts'
import { honeypotField } from '#domain/forms.ts'
import { formatNaira } from '#domain/money.ts'
import { CartChanges, findChangedItems } from '#site/features/checkout/cart-changes.tsx'
import { ContactFields, fieldIdOf } from '#site/features/checkout/contact-fields.tsx'
import { OrderSummary } from '#site/features/checkout/order-summary.tsx'
import { type Checkout, useCheckout } from '#site/features/checkout/use-checkout.ts'
import { type Cart, useCart } from '#site/lib/cart/cart.ts'
import type { OpenOrder } from '#site/lib/market-orders/checkout-memory.ts'
import { CopyButton } from '#site/lib/market-orders/copy-value.tsx'
import { openGuestDoor, readTokenOf } from '#site/lib/market-orders/guest-door.ts'
import { HelpContact } from '#site/lib/market-orders/help-contact.tsx'
import { openMemberDoor } from '#site/lib/market-orders/member-door.ts'
import { PaymentStep } from '#site/lib/market-orders/payment-step.tsx'
import { PaymentSuccess } from '#site/lib/market-orders/payment-success.tsx'
import { buildAuthPath } from '#site/lib/next-path.ts'
import { accountOrderPath, paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { ErrorSummary } from '#site/ui/error-summary.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'
import { LoadingScreen } from '#site/ui/spinner.tsx'
import { EmptyState } from '#site/ui/table.tsx'

interface CheckoutPageProps {
  /** Null: a guest. */
  userId: string | null
  onSessionLost: () => void
}

export function CheckoutPage({ userId, onSessionLost }: CheckoutPageProps) {
  const navigate = useNavigate()
  const cart = useCart()
  const changed = findChangedItems(cart.items)
  const checkout = useCheckout({
    userId,
    items: cart.orderable,
    hasChanges: changed.length > 0,
    onSessionLost,
  })
  const [told, setTold] = useState<OpenOrder | null>(null)
  const { placed } = checkout
  if (told) {
    return (
      <Frame>
        <PaymentSuccess code={told.code} level="h1">
          <OrderLink order={told} />
        </PaymentSuccess>
      </Frame>
    )
  }
  if (!cart.isKnown) return <LoadingScreen label="Loading..." title="Checkout" />
  if (placed && (cart.items.length === 0 || isSameCart(placed, cart))) {
    return (
      <Payment
        order={placed}
        onRepriced={checkout.reprice}
        onClaimed={() => {
          checkout.finish()
          setTold(placed)
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
          <OrderSummary lines={cart.orderable} totalKobo={cart.totalKobo} />
          <BackToCart />
        </div>
        <OrderForm checkout={checkout} cart={cart} changed={changed} isGuest={userId === null} />
      </div>
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return <div className="wrap grid grid-cols-1 gap-8 py-8 lg:py-12">{children}</div>
}

function BackToCart() {
  return (
    <div>
      <ButtonLink to={paths.cart} variant="outline" size="sm">
        Back to Cart
      </ButtonLink>
    </div>
  )
}

function OrderForm({
  checkout,
  cart,
  changed,
  isGuest,
}: {
  checkout: Checkout
  cart: Cart
  changed: ReturnType<typeof findChangedItems>
  isGuest: boolean
}) {
  const { problems, attempt, trouble, isSending } = checkout
  const submit = useRef<HTMLDivElement>(null)
  const troubleBox = useRef<HTMLDivElement>(null)
  // It stands where the button was pressed, and must be seen.
  useEffect(() => {
    if (trouble) troubleBox.current?.scrollIntoView({ block: 'center' })
  }, [trouble])
  return (
    <Panel title="Delivery and contact">
      <form
        ref={checkout.ref}
        className="form form-wide"
        noValidate
        aria-label="Checkout"
        onSubmit={checkout.onSubmit}
        onInput={checkout.onInput}
      >
        {isGuest && (
          <p className="field-help">
            You need no account. <Link to={buildAuthPath(paths.checkout)}>Sign in</Link> if you have one: it
            keeps your orders and fills in what it knows.
          </p>
        )}
        {changed.length > 0 && <CartChanges changed={changed} attempt={attempt} next={submit} />}
        <ErrorSummary
          errors={problems.map(({ field, message }) => ({ fieldId: fieldIdOf(field), message }))}
          attempt={attempt}
        />
        <ContactFields key={checkout.generation} values={checkout.values} problems={problems} />
        <input className="trap" name={honeypotField} tabIndex={-1} autoComplete="off" aria-hidden="true" />
        {trouble && (
          <div ref={troubleBox}>
            <Notice kind="warn">
              <p role="alert">
                <strong>Your order was not confirmed.</strong> {trouble} What you typed and your cart are
                kept, and sending it again will not make a second order.
              </p>
            </Notice>
          </div>
        )}
        <div ref={submit} tabIndex={-1} className="grid grid-cols-1 justify-items-start gap-2">
          <Button type="submit" busy={isSending} busyLabel="Making your order...">
            Show payment details
          </Button>
          <p className="field-help">
            This makes your order of <strong className="num">{formatNaira(cart.totalKobo)}</strong>, fixes its
            prices for 24 hours and keeps the goods for you. You pay by bank transfer. How we handle what you
            write here: <Link to={paths.privacy}>privacy notice</Link>.
          </p>
        </div>
        <HelpContact />
      </form>
    </Panel>
  )
}

function Payment({
  order,
  onRepriced,
  onClaimed,
  onOver,
}: {
  order: OpenOrder
  onRepriced: Checkout['reprice']
  onClaimed: () => void
  onOver: () => void
}) {
  const { id, trackingPath } = order
  const door = useMemo(
    () => (trackingPath ? openGuestDoor(readTokenOf(trackingPath)) : openMemberDoor(id)),
    [id, trackingPath],
  )
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Frame>
      <div className="grid gap-2">
        <h1 ref={heading} tabIndex={-1} className="text-3xl">
          Order <span className="code whitespace-nowrap">{order.code}</span>
        </h1>
        <p>We have your order. Now make the transfer, then tell us.</p>
      </div>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <PaymentStep
          door={door}
          code={order.code}
          // The summary beside it is only less exact without an answer.
          onRepriced={() => void door.read().then(onRepriced, () => {})}
          onClaimed={onClaimed}
          onOver={onOver}
        />
        <div className="grid grid-cols-1 gap-5">
          <OrderSummary lines={order.lines} totalKobo={order.totalKobo} />
          <OrderLink order={order} />
          <BackToCart />
        </div>
      </div>
    </Frame>
  )
}

function pathOf({ id, trackingPath }: OpenOrder): string {
  return trackingPath ?? accountOrderPath(id)
}

function OrderCode({ order }: { order: OpenOrder }) {
  return (
    <Link to={pathOf(order)} className="code whitespace-nowrap">
      {order.code}
    </Link>
  )
}

/** A guest has no account to find the order in: the link is all. */
function OrderLink({ order }: { order: OpenOrder }) {
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2">
      <p>
        <Link to={pathOf(order)}>See your order</Link>
        {order.trackingPath
          ? ': this link is your key to it. Keep it, and do not hand it on.'
          : ' in your account, at any time.'}
      </p>
      {order.trackingPath && (
        <CopyButton name="link" value={new URL(order.trackingPath, window.location.origin).href}>
          Copy link
        </CopyButton>
      )}
    </div>
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

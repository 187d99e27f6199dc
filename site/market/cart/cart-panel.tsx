/** The open cart: its lines, what changed about them, the total to the kobo, and the way to the checkout. */
import { type ReactNode, useEffect, useId, useReducer, useState } from 'react'
import { cartWords as words } from '#domain/market/cart-line-words.ts'
import { cartMessages } from '#domain/market/carts.ts'
import { formatNaira } from '#domain/money.ts'
import { readStoredSession } from '#site/lib/stored-session.ts'
import { LastOrder } from '#site/market/checkout/last-order.tsx'
import { WaitingOrder } from '#site/market/checkout/open-order.tsx'
import { QuotedOrderNotice } from '#site/market/checkout/quoted-order.tsx'
import { EstimateBox, EstimatedPrice, useEstimate } from '#site/market/delivery/delivery-estimate.tsx'
import { orderLimits } from '#site/market/order-limits.ts'
import { WishList } from '#site/market/wishes/wish-list.tsx'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { Modal } from '#site/ui/modal.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { acknowledgeChanges, type CartItem, refreshCart, useCart } from './cart.ts'
import { CartLineRow } from './cart-line.tsx'

interface CartPanelProps {
  isOpen: boolean
  onClose: () => void
}

export function CartPanel({ isOpen, onClose }: CartPanelProps) {
  const titleId = useId()
  const { items } = useCart()
  const isUnchecked = useCurrentFacts(isOpen)
  const [closings, onClosed] = useReducer((count: number) => count + 1, 0)
  const userId = readStoredSession()?.userId ?? null
  return (
    <Drawer isOpen={isOpen} titleId={titleId} onClose={onClose}>
      <header className="cart-head">
        <h2 id={titleId} tabIndex={-1}>
          {words.title}
        </h2>
        <button type="button" aria-label={words.closeLabel} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {items.length === 0 ? (
        <div className="cart-empty">
          <WaitingOrder userId={userId} onClosed={onClosed} />
          <QuotedOrderNotice userId={userId} onClosed={onClosed} />
          <p role="status">{cartMessages.empty}</p>
          <LastOrder key={closings} userId={userId} />
          <Button onClick={onClose}>{words.goOnLabel}</Button>
          <WishList />
        </div>
      ) : (
        <FilledCart titleId={titleId} userId={userId} isUnchecked={isUnchecked} onClose={onClose} />
      )}
    </Drawer>
  )
}

interface FilledCartProps {
  titleId: string
  userId: string | null
  isUnchecked: boolean
  onClose: () => void
}

function FilledCart({ titleId, userId, isUnchecked, onClose }: FilledCartProps) {
  const { items, orderable, totalKobo } = useCart()
  const estimate = useEstimate(orderable)
  const { linesMax } = orderLimits
  const [closings, onClosed] = useReducer((count: number) => count + 1, 0)
  return (
    <>
      <div className="cart-body">
        <WaitingOrder userId={userId} onClosed={onClosed} />
        <QuotedOrderNotice userId={userId} onClosed={onClosed} />
        <LastOrder key={closings} userId={userId} isBesideGoods />
        <Changes items={items} />
        {orderable.length > linesMax && (
          <Notice kind="warn">
            <p role="alert">{words.tooManyLines(linesMax, orderable.length)}</p>
          </Notice>
        )}
        {isUnchecked && (
          <p className="field-help" role="status">
            {words.unchecked}
          </p>
        )}
        <ul>
          {items.map((item) => (
            <CartLineRow key={item.productId} item={item} titleId={titleId} />
          ))}
        </ul>
        <EstimateBox estimate={estimate} />
        <WishList />
      </div>
      <footer className="cart-foot">
        <p className="cart-total">
          <span>{words.total}</span> <strong className="num">{formatNaira(totalKobo)}</strong>
        </p>
        <EstimatedPrice estimate={estimate} />
        <p className="field-help">{words.besides(estimate.delivered !== undefined)}</p>
        <div className="actions">
          <ButtonLink to={paths.checkout}>{words.checkoutLabel}</ButtonLink>
          <Button variant="outline" onClick={onClose}>
            {words.goOnLabel}
          </Button>
        </div>
      </footer>
    </>
  )
}

/** Anyone who opens the cart sees the prices of now; true when nobody answered. */
function useCurrentFacts(isOpen: boolean): boolean {
  const [isUnchecked, setIsUnchecked] = useState(false)
  useEffect(() => {
    if (isOpen) void refreshCart().then((isDone) => setIsUnchecked(!isDone))
  }, [isOpen])
  return isUnchecked
}

function Changes({ items }: { items: readonly CartItem[] }) {
  const repriced = items.filter(({ earlierPriceKobo }) => earlierPriceKobo !== undefined)
  if (repriced.length === 0) return null
  return (
    <div role="alert">
      <Notice kind="warn">
        <p>
          <strong>{words.repriced(repriced.length)}</strong> {words.sinceChosen}
        </p>
        <Button size="sm" variant="outline" onClick={acknowledgeChanges}>
          {words.seenLabel}
        </Button>
      </Notice>
    </div>
  )
}

interface DrawerProps {
  isOpen: boolean
  titleId: string
  onClose: () => void
  children: ReactNode
}

function Drawer({ isOpen, titleId, onClose, children }: DrawerProps) {
  return (
    <Modal open={isOpen} onClose={onClose} closesBeside className="cart-panel" aria-labelledby={titleId}>
      {isOpen && <div className="cart-sheet">{children}</div>}
    </Modal>
  )
}

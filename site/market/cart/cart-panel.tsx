/** The open cart: its lines, what changed about them, the total to the kobo, and the way to the checkout. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cartMessages } from '#domain/market/carts.ts'
import { formatNaira } from '#domain/money.ts'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { acknowledgeChanges, type CartItem, refreshCart, useCart } from './cart.ts'
import { CartLineRow } from './cart-line.tsx'

interface CartPanelProps {
  isOpen: boolean
  onClose: () => void
}

export function CartPanel({ isOpen, onClose }: CartPanelProps) {
  const titleId = useId()
  const { items, totalKobo } = useCart()
  const isUnchecked = useCurrentFacts(isOpen)
  return (
    <Drawer isOpen={isOpen} titleId={titleId} onClose={onClose}>
      <header className="cart-head">
        <h2 id={titleId} tabIndex={-1}>
          Your cart
        </h2>
        <button type="button" aria-label="Close the cart" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {items.length === 0 ? (
        <div className="cart-empty">
          <p role="status">{cartMessages.empty}</p>
          <Button onClick={onClose}>Continue Shopping</Button>
        </div>
      ) : (
        <>
          <div className="cart-body">
            <Changes items={items} />
            {isUnchecked && (
              <p className="field-help" role="status">
                We could not ask for the prices of this moment. They are looked up again before you order.
              </p>
            )}
            <ul>
              {items.map((item) => (
                <CartLineRow key={item.productId} item={item} titleId={titleId} />
              ))}
            </ul>
          </div>
          <footer className="cart-foot">
            <p className="cart-total">
              <span>Total</span> <strong className="num">{formatNaira(totalKobo)}</strong>
            </p>
            <p className="field-help">No fees and no tax. Delivery is quoted separately.</p>
            <div className="actions">
              <ButtonLink to={paths.checkout}>Checkout</ButtonLink>
              <Button variant="outline" onClick={onClose}>
                Continue Shopping
              </Button>
            </div>
          </footer>
        </>
      )}
    </Drawer>
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
          <strong>{repriced.length === 1 ? 'A price has' : 'Prices have'} changed</strong> since you chose.
          The total counts the price of now.
        </p>
        <Button size="sm" variant="outline" onClick={acknowledgeChanges}>
          I have seen it
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

/** On the browser's own <dialog>: the focus is held inside, Escape closes, the focus goes back afterwards. */
function Drawer({ isOpen, titleId, onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (isOpen && element && !element.open) element.showModal()
    if (!isOpen && element?.open) element.close()
  }, [isOpen])
  return (
    <dialog
      ref={dialog}
      className="cart-panel"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={() => isOpen && onClose()}
      onKeyDown={(event) => {
        // Escape is for the cart alone, not for what waits below it.
        if (event.key === 'Escape') event.stopPropagation()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      {isOpen && <div className="cart-sheet">{children}</div>}
    </dialog>
  )
}

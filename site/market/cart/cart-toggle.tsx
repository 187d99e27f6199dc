/** Opens the cart and shows how many items are in it. */

import { cartMessages as words } from '#domain/market/carts.ts'
import { Icon } from '#site/ui/icons.tsx'
import { useCart } from './cart.ts'
import { loadCartPanel } from './open-cart.tsx'

export function CartToggle({ onOpen }: { onOpen: () => void }) {
  const { itemCount, isKnown } = useCart()
  // The panel is on its way before the finger is up.
  const prepare = () => void loadCartPanel().catch(() => {})
  return (
    <button
      type="button"
      className="btn btn-primary cart-toggle"
      aria-haspopup="dialog"
      aria-label={isKnown ? words.describe(itemCount) : words.name}
      onClick={onOpen}
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      <Icon name="cart" />
      <span className="cart-word">{words.name}</span>
      {/* Drawn by the style sheet: the label says it in words. */}
      <span className="cart-count num" data-count={isKnown ? itemCount : undefined} />
    </button>
  )
}

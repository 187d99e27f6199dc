/** Puts more of a product into the cart, and says so. */
import { useState } from 'react'
import { addToCartWords as words } from '#domain/market/add-to-cart-words.ts'
import { cartMessages } from '#domain/market/carts.ts'
import type { CatalogueProduct } from '#domain/market/products.ts'
import { networkHint } from '#site/lib/network.ts'
import { orderLimits } from '#site/market/order-limits.ts'
import { Button, type ButtonSize } from '#site/ui/button.tsx'
import { toast } from '#site/ui/toast.tsx'
import { addProduct, type CartItem, readCart, refreshCart, setQuantity, useCart } from './cart.ts'
import { loadCartPanel } from './open-cart.tsx'

interface AddToCartProps {
  product: CatalogueProduct
  size?: ButtonSize
  /** How many packs at once. */
  quantity?: number
}

export function AddToCart({ product, size = 'sm', quantity = 1 }: AddToCartProps) {
  const { items } = useCart()
  const [isChecking, setIsChecking] = useState(false)
  const { id, name, stock } = product
  const inCart = findLine(items, id)?.quantity ?? 0

  function add() {
    const held = findLine(readCart().items, id)?.quantity ?? 0
    if (held > 0 && stock !== null && held + quantity > stock) return void promptAndAdd()
    if (!addProduct(product, quantity))
      return toast.error(cartMessages.fullTitle, cartMessages.describeFull(orderLimits.linesMax))
    confirmAdded(held)
  }

  /** The page may be older than the stock: nobody is refused by its number. */
  async function promptAndAdd() {
    toast.dismiss()
    setIsChecking(true)
    const isKnown = await refreshCart()
    setIsChecking(false)
    if (!isKnown) return toast.error(words.notAdded, networkHint)
    const line = findLine(readCart().items, id)
    if (!line?.isAvailable) return toast.error(words.notForSaleTitle, words.describeNotForSale(name))
    if (line.stock !== null && line.quantity + quantity > line.stock)
      return toast.error(
        words.onlyLeftTitle(line.stock),
        line.quantity >= line.stock ? words.holdsAll(name) : words.holdsSome(line.quantity),
      )
    setQuantity(id, line.quantity + quantity)
    confirmAdded(line.quantity)
  }

  /** `before`: how many the cart held; it takes no more than one order does. */
  function confirmAdded(before: number) {
    const held = findLine(readCart().items, id)?.quantity ?? 0
    if (held < before + quantity) {
      const said = held > before ? words.addedSome(held - before, held) : words.holdsSome(held)
      return toast.error(words.atMostTitle(orderLimits.quantityMax), said)
    }
    // Should the network break now, the cart still opens.
    void loadCartPanel().catch(() => {})
    toast.success(cartMessages.addedTitle, cartMessages.describeAdded(name))
  }

  return (
    <div className="add-to-cart">
      {stock === 0 ? (
        <Button size={size} disabled>
          {words.soldOut}
        </Button>
      ) : (
        <Button
          size={size}
          aria-label={words.describeAdd(name)}
          busy={isChecking}
          busyLabel={words.addBusyLabel}
          onClick={add}
        >
          {words.addLabel}
        </Button>
      )}
      {inCart > 0 && <span className="in-cart">{words.inCart(inCart)}</span>}
    </div>
  )
}

function findLine(items: readonly CartItem[], id: string): CartItem | undefined {
  return items.find(({ productId }) => productId === id)
}

/** Puts one more of a product into the cart, and says so. */
import { cartMessages } from '#domain/carts.ts'
import { marketLimits } from '#domain/market-limits.ts'
import type { CatalogueProduct } from '#domain/products.ts'
import { loadCartPanel } from '#site/features/cart/open-cart.tsx'
import { addProduct, readCart, useCart } from '#site/lib/cart/cart.ts'
import { Button, type ButtonSize } from '#site/ui/button.tsx'
import { toast } from '#site/ui/toast.tsx'

export function AddToCart({ product, size = 'sm' }: { product: CatalogueProduct; size?: ButtonSize }) {
  const { items } = useCart()
  const { id, name, stock } = product
  const inCart = items.find(({ productId }) => productId === id)?.quantity ?? 0

  function add() {
    const quantity = readCart().items.find(({ productId }) => productId === id)?.quantity ?? 0
    if (stock !== null && quantity >= stock)
      return toast.error(`Only ${stock} left`, `Your cart holds all of the ${name} that we have now.`)
    if (!addProduct(product))
      return toast.error('Your cart is full', `It takes ${marketLimits.order_lines_max} different products.`)
    // Should the network break now, the cart still opens.
    void loadCartPanel().catch(() => {})
    toast.success(cartMessages.addedTitle, cartMessages.describeAdded(name))
  }

  return (
    <div className="add-to-cart">
      {stock === 0 ? (
        <Button size={size} disabled>
          Sold out
        </Button>
      ) : (
        <Button size={size} aria-label={`Add to Cart: ${name}`} onClick={add}>
          Add to Cart
        </Button>
      )}
      {inCart > 0 && <span className="in-cart">{inCart} in your cart</span>}
    </div>
  )
}

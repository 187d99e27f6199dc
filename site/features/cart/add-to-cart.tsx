/** Puts one more of a product into the cart, and says so. */
import { cartMessages } from '#domain/carts.ts'
import { marketLimits } from '#domain/market-limits.ts'
import type { CatalogueProduct } from '#domain/products.ts'
import { addProduct, readCart, useCart } from '#site/lib/cart/cart.ts'
import { Button } from '#site/ui/button.tsx'
import { toast } from '#site/ui/toast.tsx'

export function AddToCart({ product }: { product: CatalogueProduct }) {
  const { items } = useCart()
  const { id, name, stock } = product
  const inCart = items.find(({ productId }) => productId === id)?.quantity ?? 0

  function add() {
    const quantity = readCart().items.find(({ productId }) => productId === id)?.quantity ?? 0
    if (stock !== null && quantity >= stock)
      return toast.error(`Only ${stock} left`, `Your cart holds all of the ${name} that we have now.`)
    if (!addProduct(product))
      return toast.error('Your cart is full', `It takes ${marketLimits.order_lines_max} different products.`)
    toast.success(cartMessages.addedTitle, cartMessages.describeAdded(name))
  }

  return (
    <div className="add-to-cart">
      {stock === 0 ? (
        <Button size="sm" disabled>
          Sold out
        </Button>
      ) : (
        <Button size="sm" onClick={add}>
          Add to Cart<span className="sr-only">: {name}</span>
        </Button>
      )}
      {inCart > 0 && <span className="in-cart">{inCart} in your cart</span>}
    </div>
  )
}

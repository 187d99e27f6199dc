/** What can be done with a product beside its price: into the cart, into the wishes, or wait for it. */
import type { CatalogueProduct } from '#domain/market/products.ts'
import { AddToCart } from '#site/market/cart/add-to-cart.tsx'
import { WaitLink } from '#site/market/stock-alerts/wait-link.tsx'
import { WishButton } from '#site/market/wishes/wish-button.tsx'

export function ProductActions({ product }: { product: CatalogueProduct }) {
  return (
    <div className="product-actions">
      <AddToCart product={product} />
      <WishButton product={product} />
      <WaitLink product={product} />
    </div>
  )
}

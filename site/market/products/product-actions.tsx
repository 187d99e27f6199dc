/** What can be done with a product beside its price: into the cart, into the wishes, or wait for it. */
import { Link } from 'react-router'
import type { CatalogueProduct } from '#domain/market/products.ts'
import { stockAlertWords } from '#domain/market/stock-alert-words.ts'
import { AddToCart } from '#site/market/cart/add-to-cart.tsx'
import { WishButton } from '#site/market/wishes/wish-button.tsx'
import { productPath } from './product-path.ts'

export function ProductActions({ product }: { product: CatalogueProduct }) {
  return (
    <div className="product-actions">
      <AddToCart product={product} />
      <WishButton product={product} />
      {product.stock === 0 && <Link to={`${productPath(product)}#back`}>{stockAlertWords.title}</Link>}
    </div>
  )
}

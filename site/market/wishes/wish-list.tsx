/** What a person likes, below the lines of their cart: to buy it, or to wait for it. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { cartMessages } from '#domain/market/carts.ts'
import { type CatalogueProduct, formatPack } from '#domain/market/products.ts'
import { wishWords as words } from '#domain/market/wish-words.ts'
import { formatNaira } from '#domain/money.ts'
import { networkHint } from '#site/lib/network.ts'
import { addProduct } from '#site/market/cart/cart.ts'
import { readProducts } from '#site/market/cart/read-products.ts'
import { orderLimits } from '#site/market/order-limits.ts'
import { productPath } from '#site/market/products/product-path.ts'
import { WaitLink } from '#site/market/stock-alerts/wait-link.tsx'
import { Button } from '#site/ui/button.tsx'
import { toast } from '#site/ui/toast.tsx'
import { setWish, useWishes } from './wishes.ts'

export function WishList() {
  const wishes = useWishes()
  const [products, setProducts] = useState<readonly CatalogueProduct[]>([])
  const key = wishes.join()
  useEffect(() => {
    const ids = key ? key.split(',') : []
    readProducts(ids).then(setProducts, () => {}) // without a line they are shown the next time
  }, [key])
  const shown = wishes.flatMap((id) => products.find((product) => product.id === id) ?? [])
  if (shown.length === 0) return null
  return (
    <section className="cart-wishes" aria-labelledby="wishes-title">
      <h3 id="wishes-title">{words.title}</h3>
      <ul>
        {shown.map((product) => (
          <li key={product.id} className="cart-line">
            <div>
              <h4>
                <Link to={productPath(product)}>{product.name}</Link>
              </h4>
              <p className="field-help">
                {product.farmerName}. <span className="num">{formatNaira(product.priceKobo)}</span> for{' '}
                {formatPack(product.packAmount, product.packUnit)}
              </p>
            </div>
            <div className="cart-line-foot">
              <WaitLink product={product} />
              {product.stock !== 0 && (
                <Button size="sm" aria-label={words.describeBuy(product.name)} onClick={() => buy(product)}>
                  {words.buyLabel}
                </Button>
              )}
              <Button
                size="sm"
                variant="quiet"
                aria-label={words.describeRemove(product.name)}
                onClick={() => remove(product)}
              >
                {words.removeLabel}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function remove({ id }: CatalogueProduct): void {
  toast.dismiss()
  void setWish(id, false).catch(() => toast.error(words.failed, networkHint))
}

/** The line of the cart above says that it is there. */
function buy(product: CatalogueProduct): void {
  if (!addProduct(product))
    toast.error(cartMessages.fullTitle, cartMessages.describeFull(orderLimits.linesMax))
}

/** On a product's own page: how many packs, what they cost together, the button, and the delivery of as many. */
import { type ReactNode, useEffect, useState } from 'react'
import { sayMost, cartLineWords as words } from '#domain/market/cart-line-words.ts'
import { formatPack, type ProductDetails } from '#domain/market/products.ts'
import { formatNaira } from '#domain/money.ts'
import { AskDelivery } from '#site/market/delivery/ask-delivery.tsx'
import { orderLimits } from '#site/market/order-limits.ts'
import { AddToCart } from './add-to-cart.tsx'

export function BuyProduct({
  product,
  children,
}: {
  product: ProductDetails
  /** What else can be done with it, beside the button. */
  children: ReactNode
}) {
  const { name, stock, priceKobo, packAmount, packUnit, limits } = product
  // The cart on this page obeys them, too.
  useEffect(() => void Object.assign(orderLimits, limits), [limits])
  const [typed, setTyped] = useState('1')
  const maximum = Math.min(limits.quantityMax, stock ?? limits.quantityMax)
  const wanted = /^[1-9][0-9]{0,6}$/.test(typed) ? Number(typed) : null
  const quantity = Math.max(1, Math.min(wanted ?? 1, maximum))
  const isTooMuch = (wanted ?? 0) > maximum
  /** What was typed and is not taken, until something else is. */
  const [refused, setRefused] = useState<'too much' | 'no number' | null>(null)
  if (stock === 0)
    return (
      <div className="product-actions">
        <AddToCart product={product} size="md" />
        {children}
      </div>
    )

  /** What is no number is one pack, and what is too much is what there is; both are said. */
  const settle = () => {
    if (wanted === null || isTooMuch) setRefused(isTooMuch ? 'too much' : 'no number')
    setTyped(String(quantity))
  }

  const change = (text: string) => {
    setRefused(null)
    setTyped(text)
  }

  return (
    <>
      <div className="buy">
        <output className="num" aria-live="polite">
          <strong>{formatNaira(BigInt(priceKobo) * BigInt(quantity))}</strong>{' '}
          <span className="field-help">
            {formatPack(packAmount * quantity, packUnit)}, {words.goodsAlone}
          </span>
        </output>
        {children}
        <div className="stepper">
          <button
            type="button"
            aria-label={words.oneLess(name)}
            disabled={quantity <= 1}
            onClick={() => change(String(quantity - 1))}
          >
            −
          </button>
          <input
            className="num"
            inputMode="numeric"
            aria-label={words.quantity(name)}
            value={typed}
            maxLength={7}
            onChange={({ target }) => change(target.value.trim())}
            onBlur={settle}
          />
          <button
            type="button"
            aria-label={words.oneMore(name)}
            disabled={quantity >= maximum}
            onClick={() => change(String(quantity + 1))}
          >
            +
          </button>
        </div>
        <AddToCart product={product} size="md" quantity={quantity} />
        {refused === 'no number' ? (
          <p className="stock-note" role="status">
            {words.notWhole}
          </p>
        ) : (
          quantity === maximum &&
          (maximum > 1 || isTooMuch || refused) && (
            <p className="stock-note" role="status">
              {sayMost(maximum, stock)}
            </p>
          )
        )}
      </div>
      <AskDelivery items={[{ productId: product.id, quantity }]} offer={product.delivery} />
    </>
  )
}

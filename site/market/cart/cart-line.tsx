/** One line of the cart: fewer, more, away; and what is not as it was. */

import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { cartLineWords as words } from '#domain/market/cart-line-words.ts'
import { formatPack } from '#domain/market/products.ts'
import { formatNaira } from '#domain/money.ts'
import { orderLimits } from '#site/market/order-limits.ts'
import { ProducePicture } from '#site/market/products/produce-picture.tsx'
import { productPath } from '#site/market/products/product-path.ts'
import { Button } from '#site/ui/button.tsx'
import { type CartItem, removeProduct, setQuantity } from './cart.ts'

export function CartLineRow({ item, titleId }: { item: CartItem; titleId: string }) {
  const { productId, name, farmerName, packAmount, packUnit, priceKobo, quantity, isAvailable } = item

  function remove() {
    removeProduct(productId)
    // The button that had the focus is gone: it goes to the head of the cart.
    document.getElementById(titleId)?.focus()
  }

  return (
    <li className="cart-line">
      <ProducePicture product={item} sizes="5rem" />
      <div>
        <h3>{isAvailable ? <Link to={productPath({ id: productId, name })}>{name}</Link> : name}</h3>
        <p className="field-help">
          {words.describePack(farmerName, formatNaira(priceKobo), formatPack(packAmount, packUnit))}
        </p>
        <LineNotes item={item} />
      </div>
      <div className="cart-line-foot">
        {isAvailable && <Quantity item={item} />}
        <Button size="sm" variant="quiet" aria-label={words.describeRemove(name)} onClick={remove}>
          {words.removeLabel}
        </Button>
        {isAvailable && (
          <p className="num">
            <strong>{formatNaira(BigInt(priceKobo) * BigInt(quantity))}</strong>
          </p>
        )}
      </div>
    </li>
  )
}

function LineNotes({ item }: { item: CartItem }) {
  const { productId, name, isAvailable, stock, quantity, priceKobo, earlierPriceKobo } = item
  if (!isAvailable) return <p className="stock-note">{words.notForSale}</p>
  return (
    <>
      {earlierPriceKobo !== undefined && (
        <p className="stock-note">
          {words.describeRepriced(formatNaira(earlierPriceKobo), formatNaira(priceKobo))}
        </p>
      )}
      {stock === 0 && <p className="stock-note">{words.soldOut}</p>}
      {stock !== null && stock > 0 && quantity > stock && (
        <p className="stock-note">
          {words.onlyLeft(stock)}{' '}
          <Button
            size="sm"
            variant="quiet"
            aria-label={words.describeTake(stock, name)}
            onClick={() => setQuantity(productId, stock)}
          >
            {words.takeLabel(stock)}
          </Button>
        </p>
      )}
    </>
  )
}

function Quantity({ item: { productId, name, quantity, stock } }: { item: CartItem }) {
  const box = useRef<HTMLInputElement>(null)
  const [note, setNote] = useState('')
  const { quantityMax } = orderLimits
  const maximum = Math.min(quantityMax, stock ?? quantityMax)
  useEffect(() => {
    if (box.current) box.current.value = String(quantity)
  }, [quantity])

  /** What is no number changes nothing, and what is too much becomes what there is; both are said. */
  function take() {
    const typed = Number(box.current?.value)
    if (typed === quantity) return
    const isQuantity = Number.isInteger(typed) && typed > 0
    const taken = isQuantity ? Math.max(1, Math.min(typed, maximum)) : quantity
    if (taken !== quantity) setQuantity(productId, taken)
    if (box.current) box.current.value = String(taken)
    if (!isQuantity) setNote(words.notWhole)
    else if (typed <= maximum) setNote('')
    else setNote(stock === null || stock > maximum ? words.atMost(maximum) : words.onlyLeft(maximum))
  }

  return (
    <>
      <div className="stepper">
        <button
          type="button"
          aria-label={words.oneLess(name)}
          disabled={quantity <= 1}
          onClick={() => setQuantity(productId, quantity - 1)}
        >
          −
        </button>
        <input
          ref={box}
          className="num"
          inputMode="numeric"
          aria-label={words.quantity(name)}
          defaultValue={quantity}
          maxLength={7}
          onBlur={take}
          onKeyDown={(event) => event.key === 'Enter' && take()}
        />
        <button
          type="button"
          aria-label={words.oneMore(name)}
          disabled={quantity >= maximum}
          onClick={() => setQuantity(productId, quantity + 1)}
        >
          +
        </button>
      </div>
      {/* Last, so that it moves no button under a finger that leaves the box. */}
      <p className="stock-note order-last w-full" role="status">
        {note}
      </p>
    </>
  )
}

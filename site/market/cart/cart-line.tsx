/** One line of the cart: fewer, more, away; and what is not as it was. */

import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { sayMost, cartLineWords as words } from '#domain/market/cart-line-words.ts'
import { formatPack } from '#domain/market/products.ts'
import { formatNaira } from '#domain/money.ts'
import { countMost } from '#site/market/cart/count-most.ts'
import { ProducePicture } from '#site/market/products/produce-picture.tsx'
import { productPath } from '#site/market/products/product-path.ts'
import { Button } from '#site/ui/button.tsx'
import { type CartItem, removeProduct, setQuantity } from './cart.ts'

export function CartLineRow({ item, titleId }: { item: CartItem; titleId: string }) {
  const { productId, name, farmerName, packAmount, packUnit, priceKobo, quantity, isAvailable, stock } = item

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
        {isAvailable && stock !== 0 && (
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
  const most = countMost(stock)
  return (
    <>
      {earlierPriceKobo !== undefined && (
        <p className="stock-note">
          {words.describeRepriced(formatNaira(earlierPriceKobo), formatNaira(priceKobo))}
        </p>
      )}
      {stock === 0 && <p className="stock-note">{words.soldOut}</p>}
      {most > 0 && quantity > most && (
        <p className="stock-note">
          {sayMost(most, stock)}{' '}
          <Button
            size="sm"
            variant="quiet"
            aria-label={words.describeTake(most, name)}
            onClick={() => setQuantity(productId, most)}
          >
            {words.takeLabel(most)}
          </Button>
        </p>
      )}
    </>
  )
}

function Quantity({ item: { productId, name, quantity, stock } }: { item: CartItem }) {
  const box = useRef<HTMLInputElement>(null)
  const [note, setNote] = useState('')
  useEffect(() => {
    if (box.current) box.current.value = String(quantity)
  }, [quantity])

  /** What is no number changes nothing, and what is too much becomes what there is; both are said. */
  function take(wanted: number) {
    if (wanted === quantity) return
    // As it is known now: an answer may have brought another limit since this was drawn.
    const maximum = countMost(stock)
    const isQuantity = Number.isInteger(wanted) && wanted > 0
    const taken = isQuantity ? Math.max(1, Math.min(wanted, maximum)) : quantity
    if (taken !== quantity) setQuantity(productId, taken)
    if (box.current) box.current.value = String(taken)
    if (!isQuantity) setNote(words.notWhole)
    else setNote(wanted <= maximum ? '' : sayMost(maximum, stock))
  }

  const takeTyped = () => take(Number(box.current?.value))

  return (
    <>
      <div className="stepper">
        <button
          type="button"
          aria-label={words.oneLess(name)}
          disabled={quantity <= 1}
          onClick={() => take(quantity - 1)}
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
          onBlur={takeTyped}
          onKeyDown={(event) => event.key === 'Enter' && takeTyped()}
        />
        <button
          type="button"
          aria-label={words.oneMore(name)}
          disabled={quantity >= countMost(stock)}
          onClick={() => take(quantity + 1)}
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

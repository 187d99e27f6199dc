/** What is not as the buyer put it into the cart: nothing is ordered before they have seen it and said yes. */
import { type RefObject, useEffect, useRef } from 'react'
import { checkoutWords } from '#domain/market/checkout-questions.ts'
import { acknowledgeChanges, type CartItem, removeProduct, setQuantity } from '#site/market/cart/cart.ts'
import { countMost } from '#site/market/cart/count-most.ts'
import { type PriceChange, PriceChanges } from '#site/market/market-orders/price-changes.tsx'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'

const words = checkoutWords.changes

export function findChangedItems(items: readonly CartItem[]): readonly CartItem[] {
  return items.filter(
    ({ isAvailable, earlierPriceKobo, stock, quantity }) =>
      !isAvailable || earlierPriceKobo !== undefined || countMost(stock) < quantity,
  )
}

/** The cart as it is once the changes are accepted: what an order of now would hold. */
export function acceptChanges(items: readonly CartItem[]): readonly CartItem[] {
  return items.flatMap((item) => {
    const quantity = item.isAvailable ? Math.min(item.quantity, countMost(item.stock)) : 0
    return quantity > 0 ? [{ ...item, quantity }] : []
  })
}

interface CartChangesProps {
  changed: readonly CartItem[]
  /** Grows with each attempt to order that the changes stopped: they take the focus. */
  attempt: number
  /** Where one goes on afterwards. */
  next: RefObject<HTMLElement | null>
}

export function CartChanges({ changed, attempt, next }: CartChangesProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt === 0) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'start' })
  }, [attempt])

  function accept() {
    for (const { productId, isAvailable, stock, quantity } of changed) {
      if (!isAvailable || stock === 0) removeProduct(productId)
      else if (countMost(stock) < quantity) setQuantity(productId, countMost(stock))
    }
    acknowledgeChanges()
    next.current?.focus()
  }

  return (
    <div ref={box} tabIndex={-1} role="alert">
      <Notice kind="warn">
        <div className="grid grid-cols-1 justify-items-start gap-4">
          <p>
            <strong>{words.title}</strong> {words.text}
          </p>
          <div className="w-full">
            <PriceChanges changes={changed.map(describeChange)} />
          </div>
          <Button onClick={accept}>{words.accept}</Button>
        </div>
      </Notice>
    </div>
  )
}

function describeChange({
  productId,
  name,
  isAvailable,
  earlierPriceKobo,
  priceKobo,
  stock,
  quantity,
}: CartItem): PriceChange {
  const seenPriceKobo = earlierPriceKobo ?? priceKobo
  if (!isAvailable || stock === 0) {
    return {
      productId,
      name,
      seenPriceKobo,
      priceKobo: null,
      note: isAvailable ? words.soldOut : words.notForSale,
    }
  }
  const most = countMost(stock)
  const say = stock === most ? words.describeShort : words.describeCapped
  return {
    productId,
    name,
    seenPriceKobo,
    priceKobo,
    note: most < quantity ? say(most, quantity) : undefined,
  }
}

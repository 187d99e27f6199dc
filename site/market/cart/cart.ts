/** The only way in to the cart: stored on the device, synchronised with the account of the signed-in user. */
import { useEffect } from 'react'
import { addToCart, computeTotalKobo, countItems, removeFromCart } from '#domain/market/carts.ts'
import type { CatalogueProduct } from '#domain/market/products.ts'
import { useStore } from '#site/lib/external-store.ts'
import { sessionWanted } from '#site/lib/session-signal.ts'
import { useHydrated } from '#site/lib/use-hydrated.ts'
import { orderLimits } from '#site/market/order-limits.ts'
import {
  applyFacts,
  type CartItem,
  cartStore,
  emptyCart,
  holdQuantity,
  readCurrentCart,
  readStoredCart,
  saveCartLocally,
  toCartItem,
} from './stored-cart.ts'
import { cartStorageKey } from './stored-mark.ts'

export type { CartItem }

export interface Cart {
  items: readonly CartItem[]
  /** What can be ordered of them: all but what is sold out, or not for sale any more. */
  orderable: readonly CartItem[]
  /** What the toggle shows. */
  itemCount: number
  totalKobo: bigint
}

/** `isKnown` is false on the server and while the page comes alive: the cart is not known yet, and not empty. */
export function useCart(): Cart & { isKnown: boolean } {
  useEffect(startCart, [])
  const { items } = useStore(cartStore, emptyCart)
  return { ...describeCart(items), isKnown: useHydrated() }
}

/** The cart as it is now, outside of a component. */
export function readCart(): Cart {
  return describeCart(cartStore.get().items)
}

/** False when the cart holds as many different products as an order can. */
export function addProduct(product: CatalogueProduct, quantity = 1): boolean {
  const { items } = readCurrentCart()
  const isNew = !items.some(({ productId }) => productId === product.id)
  if (isNew && items.length >= orderLimits.linesMax) return false
  const lines = addToCart(items, product.id, product.priceKobo, quantity, orderLimits.quantityMax)
  changeItems(
    lines.map((line) => (line.productId === product.id ? toCartItem(line, product) : (line as CartItem))),
    [product.id],
  )
  return true
}

/** From what this page shows to `quantity`: the same difference to what the cart holds by now. */
export function setQuantity(productId: string, quantity: number): void {
  const seen = cartStore.get().items.find((item) => item.productId === productId)
  if (!seen) return
  const { items } = readCurrentCart()
  const held = items.find((item) => item.productId === productId)
  const wanted = (held?.quantity ?? 0) + quantity - seen.quantity
  if (wanted < 1) changeItems(removeFromCart(items, productId) as CartItem[], [productId])
  else changeItems(holdQuantity(held ? items : [...items, seen], productId, wanted), [productId])
}

/** What this page shows of it: what another tab has put in since stays. */
export function removeProduct(productId: string): void {
  setQuantity(productId, 0)
}

/** What was ordered is done with; what was put into the cart since stays. */
export function takeOutOrdered(ordered: readonly { productId: string; quantity: number }[]): void {
  const { items } = readCurrentCart()
  const left = items.flatMap((item) => {
    const taken = ordered.find(({ productId }) => productId === item.productId)?.quantity ?? 0
    return item.quantity > taken ? [{ ...item, quantity: item.quantity - taken }] : []
  })
  changeItems(
    left,
    ordered.map(({ productId }) => productId),
  )
}

/** What was taken out for an order that is being changed comes back, beside what was put in since. */
export function putBack(ordered: readonly CartItem[]): void {
  const { items } = readCurrentCart()
  const back = ordered.flatMap((item) => {
    const held = items.find(({ productId }) => productId === item.productId)
    return held ? holdQuantity([held], held.productId, held.quantity + item.quantity) : item
  })
  const ids = back.map(({ productId }) => productId)
  changeItems([...back, ...items.filter(({ productId }) => !ids.includes(productId))], ids)
}

/** The buyer has seen which prices changed. */
export function acknowledgeChanges(): void {
  changeItems(
    readCurrentCart().items.map(({ earlierPriceKobo: _seen, ...item }) => item),
    [],
  )
}

/** Queries what the products of the cart cost now and how many there are; false when nobody answered. */
export async function refreshCart(): Promise<boolean> {
  const ids = cartStore.get().items.map(({ productId }) => productId)
  if (ids.length === 0) return true
  const { readProducts } = await import('./read-products.ts')
  const products = await readProducts(ids).catch(() => null)
  if (products) takeCurrentFacts(products, ids)
  return products !== null
}

/**
 * Takes over what is true now. A price that has changed becomes the line's price, and the one that the buyer saw stays
 * beside it until they have said that they know; a product that did not come back is not for sale any more.
 */
export function takeCurrentFacts(
  products: readonly CatalogueProduct[],
  requestedIds: readonly string[],
): void {
  const { items } = readCurrentCart()
  const current = applyFacts(items, products, requestedIds)
  if (JSON.stringify(current) === JSON.stringify(items)) return
  const repriced = current.filter((item, index) => item.priceKobo !== items[index]?.priceKobo)
  changeItems(
    current,
    repriced.map(({ productId }) => productId),
  )
}

let isStarted = false

/** Follows other tabs, and the account once this page has to do with a session. */
export function startCart(): void {
  if (isStarted) return
  isStarted = true
  window.addEventListener('storage', (event) => {
    if (event.key === cartStorageKey || event.key === null) cartStore.set(readStoredCart())
  })
  if (sessionWanted.get()) followAccount()
  else sessionWanted.subscribe(followAccount)
}

function followAccount(): void {
  import('./account-cart.ts')
    .then((module) => module.followAccount())
    .catch((error: unknown) => console.error('No account cart', error))
}

function changeItems(items: readonly CartItem[], changedIds: readonly string[]): void {
  const { ownerId, unsent } = readCurrentCart()
  saveCartLocally({
    ownerId,
    items,
    unsent: ownerId === null ? [] : [...new Set([...unsent, ...changedIds])],
  })
}

function describeCart(items: readonly CartItem[]): Cart {
  const orderable = items.filter(({ isAvailable, stock }) => isAvailable && stock !== 0)
  return { items, orderable, itemCount: countItems(items), totalKobo: computeTotalKobo(orderable) }
}

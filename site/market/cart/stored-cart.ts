/** The cart as this device stores it: read with suspicion, since anybody can write into a browser's storage. */
import { type CartLine, changeQuantity } from '#domain/market/carts.ts'
import type { CatalogueProduct } from '#domain/market/products.ts'
import { createStore } from '#site/lib/external-store.ts'
import { sessionStorageAdapter } from '#site/lib/session-storage.ts'
import { orderLimits } from '#site/market/order-limits.ts'
import { cartStorageKey } from './stored-mark.ts'

type ShownFacts = Pick<
  CatalogueProduct,
  'name' | 'category' | 'farmerName' | 'packAmount' | 'packUnit' | 'photoPath' | 'stock'
>

/** A line with what the cart shows of its product. */
export interface CartItem extends CartLine, ShownFacts {
  /** False once the product is not for sale any more: the line is shown, and counts for nothing. */
  isAvailable: boolean
  /** The price that the buyer saw before; there until they have said that they know. */
  earlierPriceKobo?: number
}

export interface StoredCart {
  /** Whose account it mirrors; null for a guest's. */
  ownerId: string | null
  items: readonly CartItem[]
  /** Products whose change has not been sent to the account yet. */
  unsent: readonly string[]
}

/** No limit that staff can set is higher, of packs; of lines none is likely to be. */
const storedMax = { lines: 500, quantity: 1_000_000 }

export const emptyCart: StoredCart = { ownerId: null, items: [], unsent: [] }

export function toCartItem(line: CartLine, product: CatalogueProduct): CartItem {
  const { productId, quantity, priceKobo } = line
  const { name, category, farmerName, packAmount, packUnit, photoPath, stock } = product
  const facts = { name, category, farmerName, packAmount, packUnit, photoPath, stock }
  return { productId, quantity, priceKobo, ...facts, isAvailable: true }
}

/** As many as an order takes. */
export function holdQuantity(items: readonly CartItem[], productId: string, quantity: number): CartItem[] {
  return changeQuantity(items, productId, quantity, orderLimits.quantityMax) as CartItem[]
}

export function readStoredCart(): StoredCart {
  try {
    return parseStoredCart(sessionStorageAdapter.getItem(cartStorageKey))
  } catch {
    return emptyCart // storage is switched off
  }
}

/** False where storage is full or switched off: the cart then lasts as long as the page. */
function writeStoredCart(cart: StoredCart): boolean {
  try {
    sessionStorageAdapter.removeItem(cartStorageKey)
    if (cart !== emptyCart) sessionStorageAdapter.setItem(cartStorageKey, JSON.stringify(cart))
    return true
  } catch {
    return false
  }
}

export function parseStoredCart(text: string | null): StoredCart {
  if (!text) return emptyCart
  try {
    const stored: StoredCart = JSON.parse(text)
    // What an order takes is said when it is sent: a cart that was filled before a limit was lowered stays as it is.
    return {
      ownerId: typeof stored.ownerId === 'string' ? stored.ownerId : null,
      items: stored.items
        .filter(isItem)
        .slice(0, storedMax.lines)
        .flatMap(
          (item) => changeQuantity([item], item.productId, item.quantity, storedMax.quantity) as CartItem[],
        ),
      unsent: stored.unsent.filter((id) => typeof id === 'string'),
    }
  } catch {
    return emptyCart
  }
}

function isItem(item: CartItem): boolean {
  return (
    typeof item.productId === 'string' &&
    typeof item.name === 'string' &&
    typeof item.packAmount === 'number' &&
    Number.isSafeInteger(item.priceKobo) &&
    item.priceKobo > 0
  )
}

/** Replaced as a whole at each change. */
export const cartStore = createStore<StoredCart>(typeof window === 'undefined' ? emptyCart : readStoredCart())

let isStored = typeof window !== 'undefined'

export function saveCartLocally(cart: StoredCart): void {
  cartStore.set(cart)
  isStored = writeStoredCart(cart)
}

/** What a change begins with: another tab may have written since, and this page hears of it a little later. */
export function readCurrentCart(): StoredCart {
  return isStored ? readStoredCart() : cartStore.get()
}

export function applyFacts(
  items: readonly CartItem[],
  products: readonly CatalogueProduct[],
  requestedIds: readonly string[],
): CartItem[] {
  const current = new Map(products.map((product) => [product.id, product]))
  return items.map((item) => {
    const product = current.get(item.productId)
    if (!product) return requestedIds.includes(item.productId) ? { ...item, isAvailable: false } : item
    const seenKobo = item.earlierPriceKobo ?? item.priceKobo
    const line = toCartItem({ ...item, priceKobo: product.priceKobo }, product)
    return seenKobo === product.priceKobo ? line : { ...line, earlierPriceKobo: seenKobo }
  })
}

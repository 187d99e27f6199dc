/** The products of an earlier order, put into the cart once more; apart, since it is loaded at the press. */
import { cartLineWords, sayMost } from '#domain/market/cart-line-words.ts'
import type { OrderItem } from '#domain/market/order.ts'
import type { CatalogueProduct } from '#domain/market/products.ts'
import { addProduct, readCart, setQuantity } from './cart.ts'
import { readProducts } from './read-products.ts'

/** Of what the cart took fewer, or nothing; null where none of it is for sale. */
export async function orderAgain(
  items: readonly OrderItem[],
): Promise<{ title: string; text: string } | null> {
  const products = await readProducts(items.flatMap(({ productId }) => productId ?? []))
  if (products.length === 0) return null
  return { title: cartLineWords.cutTitle, text: fillCart(items, products).join(' ') }
}

/** Never less than what lies in the cart already, as far as there is stock. Answers in sentences what it took fewer of, or nothing. */
export function fillCart(items: readonly OrderItem[], products: readonly CatalogueProduct[]): string[] {
  const held = (id: string) => readCart().items.find(({ productId }) => productId === id)?.quantity ?? 0
  return items.flatMap(({ productId, name, quantity }) => {
    const product = products.find(({ id }) => id === productId)
    if (!product) return cartLineWords.describeGone(name)
    const { id, stock } = product
    const wanted = Math.max(held(id), quantity)
    if (!addProduct(product)) return cartLineWords.describeTooMany(name)
    setQuantity(id, stock === null ? wanted : Math.min(wanted, Math.max(stock, 1)))
    if (stock === 0) return `${name}: ${cartLineWords.soldOut}`
    return held(id) < quantity ? `${name}: ${sayMost(held(id), stock)}` : []
  })
}

/** The cart: adding merges, minus stops at one, and a device's cart meets the account's without doubling anything. */
export const cartMessages = {
  name: 'Cart',
  describe: (items: number) => `Cart, ${items} ${items === 1 ? 'item' : 'items'}`,
  empty: 'Your cart is empty',
  addedTitle: 'Added to Cart',
  describeAdded: (product: string) => `${product} has been added to your cart.`,
  fullTitle: 'Your cart is full',
  describeFull: (lines: number) => `It takes ${lines} different products.`,
} as const

export interface CartLine {
  productId: string
  quantity: number
  /** The price that the buyer saw last. */
  priceKobo: number
}

/** What a line holds already stays, though the limit is lower now, or this device has not heard yet that it is higher. */
function clampQuantity(quantity: number, quantityMax: number, held = 0): number {
  return Math.min(Math.max(Math.trunc(quantity) || 1, 1), Math.max(quantityMax, held))
}

/** A product that is in the cart already gets so many more. */
export function addToCart(
  lines: readonly CartLine[],
  productId: string,
  priceKobo: number,
  quantity: number,
  quantityMax: number,
): CartLine[] {
  if (!lines.some((line) => line.productId === productId))
    return [...lines, { productId, quantity: clampQuantity(quantity, quantityMax), priceKobo }]
  return lines.map((line) =>
    line.productId === productId
      ? { ...line, priceKobo, quantity: clampQuantity(line.quantity + quantity, quantityMax, line.quantity) }
      : line,
  )
}

/** Never below 1: taking a line away is its own button. */
export function changeQuantity(
  lines: readonly CartLine[],
  productId: string,
  quantity: number,
  quantityMax: number,
): CartLine[] {
  return lines.map((line) =>
    line.productId === productId ? { ...line, quantity: clampQuantity(quantity, quantityMax) } : line,
  )
}

export function removeFromCart(lines: readonly CartLine[], productId: string): CartLine[] {
  return lines.filter((line) => line.productId !== productId)
}

/** What the toggle shows. */
export function countItems(lines: readonly CartLine[]): number {
  return lines.reduce((count, line) => count + line.quantity, 0)
}

/** The lines exactly: no fees, no tax. */
export function computeTotalKobo(lines: readonly CartLine[]): bigint {
  return lines.reduce((total, line) => total + BigInt(line.priceKobo) * BigInt(line.quantity), 0n)
}

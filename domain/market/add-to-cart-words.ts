/** The button that puts a product into the cart, and why it did not; apart, since most pages have none. */
import { formatCount } from '../numbers.ts'

export const addToCartWords = {
  addLabel: 'Add to Cart',
  describeAdd: (product: string) => `Add to Cart: ${product}`,
  addBusyLabel: 'Looking...',
  soldOut: 'Sold out',
  inCart: (packs: number) => `${formatCount(packs)} in your cart`,
  notAdded: 'This could not be added to your cart',
  notForSaleTitle: 'Not for sale any more',
  describeNotForSale: (product: string) => `We do not offer the ${product} now.`,
  onlyLeftTitle: (stock: number) => `Only ${formatCount(stock)} left`,
  atMostTitle: (maximum: number) => `At most ${formatCount(maximum)} in one order`,
  holdsAll: (product: string) => `Your cart holds all of the ${product} that we have now.`,
  addedSome: (added: number, held: number) =>
    `${formatCount(added)} ${added === 1 ? 'was' : 'were'} added, and your cart holds ${formatCount(held)}.`,
  holdsSome: (packs: number) => `Your cart holds ${formatCount(packs)} of them already.`,
} as const

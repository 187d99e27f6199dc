/** What the open cart says, and each of its lines; apart, since the cart comes when it is opened. */
import { formatCount } from '../numbers.ts'

export const cartLineWords = {
  describePack: (farmer: string, price: string, pack: string) => `${farmer}. ${price} for ${pack}`,
  removeLabel: 'Remove',
  describeRemove: (product: string) => `Remove ${product}`,
  takeLabel: (most: number) => `Take ${formatCount(most)}`,
  describeTake: (most: number, product: string) => `Take ${formatCount(most)} of ${product}`,
  /** The cart of an account took fewer than were typed, or none of a product. */
  cutTitle: 'Your cart did not take everything',
  describeCut: (product: string, typed: number, kept: number) =>
    `${product}: at most ${formatCount(kept)} in one order, not ${formatCount(typed)}.`,
  describeGone: (product: string) => `${product} is not for sale any more.`,
  describeTooMany: (product: string) => `${product}: an order takes no more products.`,
  oneLess: (product: string) => `One ${product} less`,
  oneMore: (product: string) => `One ${product} more`,
  quantity: (product: string) => `Quantity of ${product}`,
  /** Beside a price. */
  goodsAlone: 'before delivery and any VAT',
  notWhole: 'Please type a whole number, from 1 on.',
  atMost: (maximum: number) => `At most ${formatCount(maximum)} in one order.`,
  onlyLeft: (maximum: number) => `Only ${formatCount(maximum)} left.`,
  notForSale: 'Not for sale any more. It is not counted.',
  soldOut: 'Sold out. Please remove it, or wait for more.',
  describeRepriced: (before: string, now: string) => `Was ${before}, is ${now} now.`,
} as const

/** So many are in it as one order can hold, or fewer. */
export const sayMost = (maximum: number, stock: number | null): string =>
  stock === null || stock > maximum ? cartLineWords.atMost(maximum) : cartLineWords.onlyLeft(maximum)

export const cartWords = {
  title: 'Your cart',
  closeLabel: 'Close the cart',
  goOnLabel: 'Continue Shopping',
  unchecked: 'We could not ask for the prices of this moment. They are looked up again before you order.',
  total: 'Total of the goods',
  /** Below the goods, and the price of delivery where it is known. */
  besides: (isDeliveryKnown: boolean) =>
    isDeliveryKnown
      ? 'Both, and VAT where it is due, are added up at the checkout.'
      : 'Delivery, and VAT where it is due, are added at the checkout.',
  checkoutLabel: 'Checkout',
  /** In bold, before `sinceChosen`. */
  repriced: (count: number) => (count === 1 ? 'A price has changed' : 'Prices have changed'),
  sinceChosen: 'since you chose. The total counts the price of now.',
  seenLabel: 'I have seen it',
  tooManyLines: (maximum: number, held: number) =>
    `At most ${maximum} different ${maximum === 1 ? 'product goes' : 'products go'} into one order, and your cart holds ${held}. Please remove ${held - maximum}.`,
} as const

/** The boxes and buttons of one line of the cart; apart, since the cart comes when it is opened. */
import { formatCount } from '../numbers.ts'

export const cartLineWords = {
  describePack: (farmer: string, price: string, pack: string) => `${farmer}. ${price} for ${pack}`,
  removeLabel: 'Remove',
  describeRemove: (product: string) => `Remove ${product}`,
  takeLabel: (stock: number) => `Take ${formatCount(stock)}`,
  describeTake: (stock: number, product: string) => `Take ${formatCount(stock)} of ${product}`,
  oneLess: (product: string) => `One ${product} less`,
  oneMore: (product: string) => `One ${product} more`,
  quantity: (product: string) => `Quantity of ${product}`,
  /** Beside a price. */
  goodsAlone: 'before delivery and any VAT',
  notWhole: 'Please type a whole number, from 1 on.',
  atMost: (maximum: number) => `At most ${formatCount(maximum)} in one order.`,
  onlyLeft: (maximum: number) => `Only ${formatCount(maximum)} left.`,
} as const

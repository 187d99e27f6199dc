/** The questions of the checkout as a buyer reads them; their rules are marketOrderRules. */
import { sayHours } from '../hours.ts'
import { nigerianStates } from '../nigeria/states.ts'
import type { BoxQuestion } from '../questions.ts'
import type { marketOrderRules } from './market-orders.ts'

export const checkoutQuestions = {
  name: { label: 'Name', control: 'line', autoComplete: 'name', help: 'Who receives the goods.' },
  phone: {
    label: 'Phone number',
    control: 'line',
    type: 'tel',
    inputMode: 'tel',
    autoComplete: 'tel',
    help: 'We call it before we deliver.',
  },
  email: {
    label: 'Email address',
    control: 'line',
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    help: 'For the receipt and the link to your order.',
  },
  address: {
    label: 'Delivery address',
    control: 'area',
    rows: 2,
    autoComplete: 'street-address',
    help: 'Street, number, and a landmark.',
  },
  state: {
    label: 'State',
    control: 'select',
    autoComplete: 'address-level1',
    placeholder: 'Please select',
    options: nigerianStates,
  },
  lga: { label: 'Local government area', control: 'line', autoComplete: 'address-level2' },
  remarks: { label: 'Remarks', control: 'area', help: 'Anything that we should know about this order.' },
} as const satisfies Readonly<Record<keyof typeof marketOrderRules, BoxQuestion>>

export const checkoutWords = {
  label: 'Checkout',
  title: 'Checkout',
  description: 'Your order, where it goes, and how it is paid.',
  /** What works with scripts alone. */
  withoutScripts: 'The checkout',
  contact: 'Delivery and contact',
  backToCart: 'Back to Cart',
  goOn: 'Continue Shopping',
  /** `link` are its words that lead somewhere. */
  noAccount: {
    text: 'You need no account. Sign in if you have one: it keeps your orders and fills in what it knows.',
    link: 'Sign in',
  },
  /** The total stands between them. */
  makesOrderOf: 'This makes your order of',
  order: {
    describe: (priceLockHours: number) =>
      `, fixes its prices for ${sayHours(priceLockHours)} and keeps the goods for you. You pay by bank transfer. How we handle what you write here: privacy notice.`,
    link: 'privacy notice',
  },
  orderQuote: {
    text: ' and of its delivery, once you have said yes to the price. We keep the goods for you, and you pay nothing yet. How we handle what you write here: privacy notice.',
    link: 'privacy notice',
  },
  submitLabel: 'Show payment details',
  submitQuoteLabel: 'Order, and ask for the price of delivery',
  busyLabel: 'Ordering...',
  notConfirmed: 'Your order was not confirmed.',
  kept: 'What you typed and your cart are kept, and sending it again will not make a second order.',
  unanswered: {
    title: 'You sent this order, and no answer came.',
    text: 'We may have it already. Send it again: it stays one order.',
    link: 'Go to the checkout',
  },
  summary: {
    title: 'Order summary',
    describePack: (pack: string, price: string) => `${pack} at ${price}`,
    total: 'Total',
  },
  /** The tax alone is another one than was shown. */
  describeVat: (now: string, before: string, totalNow: string, totalBefore: string) =>
    `VAT is ${now} now, not ${before}: the total is ${totalNow}, not ${totalBefore}. Press the button once more to order for ${totalNow}.`,
  /** Which of them go, the buyer alone knows. */
  tooManyLines: (maximum: number, held: number) =>
    `At most ${maximum} different ${maximum === 1 ? 'product goes' : 'products go'} into one order, and your cart holds ${held}. Please go back to your cart and remove ${held - maximum}.`,
  /** What is not as the buyer put it into the cart. */
  changes: {
    title: 'Something has changed since you chose it.',
    text: 'You pay nothing that you have not agreed to.',
    accept: 'Accept the changes',
    soldOut: 'Sold out: it is taken out of your order.',
    notForSale: 'Not for sale any more: it is taken out of your order.',
    describeCapped: (most: number, wanted: number) =>
      `At most ${most} in one order: your order takes ${most} instead of ${wanted}.`,
    describeShort: (left: number, wanted: number) =>
      `Only ${left} left: your order takes ${left} instead of ${wanted}.`,
  },
} as const

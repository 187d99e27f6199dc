/** Beside the bulk order form: what to have ready before it, and what happens with it afterwards. */
import type { FormGuide } from '../forms.ts'
import { promises } from '../limits.ts'

export const orderGuide: FormGuide = {
  ready: [
    'What you need, and how much of it',
    'The place or port where it should arrive',
    'A phone number on which we reach you',
  ],
  next: [
    'You get an order code at once, on the screen and by email.',
    `We call the number that you give within ${promises.orderFirstContactHours} hours.`,
    `You have our written answer within ${promises.orderConfirmationHours} hours.`,
    'Your account shows where the order stands, at any time.',
  ],
}

export const orderPageWords = {
  title: 'Place Your Order',
  description: 'Order agricultural products in bulk: tell us what, how much, where and on which terms.',
  lead: 'Tell us what you need, how much, and where it should arrive. You do not pay anything here.',
  savedAt: (time: string) => `Kept on this device, ${time} (Lagos)`,
  /** Before a link to them. */
  grades: 'Grades and prices:',
  placed: { title: 'Your order is with us', lead: 'Below are its code, and what happens with it now.' },
} as const

/** `copy`: the address of the mail stands behind it. */
export const orderConfirmationWords = {
  title: 'We have your order',
  copy: 'Keep the code. A copy is on its way to',
  open: 'Open this order',
  another: 'Place another order',
  purchaseOrder: 'Your order number',
  seller: 'Seller',
} as const

export const orderSummaryWords = {
  label: 'Order',
  marketplaceLabel: 'Marketplace order',
  product: 'Product',
  products: 'Products',
  quantity: 'Quantity',
  nth: (what: string, number: number) => `${what} ${number}`,
  total: 'Total',
  deliverTo: 'Deliver to',
  preferredDate: 'Preferred date',
  placed: 'Placed',
  inLagos: (time: string) => `${time} (Lagos)`,
} as const

export const orderIsARequest =
  'An order form is a request, not a sale: prices and dates are agreed with you before anything is due.'

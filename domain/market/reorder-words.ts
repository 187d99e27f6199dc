/** The words of putting the products of a marketplace order into the cart once more. */

export const reorderWords = {
  title: 'Order again',
  text: 'Puts the same products into your cart, at the prices of today.',
  submitLabel: 'Order again',
  busyLabel: 'Looking...',
  added: {
    title: 'Added to Cart',
    text: 'These products have been added to your cart, at the prices of today.',
  },
  none: { title: 'Not for sale any more', text: 'None of these products is offered now.' },
  failed: 'This could not be added to your cart',
} as const

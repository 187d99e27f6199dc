/** The heart and what it saves; every card of the catalogue carries the first of these words. */

export const wishWords = {
  title: 'Your wishes',
  describeAdd: (product: string) => `Keep ${product} in your wishes`,
  describeRemove: (product: string) => `Remove ${product} from your wishes`,
  buyLabel: 'Add to Cart',
  describeBuy: (product: string) => `Add to Cart: ${product}`,
  removeLabel: 'Remove',
  added: { title: 'Kept in your wishes', text: 'You find them in your cart, below what you buy.' },
  full: { title: 'Your wishes are full', text: 'Take one out first.' },
  failed: 'Your wishes could not be changed',
} as const

export const wishesMax = 200

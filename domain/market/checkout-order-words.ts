/** What is said of an order of the marketplace once it is placed: until it is paid, and from the device that sent it. */

export const placedOrderWords = {
  /** The code stands behind it. */
  order: 'Order',
  /** Beside goods for the next one. */
  earlier: 'Your earlier order',
  placed: 'We have your order.',
  missing: 'The rest of this page could not be loaded: check your connection. Your order is not lost.',
  loadAgain: 'Load the page again',
  see: 'See your order',
  follow: 'Follow it',
  /** The code and the day stand between and behind them. */
  sent: ['You sent order', 'on'],
  today: 'today',
  yesterday: 'yesterday',
  waits: (until: string) => `waits for your transfer until ${until}.`,
  waitsForAccount: 'is kept for you. We send you our account first.',
} as const

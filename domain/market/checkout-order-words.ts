/** What is said of an order of the marketplace once it is placed: until it is paid, and from the device that sent it. */

export const placedOrderWords = {
  /** On the page after an order whose delivery is quoted first. */
  describeQuoted: (period: string) =>
    `We have your order, and keep the goods for you while we find out what delivery costs, for ${period} at most. You do not pay anything yet.`,
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
  /** Behind the sum, where it is a part of the total. */
  dueNow: 'due now',
  waits: (until: string | null) => `waits for your transfer${until ? ` until ${until}` : ''}.`,
  waitsForAccount: 'is kept for you. We send you our account first.',
} as const

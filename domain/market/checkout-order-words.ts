/** What is said of an order of the marketplace once it is placed: until it is paid, and from the device that sent it. */

export const placedOrderWords = {
  /** The code stands behind it. */
  order: 'Order',
  placed: 'We have your order.',
  payNow: 'We have your order. Now make the transfer, then tell us.',
  missing: 'The rest of this page could not be loaded: check your connection. Your order is not lost.',
  loadAgain: 'Load the page again',
  see: 'See your order',
  follow: 'Follow it',
  copyLink: 'Copy link',
  keepLink: 'Its link is your key to it. Keep it, and do not hand it on.',
  inAccount: 'It stands in your account, at any time.',
  /** Behind `see`, which is a link. */
  seeByLink: ': this link is your key to it. Keep it, and do not hand it on.',
  seeInAccount: ' in your account, at any time.',
  /** The code and the day stand between and behind them. */
  sent: ['You sent order', 'on'],
  waits: (until: string | null) => `waits for your transfer${until ? ` until ${until}` : ''}.`,
  pay: 'Pay',
  payOrder: (code: string) => `Pay order ${code}`,
} as const

export const changeOrderWords = {
  label: 'Change it',
  title: 'This order ends, and its goods go back into your cart',
  text: 'They have the prices of today there, and what you order then has a new code. If you have sent the money already, keep this order and tell us that you have paid.',
  confirmLabel: 'Take it back',
  busyLabel: 'Taking it back...',
} as const

/** What is said of an order that waits for its transfer: how it is paid, where it is found, how it is changed. */

export const orderWayWords = {
  moreWait: (count: number) =>
    count === 1 ? 'and 1 more waits for your transfer' : `and ${count} more wait for your transfer`,
  payNow: 'We have your order. Now make the transfer, then tell us.',
  accountFirst: 'We have your order. We send you our account first: please transfer nothing before.',
  copyLink: 'Copy link',
  copyLabel: 'Copy',
  /** `name`: as a word within a sentence, "account number". */
  describeCopy: (name: string) => `Copy ${name}`,
  copied: (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)} copied`,
  notCopied: { title: (name: string) => `The ${name} could not be copied`, text: 'Please copy it by hand.' },
  keepLink: 'Its link is your key to it. Keep it, and do not hand it on.',
  inAccount: 'It stands in your account, at any time.',
  /** Behind `see`, which is a link. */
  seeByLink: ': this link is your key to it. Keep it, and do not hand it on.',
  seeInAccount: ' in your account, at any time.',
  pay: 'Pay',
  payOrder: (code: string) => `Pay order ${code}`,
} as const

export const changeOrderWords = {
  label: 'Change it',
  title: 'This order ends, and its goods go back into your cart',
  text: 'They have the prices of today there, and what you order then has a new code. If you have sent the money already, keep this order and tell us that you have paid.',
  moneyCame: 'They have the prices of today in your cart, and what you order then has a new code.',
  readFirst: 'Money of this order has moved: please read what becomes of it, and press again.',
  confirmLabel: 'Take it back',
  busyLabel: 'Taking it back...',
} as const

/** Whose phone it is that an order was placed on. */
export const notMyPhoneWords = {
  remembered: 'This phone remembers this order.',
  label: 'Not my phone: forget it',
  forgotten:
    'This phone forgets it once you close this page, and has forgotten every other reference that was sent from it. Keep the link before you go.',
  undo: 'Undo',
} as const

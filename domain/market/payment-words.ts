/** What is said where an order is paid: proof and claim, changed prices. */

/** Beside a claim, and after one that was made without it. */
export const paymentProofWords = {
  beforeClaim: {
    label: 'Proof of payment',
    help: 'A picture or PDF of your transfer, up to 2 MB. It helps us to find it on our statement.',
  },
  afterClaim: {
    label: 'Picture or PDF of your transfer',
    help: 'Up to 2 MB. It helps us to find it on our statement.',
  },
  arrived: 'Your proof has arrived',
} as const

/** The box for files of an order. */
export const attachWords = {
  tooLarge: 'This PDF is larger than 2 MB. Please send a smaller one.',
  removeLabel: 'Remove',
  describeRemove: (file: string) => `Remove ${file}`,
  describeSending: (file: string) => `Sending ${file}…`,
} as const

export const paymentStepWords = {
  earlyLabel: 'Show the account to pay early',
  /** After a refusal: the order is paid, or over. */
  overLabel: 'See where it stands',
  again: 'Try again',
} as const

/** The words of the button, which are stored with the claim, and what is said when it was pressed. */
export const claimWords = {
  label: 'Mark as Payment Successful',
  busyLabel: 'Telling us...',
  amountLabel: 'How much did you send?',
  amountHelp: 'If it was another amount, change it: then we find it sooner.',
  amountWrong: 'Enter the amount, for example 35,000.00',
  /** Before more than is owed is taken: a digit too many is seen here. */
  describeMore: (owed: string, typed: string) =>
    `You owe ${owed}. You typed ${typed}. Is that what you sent?`,
  moreLabel: (typed: string) => `Yes, I sent ${typed}`,
  help: 'Press it once you have made the transfer. We then look for it on our bank statement and confirm it to you.',
  helpTooLate:
    'Press it only if you have made the transfer already. We then look for it on our bank statement and confirm it to you.',
  claimed: { title: 'Payment Successful', text: 'Your order has been placed successfully!' },
} as const

export const changedPricesWords = {
  confirmLabel: (total: string) => `Confirm ${total}`,
  busyLabel: 'Confirming...',
} as const

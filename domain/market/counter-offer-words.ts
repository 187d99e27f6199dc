/** What a buyer reads who answers a quote otherwise than with a yes. */
import { formatMoney } from '../money.ts'

export const counterOfferWords = {
  label: 'Offer other terms',
  lead: 'Change what you would agree to, and we answer with a new quote. Until then our quote stands, and you can still accept it.',
  price: (line: string, unit: string) => `${line}: price per unit (${unit})`,
  priceHelp: (kobo: number, quoted: string, currency: string) =>
    `In ${currency}. We quoted ${formatMoney(kobo, quoted)}.`,
  missing: 'Enter a price, for example 1,805.00',
  quantity: (line: string, unit: string) => `${line}: how much (${unit})`,
  quantityHelp: (quantity: string) => `We quoted ${quantity}.`,
  currency: 'Currency',
  newPrices: (currency: string) => `Write your prices in ${currency}.`,
  otherCurrency: 'We work out freight, discount and tax again in this currency.',
  note: { label: 'Why', help: 'What we should know. The terms above count, not this.' },
  offered: (total: string, quoted: string, isOfGoods: boolean) =>
    `Your offer${isOfGoods ? ' for the goods' : ''}: ${total}; we quoted ${quoted}.`,
  submitLabel: 'Send my offer',
  busyLabel: 'Sending...',
  cancelLabel: 'Not now',
  sent: { title: 'Offer sent', text: 'We answer you here and by email.' },
} as const

export const acceptQuoteWords = {
  label: (total: string) => `Accept ${total}`,
  title: (total: string) => `Accept ${total}?`,
  /** Before the terms of payment. */
  text: 'The price and the terms are fixed then, for you and for us. You pay as the terms say:',
  busyLabel: 'Accepting...',
  cancelLabel: 'Not yet',
  accepted: { title: 'Quote accepted', text: (total: string) => `The price is fixed at ${total}.` },
  over: 'This quote has run out. Write to us below, and we send you a new one.',
  /** What the buyer has offered last. */
  offered: {
    text: (total: string, when: string) =>
      `You offered ${total} on ${when}. We answer with a new quote; until then you can still accept this one.`,
    label: 'What you offered',
  },
  /** Where another quote took its place while it was read. */
  replaced: {
    title: 'We have replaced this quote',
    text: (when: string, now: string, before: string) =>
      `We replaced it on ${when}: ${
        now === before ? `the total is ${now} as before` : `${now} instead of ${before}`
      }. Nothing was accepted yet. Accept ${now}?`,
    label: 'What has changed',
    notNamed: 'not named',
  },
} as const

export const declineQuoteWords = {
  openLabel: 'Decline',
  label: 'Decline the quote',
  lead: 'The quote ends with it. Your order stays open, and we may send you another quote.',
  reason: {
    label: 'Why do you decline?',
    help: 'The price, the time, another seller: we read it and do better.',
    missing: 'Say why in 3 to 500 characters',
  },
  submitLabel: 'Decline it',
  busyLabel: 'Declining...',
  cancelLabel: 'Not now',
  declined: { title: 'Quote declined', text: 'We have your reason. Your order stays open.' },
} as const

export const withdrawalWords = {
  title: 'Withdraw',
  lead: 'You may take this order back as long as nothing is being prepared.',
  openLabel: 'Withdraw order',
  /** The heading of the question: "Order AG234-5678 is closed for good". */
  closes: ['Order', 'is closed for good'],
  keepLabel: 'Keep it',
  submitLabel: 'Withdraw it',
  busyLabel: 'Withdrawing...',
  withdrawn: { title: 'Order withdrawn', text: (code: string) => `Order ${code} is closed.` },
  reason: {
    label: 'Why do you withdraw?',
    help: 'Both sides had agreed on this contract.',
    missing: 'Say why you withdraw, in 3 to 500 characters',
  },
} as const

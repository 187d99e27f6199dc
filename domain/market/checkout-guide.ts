/** At the checkout: what to have ready before it, and what happens with the order afterwards. */
import type { FormGuide } from '../forms.ts'
import { sayHours } from '../hours.ts'

export const describeCheckout = (payHours: number): FormGuide => ({
  ready: [
    'A phone number on which we reach you; an email address if you have one',
    'Where the goods should come, or that you collect them',
    'A way to pay by bank transfer: you need no card',
  ],
  money: {
    free: 'You pay nothing on this page.',
    warning:
      'Pay only into the account that this site shows you with your order code. Anyone who names another account is not from us.',
  },
  next: [
    'Your order gets its code at once, and shows the account that you pay into.',
    'Where we have to find out what the delivery costs, we tell you its price before you pay.',
    `You make the transfer within ${sayHours(payHours)}: so long its prices stay as they are.`,
    'We look for it on our bank statement, confirm it to you, and prepare your goods.',
  ],
})

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

export const orderIsARequest =
  'An order form is a request, not a sale: prices and dates are agreed with you before anything is due.'

/** The newsletter: one address, confirmed by its owner before anything is sent to it (decision 20). */
import { emailRule } from '../contact-questions.ts'
import { type AnswersInput, type FormDefinition, readForm } from '../forms.ts'
import { rulesOf } from '../questions.ts'
import * as newsletterBox from './newsletter-box.ts'

export const newsletterMessages = {
  /** The same for an address that is new, waiting or subscribed: the answer reveals to nobody who reads what. */
  requested:
    'Please check your inbox: if this address is not subscribed yet, a link to confirm it is on its way.',
  confirmed: 'You are subscribed. Thank you.',
  unsubscribed: 'You are unsubscribed. No more letters will come.',
  unknownLink: 'This link is not valid any more. Please subscribe again to get a new one.',
  unknownExit: 'This link is not valid. Please use the one in the newest letter.',
} as const

/** Prompts on the pages of its two links, before anything begins or ends. */
export const newsletterLinkWords = {
  confirm: {
    sentence: 'One click, and the letters come to this address.',
    help: 'What comes: prices, seasons and open positions, in a letter now and then. Every letter ends with a link that stops them at once.',
    button: 'Confirm my subscription',
  },
  unsubscribe: { sentence: 'One click, and no more letters come.', button: 'Unsubscribe' },
} as const

/** How long the link of the first mail can be used. */
export const newsletterConfirmDays = 7

const newsletterQuestions = {
  email: {
    label: 'Your email',
    control: 'line',
    type: 'email',
    autoComplete: 'email',
    rule: emailRule('Please enter a valid email address'),
  },
} as const satisfies FormDefinition['questions']

const newsletterRules = rulesOf(newsletterQuestions)

export const newsletterForm: FormDefinition<typeof newsletterQuestions> = {
  name: 'newsletter',
  path: newsletterBox.path,
  table: 'newsletter_subscriptions',
  id: 'newsletter',
  label: newsletterBox.title,
  title: newsletterBox.title,
  page: '/',
  submit: newsletterBox.submitLabel,
  busy: newsletterBox.busyLabel,
  note: newsletterBox.note,
  success: newsletterMessages.requested,
  questions: newsletterQuestions,
  read: (input: AnswersInput) => readForm(newsletterRules, input),
}

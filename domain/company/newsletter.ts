/** The newsletter: one address, confirmed by its owner before anything is sent to it (decision 20). */
import { emailRule } from '../contact-questions.ts'
import { type AnswersInput, type FormDefinition, readForm } from '../forms.ts'
import { rulesOf } from '../questions.ts'

export const newsletterMessages = {
  /** The same for an address that is new, waiting or subscribed: the answer reveals to nobody who reads what. */
  requested:
    'Please check your inbox: if this address is not subscribed yet, a link to confirm it is on its way.',
  confirmed: 'You are subscribed. Thank you.',
  unsubscribed: 'You are unsubscribed. No more letters will come.',
  unknownLink: 'This link is not valid any more. Please subscribe again to get a new one.',
  unknownExit: 'This link is not valid. Please use the one in the newest letter.',
} as const

/** How long the link of the first mail can be used. */
export const newsletterConfirmDays = 7

export const newsletterQuestions = {
  email: {
    label: 'Your e-mail',
    control: 'line',
    type: 'email',
    autoComplete: 'email',
    rule: emailRule('Please enter a valid email address'),
  },
} as const satisfies FormDefinition['questions']

export const newsletterRules = rulesOf(newsletterQuestions)

/** The box in the footer of every page has its own words (newsletter-box.tsx), so that no page carries these. */
export const newsletterForm: FormDefinition<typeof newsletterQuestions> = {
  name: 'newsletter',
  id: 'newsletter',
  label: 'Newsletter',
  title: 'Newsletter',
  page: '/',
  submit: 'Subscribe',
  busy: 'Sending...',
  note: 'You confirm by mail and can leave with one click.',
  success: newsletterMessages.requested,
  questions: newsletterQuestions,
  read: (input: AnswersInput) => readForm(newsletterRules, input),
}

/** The message form: of /contact, of Get in Touch, and of Contact HR (decision 19). */
import { rule } from '../fields.ts'
import { type FieldProblem, type GivenAnswers, readForm, type Verdict } from '../forms.ts'
import { limits } from '../limits.ts'
import { phoneMessages } from '../phones.ts'

export const contactTopics = [
  { value: 'general', label: 'A general question' },
  { value: 'hr', label: 'Work and careers' },
] as const
export type ContactTopic = (typeof contactTopics)[number]['value']

export const contactMessages = {
  noWayBack: 'Please give an email address or a phone number, so that we can answer',
  submitted: 'Thank you. We have your message and will answer it.',
} as const

export const contactRules = {
  topic: rule('Topic', {
    kind: 'option',
    min: 1,
    max: limits.shortTextMax,
    options: contactTopics.map(({ value }) => value),
    message: 'Please choose what it is about',
  }),
  name: rule('Name', {
    kind: 'line',
    min: 2,
    max: limits.shortTextMax,
    message: 'Name must be at least 2 characters',
  }),
  email: rule('Email address', {
    kind: 'email',
    min: 0,
    max: limits.emailMax,
    message: 'Invalid email address',
  }),
  phone: rule('Phone number', { kind: 'phone', min: 0, max: 40, message: phoneMessages.tooShort }),
  message: rule('Message', {
    kind: 'text',
    min: 10,
    max: limits.longTextMax,
    message: 'Message must be at least 10 characters',
  }),
}

/** One of e-mail and phone is needed; the missing way back is told after the fields' own problems. */
export function readContactMessage(given: GivenAnswers): Verdict<typeof contactRules> {
  const verdict = readForm(contactRules, given)
  if (!verdict.ok || verdict.answers.email || verdict.answers.phone) return verdict
  const problem: FieldProblem = { field: 'email', message: contactMessages.noWayBack }
  return { ok: false, problems: [problem] }
}

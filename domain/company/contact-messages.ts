/** The message form: of /contact, of Get in Touch, and of Contact HR (decision 19). */
import { emailQuestion, phoneQuestion } from '../contact-questions.ts'
import { rule } from '../fields.ts'
import { type AnswersInput, type FormDefinition, type FormGuide, readForm } from '../forms.ts'
import { limits, promises } from '../limits.ts'
import { rulesOf } from '../questions.ts'

const contactTopics = [
  { value: 'general', label: 'A general question' },
  { value: 'hr', label: 'Work and careers' },
] as const
export type ContactTopic = (typeof contactTopics)[number]['value']

export const contactMessages = {
  noWayBack: 'Please give an email address or a phone number, so that we can answer',
  submitted: 'Thank you. We have your message and will answer it.',
} as const

export const contactQuestions = {
  topic: {
    label: 'What is it about?',
    shortLabel: 'About',
    inMail: 'About',
    control: 'select',
    options: contactTopics,
    rule: rule('Topic', {
      kind: 'option',
      min: 1,
      max: limits.shortTextMax,
      options: contactTopics.map(({ value }) => value),
      message: 'Please choose what it is about',
    }),
  },
  name: {
    label: 'Your name',
    shortLabel: 'From',
    control: 'line',
    autoComplete: 'name',
    rule: rule('Name', {
      kind: 'line',
      min: 2,
      max: limits.shortTextMax,
      message: 'Name must be at least 2 characters',
    }),
  },
  email: {
    ...emailQuestion,
    help: 'Or a phone number: one way back is enough.',
    rule: { ...emailQuestion.rule, min: 0 },
  },
  phone: {
    ...phoneQuestion,
    help: 'With the country code when it is not Nigeria.',
    rule: { ...phoneQuestion.rule, min: 0 },
  },
  message: {
    label: 'Message',
    control: 'area',
    rows: 5,
    rule: rule('Message', {
      kind: 'text',
      min: 10,
      max: limits.longTextMax,
      message: 'Message must be at least 10 characters',
    }),
  },
} as const satisfies FormDefinition['questions']

const contactRules = rulesOf(contactQuestions)

export const contactForm: FormDefinition<typeof contactQuestions> = {
  name: 'contact',
  path: '/forms/contact',
  table: 'contact_messages',
  record: 'Message',
  id: 'contact',
  label: 'Message to the company',
  title: 'Write to us',
  page: '/contact',
  submit: 'Send message',
  busy: 'Sending...',
  note: 'We keep your message to answer it, and nothing else.',
  success: contactMessages.submitted,
  next: [{ label: 'See the marketplace', path: '/marketplace' }],
  questions: contactQuestions,
  /** One of email and phone is needed; the missing way back is reported after the fields' own problems. */
  read(input: AnswersInput) {
    const verdict = readForm(contactRules, input)
    if (!verdict.ok || verdict.answers.email || verdict.answers.phone) return verdict
    return { ok: false, problems: [{ field: 'email', message: contactMessages.noWayBack }] }
  },
}

export const contactGuide: FormGuide = {
  ready: ['An email address or a phone number', 'The reference or order code, if it is about one'],
  next: [
    'Your message is kept with its date, and goes to the people who do that work.',
    'With an email address you get a letter that says so.',
    `A person answers you within ${promises.messageAnswerHours} hours. Never send passwords, BVN or account numbers in a message.`,
  ],
}

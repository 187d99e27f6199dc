/** The partnership application: its questions with their rules and sentences, in the specification's order (decisions 112 and 113). */
import { phoneRule } from '../contact-questions.ts'
import { type FieldRule, rule } from '../fields.ts'
import { type AnswersInput, type FormDefinition, type FormGuide, findUnfilled, readForm } from '../forms.ts'
import { limits, promises } from '../limits.ts'
import { rulesOf } from '../questions.ts'

export const partnershipTypes = [
  { value: 'franchise', label: 'Franchise Partner' },
  { value: 'representative', label: 'Business Representative' },
  { value: 'strategic', label: 'Strategic Partnership' },
  { value: 'distribution', label: 'Distribution Partner' },
] as const

export const partnershipMessages = {
  acceptTerms: 'Please accept the terms and conditions to proceed.',
  fillRequired: 'Please fill in all required fields.',
  invalidEmail: 'Invalid email address',
  submitted: 'Partnership application submitted successfully! We will contact you soon.',
} as const

const { shortTextMax, longTextMax, emailMax } = limits

function required(label: string, kind: FieldRule['kind'], max: number, rest: Partial<FieldRule> = {}) {
  return {
    label,
    rule: rule(label, { kind, min: 1, max, message: partnershipMessages.fillRequired, ...rest }),
  }
}

function optional(label: string, kind: 'line' | 'text', max: number) {
  return { label, rule: rule(label, { kind, min: 0, max, message: `${label} must be text` }) }
}

export const partnershipQuestions = {
  partnershipType: {
    ...required('Partnership type', 'option', shortTextMax, {
      options: partnershipTypes.map(({ value }) => value),
    }),
    shortLabel: 'Type',
    inMail: 'Partnership',
    control: 'select',
    options: partnershipTypes,
    placeholder: 'Choose a type',
  },
  companyName: {
    ...required('Company name', 'line', shortTextMax),
    shortLabel: 'Company',
    control: 'line',
    autoComplete: 'organization',
  },
  contactPerson: {
    ...required('Contact person', 'line', shortTextMax),
    control: 'line',
    autoComplete: 'name',
  },
  email: {
    ...required('Email address', 'email', emailMax, { malformed: partnershipMessages.invalidEmail }),
    label: 'Email address',
    shortLabel: 'Email',
    control: 'line',
    type: 'email',
    autoComplete: 'email',
  },
  phone: {
    ...required('Phone number', 'phone', phoneRule.max, { malformed: phoneRule.message }),
    shortLabel: 'Phone',
    control: 'line',
    type: 'tel',
    autoComplete: 'tel',
  },
  country: { ...required('Country', 'line', shortTextMax), control: 'line', autoComplete: 'country-name' },
  address: {
    ...optional('Address', 'text', longTextMax),
    control: 'area',
    rows: 2,
    autoComplete: 'street-address',
  },
  businessDescription: {
    ...required('Business description', 'text', longTextMax),
    shortLabel: 'The business',
    control: 'area',
    help: 'What you do today, where, with how many people.',
  },
  experience: { ...optional('Experience', 'text', longTextMax), control: 'line' },
  investmentCapacity: {
    ...optional('Investment capacity', 'line', shortTextMax),
    control: 'line',
    help: 'An amount with its currency.',
  },
  expectedRevenue: {
    ...optional('Expected revenue', 'line', shortTextMax),
    control: 'line',
    help: 'What you expect in the first year.',
  },
  marketingStrategy: { ...optional('Marketing strategy', 'text', longTextMax), control: 'area' },
  termsAccepted: {
    control: 'tick',
    label: 'I accept the terms and conditions',
    links: [{ words: 'terms and conditions', href: '/terms' }],
    rule: rule('Terms', { kind: 'accepted', min: 1, max: 1, message: partnershipMessages.acceptTerms }),
  },
} as const satisfies FormDefinition['questions']

const { termsAccepted, ...otherRules } = rulesOf(partnershipQuestions)
/** In the order of their checks: the terms come first. */
export const partnershipRules = { termsAccepted, ...otherRules }

export const partnershipForm: FormDefinition<typeof partnershipQuestions> = {
  name: 'partnership',
  path: '/forms/partnership',
  table: 'partnership_applications',
  record: 'Application for a partnership',
  id: 'partnership',
  label: 'Partnership Application Form',
  title: 'Partnership Application Form',
  page: '/franchise-partnership',
  submit: 'Submit Application',
  busy: 'Submitting Application...',
  note: 'We use your answers to consider this application and to reply to it.',
  success: partnershipMessages.submitted,
  toasts: { besideSuccess: 'Your application is safe with us. You need not send it again.' },
  next: [{ label: 'Read the terms', path: '/terms' }],
  questions: partnershipQuestions,
  /** First the terms, then what is empty, then the rest: the first problem's sentence is the toast. */
  read(input: AnswersInput) {
    const problems = findUnfilled(partnershipRules, input)
    return problems.length > 0 ? { ok: false, problems } : readForm(partnershipRules, input)
  },
  /** What the toast says is not said again: beside a field stands which one it is, and what it lacks. */
  describe({ message }, question) {
    if (message === partnershipMessages.acceptTerms) return 'The terms are not accepted yet'
    if (message === partnershipMessages.invalidEmail) return 'Write it like name@example.com'
    return message === partnershipMessages.fillRequired
      ? `${question?.label ?? 'This field'} is required`
      : message
  },
}

export const partnershipGuide: FormGuide = {
  ready: [
    'Name and country of your company, and whom we may contact there',
    'What you do today, where, and with how many people',
    'What you could invest, if you know it already',
  ],
  next: [
    'You get a letter by email that says we have your application.',
    `The team for your kind of partnership reads it within ${promises.applicationAnswerHours / 24} days, and calls or writes to the contact person.`,
    'If it fits, we meet, put the terms on paper, and begin small.',
  ],
}

/** The partnership application: options, rules and sentences, in the specification's order (decisions 112 and 113). */
import { rule } from '../fields.ts'
import { findUnfilled, type GivenAnswers, readForm, type Verdict } from '../forms.ts'
import { limits } from '../limits.ts'

export const partnershipTypes = [
  { value: 'franchise', label: 'Franchise Partner' },
  { value: 'representative', label: 'Business Representative' },
  { value: 'strategic', label: 'Strategic Partnership' },
  { value: 'distribution', label: 'Distribution Partner' },
] as const

export const partnershipMessages = {
  acceptTerms: 'Please accept the terms and conditions to proceed.',
  fillRequired: 'Please fill in all required fields.',
  submitted: 'Partnership application submitted successfully! We will contact you soon.',
} as const

const { shortTextMax, longTextMax, emailMax } = limits
const required = { min: 1, message: partnershipMessages.fillRequired }
const optional = (label: string) => ({ min: 0, message: `${label} must be text` })

/** The fields in the order of their checks; termsAccepted first. */
export const partnershipRules = {
  termsAccepted: rule('Terms', {
    kind: 'accepted',
    min: 1,
    max: 1,
    message: partnershipMessages.acceptTerms,
  }),
  partnershipType: rule('Partnership type', {
    kind: 'option',
    ...required,
    max: shortTextMax,
    options: partnershipTypes.map(({ value }) => value),
  }),
  companyName: rule('Company name', { kind: 'line', ...required, max: shortTextMax }),
  contactPerson: rule('Contact person', { kind: 'line', ...required, max: shortTextMax }),
  email: rule('Email address', {
    kind: 'email',
    ...required,
    max: emailMax,
    malformed: 'Invalid email address',
  }),
  phone: rule('Phone number', { kind: 'line', ...required, max: shortTextMax }),
  country: rule('Country', { kind: 'line', ...required, max: shortTextMax }),
  address: rule('Address', { kind: 'text', ...optional('Address'), max: longTextMax }),
  businessDescription: rule('Business description', { kind: 'text', ...required, max: longTextMax }),
  experience: rule('Experience', { kind: 'text', ...optional('Experience'), max: longTextMax }),
  investmentCapacity: rule('Investment capacity', {
    kind: 'line',
    ...optional('Investment capacity'),
    max: shortTextMax,
  }),
  expectedRevenue: rule('Expected revenue', {
    kind: 'line',
    ...optional('Expected revenue'),
    max: shortTextMax,
  }),
  marketingStrategy: rule('Marketing strategy', {
    kind: 'text',
    ...optional('Marketing strategy'),
    max: longTextMax,
  }),
}

/** First the terms, then what is empty, then the rest: the first problem's sentence is the toast. */
export function readPartnership(given: GivenAnswers): Verdict<typeof partnershipRules> {
  const problems = findUnfilled(partnershipRules, given)
  return problems.length > 0 ? { ok: false, problems } : readForm(partnershipRules, given)
}

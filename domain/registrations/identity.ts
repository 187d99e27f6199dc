/** Who someone is: the questions that farmers and trainees both answer, with the specification's sentences. */

import { findUncallable } from '../callable-phones.ts'
import type { AnswersInput } from '../forms.ts'
import { limits } from '../limits.ts'
import { nigerianStates } from '../nigeria/states.ts'
import { normalisePhone } from '../phones.ts'
import { acceptTermsWords } from './accept-terms.ts'
import type { CrossCheck } from './read.ts'
import { type Condition, defineQuestion, type QuestionWords } from './rules.ts'

const genders = [
  { value: 'male', label: 'Male' },
  { value: 'female', label: 'Female' },
  { value: 'other', label: 'Other' },
] as const

/** Someone without an email address ticks so and is rung up instead (decision 57). */
const hasEmail: Condition = { field: 'noEmail', not: ['true'] }

/** Who registered with such a number before this was asked mends other answers all the same: the number itself may stay. */
export const checkReachable: CrossCheck = (field, value, { noEmail }, stored) =>
  field === 'phoneNumber' && noEmail === true && !(stored?.noEmail === true && isSamePhone(value, stored))
    ? findUncallable(value)
    : null

const isSamePhone = (value: string, { phoneNumber }: AnswersInput) =>
  typeof phoneNumber === 'string' && normalisePhone(value) === normalisePhone(phoneNumber)

export const identityRules = {
  fullName: defineQuestion('Full name', 'line', { min: limits.fullNameMin, max: limits.fullNameMax }),
  noEmail: defineQuestion('I have no e-mail', 'flag', {
    min: 0,
    max: 1,
    message: 'Please tick the box or leave it empty',
    words: { help: 'Then we call you instead.' },
  }),
  email: defineQuestion('Email address', 'email', {
    max: limits.emailMax,
    appliesWhen: hasEmail,
    words: { label: 'Email', help: 'Your reference and our decision go there.' },
  }),
  phoneNumber: defineQuestion('Phone number', 'phone', {
    max: 40,
    words: { help: 'For example 0803 123 4567. We call this number about your registration.' },
  }),
  dateOfBirth: defineQuestion('Date of birth', 'birth-date', {
    max: 10,
    secret: true,
    words: {
      help: 'For example 9 3 1990.',
      why: 'To know your age and to tell two people of the same name apart. It is kept encrypted; few people here may see it, and you see who did.',
    },
  }),
  gender: defineQuestion('Gender', 'option', { options: genders }),
  address: defineQuestion('Address', 'text', {
    min: 5,
    max: limits.addressMax,
    words: { help: 'Street, or village and what stands near.' },
  }),
  city: defineQuestion('City', 'line', { min: 2, max: 100, message: 'City is required' }),
  state: defineQuestion('State', 'option', {
    options: nigerianStates,
    words: { placeholder: 'Select your state' },
  }),
}

export const acceptTermsRule = defineQuestion('Terms and conditions', 'accepted', {
  max: 1,
  message: 'You must accept the terms and conditions',
  words: acceptTermsWords('/terms'),
})

/** The photo is none of the answers, and has its words here. */
export const photoWords = {
  label: 'Selfie',
  help: 'Your face, straight on, in good light. It is made small on your own device, and the place where it was taken is removed.',
  why: 'So that nobody registers in your name. Only the people who check registrations see it; no machine compares faces.',
} satisfies QuestionWords

/** Over the steps that both forms have. */
export const identitySteps = {
  you: { title: 'You' },
  place: { title: 'Where you live' },
  photo: {
    title: 'A photo of you',
    lead: 'A selfie is enough. You can take it now, or choose one that you have.',
  },
}

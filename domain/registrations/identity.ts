/** Who someone is: the questions that farmers and trainees both answer, with the specification's sentences. */
import { limits } from '../limits.ts'
import { nigerianStates } from '../nigeria/states.ts'
import { type Condition, defineQuestion } from './rules.ts'

export const genders = [
  { value: 'male', label: 'Male' },
  { value: 'female', label: 'Female' },
  { value: 'other', label: 'Other' },
] as const

/** Someone without an e-mail address ticks so and is rung up instead (decision 57). */
const hasEmail: Condition = { field: 'noEmail', not: ['true'] }

export const identityRules = {
  fullName: defineQuestion('Full name', 'line', { min: limits.fullNameMin, max: limits.fullNameMax }),
  noEmail: defineQuestion('I have no e-mail', 'flag', {
    min: 0,
    max: 1,
    message: 'Please tick the box or leave it empty',
  }),
  email: defineQuestion('Email address', 'email', {
    max: limits.emailMax,
    appliesWhen: hasEmail,
  }),
  phoneNumber: defineQuestion('Phone number', 'phone', { max: 40 }),
  dateOfBirth: defineQuestion('Date of birth', 'birth-date', { max: 10, secret: true }),
  gender: defineQuestion('Gender', 'option', { options: genders }),
  address: defineQuestion('Address', 'text', { min: 5, max: limits.addressMax }),
  city: defineQuestion('City', 'line', { min: 2, max: 100, message: 'City is required' }),
  state: defineQuestion('State', 'option', { options: nigerianStates }),
}

export const acceptTermsRule = defineQuestion('Terms and conditions', 'accepted', {
  max: 1,
  message: 'You must accept the terms and conditions',
})

/** Who somebody is: the questions that farmers and trainees are both asked, with the specification's sentences. */
import { limits } from '../limits.ts'
import { nigerianStates } from '../nigeria/states.ts'
import { ask, type Condition } from './rules.ts'

export const genders = [
  { value: 'male', label: 'Male' },
  { value: 'female', label: 'Female' },
  { value: 'other', label: 'Other' },
] as const

/** Somebody without an e-mail address ticks so and is rung up instead (decision 57). */
const hasEmail: Condition = { field: 'noEmail', not: ['true'] }

export const identityRules = {
  fullName: ask('Full name', 'line', { min: limits.fullNameMin, max: limits.fullNameMax }),
  noEmail: ask('I have no e-mail', 'flag', {
    min: 0,
    max: 1,
    message: 'Please tick the box or leave it empty',
  }),
  email: ask('Email address', 'email', {
    max: limits.emailMax,
    appliesWhen: hasEmail,
  }),
  phoneNumber: ask('Phone number', 'phone', { max: 40 }),
  dateOfBirth: ask('Date of birth', 'birth-date', { max: 10, secret: true }),
  gender: ask('Gender', 'option', { options: genders }),
  address: ask('Address', 'text', { min: 5, max: limits.addressMax }),
  city: ask('City', 'line', { min: 2, max: 100, message: 'City is required' }),
  state: ask('State', 'option', { options: nigerianStates }),
}

export const acceptTermsRule = ask('Terms and conditions', 'accepted', {
  max: 1,
  message: 'You must accept the terms and conditions',
})

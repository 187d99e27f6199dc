/** Questions that all investor registrations share: who someone is, where, their bank and document, and the last questions. */
import { limits } from '../limits.ts'
import { findIdNumberProblem } from '../nigeria/identity-numbers.ts'
import { adultsOnlyMessage } from './checks.ts'
import type { CrossCheck } from './read.ts'
import { defineQuestion, whenBlank } from './rules.ts'

/** Also the alert of the corporate form. */
export const acceptInvestorTermsMessage = 'Please accept the terms and conditions to continue.'

export const investmentInterests = [
  { value: 'crop-production', label: 'Crop production' },
  { value: 'livestock', label: 'Livestock' },
  { value: 'agritech', label: 'Agritech' },
  { value: 'processing', label: 'Processing' },
  { value: 'infrastructure', label: 'Infrastructure' },
  { value: 'research', label: 'Research' },
  { value: 'general', label: 'General' },
] as const

export const riskTolerances = [
  { value: 'conservative', label: 'Conservative' },
  { value: 'moderate', label: 'Moderate' },
  { value: 'aggressive', label: 'Aggressive' },
] as const

export const validIdTypes = [
  { value: 'nin', label: 'NIN (National Identification Number)' },
  { value: 'passport', label: 'International passport' },
  { value: 'drivers-license', label: "Driver's license" },
  { value: 'voters-card', label: "Voter's card" },
] as const

export const emailMax = limits.emailMax
export const textMax = limits.remarksMax

export const personRules = {
  fullName: defineQuestion('Full name', 'line', { min: limits.fullNameMin, max: limits.fullNameMax }),
  email: defineQuestion('Email address', 'email', { max: emailMax }),
  phone: defineQuestion('Phone number', 'phone', { max: 40 }),
  address: defineQuestion('Address', 'text', { max: limits.addressMax }),
  dateOfBirth: defineQuestion('Date of birth', 'birth-date', {
    max: 10,
    secret: true,
    adultsOnly: adultsOnlyMessage,
  }),
  nationality: defineQuestion('Nationality', 'line', { max: 100 }),
}

/** Not in the specification's lists, and columns of the record: offered, never demanded (decision 65). */
export const placeRules = {
  city: defineQuestion('City', 'line', { min: 2, max: 100, optionalWhen: whenBlank('city') }),
  state: defineQuestion('State', 'line', { min: 2, max: 100, optionalWhen: whenBlank('state') }),
  country: defineQuestion('Country', 'line', { min: 2, max: 100, optionalWhen: whenBlank('country') }),
}

export const bankRules = {
  bankName: defineQuestion('Bank name', 'line', { min: 2, max: 100 }),
  accountNumber: defineQuestion('Account number', 'digits', {
    max: 10,
    secret: true,
    malformed: 'Account number must be 10 digits',
  }),
}

export const documentRules = {
  validIdType: defineQuestion('ID type', 'option', { options: validIdTypes }),
  idNumber: defineQuestion('ID number', 'code', {
    min: 5,
    max: 25,
    secret: true,
    message: 'ID number is required',
    malformed: 'ID number must be 5 to 25 letters and digits',
  }),
}

export const closingRules = {
  additionalInfo: defineQuestion('Additional information', 'text', { min: 0, max: textMax }),
  acceptTerms: defineQuestion('Terms and conditions', 'accepted', {
    max: 1,
    message: acceptInvestorTermsMessage,
  }),
}

export const linkedinProfile = defineQuestion('LinkedIn profile', 'url', { min: 0, max: 500 })
export const investmentInterest = defineQuestion('Investment interest', 'option', {
  options: investmentInterests,
})
export const riskTolerance = defineQuestion('Risk tolerance', 'option', { options: riskTolerances })
export const motivation = defineQuestion('Motivation', 'text', {
  max: textMax,
  message: 'Please describe your motivation',
})

/** What an ID number looks like depends on the document it is from. */
export const checkIdNumber: CrossCheck = (field, value, input) =>
  field === 'idNumber' ? findIdNumberProblem(input.validIdType, value) : null

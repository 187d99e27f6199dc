/** What the investor registrations ask alike: who somebody is, where, their bank and document, and the last questions. */
import { limits } from '../limits.ts'
import { findIdNumberProblem } from '../nigeria/identity-numbers.ts'
import { adultsOnlyMessage } from './checks.ts'
import type { CrossCheck } from './read.ts'
import { ask, whenBlank } from './rules.ts'

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
  fullName: ask('Full name', 'line', { min: limits.fullNameMin, max: limits.fullNameMax }),
  email: ask('Email address', 'email', { max: emailMax }),
  phone: ask('Phone number', 'phone', { max: 40 }),
  address: ask('Address', 'text', { max: limits.addressMax }),
  dateOfBirth: ask('Date of birth', 'birth-date', { max: 10, secret: true, adultsOnly: adultsOnlyMessage }),
  nationality: ask('Nationality', 'line', { max: 100 }),
}

/** Not in the specification's lists, and columns of the record: offered, never demanded (decision 65). */
export const placeRules = {
  city: ask('City', 'line', { min: 2, max: 100, optionalWhen: whenBlank('city') }),
  state: ask('State', 'line', { min: 2, max: 100, optionalWhen: whenBlank('state') }),
  country: ask('Country', 'line', { min: 2, max: 100, optionalWhen: whenBlank('country') }),
}

export const bankRules = {
  bankName: ask('Bank name', 'line', { min: 2, max: 100 }),
  accountNumber: ask('Account number', 'digits', {
    max: 10,
    secret: true,
    malformed: 'Account number must be 10 digits',
  }),
}

export const documentRules = {
  validIdType: ask('ID type', 'option', { options: validIdTypes }),
  idNumber: ask('ID number', 'code', {
    min: 5,
    max: 25,
    secret: true,
    message: 'ID number is required',
    malformed: 'ID number must be 5 to 25 letters and digits',
  }),
}

export const closingRules = {
  additionalInfo: ask('Additional information', 'text', { min: 0, max: textMax }),
  acceptTerms: ask('Terms and conditions', 'accepted', { max: 1, message: acceptInvestorTermsMessage }),
}

export const linkedinProfile = ask('LinkedIn profile', 'url', { min: 0, max: 500 })
export const investmentInterest = ask('Investment interest', 'option', { options: investmentInterests })
export const riskTolerance = ask('Risk tolerance', 'option', { options: riskTolerances })
export const motivation = ask('Motivation', 'text', {
  max: textMax,
  message: 'Please describe your motivation',
})

/** What an ID number looks like depends on the document it is from. */
export const checkIdNumber: CrossCheck = (field, value, given) =>
  field === 'idNumber' ? findIdNumberProblem(given.validIdType, value) : null

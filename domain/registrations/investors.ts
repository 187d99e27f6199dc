/** Questions that all investor registrations share: who someone is, where, their bank and document, and the last questions. */
import { limits } from '../limits.ts'
import { findIdNumberProblem } from '../nigeria/identity-numbers.ts'
import { acceptTermsWords } from './accept-terms.ts'
import { adultsOnlyMessage } from './checks.ts'
import { investmentInterests, riskTolerances, validIdTypes } from './investor-options.ts'
import { reachWords } from './reach-words.ts'
import type { CrossCheck } from './read.ts'
import { defineQuestion, whenBlank } from './rules.ts'

/** The way back from one of the three forms. */
export const otherInvestorsLabel = 'Other kinds of investor'

/** Also the alert of the corporate form. */
export const acceptInvestorTermsMessage = 'Please accept the terms and conditions to continue.'

export const emailMax = limits.emailMax
export const textMax = limits.remarksMax

export const personRules = {
  fullName: defineQuestion('Full name', 'line', {
    min: limits.fullNameMin,
    max: limits.fullNameMax,
    words: { help: 'As on your identity document.' },
  }),
  email: defineQuestion('Email address', 'email', { max: emailMax, words: reachWords.email }),
  phone: defineQuestion('Phone number', 'phone', { max: 40, words: reachWords.phone }),
  address: defineQuestion('Address', 'text', { max: limits.addressMax }),
  dateOfBirth: defineQuestion('Date of birth', 'birth-date', {
    max: 10,
    secret: true,
    adultsOnly: adultsOnlyMessage,
    words: { why: 'Investors must be 18 or older. Stored encrypted.' },
  }),
  nationality: defineQuestion('Nationality', 'line', {
    max: 100,
    words: {
      help: 'The country of your passport. Choose from the list or type it.',
      plainHelp: 'The country of your passport.',
    },
  }),
}

/** Not in the specification's lists, and columns of the record: offered, never demanded (decision 65). */
export const placeRules = {
  city: defineQuestion('City', 'line', { min: 2, max: 100, optionalWhen: whenBlank('city') }),
  state: defineQuestion('State', 'line', { min: 2, max: 100, optionalWhen: whenBlank('state') }),
  country: defineQuestion('Country', 'line', { min: 2, max: 100, optionalWhen: whenBlank('country') }),
}

/** Decision 69: the list and "other". A name that is typed is worth more, so the field stays free. */
export const otherBank = 'Other bank'

export const bankRules = {
  bankName: defineQuestion('Bank name', 'line', {
    min: 2,
    max: 100,
    words: {
      help: `Choose from the list. Not there? Type its name, or choose "${otherBank}".`,
      plainHelp: '',
    },
  }),
  accountNumber: defineQuestion('Account number', 'digits', {
    max: 10,
    secret: true,
    malformed: 'Account number must be 10 digits',
    words: {
      help: 'The 10 digits of your NUBAN.',
      why: 'To pay you, and nobody else. Stored encrypted; we show only its last four digits.',
    },
  }),
}

export const documentRules = {
  validIdType: defineQuestion('ID type', 'option', {
    options: validIdTypes,
  }),
  idNumber: defineQuestion('ID number', 'code', {
    min: 5,
    max: 25,
    secret: true,
    message: 'ID number is required',
    malformed: 'ID number must be 5 to 25 letters and digits',
    words: {
      help: 'With a NIN, give the 16 characters of a virtual NIN (from the NIMC app or *346*3#) rather than the 11 digits.',
      why: 'The law asks us to know who invests. Stored encrypted; a NIN is dropped once your registration is decided.',
    },
  }),
}

export const closingRules = {
  additionalInfo: defineQuestion('Additional information', 'text', { min: 0, max: textMax }),
  acceptTerms: defineQuestion('Terms and conditions', 'accepted', {
    max: 1,
    message: acceptInvestorTermsMessage,
    words: acceptTermsWords('/terms-and-conditions'),
  }),
}

export const linkedinProfile = defineQuestion('LinkedIn profile', 'url', { min: 0, max: 500 })
export const investmentInterest = defineQuestion('Investment interest', 'option', {
  options: investmentInterests,
  words: { placeholder: 'Select an area' },
})
export const riskTolerance = defineQuestion('Risk tolerance', 'option', {
  options: riskTolerances,
  words: {
    placeholder: 'Select risk tolerance',
    help: 'How much you could bear to lose for the chance of more.',
  },
})
export const motivation = defineQuestion('Motivation', 'text', {
  max: textMax,
  message: 'Please describe your motivation',
  words: { help: 'Why agriculture, and why with us.' },
})

/** What an ID number looks like depends on the document it is from. */
export const checkIdNumber: CrossCheck = (field, value, input) =>
  field === 'idNumber' ? findIdNumberProblem(input.validIdType, value) : null

export const investorFailure = {
  title: 'Registration Failed',
  description: 'There was an error processing your registration. Please try again.',
}

/** What the forms of the individual and the crypto investor say when they were taken. */
export const personSuccess = {
  title: 'Registration Received',
  description: 'Thank you. We have your bio data and will write to you about the next step.',
}

/** The registration of corporate investors: questions, options with labels, and their sentences. */
import type { AnswersInput } from '../forms.ts'
import { limits } from '../limits.ts'
import {
  annualRevenues,
  corporateInvestmentAmounts,
  corporateInvestorBusinessTypes,
  employeeCounts,
  industries,
  partnershipInterests,
  partnershipTypes,
} from './corporate-investor-options.ts'
import {
  bankRules,
  closingRules,
  emailMax,
  investorFailure,
  linkedinProfile,
  placeRules,
  textMax,
} from './investors.ts'
import { type Circumstances, type RegistrationVerdict, readRegistration } from './read.ts'
import { defineQuestion, type FormWords } from './rules.ts'

export const corporateInvestorRules = {
  companyName: defineQuestion('Company name', 'line', { min: 2, max: limits.shortTextMax }),
  companyEmail: defineQuestion('Company email', 'email', { max: emailMax }),
  companyPhone: defineQuestion('Company phone number', 'phone', { max: 40 }),
  companyAddress: defineQuestion('Company address', 'text', { max: limits.addressMax }),
  ...placeRules,
  website: defineQuestion('Website', 'url', { min: 0, max: 500 }),
  registrationNumber: defineQuestion('Registration number', 'line', {
    max: limits.shortTextMax,
    words: {
      help: 'As it stands in the register of companies (RC or BN number in Nigeria).',
      why: 'So that we can find the company in the register.',
    },
  }),
  taxId: defineQuestion('Tax ID', 'line', { min: 0, max: limits.shortTextMax }),
  businessType: defineQuestion('Business type', 'option', {
    options: corporateInvestorBusinessTypes,
    words: { placeholder: 'Select business type' },
  }),
  industry: defineQuestion('Industry', 'option', {
    options: industries,
    words: { placeholder: 'Select industry' },
  }),
  establishedYear: defineQuestion('Year established', 'year', {
    min: 1900,
    max: 4,
    malformed: 'Year established must be from 1900 to {max}',
  }),
  employeeCount: defineQuestion('Number of employees', 'option', {
    min: 0,
    options: employeeCounts,
    words: { placeholder: 'Select a number' },
  }),
  annualRevenue: defineQuestion('Annual revenue', 'option', {
    min: 0,
    options: annualRevenues,
    words: { placeholder: 'Select annual revenue' },
  }),
  contactPersonName: defineQuestion('Contact person name', 'line', { min: 2, max: limits.shortTextMax }),
  contactPersonTitle: defineQuestion('Contact person title', 'line', { max: limits.shortTextMax }),
  contactPersonEmail: defineQuestion('Contact person email', 'email', {
    max: emailMax,
    words: { help: 'The decision on your application goes there.' },
  }),
  contactPersonPhone: defineQuestion('Contact person phone number', 'phone', { max: 40 }),
  partnershipInterest: defineQuestion('Partnership interest', 'option', {
    options: partnershipInterests,
    words: { placeholder: 'Select an area' },
  }),
  investmentAmount: defineQuestion('Investment amount', 'option', {
    options: corporateInvestmentAmounts,
    words: { placeholder: 'Select an amount' },
  }),
  partnershipType: defineQuestion('Partnership type', 'option', {
    options: partnershipTypes,
    words: { placeholder: 'Select a type' },
  }),
  previousPartnerships: defineQuestion('Previous partnerships', 'text', {
    max: textMax,
    message: 'Please describe previous partnerships, or write None',
    words: {
      placeholder: 'None',
      help: 'With whom, in what, and how long. Write None if there were none.',
    },
  }),
  businessGoals: defineQuestion('Business goals', 'text', {
    max: textMax,
    message: 'Please describe your business goals',
    words: { help: 'What the company wants to reach with this partnership.' },
  }),
  linkedinProfile,
  ...bankRules,
  ...closingRules,
}

export const corporateInvestorWords = {
  title: 'Corporate Partnership Bio Data',
  steps: {
    company: { title: 'The company' },
    register: { title: 'Its business' },
    contact: {
      title: 'The person who speaks for it',
      lead: 'One name, so that nothing is lost between desks.',
    },
    partnership: {
      title: 'The partnership',
      lead: 'So that the right team prepares the first meeting.',
    },
    bank: { title: 'Bank details' },
  },
  submitLabel: 'Submit Partnership Application',
  busyLabel: 'Submitting Application...',
  failure: investorFailure,
} satisfies FormWords

export const corporateInvestorSuccess = {
  title: 'Application Received',
  description: 'Thank you. We have your application and will write to you about a first meeting.',
}

export function readCorporateInvestor(
  input: AnswersInput,
  circumstances?: Circumstances,
): RegistrationVerdict<typeof corporateInvestorRules> {
  return readRegistration(corporateInvestorRules, input, circumstances)
}

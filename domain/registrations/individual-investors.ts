/** The registration of individual investors: questions, options with labels, and their sentences. */
import type { AnswersInput } from '../forms.ts'
import { limits } from '../limits.ts'
import {
  bankRules,
  checkIdNumber,
  closingRules,
  documentRules,
  investmentInterest,
  linkedinProfile,
  motivation,
  personRules,
  placeRules,
  riskTolerance,
} from './investors.ts'
import { type Circumstances, type RegistrationVerdict, readRegistration } from './read.ts'
import { type Condition, defineQuestion } from './rules.ts'

export const annualIncomes = [
  { value: 'under-2m', label: 'Under ₦2 million' },
  { value: '2m-5m', label: '₦2 million to ₦5 million' },
  { value: '5m-10m', label: '₦5 million to ₦10 million' },
  { value: '10m-20m', label: '₦10 million to ₦20 million' },
  { value: 'above-20m', label: 'Above ₦20 million' },
] as const

/** min and max: what the record holds for the code, in naira; max null is without an upper end. */
export const individualInvestmentAmounts = [
  { value: 'under-500k', label: 'Under ₦500,000', min: 0, max: 500_000 },
  { value: '500k-1m', label: '₦500,000 to ₦1 million', min: 500_000, max: 1_000_000 },
  { value: '1m-5m', label: '₦1 million to ₦5 million', min: 1_000_000, max: 5_000_000 },
  { value: '5m-10m', label: '₦5 million to ₦10 million', min: 5_000_000, max: 10_000_000 },
  { value: 'above-10m', label: 'Above ₦10 million', min: 10_000_000, max: null },
] as const

/** Decision 66. */
export const investmentExperiences = [
  { value: 'none', label: 'None' },
  { value: 'beginner', label: 'Beginner' },
  { value: 'intermediate', label: 'Intermediate' },
  { value: 'experienced', label: 'Experienced' },
  { value: 'expert', label: 'Expert' },
] as const

/** A BVN is a Nigerian's (decision 68); it is not requested at all where the operator has switched it off. */
const isForeign: Condition = { field: 'nationality', not: ['nigerian', 'nigeria'] }

export const individualInvestorRules = {
  ...personRules,
  ...placeRules,
  occupation: defineQuestion('Occupation', 'line', { max: limits.shortTextMax }),
  employerName: defineQuestion('Employer name', 'line', { min: 0, max: limits.shortTextMax }),
  annualIncome: defineQuestion('Annual income', 'option', { min: 0, options: annualIncomes }),
  investmentInterest,
  investmentAmount: defineQuestion('Investment amount', 'option', { options: individualInvestmentAmounts }),
  riskTolerance,
  investmentExperience: defineQuestion('Investment experience', 'option', { options: investmentExperiences }),
  motivation,
  linkedinProfile,
  ...bankRules,
  bvn: defineQuestion('BVN', 'digits', {
    max: 11,
    secret: true,
    malformed: 'BVN must be 11 digits',
    appliesWhen: { field: 'collectBvn', not: ['false'] },
    optionalWhen: isForeign,
  }),
  ...documentRules,
  ...closingRules,
}

export function readIndividualInvestor(
  input: AnswersInput,
  circumstances?: Circumstances,
): RegistrationVerdict<typeof individualInvestorRules> {
  return readRegistration(individualInvestorRules, input, circumstances, checkIdNumber)
}

/** The farmer bio form: its questions, their options with labels, and the sentences of the specification. */
import type { AnswersInput } from '../forms.ts'
import { limits } from '../limits.ts'
import { orderProducts } from '../order-products.ts'
import { adultsOnlyMessage } from './checks.ts'
import { acceptTermsRule, identityRules } from './identity.ts'
import { type Circumstances, type RegistrationVerdict, readRegistration } from './read.ts'
import { defineQuestion, plainOptions, whenBlank } from './rules.ts'

/** acres: what the record holds for the code (decision 54). */
export const farmSizes = [
  { value: 'under-1', label: 'Under 1 acre', acres: 0.5 },
  { value: '1-5', label: '1 to 5 acres', acres: 1 },
  { value: '6-10', label: '6 to 10 acres', acres: 6 },
  { value: '11-50', label: '11 to 50 acres', acres: 11 },
  { value: '51-100', label: '51 to 100 acres', acres: 51 },
  { value: '100plus', label: 'More than 100 acres', acres: 100 },
] as const

/** years: what the record holds for the code (decision 54). */
export const farmingExperiences = [
  { value: '0-1', label: 'Up to 1 year', years: 0 },
  { value: '2-5', label: '2 to 5 years', years: 2 },
  { value: '6-10', label: '6 to 10 years', years: 6 },
  { value: '11-20', label: '11 to 20 years', years: 11 },
  { value: '20plus', label: 'More than 20 years', years: 20 },
] as const

/** What most farms grow to eat and sell at home. */
const staples = [
  'Maize',
  'Rice',
  'Yam',
  'Cassava',
  'Sorghum',
  'Millet',
  'Groundnut',
  'Tomato',
  'Pepper',
  'Plantain',
]

/** Staples first, then what is traded in bulk (decision 54). */
export const cropTypes = plainOptions([
  ...staples,
  ...orderProducts.filter((product) => !staples.includes(product)),
  'Other',
])

export const farmingMethods = [
  { value: 'organic', label: 'Organic' },
  { value: 'conventional', label: 'Conventional' },
  { value: 'mixed', label: 'Mixed' },
  { value: 'sustainable', label: 'Sustainable' },
] as const

export const farmerRules = {
  ...identityRules,
  dateOfBirth: { ...identityRules.dateOfBirth, adultsOnly: adultsOnlyMessage },
  /** Without one it is called after its farmer (decision 54). */
  farmName: defineQuestion('Farm name', 'line', {
    min: 2,
    max: limits.shortTextMax,
    optionalWhen: whenBlank('farmName'),
  }),
  farmSize: defineQuestion('Farm size', 'option', { options: farmSizes }),
  farmingExperience: defineQuestion('Farming experience', 'option', { options: farmingExperiences }),
  cropTypes: defineQuestion('Crop types', 'several', { options: cropTypes }),
  otherCrops: defineQuestion('Other crops', 'line', {
    min: 0,
    max: limits.shortTextMax,
    appliesWhen: { field: 'cropTypes', has: 'Other' },
  }),
  farmingMethods: defineQuestion('Farming methods', 'option', { options: farmingMethods }),
  challenges: defineQuestion('Challenges', 'text', { min: 0, max: limits.remarksMax }),
  goals: defineQuestion('Goals', 'text', {
    min: 10,
    max: limits.remarksMax,
    message: 'Please describe your farming goals',
  }),
  acceptTerms: acceptTermsRule,
}

export const farmerMessages = {
  submitted: 'Bio data submitted successfully! We will contact you soon.',
} as const

export function readFarmer(
  input: AnswersInput,
  circumstances?: Circumstances,
): RegistrationVerdict<typeof farmerRules> {
  return readRegistration(farmerRules, input, circumstances)
}

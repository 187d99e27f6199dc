/** The registration of individual investors: questions, options with labels, and their sentences. */
import type { AnswersInput } from '../forms.ts'
import { limits } from '../limits.ts'
import {
  annualIncomes,
  individualInvestmentAmounts,
  investmentExperiences,
} from './individual-investor-options.ts'
import {
  bankRules,
  checkIdNumber,
  closingRules,
  documentRules,
  investmentInterest,
  investorFailure,
  linkedinProfile,
  motivation,
  personRules,
  placeRules,
  riskTolerance,
} from './investors.ts'
import { type Circumstances, type RegistrationVerdict, readRegistration } from './read.ts'
import { type Condition, defineQuestion, type FormWords } from './rules.ts'

/** A BVN is a Nigerian's (decision 68); it is not requested at all where the operator has switched it off. */
const isForeign: Condition = { field: 'nationality', not: ['nigerian', 'nigeria'] }

export const individualInvestorRules = {
  ...personRules,
  ...placeRules,
  occupation: defineQuestion('Occupation', 'line', { max: limits.shortTextMax }),
  employerName: defineQuestion('Employer name', 'line', { min: 0, max: limits.shortTextMax }),
  annualIncome: defineQuestion('Annual income', 'option', {
    min: 0,
    options: annualIncomes,
    words: { placeholder: 'Select annual income' },
  }),
  investmentInterest,
  investmentAmount: defineQuestion('Investment amount', 'option', {
    options: individualInvestmentAmounts,
    words: { placeholder: 'Select an amount' },
  }),
  riskTolerance,
  investmentExperience: defineQuestion('Investment experience', 'option', {
    options: investmentExperiences,
    words: { placeholder: 'Select experience' },
  }),
  motivation,
  linkedinProfile,
  ...bankRules,
  bvn: defineQuestion('BVN', 'digits', {
    max: 11,
    secret: true,
    malformed: 'BVN must be 11 digits',
    appliesWhen: { field: 'collectBvn', not: ['false'] },
    optionalWhen: isForeign,
    words: {
      help: 'The 11 digits of your Bank Verification Number. Required of Nigerians; dial *565*0# to see yours.',
      why: 'To confirm that the account is yours before money moves. Stored encrypted; nobody sees it without a written reason.',
    },
  }),
  ...documentRules,
  ...closingRules,
}

export const individualInvestorWords = {
  title: 'Individual Investor Bio Data',
  steps: {
    person: { title: 'Personal Information' },
    investment: { title: 'Your investment', lead: 'So that what we offer fits you.' },
    identity: { title: 'Bank and identity' },
  },
  submitLabel: 'Submit Registration',
  busyLabel: 'Submitting Registration...',
  failure: investorFailure,
} satisfies FormWords

export function readIndividualInvestor(
  input: AnswersInput,
  circumstances?: Circumstances,
): RegistrationVerdict<typeof individualInvestorRules> {
  return readRegistration(individualInvestorRules, input, circumstances, checkIdNumber)
}

/** The registration of crypto investors: questions, options with labels, and their sentences. */
import type { AnswersInput } from '../forms.ts'
import {
  checkIdNumber,
  closingRules,
  documentRules,
  investmentInterest,
  linkedinProfile,
  motivation,
  personRules,
  placeRules,
  riskTolerance,
  textMax,
} from './investors.ts'
import { type Circumstances, type RegistrationVerdict, readRegistration } from './read.ts'
import { defineQuestion } from './rules.ts'

export const cryptoExperiences = [
  { value: 'beginner', label: 'Beginner' },
  { value: 'intermediate', label: 'Intermediate' },
  { value: 'experienced', label: 'Experienced' },
  { value: 'expert', label: 'Expert' },
] as const

/** The minimum investment, in SIDRA; there is no maximum. */
export const cryptoMinimum = 20

/** In SIDRA. A custom amount is its own min and max (decision 71). */
export const cryptoInvestmentAmounts = [
  { value: '20-100', label: '20 to 100 SIDRA', min: 20, max: 100 },
  { value: '100-500', label: '100 to 500 SIDRA', min: 100, max: 500 },
  { value: '500-1000', label: '500 to 1,000 SIDRA', min: 500, max: 1000 },
  { value: '1000-5000', label: '1,000 to 5,000 SIDRA', min: 1000, max: 5000 },
  { value: '5000-10000', label: '5,000 to 10,000 SIDRA', min: 5000, max: 10_000 },
  { value: '10000-50000', label: '10,000 to 50,000 SIDRA', min: 10_000, max: 50_000 },
  { value: 'above-50000', label: 'Above 50,000 SIDRA', min: 50_000, max: null },
  { value: 'custom', label: 'Custom amount', min: null, max: null },
] as const

const customAmountMessage = `Please enter an amount of at least ${cryptoMinimum} SIDRA`

/** Whether it looks like an address of the usual kind: a hint and no more (decision 73). */
export function looksLikeWallet(address: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(address)
}

export const cryptoInvestorRules = {
  ...personRules,
  ...placeRules,
  cryptoExperience: defineQuestion('Crypto experience', 'option', { options: cryptoExperiences }),
  sidraWalletAddress: defineQuestion('SIDRA wallet address', 'word', {
    min: 20,
    max: 100,
    secret: true,
    malformed: 'SIDRA wallet address must be 20 to 100 characters without spaces',
  }),
  investmentAmount: defineQuestion('Investment amount', 'option', { options: cryptoInvestmentAmounts }),
  customInvestmentAmount: defineQuestion('Custom amount', 'amount', {
    min: cryptoMinimum,
    max: 40,
    message: customAmountMessage,
    appliesWhen: { field: 'investmentAmount', is: ['custom'] },
  }),
  investmentInterest,
  riskTolerance,
  previousCryptoInvestments: defineQuestion('Previous crypto investments', 'text', {
    max: textMax,
    message: 'Please describe previous crypto investments, or write None',
  }),
  motivation,
  linkedinProfile,
  ...documentRules,
  ...closingRules,
}

export function readCryptoInvestor(
  input: AnswersInput,
  circumstances?: Circumstances,
): RegistrationVerdict<typeof cryptoInvestorRules> {
  return readRegistration(cryptoInvestorRules, input, circumstances, checkIdNumber)
}

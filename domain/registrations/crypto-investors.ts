/** The registration of crypto investors: questions, options with labels, and their sentences. */
import type { AnswersInput } from '../forms.ts'
import { cryptoExperiences, cryptoInvestmentAmounts } from './crypto-investor-options.ts'
import {
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
  textMax,
} from './investors.ts'
import { type Circumstances, type RegistrationVerdict, readRegistration } from './read.ts'
import { defineQuestion, type FormWords } from './rules.ts'

/** The minimum investment, in SIDRA; there is no maximum. */
const cryptoMinimum = 20

const customAmountMessage = `Please enter an amount of at least ${cryptoMinimum} SIDRA, with at most 8 decimals`

/** Whether it looks like an address of the usual kind: a hint and no more (decision 73). */
export function looksLikeWallet(address: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(address)
}
export const walletHint = 'This looks like a valid wallet address.'

export const cryptoInvestorRules = {
  ...personRules,
  ...placeRules,
  cryptoExperience: defineQuestion('Crypto experience', 'option', {
    options: cryptoExperiences,
    words: { placeholder: 'Select experience' },
  }),
  sidraWalletAddress: defineQuestion('SIDRA wallet address', 'word', {
    min: 20,
    max: 100,
    secret: true,
    malformed: 'SIDRA wallet address must be 20 to 100 characters without spaces',
    words: {
      help: 'Yours, not ours. Paste it rather than typing it. Never a password, a key or recovery words.',
      why: 'So that a transfer can be matched to you. Stored encrypted; we show only its end.',
    },
  }),
  investmentAmount: defineQuestion('Investment amount', 'option', {
    options: cryptoInvestmentAmounts,
    words: {
      placeholder: 'Select an amount',
      help: `At least ${cryptoMinimum} SIDRA. There is no maximum.`,
    },
  }),
  customInvestmentAmount: defineQuestion('Custom amount', 'amount', {
    min: cryptoMinimum,
    max: 40,
    message: customAmountMessage,
    appliesWhen: { field: 'investmentAmount', is: ['custom'] },
    words: { help: `In SIDRA, ${cryptoMinimum} or more.` },
  }),
  investmentInterest,
  riskTolerance,
  previousCryptoInvestments: defineQuestion('Previous crypto investments', 'text', {
    max: textMax,
    message: 'Please describe previous crypto investments, or write None',
    words: {
      placeholder: 'None',
      help: 'In what, and how they went. Write None if there were none.',
    },
  }),
  motivation,
  linkedinProfile,
  ...documentRules,
  ...closingRules,
}

export const cryptoInvestorWords = {
  title: 'Crypto Investment Bio Data',
  steps: {
    person: { title: 'Personal Information' },
    wallet: { title: 'Your wallet and amount' },
    plans: { title: 'Your plans', lead: 'So that what we offer fits you.' },
    identity: { title: 'Identity' },
  },
  submitLabel: 'Submit Crypto Investment Registration',
  busyLabel: 'Submitting Registration...',
  failure: investorFailure,
} satisfies FormWords

export function readCryptoInvestor(
  input: AnswersInput,
  circumstances?: Circumstances,
): RegistrationVerdict<typeof cryptoInvestorRules> {
  return readRegistration(cryptoInvestorRules, input, circumstances, checkIdNumber)
}

/** 'Crypto Investment Bio Data' as data: the person, wallet and amount, plans, identity. */
import {
  cryptoExperiences,
  cryptoInvestmentAmounts,
  cryptoInvestorRules,
  cryptoMinimum,
  looksLikeWallet,
  readCryptoInvestor,
} from '#domain/registrations/crypto-investors.ts'
import type { LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import { documentFields, linkedinField, personalForm, personFields, planFields } from './shared-fields.ts'

export const cryptoInvestorForm: LongFormDefinition = {
  form: 'investor_crypto',
  title: 'Crypto Investment Bio Data',
  steps: [
    { id: 'person', title: 'Personal Information', fields: [...personFields, linkedinField] },
    {
      id: 'wallet',
      title: 'Your wallet and amount',
      fields: [
        {
          name: 'cryptoExperience',
          label: 'Crypto experience',
          control: 'select',
          options: cryptoExperiences,
          placeholder: 'Select crypto experience',
        },
        {
          name: 'sidraWalletAddress',
          label: 'SIDRA wallet address',
          control: 'line',
          help: 'Yours, not ours. Paste it rather than typing it. Never a password, a key or recovery words.',
          why: 'So that a transfer can be matched to you. Stored encrypted; we show only its end.',
          hint: ({ sidraWalletAddress }) =>
            typeof sidraWalletAddress === 'string' && looksLikeWallet(sidraWalletAddress.trim())
              ? 'This looks like a valid wallet address.'
              : null,
        },
        {
          name: 'investmentAmount',
          label: 'Investment amount',
          control: 'select',
          options: cryptoInvestmentAmounts,
          placeholder: 'Select an amount',
          help: `At least ${cryptoMinimum} SIDRA. There is no maximum.`,
        },
        {
          name: 'customInvestmentAmount',
          label: 'Custom amount',
          control: 'line',
          inputMode: 'decimal',
          help: `In SIDRA, ${cryptoMinimum} or more.`,
        },
      ],
    },
    {
      id: 'plans',
      title: 'Your plans',
      lead: 'So that what we offer fits you.',
      fields: [
        planFields.interest,
        planFields.risk,
        {
          name: 'previousCryptoInvestments',
          label: 'Previous crypto investments',
          control: 'area',
          placeholder: 'None',
          help: 'In what, and how they went. Write None if there were none.',
        },
        planFields.motivation,
      ],
    },
    { id: 'identity', title: 'Identity', fields: [...documentFields] },
  ],
  rules: cryptoInvestorRules,
  read: readCryptoInvestor,
  submitLabel: 'Submit Crypto Investment Registration',
  busyLabel: 'Submitting Registration...',
  ...personalForm,
}

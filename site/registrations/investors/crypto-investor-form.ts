/** 'Crypto Investment Bio Data' as it is laid out: the person, wallet and amount, plans, identity. */
import {
  cryptoInvestorRules,
  cryptoInvestorWords,
  looksLikeWallet,
  readCryptoInvestor,
  walletHint,
} from '#domain/registrations/crypto-investors.ts'
import { defineLongForm } from '#site/registrations/long-form/define-long-form.ts'
import { documentFields, linkedinField, personClosing, personFields } from './shared-fields.ts'

export const cryptoInvestorForm = defineLongForm(cryptoInvestorRules, cryptoInvestorWords, {
  form: 'investor_crypto',
  steps: {
    person: [...personFields, linkedinField],
    wallet: [
      { name: 'cryptoExperience', control: 'select' },
      {
        name: 'sidraWalletAddress',
        control: 'line',
        hint: ({ sidraWalletAddress }) =>
          typeof sidraWalletAddress === 'string' && looksLikeWallet(sidraWalletAddress.trim())
            ? walletHint
            : null,
      },
      { name: 'investmentAmount', control: 'select' },
      { name: 'customInvestmentAmount', control: 'line', inputMode: 'decimal' },
    ],
    plans: [
      { name: 'investmentInterest', control: 'select' },
      { name: 'riskTolerance', control: 'select' },
      { name: 'previousCryptoInvestments', control: 'area' },
      { name: 'motivation', control: 'area' },
    ],
    identity: documentFields,
  },
  read: readCryptoInvestor,
  ...personClosing,
})

/** 'Individual Investor Bio Data' as it is laid out: the person, the investment, bank and identity. */
import {
  individualInvestorRules,
  individualInvestorWords,
  readIndividualInvestor,
} from '#domain/registrations/individual-investors.ts'
import { defineLongForm } from '#site/registrations/long-form/define-long-form.ts'
import { bankFields, documentFields, linkedinField, personClosing, personFields } from './shared-fields.ts'

export const individualInvestorForm = defineLongForm(individualInvestorRules, individualInvestorWords, {
  form: 'investor_individual',
  steps: {
    person: [
      ...personFields,
      { name: 'occupation', control: 'line', autoComplete: 'organization-title' },
      { name: 'employerName', control: 'line', autoComplete: 'organization' },
      { name: 'annualIncome', control: 'select' },
      linkedinField,
    ],
    investment: [
      { name: 'investmentInterest', control: 'select' },
      { name: 'investmentAmount', control: 'select' },
      { name: 'riskTolerance', control: 'select' },
      { name: 'investmentExperience', control: 'select' },
      { name: 'motivation', control: 'area' },
    ],
    identity: [...bankFields, { name: 'bvn', control: 'line', inputMode: 'numeric' }, ...documentFields],
  },
  read: readIndividualInvestor,
  ...personClosing,
})

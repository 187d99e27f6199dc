/** 'Individual Investor Bio Data' as data: the person, the investment, bank and identity. */
import {
  annualIncomes,
  individualInvestmentAmounts,
  individualInvestorRules,
  investmentExperiences,
  readIndividualInvestor,
} from '#domain/registrations/individual-investors.ts'
import type { LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import {
  bankFields,
  documentFields,
  linkedinField,
  personalForm,
  personFields,
  planFields,
} from './shared-fields.ts'

export const individualInvestorForm: LongFormDefinition = {
  form: 'investor_individual',
  title: 'Individual Investor Bio Data',
  steps: [
    {
      id: 'person',
      title: 'Personal Information',
      fields: [
        ...personFields,
        { name: 'occupation', label: 'Occupation', control: 'line', autoComplete: 'organization-title' },
        { name: 'employerName', label: 'Employer name', control: 'line', autoComplete: 'organization' },
        {
          name: 'annualIncome',
          label: 'Annual income',
          control: 'select',
          options: annualIncomes,
          placeholder: 'Select annual income',
        },
        linkedinField,
      ],
    },
    {
      id: 'investment',
      title: 'Your investment',
      lead: 'So that what we offer fits you.',
      fields: [
        planFields.interest,
        {
          name: 'investmentAmount',
          label: 'Investment amount',
          control: 'select',
          options: individualInvestmentAmounts,
          placeholder: 'Select an amount',
        },
        planFields.risk,
        {
          name: 'investmentExperience',
          label: 'Investment experience',
          control: 'select',
          options: investmentExperiences,
          placeholder: 'Select investment experience',
        },
        planFields.motivation,
      ],
    },
    {
      id: 'identity',
      title: 'Bank and identity',
      fields: [
        ...bankFields,
        {
          name: 'bvn',
          label: 'BVN',
          control: 'line',
          inputMode: 'numeric',
          help: 'The 11 digits of your Bank Verification Number. Required of Nigerians; dial *565*0# to see yours.',
          why: 'To confirm that the account is yours before money moves. Stored encrypted; nobody sees it without a written reason.',
        },
        ...documentFields,
      ],
    },
  ],
  rules: individualInvestorRules,
  read: readIndividualInvestor,
  submitLabel: 'Submit Registration',
  busyLabel: 'Submitting Registration...',
  ...personalForm,
}

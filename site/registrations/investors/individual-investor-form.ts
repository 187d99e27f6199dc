/** 'Individual Investor Bio Data' as data: the person, the investment, bank and identity. */
import {
  annualIncomes,
  individualInvestmentAmounts,
  individualInvestorRules,
  investmentExperiences,
  readIndividualInvestor,
} from '#domain/registrations/individual-investors.ts'
import { investmentInterests, riskTolerances } from '#domain/registrations/investors.ts'
import type { LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import {
  acceptInvestorTerms,
  additionalInfoField,
  bankFields,
  documentFields,
  investorAlert,
  investorFailure,
  investorSuccess,
  linkedinField,
  personFields,
  placeFields,
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
        ...placeFields,
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
        {
          name: 'investmentInterest',
          label: 'Investment interest',
          control: 'select',
          options: investmentInterests,
          placeholder: 'Select an area',
        },
        {
          name: 'investmentAmount',
          label: 'Investment amount',
          control: 'select',
          options: individualInvestmentAmounts,
          placeholder: 'Select an amount',
        },
        {
          name: 'riskTolerance',
          label: 'Risk tolerance',
          control: 'select',
          options: riskTolerances,
          placeholder: 'Select risk tolerance',
          help: 'How much you could bear to lose for the chance of more.',
        },
        {
          name: 'investmentExperience',
          label: 'Investment experience',
          control: 'select',
          options: investmentExperiences,
          placeholder: 'Select investment experience',
        },
        {
          name: 'motivation',
          label: 'Motivation',
          control: 'area',
          help: 'Why agriculture, and why with us.',
        },
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
        additionalInfoField,
      ],
    },
  ],
  reviewFields: [acceptInvestorTerms],
  rules: individualInvestorRules,
  read: readIndividualInvestor,
  submitLabel: 'Submit Registration',
  busyLabel: 'Submitting Registration...',
  success: investorSuccess,
  failure: investorFailure,
  alertUnless: investorAlert,
}

/** 'Corporate Partnership Bio Data' as data: the company, who speaks for it, the partnership, its bank. */

import {
  annualRevenues,
  corporateInvestmentAmounts,
  corporateInvestorBusinessTypes,
  corporateInvestorRules,
  employeeCounts,
  industries,
  partnershipInterests,
  partnershipTypes,
  readCorporateInvestor,
} from '#domain/registrations/corporate-investors.ts'
import {
  companyNameField,
  emailBox,
  phoneBox,
  websiteField,
} from '#site/registrations/long-form/contact-fields.ts'
import type { LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import {
  acceptInvestorTerms,
  additionalInfoField,
  bankFields,
  investorAlert,
  investorFailure,
  linkedinField,
  placeFields,
} from './shared-fields.ts'

export const corporateInvestorForm: LongFormDefinition = {
  form: 'investor_corporate',
  title: 'Corporate Partnership Bio Data',
  steps: [
    {
      id: 'company',
      title: 'The company',
      fields: [
        companyNameField,
        {
          name: 'companyEmail',
          label: 'Company email',
          ...emailBox,
        },
        {
          name: 'companyPhone',
          label: 'Company phone number',
          ...phoneBox,
        },
        { name: 'companyAddress', label: 'Company address', control: 'area', autoComplete: 'street-address' },
        ...placeFields,
        websiteField,
      ],
    },
    {
      id: 'register',
      title: 'Its business',
      fields: [
        {
          name: 'registrationNumber',
          label: 'Registration number',
          control: 'line',
          help: 'As it stands in the register of companies (RC or BN number in Nigeria).',
          why: 'So that we can find the company in the register.',
        },
        { name: 'taxId', label: 'Tax ID', control: 'line' },
        {
          name: 'businessType',
          label: 'Business type',
          control: 'select',
          options: corporateInvestorBusinessTypes,
          placeholder: 'Select business type',
        },
        {
          name: 'industry',
          label: 'Industry',
          control: 'select',
          options: industries,
          placeholder: 'Select industry',
        },
        { name: 'establishedYear', label: 'Year established', control: 'line', inputMode: 'numeric' },
        {
          name: 'employeeCount',
          label: 'Number of employees',
          control: 'select',
          options: employeeCounts,
          placeholder: 'Select number of employees',
        },
        {
          name: 'annualRevenue',
          label: 'Annual revenue',
          control: 'select',
          options: annualRevenues,
          placeholder: 'Select annual revenue',
        },
      ],
    },
    {
      id: 'contact',
      title: 'The person who speaks for it',
      lead: 'One name, so that nothing is lost between desks.',
      fields: [
        { name: 'contactPersonName', label: 'Contact person name', control: 'line', autoComplete: 'name' },
        {
          name: 'contactPersonTitle',
          label: 'Contact person title',
          control: 'line',
          autoComplete: 'organization-title',
        },
        {
          name: 'contactPersonEmail',
          label: 'Contact person email',
          ...emailBox,
          autoComplete: 'email',
          help: 'The decision on your application goes there.',
        },
        {
          name: 'contactPersonPhone',
          label: 'Contact person phone number',
          ...phoneBox,
          autoComplete: 'tel',
        },
        linkedinField,
      ],
    },
    {
      id: 'partnership',
      title: 'The partnership',
      lead: 'So that the right team prepares the first meeting.',
      fields: [
        {
          name: 'partnershipInterest',
          label: 'Partnership interest',
          control: 'select',
          options: partnershipInterests,
          placeholder: 'Select an area',
        },
        {
          name: 'investmentAmount',
          label: 'Investment amount',
          control: 'select',
          options: corporateInvestmentAmounts,
          placeholder: 'Select an amount',
        },
        {
          name: 'partnershipType',
          label: 'Partnership type',
          control: 'select',
          options: partnershipTypes,
          placeholder: 'Select partnership type',
        },
        {
          name: 'previousPartnerships',
          label: 'Previous partnerships',
          control: 'area',
          placeholder: 'None',
          help: 'With whom, in what, and how long. Write None if there were none.',
        },
        {
          name: 'businessGoals',
          label: 'Business goals',
          control: 'area',
          help: 'What the company wants to reach with this partnership.',
        },
      ],
    },
    {
      id: 'bank',
      title: 'Bank details',
      fields: [...bankFields, additionalInfoField],
    },
  ],
  reviewFields: [acceptInvestorTerms],
  rules: corporateInvestorRules,
  read: readCorporateInvestor,
  submitLabel: 'Submit Partnership Application',
  busyLabel: 'Submitting Application...',
  success: {
    kind: 'toast',
    title: 'Application Received',
    description: 'Thank you. We have your application and will write to you about a first meeting.',
  },
  failure: investorFailure,
  alertUnless: investorAlert,
}

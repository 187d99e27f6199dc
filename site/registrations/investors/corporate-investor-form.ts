/** 'Corporate Partnership Bio Data' as it is laid out: the company, who speaks for it, the partnership, its bank. */
import {
  corporateInvestorRules,
  corporateInvestorSuccess,
  corporateInvestorWords,
  readCorporateInvestor,
} from '#domain/registrations/corporate-investors.ts'
import { boxOf } from '#site/registrations/long-form/boxes.ts'
import { defineLongForm } from '#site/registrations/long-form/define-long-form.ts'
import { additionalInfoField, bankFields, closing, linkedinField, placeFields } from './shared-fields.ts'

export const corporateInvestorForm = defineLongForm(corporateInvestorRules, corporateInvestorWords, {
  form: 'investor_corporate',
  steps: {
    company: [
      { name: 'companyName', control: 'line', autoComplete: 'organization' },
      { name: 'companyEmail', ...boxOf('email') },
      { name: 'companyPhone', ...boxOf('tel') },
      { name: 'companyAddress', control: 'area', autoComplete: 'street-address' },
      ...placeFields,
      { name: 'website', ...boxOf('url'), autoComplete: 'url' },
    ],
    register: [
      { name: 'registrationNumber', control: 'line' },
      { name: 'taxId', control: 'line' },
      { name: 'businessType', control: 'select' },
      { name: 'industry', control: 'select' },
      { name: 'establishedYear', control: 'line', inputMode: 'numeric' },
      { name: 'employeeCount', control: 'select' },
      { name: 'annualRevenue', control: 'select' },
    ],
    contact: [
      { name: 'contactPersonName', control: 'line', autoComplete: 'name' },
      { name: 'contactPersonTitle', control: 'line', autoComplete: 'organization-title' },
      { name: 'contactPersonEmail', ...boxOf('email'), autoComplete: 'email' },
      { name: 'contactPersonPhone', ...boxOf('tel'), autoComplete: 'tel' },
      linkedinField,
    ],
    partnership: [
      { name: 'partnershipInterest', control: 'select' },
      { name: 'investmentAmount', control: 'select' },
      { name: 'partnershipType', control: 'select' },
      { name: 'previousPartnerships', control: 'area' },
      { name: 'businessGoals', control: 'area' },
    ],
    bank: [...bankFields, additionalInfoField],
  },
  read: readCorporateInvestor,
  success: { kind: 'toast', ...corporateInvestorSuccess },
  ...closing,
})

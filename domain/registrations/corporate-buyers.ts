/** The registration of corporate buyers: questions with their words, and the specification's sentences. */
import type { AnswersInput } from '../forms.ts'
import { limits } from '../limits.ts'
import { orderProducts } from '../order-products.ts'
import { plainOptions } from '../plain-options.ts'
import {
  annualPurchaseVolumes,
  corporateBusinessTypes,
  corporateHearAboutUs,
  paymentTermsPreferences,
  yearsInBusiness,
} from './buyer-options.ts'
import { acceptTermsRule, buyerSuccessTitle, buyerWords, contactRules, placeRules } from './buyers.ts'
import { type Circumstances, type RegistrationVerdict, readRegistration } from './read.ts'
import { defineQuestion, type FormWords } from './rules.ts'

export const corporateBuyerRules = {
  companyName: defineQuestion('Company name', 'line', { min: 2, max: limits.shortTextMax }),
  registrationNumber: defineQuestion('Registration number', 'line', {
    min: 5,
    max: limits.shortTextMax,
    message: 'Registration number is required',
    words: {
      help: 'As it stands in the register of companies (RC or BN number in Nigeria).',
      why: 'So that we can find the company in the register before we trade with it.',
    },
  }),
  contactPersonName: defineQuestion('Contact person name', 'line', {
    min: 2,
    max: 100,
    words: { label: 'Contact person' },
  }),
  contactPersonTitle: defineQuestion('Contact person title', 'line', {
    min: 2,
    max: limits.shortTextMax,
    message: 'Title or position must be at least 2 characters',
    words: { label: 'Title or position' },
  }),
  ...contactRules,
  alternativePhone: defineQuestion('Alternative phone number', 'phone', { min: 0, max: 40 }),
  website: defineQuestion('Website', 'url', { min: 0, max: 500 }),
  companyAddress: defineQuestion('Company address', 'text', { min: 10, max: limits.addressMax }),
  ...placeRules,
  businessType: defineQuestion('Business type', 'option', {
    options: corporateBusinessTypes,
    words: { placeholder: 'Select business type' },
  }),
  yearsInBusiness: defineQuestion('Years in business', 'option', {
    options: yearsInBusiness,
    words: { placeholder: 'Select years' },
  }),
  annualPurchaseVolume: defineQuestion('Annual purchase volume', 'option', {
    options: annualPurchaseVolumes,
    words: {
      placeholder: 'Select a volume',
      help: 'All products together, in tonnes a year.',
    },
  }),
  productsOfInterest: defineQuestion('Products of interest', 'products', {
    min: 10,
    max: limits.remarksMax,
    // Who has chosen nothing is not sent to count characters.
    message: 'Please specify products of interest',
    malformed: 'Tick a product, or write at least 10 characters',
    options: plainOptions(orderProducts),
    words: { otherLabel: 'Other products', help: 'Tick what the company buys, or write it.' },
  }),
  targetMarkets: defineQuestion('Target markets', 'text', {
    min: 5,
    max: limits.remarksMax,
    message: 'Please specify target markets',
    words: { help: 'Countries, regions or kinds of customer (at least 5 characters).' },
  }),
  qualityCertifications: defineQuestion('Quality certifications', 'text', {
    min: 0,
    max: limits.remarksMax,
    words: { help: 'For example organic, HACCP or ISO 22000.' },
  }),
  paymentTermsPreference: defineQuestion('Payment terms preference', 'option', {
    options: paymentTermsPreferences,
    words: { placeholder: 'Select payment terms' },
  }),
  hearAboutUs: defineQuestion('How you heard about us', 'option', {
    options: corporateHearAboutUs,
    words: { label: 'How did you hear about us?', placeholder: 'Select one' },
  }),
  additionalInfo: defineQuestion('Additional information', 'text', { min: 0, max: limits.remarksMax }),
  acceptTerms: acceptTermsRule,
}

export const corporateBuyerWords = {
  ...buyerWords,
  title: 'Corporate Buyer Registration',
  steps: {
    company: { title: 'The company' },
    contact: {
      title: 'The person who buys',
      lead: 'One name, so that nothing is lost between desks.',
    },
    address: { title: 'Where the company is' },
    business: { title: 'The business' },
    buying: { title: 'What it buys, and for whom' },
  },
  submitLabel: 'Register as Corporate Buyer',
} satisfies FormWords

export const corporateBuyerSuccess = {
  title: buyerSuccessTitle,
  description:
    'Welcome to {companyName}! Our team will contact you within 48 hours to discuss partnership opportunities.',
}

export function readCorporateBuyer(
  input: AnswersInput,
  circumstances?: Circumstances,
): RegistrationVerdict<typeof corporateBuyerRules> {
  return readRegistration(corporateBuyerRules, input, circumstances)
}

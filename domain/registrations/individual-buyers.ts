/** The registration of individual buyers: questions with their words, and the specification's sentences. */
import type { AnswersInput } from '../forms.ts'
import { limits } from '../limits.ts'
import { orderProducts } from '../order-products.ts'
import { plainOptions } from '../plain-options.ts'
import { averageOrderQuantities, individualBusinessTypes, individualHearAboutUs } from './buyer-options.ts'
import { acceptTermsRule, buyerSuccessTitle, buyerWords, contactRules, placeRules } from './buyers.ts'
import { type Circumstances, type RegistrationVerdict, readRegistration } from './read.ts'
import { defineQuestion, type FormWords, whenBlank } from './rules.ts'

/** A name that was long enough as typed and is too short as plain text. */
const namesMessage = 'Validation Error: First name and last name must be at least 2 characters long.'

export const individualBuyerRules = {
  firstName: defineQuestion('First name', 'line', { min: 2, max: 100, malformed: namesMessage }),
  lastName: defineQuestion('Last name', 'line', { min: 2, max: 100, malformed: namesMessage }),
  ...contactRules,
  businessName: defineQuestion('Business name', 'line', {
    min: 1,
    max: limits.shortTextMax,
    optionalWhen: whenBlank('businessName'),
  }),
  address: defineQuestion('Address', 'text', { min: 10, max: limits.addressMax }),
  ...placeRules,
  businessType: defineQuestion('Business type', 'option', {
    options: individualBusinessTypes,
    words: { placeholder: 'Select business type' },
  }),
  productsOfInterest: defineQuestion('Products of interest', 'products', {
    min: 5,
    max: limits.remarksMax,
    options: plainOptions(orderProducts),
    message: 'Please specify products of interest',
    words: { otherLabel: 'Other products', help: 'Tick what you buy, or write it (at least 5 characters).' },
  }),
  averageOrderQuantity: defineQuestion('Average order quantity', 'option', {
    options: averageOrderQuantities,
    words: { placeholder: 'Select a quantity' },
  }),
  hearAboutUs: defineQuestion('How you heard about us', 'option', {
    options: individualHearAboutUs,
    message: 'Please tell us how you heard about us',
    words: { label: 'How did you hear about us?', placeholder: 'Select one' },
  }),
  additionalInfo: defineQuestion('Additional information', 'text', {
    min: 0,
    max: limits.remarksMax,
    words: { help: 'Grades, packing, seasons: whatever we should know.' },
  }),
  acceptTerms: acceptTermsRule,
}

export const individualBuyerWords = {
  ...buyerWords,
  title: 'Individual Buyer Registration',
  steps: {
    you: { title: 'About you' },
    address: { title: 'Where you are', lead: 'So that we know what reaches you, and by which road.' },
    buying: { title: 'What you buy' },
  },
  submitLabel: 'Register as Buyer',
} satisfies FormWords

export const individualBuyerSuccess = {
  title: buyerSuccessTitle,
  description:
    'Welcome to {companyName}! Our team will contact you within 48 hours to discuss your requirements.',
}

export function readIndividualBuyer(
  input: AnswersInput,
  circumstances?: Circumstances,
): RegistrationVerdict<typeof individualBuyerRules> {
  return readRegistration(individualBuyerRules, input, circumstances)
}

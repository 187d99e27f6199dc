/** The buyer registrations, individual and corporate: questions, options with labels, and the specification's sentences. */
import type { AnswersInput } from '../forms.ts'
import { limits } from '../limits.ts'
import { nigerianStates } from '../nigeria/states.ts'
import { orderProducts } from '../order-products.ts'
import { type Circumstances, type RegistrationVerdict, readRegistration } from './read.ts'
import { defineQuestion, plainOptions, whenBlank } from './rules.ts'

/** The page where a buyer begins: type, terms and photo. */
export const buyerStartMessages = {
  buyerType: 'Buyer type is required',
  acceptTerms: 'You must accept the terms and conditions',
  selfieImage: 'Selfie is required for verification',
} as const

export const buyerTypes = [
  { value: 'individual', label: 'Individual' },
  { value: 'corporate', label: 'Corporate' },
] as const

/** A name that was long enough as typed and is too short as plain text. */
const buyerNamesMessage = 'Validation Error: First name and last name must be at least 2 characters long.'
const acceptBuyerTermsMessage = 'You must accept the terms and conditions to proceed'

export const individualBusinessTypes = [
  { value: 'individual', label: 'Individual' },
  { value: 'retailer', label: 'Retailer' },
  { value: 'restaurant', label: 'Restaurant' },
  { value: 'processor', label: 'Processor' },
  { value: 'distributor', label: 'Distributor' },
  { value: 'other', label: 'Other' },
] as const

export const averageOrderQuantities = [
  { value: '1-50kg', label: '1 to 50 kg' },
  { value: '51-100kg', label: '51 to 100 kg' },
  { value: '101-500kg', label: '101 to 500 kg' },
  { value: '501-1000kg', label: '501 to 1,000 kg' },
  { value: '1-5tons', label: '1 to 5 tons' },
  { value: '5plus-tons', label: 'More than 5 tons' },
] as const

export const individualHearAboutUs = [
  { value: 'social-media', label: 'Social media' },
  { value: 'website', label: 'Website' },
  { value: 'referral', label: 'Referral' },
  { value: 'trade-show', label: 'Trade show' },
  { value: 'advertisement', label: 'Advertisement' },
  { value: 'other', label: 'Other' },
] as const

export const corporateBusinessTypes = [
  { value: 'exporter', label: 'Exporter' },
  { value: 'processor', label: 'Processor' },
  { value: 'distributor', label: 'Distributor' },
  { value: 'manufacturer', label: 'Manufacturer' },
  { value: 'retailer', label: 'Retailer' },
  { value: 'trading-company', label: 'Trading company' },
  { value: 'food-service', label: 'Food service' },
  { value: 'other', label: 'Other' },
] as const

export const yearsInBusiness = [
  { value: '0-2', label: 'Up to 2 years' },
  { value: '3-5', label: '3 to 5 years' },
  { value: '6-10', label: '6 to 10 years' },
  { value: '11-20', label: '11 to 20 years' },
  { value: '20plus', label: 'More than 20 years' },
] as const

export const annualPurchaseVolumes = [
  { value: '10-50tons', label: '10 to 50 tons' },
  { value: '51-100tons', label: '51 to 100 tons' },
  { value: '101-500tons', label: '101 to 500 tons' },
  { value: '501-1000tons', label: '501 to 1,000 tons' },
  { value: '1000plus-tons', label: 'More than 1,000 tons' },
] as const

export const paymentTermsPreferences = [
  { value: 'advance-payment', label: 'Advance payment' },
  { value: 'letter-of-credit', label: 'Letter of credit' },
  { value: '30-days', label: '30 days' },
  { value: '60-days', label: '60 days' },
  { value: 'negotiable', label: 'Negotiable' },
] as const

export const corporateHearAboutUs = [
  { value: 'trade-show', label: 'Trade show' },
  { value: 'business-referral', label: 'Business referral' },
  { value: 'website', label: 'Website' },
  { value: 'industry-publication', label: 'Industry publication' },
  { value: 'social-media', label: 'Social media' },
  { value: 'partner-recommendation', label: 'Partner recommendation' },
  { value: 'other', label: 'Other' },
] as const

const contactRules = {
  email: defineQuestion('Email address', 'email', { max: limits.emailMax }),
  phone: defineQuestion('Phone number', 'phone', { max: 40 }),
}

/** The state comes from the list in Nigeria, and is any name elsewhere (decision 55). */
const placeRules = {
  city: defineQuestion('City', 'line', { min: 2, max: 100, message: 'City is required' }),
  state: defineQuestion('State', 'line', {
    min: 2,
    max: 100,
    options: nigerianStates,
    optionsWhen: { field: 'country', is: ['nigeria'] },
    malformed: 'Please select state',
  }),
  country: defineQuestion('Country', 'line', { min: 2, max: 100 }),
}

const closingRules = {
  additionalInfo: defineQuestion('Additional information', 'text', { min: 0, max: limits.remarksMax }),
  acceptTerms: defineQuestion('Terms and conditions', 'accepted', {
    max: 1,
    message: acceptBuyerTermsMessage,
  }),
}

const productOptions = plainOptions(orderProducts)

export const individualBuyerRules = {
  firstName: defineQuestion('First name', 'line', { min: 2, max: 100, malformed: buyerNamesMessage }),
  lastName: defineQuestion('Last name', 'line', { min: 2, max: 100, malformed: buyerNamesMessage }),
  ...contactRules,
  businessName: defineQuestion('Business name', 'line', {
    min: 2,
    max: limits.shortTextMax,
    optionalWhen: whenBlank('businessName'),
  }),
  address: defineQuestion('Address', 'text', { min: 10, max: limits.addressMax }),
  ...placeRules,
  businessType: defineQuestion('Business type', 'option', { options: individualBusinessTypes }),
  productsOfInterest: defineQuestion('Products of interest', 'products', {
    min: 5,
    max: limits.remarksMax,
    options: productOptions,
    message: 'Please specify products of interest',
  }),
  averageOrderQuantity: defineQuestion('Average order quantity', 'option', {
    options: averageOrderQuantities,
  }),
  hearAboutUs: defineQuestion('How you heard about us', 'option', {
    options: individualHearAboutUs,
    message: 'Please tell us how you heard about us',
  }),
  ...closingRules,
}

export const corporateBuyerRules = {
  companyName: defineQuestion('Company name', 'line', { min: 2, max: limits.shortTextMax }),
  registrationNumber: defineQuestion('Registration number', 'line', {
    min: 5,
    max: limits.shortTextMax,
    message: 'Registration number is required',
  }),
  contactPersonName: defineQuestion('Contact person name', 'line', { min: 2, max: 100 }),
  contactPersonTitle: defineQuestion('Contact person title', 'line', { min: 2, max: limits.shortTextMax }),
  ...contactRules,
  alternativePhone: defineQuestion('Alternative phone number', 'phone', { min: 0, max: 40 }),
  website: defineQuestion('Website', 'url', { min: 0, max: 500 }),
  companyAddress: defineQuestion('Company address', 'text', { min: 10, max: limits.addressMax }),
  ...placeRules,
  businessType: defineQuestion('Business type', 'option', { options: corporateBusinessTypes }),
  yearsInBusiness: defineQuestion('Years in business', 'option', { options: yearsInBusiness }),
  annualPurchaseVolume: defineQuestion('Annual purchase volume', 'option', {
    options: annualPurchaseVolumes,
  }),
  productsOfInterest: defineQuestion('Products of interest', 'products', {
    min: 10,
    max: limits.remarksMax,
    options: productOptions,
  }),
  targetMarkets: defineQuestion('Target markets', 'text', {
    min: 5,
    max: limits.remarksMax,
    message: 'Please specify target markets',
  }),
  qualityCertifications: defineQuestion('Quality certifications', 'text', { min: 0, max: limits.remarksMax }),
  paymentTermsPreference: defineQuestion('Payment terms preference', 'option', {
    options: paymentTermsPreferences,
  }),
  hearAboutUs: defineQuestion('How you heard about us', 'option', { options: corporateHearAboutUs }),
  ...closingRules,
}

export function readIndividualBuyer(
  input: AnswersInput,
  circumstances?: Circumstances,
): RegistrationVerdict<typeof individualBuyerRules> {
  return readRegistration(individualBuyerRules, input, circumstances)
}

export function readCorporateBuyer(
  input: AnswersInput,
  circumstances?: Circumstances,
): RegistrationVerdict<typeof corporateBuyerRules> {
  return readRegistration(corporateBuyerRules, input, circumstances)
}

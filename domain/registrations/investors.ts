/** The investor registrations, individual, corporate and crypto: questions, options with labels, and their sentences. */
import type { GivenAnswers } from '../forms.ts'
import { limits } from '../limits.ts'
import { findIdNumberProblem } from '../nigeria/identity-numbers.ts'
import { adultsOnlyMessage } from './identity.ts'
import { type Circumstances, type CrossCheck, type RegistrationVerdict, readRegistration } from './read.ts'
import { ask, type Condition, whenBlank } from './rules.ts'

/** Also the alert of the corporate form. */
export const acceptInvestorTermsMessage = 'Please accept the terms and conditions to continue.'

export const annualIncomes = [
  { value: 'under-2m', label: 'Under ₦2 million' },
  { value: '2m-5m', label: '₦2 million to ₦5 million' },
  { value: '5m-10m', label: '₦5 million to ₦10 million' },
  { value: '10m-20m', label: '₦10 million to ₦20 million' },
  { value: 'above-20m', label: 'Above ₦20 million' },
] as const

export const investmentInterests = [
  { value: 'crop-production', label: 'Crop production' },
  { value: 'livestock', label: 'Livestock' },
  { value: 'agritech', label: 'Agritech' },
  { value: 'processing', label: 'Processing' },
  { value: 'infrastructure', label: 'Infrastructure' },
  { value: 'research', label: 'Research' },
  { value: 'general', label: 'General' },
] as const

/** min and max: what the record holds for the code, in naira; max null is without an upper end. */
export const individualInvestmentAmounts = [
  { value: 'under-500k', label: 'Under ₦500,000', min: 0, max: 500_000 },
  { value: '500k-1m', label: '₦500,000 to ₦1 million', min: 500_000, max: 1_000_000 },
  { value: '1m-5m', label: '₦1 million to ₦5 million', min: 1_000_000, max: 5_000_000 },
  { value: '5m-10m', label: '₦5 million to ₦10 million', min: 5_000_000, max: 10_000_000 },
  { value: 'above-10m', label: 'Above ₦10 million', min: 10_000_000, max: null },
] as const

export const riskTolerances = [
  { value: 'conservative', label: 'Conservative' },
  { value: 'moderate', label: 'Moderate' },
  { value: 'aggressive', label: 'Aggressive' },
] as const

/** Decision 66. */
export const investmentExperiences = [
  { value: 'none', label: 'None' },
  { value: 'beginner', label: 'Beginner' },
  { value: 'intermediate', label: 'Intermediate' },
  { value: 'experienced', label: 'Experienced' },
  { value: 'expert', label: 'Expert' },
] as const

export const validIdTypes = [
  { value: 'nin', label: 'NIN (National Identification Number)' },
  { value: 'passport', label: 'International passport' },
  { value: 'drivers-license', label: "Driver's license" },
  { value: 'voters-card', label: "Voter's card" },
] as const

export const corporateInvestorBusinessTypes = [
  { value: 'private-limited', label: 'Private limited company' },
  { value: 'public-limited', label: 'Public limited company' },
  { value: 'partnership', label: 'Partnership' },
  { value: 'llc', label: 'Limited liability company (LLC)' },
  { value: 'sole-proprietorship', label: 'Sole proprietorship' },
  { value: 'cooperative', label: 'Cooperative' },
  { value: 'ngo', label: 'NGO' },
] as const

export const industries = [
  { value: 'agriculture', label: 'Agriculture' },
  { value: 'food-processing', label: 'Food processing' },
  { value: 'technology', label: 'Technology' },
  { value: 'finance', label: 'Finance' },
  { value: 'manufacturing', label: 'Manufacturing' },
  { value: 'retail', label: 'Retail' },
  { value: 'consulting', label: 'Consulting' },
  { value: 'other', label: 'Other' },
] as const

export const employeeCounts = [
  { value: '1-10', label: '1 to 10' },
  { value: '11-50', label: '11 to 50' },
  { value: '51-200', label: '51 to 200' },
  { value: '201-500', label: '201 to 500' },
  { value: '500+', label: 'More than 500' },
] as const

export const annualRevenues = [
  { value: 'under-10m', label: 'Under ₦10 million' },
  { value: '10m-50m', label: '₦10 million to ₦50 million' },
  { value: '50m-100m', label: '₦50 million to ₦100 million' },
  { value: '100m-500m', label: '₦100 million to ₦500 million' },
  { value: 'above-500m', label: 'Above ₦500 million' },
] as const

export const partnershipInterests = [
  ...investmentInterests,
  { value: 'supply-chain', label: 'Supply chain' },
  { value: 'distribution', label: 'Distribution' },
] as const

export const corporateInvestmentAmounts = [
  { value: 'under-5m', label: 'Under ₦5 million', min: 0, max: 5_000_000 },
  { value: '5m-20m', label: '₦5 million to ₦20 million', min: 5_000_000, max: 20_000_000 },
  { value: '20m-50m', label: '₦20 million to ₦50 million', min: 20_000_000, max: 50_000_000 },
  { value: '50m-100m', label: '₦50 million to ₦100 million', min: 50_000_000, max: 100_000_000 },
  { value: 'above-100m', label: 'Above ₦100 million', min: 100_000_000, max: null },
] as const

export const partnershipTypes = [
  { value: 'equity', label: 'Equity' },
  { value: 'joint-venture', label: 'Joint venture' },
  { value: 'strategic-alliance', label: 'Strategic alliance' },
  { value: 'supplier', label: 'Supplier' },
  { value: 'distribution', label: 'Distribution' },
  { value: 'technology', label: 'Technology' },
] as const

export const cryptoExperiences = [
  { value: 'beginner', label: 'Beginner' },
  { value: 'intermediate', label: 'Intermediate' },
  { value: 'experienced', label: 'Experienced' },
  { value: 'expert', label: 'Expert' },
] as const

/** The least that can be invested, in SIDRA; there is no most. */
export const cryptoMinimum = 20

/** In SIDRA. A custom amount is its own min and max (decision 71). */
export const cryptoInvestmentAmounts = [
  { value: '20-100', label: '20 to 100 SIDRA', min: 20, max: 100 },
  { value: '100-500', label: '100 to 500 SIDRA', min: 100, max: 500 },
  { value: '500-1000', label: '500 to 1,000 SIDRA', min: 500, max: 1000 },
  { value: '1000-5000', label: '1,000 to 5,000 SIDRA', min: 1000, max: 5000 },
  { value: '5000-10000', label: '5,000 to 10,000 SIDRA', min: 5000, max: 10_000 },
  { value: '10000-50000', label: '10,000 to 50,000 SIDRA', min: 10_000, max: 50_000 },
  { value: 'above-50000', label: 'Above 50,000 SIDRA', min: 50_000, max: null },
  { value: 'custom', label: 'Custom amount', min: null, max: null },
] as const

const customAmountMessage = `Please enter an amount of at least ${cryptoMinimum} SIDRA`

/** A BVN is a Nigerian's (decision 68); it is not asked for at all where the operator has switched it off. */
const isForeign: Condition = { field: 'nationality', not: ['nigerian', 'nigeria'] }

/** Whether it looks like an address of the usual kind: a hint and no more (decision 73). */
export function looksLikeWallet(address: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(address)
}

const emailMax = limits.emailMax
const textMax = limits.remarksMax

const personRules = {
  fullName: ask('Full name', 'line', { min: limits.fullNameMin, max: limits.fullNameMax }),
  email: ask('Email address', 'email', { max: emailMax }),
  phone: ask('Phone number', 'phone', { max: 40 }),
  address: ask('Address', 'text', { max: limits.addressMax }),
  dateOfBirth: ask('Date of birth', 'birth-date', { max: 10, secret: true, adultsOnly: adultsOnlyMessage }),
  nationality: ask('Nationality', 'line', { max: 100 }),
}

/** Not in the specification's lists, and columns of the record: offered, never demanded (decision 65). */
const placeRules = {
  city: ask('City', 'line', { min: 2, max: 100, optionalWhen: whenBlank('city') }),
  state: ask('State', 'line', { min: 2, max: 100, optionalWhen: whenBlank('state') }),
  country: ask('Country', 'line', { min: 2, max: 100, optionalWhen: whenBlank('country') }),
}

const bankRules = {
  bankName: ask('Bank name', 'line', { min: 2, max: 100 }),
  accountNumber: ask('Account number', 'digits', {
    max: 10,
    secret: true,
    malformed: 'Account number must be 10 digits',
  }),
}

const documentRules = {
  validIdType: ask('ID type', 'option', { options: validIdTypes }),
  idNumber: ask('ID number', 'code', {
    min: 5,
    max: 25,
    secret: true,
    message: 'ID number is required',
    malformed: 'ID number must be 5 to 25 letters and digits',
  }),
}

const closingRules = {
  additionalInfo: ask('Additional information', 'text', { min: 0, max: textMax }),
  acceptTerms: ask('Terms and conditions', 'accepted', { max: 1, message: acceptInvestorTermsMessage }),
}

const linkedinProfile = ask('LinkedIn profile', 'url', { min: 0, max: 500 })
const investmentInterest = ask('Investment interest', 'option', { options: investmentInterests })
const riskTolerance = ask('Risk tolerance', 'option', { options: riskTolerances })
const motivation = ask('Motivation', 'text', { max: textMax, message: 'Please describe your motivation' })

export const individualInvestorRules = {
  ...personRules,
  ...placeRules,
  occupation: ask('Occupation', 'line', { max: limits.shortTextMax }),
  employerName: ask('Employer name', 'line', { min: 0, max: limits.shortTextMax }),
  annualIncome: ask('Annual income', 'option', { min: 0, options: annualIncomes }),
  investmentInterest,
  investmentAmount: ask('Investment amount', 'option', { options: individualInvestmentAmounts }),
  riskTolerance,
  investmentExperience: ask('Investment experience', 'option', { options: investmentExperiences }),
  motivation,
  linkedinProfile,
  ...bankRules,
  bvn: ask('BVN', 'digits', {
    max: 11,
    secret: true,
    malformed: 'BVN must be 11 digits',
    appliesWhen: { field: 'collectBvn', not: ['false'] },
    optionalWhen: isForeign,
  }),
  ...documentRules,
  ...closingRules,
}

export const corporateInvestorRules = {
  companyName: ask('Company name', 'line', { min: 2, max: limits.shortTextMax }),
  companyEmail: ask('Company email', 'email', { max: emailMax }),
  companyPhone: ask('Company phone number', 'phone', { max: 40 }),
  companyAddress: ask('Company address', 'text', { max: limits.addressMax }),
  ...placeRules,
  website: ask('Website', 'url', { min: 0, max: 500 }),
  registrationNumber: ask('Registration number', 'line', { max: limits.shortTextMax }),
  taxId: ask('Tax ID', 'line', { min: 0, max: limits.shortTextMax }),
  businessType: ask('Business type', 'option', { options: corporateInvestorBusinessTypes }),
  industry: ask('Industry', 'option', { options: industries }),
  establishedYear: ask('Year established', 'year', {
    min: 1900,
    max: 4,
    malformed: 'Year established must be from 1900 to {max}',
  }),
  employeeCount: ask('Number of employees', 'option', { min: 0, options: employeeCounts }),
  annualRevenue: ask('Annual revenue', 'option', { min: 0, options: annualRevenues }),
  contactPersonName: ask('Contact person name', 'line', { min: 2, max: limits.shortTextMax }),
  contactPersonTitle: ask('Contact person title', 'line', { max: limits.shortTextMax }),
  contactPersonEmail: ask('Contact person email', 'email', { max: emailMax }),
  contactPersonPhone: ask('Contact person phone number', 'phone', { max: 40 }),
  partnershipInterest: ask('Partnership interest', 'option', { options: partnershipInterests }),
  investmentAmount: ask('Investment amount', 'option', { options: corporateInvestmentAmounts }),
  partnershipType: ask('Partnership type', 'option', { options: partnershipTypes }),
  previousPartnerships: ask('Previous partnerships', 'text', {
    max: textMax,
    message: 'Please describe previous partnerships, or write None',
  }),
  businessGoals: ask('Business goals', 'text', {
    max: textMax,
    message: 'Please describe your business goals',
  }),
  linkedinProfile,
  ...bankRules,
  ...closingRules,
}

export const cryptoInvestorRules = {
  ...personRules,
  ...placeRules,
  cryptoExperience: ask('Crypto experience', 'option', { options: cryptoExperiences }),
  sidraWalletAddress: ask('SIDRA wallet address', 'word', {
    min: 20,
    max: 100,
    secret: true,
    malformed: 'SIDRA wallet address must be 20 to 100 characters without spaces',
  }),
  investmentAmount: ask('Investment amount', 'option', { options: cryptoInvestmentAmounts }),
  customInvestmentAmount: ask('Custom amount', 'amount', {
    min: cryptoMinimum,
    max: 40,
    message: customAmountMessage,
    appliesWhen: { field: 'investmentAmount', is: ['custom'] },
  }),
  investmentInterest,
  riskTolerance,
  previousCryptoInvestments: ask('Previous crypto investments', 'text', {
    max: textMax,
    message: 'Please describe previous crypto investments, or write None',
  }),
  motivation,
  linkedinProfile,
  ...documentRules,
  ...closingRules,
}

/** What an ID number looks like depends on the document it is from. */
const checkIdNumber: CrossCheck = (field, value, given) =>
  field === 'idNumber' ? findIdNumberProblem(given.validIdType, value) : null

export function readIndividualInvestor(
  given: GivenAnswers,
  circumstances?: Circumstances,
): RegistrationVerdict<typeof individualInvestorRules> {
  return readRegistration(individualInvestorRules, given, circumstances, checkIdNumber)
}

export function readCorporateInvestor(
  given: GivenAnswers,
  circumstances?: Circumstances,
): RegistrationVerdict<typeof corporateInvestorRules> {
  return readRegistration(corporateInvestorRules, given, circumstances)
}

export function readCryptoInvestor(
  given: GivenAnswers,
  circumstances?: Circumstances,
): RegistrationVerdict<typeof cryptoInvestorRules> {
  return readRegistration(cryptoInvestorRules, given, circumstances, checkIdNumber)
}

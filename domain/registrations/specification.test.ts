// The sentences and the options of the registration forms, as the specification has them, to the letter.
import { describe, expect, it } from 'vitest'
import { buyerStartMessages, buyerTypes } from './buyer-start.ts'
import { selfieRequiredMessage } from './checks.ts'
import { corporateBuyerSuccess, corporateBuyerWords } from './corporate-buyers.ts'
import { corporateInvestorWords } from './corporate-investors.ts'
import { cryptoInvestorWords } from './crypto-investors.ts'
import { farmerMessages, farmerWords } from './farmers.ts'
import { individualBuyerSuccess, individualBuyerWords } from './individual-buyers.ts'
import { individualInvestorWords } from './individual-investors.ts'
import { getRegistrationRules } from './readers.ts'
import { type RegistrationFormName, registrationForms } from './registrations.ts'
import type { FormWords } from './rules.ts'
import { trainingMessages, trainingWords } from './training-enrolments.ts'

const identity = {
  fullName: 'Full name must be at least 2 characters',
  email: 'Invalid email address',
  phoneNumber: 'Phone number must be at least 10 digits',
  dateOfBirth: 'Date of birth is required',
  address: 'Address must be at least 5 characters',
  city: 'City is required',
  acceptTerms: 'You must accept the terms and conditions',
}

const messages: Partial<Record<RegistrationFormName, Record<string, string>>> = {
  farmer: { ...identity, goals: 'Please describe your farming goals' },
  training: {
    ...identity,
    educationLevel: 'Education level is required',
    experience: 'Experience level is required',
    motivation: 'Please describe your motivation',
    trainingGoals: 'Please describe your training goals',
  },
  buyer_individual: {
    firstName: 'First name must be at least 2 characters',
    city: 'City is required',
    productsOfInterest: 'Please specify products of interest',
    hearAboutUs: 'Please tell us how you heard about us',
    acceptTerms: 'You must accept the terms and conditions to proceed',
  },
  buyer_corporate: {
    registrationNumber: 'Registration number is required',
    targetMarkets: 'Please specify target markets',
  },
  investor_corporate: { acceptTerms: 'Please accept the terms and conditions to continue.' },
}

const lengths: Partial<Record<RegistrationFormName, Record<string, number>>> = {
  farmer: { fullName: 2, address: 5, city: 2, goals: 10, challenges: 0 },
  training: { fullName: 2, address: 5, city: 2, motivation: 10, trainingGoals: 10 },
  buyer_individual: {
    ...{ firstName: 2, lastName: 2, address: 10, city: 2, state: 2, country: 2, productsOfInterest: 5 },
    additionalInfo: 0,
  },
  buyer_corporate: {
    ...{
      companyName: 2,
      registrationNumber: 5,
      contactPersonName: 2,
      contactPersonTitle: 2,
      companyAddress: 10,
    },
    ...{ city: 2, state: 2, country: 2, productsOfInterest: 10, targetMarkets: 5 },
    ...{ alternativePhone: 0, website: 0, qualityCertifications: 0, additionalInfo: 0 },
  },
  investor_individual: { employerName: 0, annualIncome: 0, linkedinProfile: 0, additionalInfo: 0 },
  investor_corporate: {
    ...{ website: 0, taxId: 0, employeeCount: 0, annualRevenue: 0, linkedinProfile: 0, additionalInfo: 0 },
    establishedYear: 1900,
  },
  investor_crypto: { customInvestmentAmount: 20, linkedinProfile: 0, additionalInfo: 0 },
}

const interests = 'crop-production, livestock, agritech, processing, infrastructure, research, general'
const risks = 'conservative, moderate, aggressive'
const idTypes = 'nin, passport, drivers-license, voters-card'

const options: Partial<Record<RegistrationFormName, Record<string, string>>> = {
  farmer: {
    gender: 'male, female, other',
    farmingMethods: 'organic, conventional, mixed, sustainable',
    farmSize: 'under-1, 1-5, 6-10, 11-50, 51-100, 100plus',
    farmingExperience: '0-1, 2-5, 6-10, 11-20, 20plus',
  },
  training: {
    gender: 'male, female, other',
    educationLevel: 'primary, secondary, tertiary, vocational, other',
    experience: 'beginner, basic, intermediate, advanced',
  },
  buyer_individual: {
    businessType: 'individual, retailer, restaurant, processor, distributor, other',
    averageOrderQuantity: '1-50kg, 51-100kg, 101-500kg, 501-1000kg, 1-5tons, 5plus-tons',
    hearAboutUs: 'social-media, website, referral, trade-show, advertisement, other',
  },
  buyer_corporate: {
    businessType:
      'exporter, processor, distributor, manufacturer, retailer, trading-company, food-service, other',
    yearsInBusiness: '0-2, 3-5, 6-10, 11-20, 20plus',
    annualPurchaseVolume: '10-50tons, 51-100tons, 101-500tons, 501-1000tons, 1000plus-tons',
    paymentTermsPreference: 'advance-payment, letter-of-credit, 30-days, 60-days, negotiable',
    hearAboutUs:
      'trade-show, business-referral, website, industry-publication, social-media, partner-recommendation, other',
  },
  investor_individual: {
    annualIncome: 'under-2m, 2m-5m, 5m-10m, 10m-20m, above-20m',
    investmentInterest: interests,
    investmentAmount: 'under-500k, 500k-1m, 1m-5m, 5m-10m, above-10m',
    riskTolerance: risks,
    investmentExperience: 'none, beginner, intermediate, experienced, expert',
    validIdType: idTypes,
  },
  investor_corporate: {
    businessType: 'private-limited, public-limited, partnership, llc, sole-proprietorship, cooperative, ngo',
    industry: 'agriculture, food-processing, technology, finance, manufacturing, retail, consulting, other',
    employeeCount: '1-10, 11-50, 51-200, 201-500, 500+',
    annualRevenue: 'under-10m, 10m-50m, 50m-100m, 100m-500m, above-500m',
    partnershipInterest: `${interests}, supply-chain, distribution`,
    investmentAmount: 'under-5m, 5m-20m, 20m-50m, 50m-100m, above-100m',
    partnershipType: 'equity, joint-venture, strategic-alliance, supplier, distribution, technology',
  },
  investor_crypto: {
    cryptoExperience: 'beginner, intermediate, experienced, expert',
    investmentAmount: '20-100, 100-500, 500-1000, 1000-5000, 5000-10000, 10000-50000, above-50000, custom',
    investmentInterest: interests,
    riskTolerance: risks,
    validIdType: idTypes,
  },
}

const words: Record<RegistrationFormName, FormWords> = {
  farmer: farmerWords,
  training: trainingWords,
  buyer_individual: individualBuyerWords,
  buyer_corporate: corporateBuyerWords,
  investor_individual: individualInvestorWords,
  investor_corporate: corporateInvestorWords,
  investor_crypto: cryptoInvestorWords,
}

const buttons: Record<RegistrationFormName, [string, string]> = {
  farmer: ['Submit Bio Data', 'Submitting...'],
  training: ['Submit Enrolment', 'Submitting...'],
  buyer_individual: ['Register as Buyer', 'Processing Registration...'],
  buyer_corporate: ['Register as Corporate Buyer', 'Processing Registration...'],
  investor_individual: ['Submit Registration', 'Submitting Registration...'],
  investor_corporate: ['Submit Partnership Application', 'Submitting Application...'],
  investor_crypto: ['Submit Crypto Investment Registration', 'Submitting Registration...'],
}

/** The specification's lists; what a form has beyond them stands in the decisions. */
const fields: Record<RegistrationFormName, string> = {
  farmer:
    'fullName, email, phoneNumber, dateOfBirth, gender, address, city, state, farmSize, farmingExperience, cropTypes, farmingMethods, challenges, goals, acceptTerms',
  training:
    'fullName, email, phoneNumber, dateOfBirth, gender, address, city, state, educationLevel, experience, motivation, trainingGoals, acceptTerms',
  buyer_individual:
    'firstName, lastName, email, phone, businessName, address, city, state, country, businessType, productsOfInterest, averageOrderQuantity, hearAboutUs, additionalInfo, acceptTerms',
  buyer_corporate:
    'companyName, registrationNumber, contactPersonName, contactPersonTitle, email, phone, alternativePhone, website, companyAddress, city, state, country, businessType, yearsInBusiness, annualPurchaseVolume, productsOfInterest, targetMarkets, qualityCertifications, paymentTermsPreference, hearAboutUs, additionalInfo, acceptTerms',
  investor_individual:
    'fullName, email, phone, address, dateOfBirth, nationality, occupation, employerName, annualIncome, investmentInterest, investmentAmount, riskTolerance, investmentExperience, motivation, linkedinProfile, bankName, accountNumber, bvn, validIdType, idNumber, additionalInfo',
  investor_corporate:
    'companyName, companyEmail, companyPhone, companyAddress, website, registrationNumber, taxId, businessType, industry, establishedYear, employeeCount, annualRevenue, contactPersonName, contactPersonTitle, contactPersonEmail, contactPersonPhone, partnershipInterest, investmentAmount, partnershipType, previousPartnerships, businessGoals, linkedinProfile, bankName, accountNumber, additionalInfo, acceptTerms',
  investor_crypto:
    'fullName, email, phone, address, dateOfBirth, nationality, cryptoExperience, sidraWalletAddress, investmentAmount, customInvestmentAmount, investmentInterest, riskTolerance, previousCryptoInvestments, motivation, linkedinProfile, validIdType, idNumber, additionalInfo',
}

/** Questions that the decisions add: 54, 56, 57, 64, 65. */
const added = [
  ...[
    'noEmail',
    'farmName',
    'otherCrops',
    'guardianName',
    'guardianPhone',
    'guardianConsent',
    'acceptTerms',
    'city',
    'state',
  ],
  'country',
]

const otherNumbers: Record<string, string> = {
  guardianPhone: 'Guardian phone number',
  alternativePhone: 'Alternative phone number',
  companyPhone: 'Company phone number',
  contactPersonPhone: 'Contact person phone number',
}

describe.each(Object.keys(fields) as RegistrationFormName[])('the form %s', (form) => {
  const rules = getRegistrationRules(form)

  it('asks what the specification asks, in its order, and beyond it what the decisions add', () => {
    const wanted = fields[form].split(', ')
    const requested = Object.keys(rules)
    expect(requested.filter((field) => wanted.includes(field))).toEqual(wanted)
    expect(requested.filter((field) => !wanted.includes(field) && !added.includes(field))).toEqual([])
  })

  it('says what the specification says', () => {
    const result = Object.fromEntries(
      Object.keys(messages[form] ?? {}).map((field) => [field, rules[field]?.message]),
    )
    expect(result).toEqual(messages[form] ?? {})
    for (const [field, rule] of Object.entries(rules)) {
      // The specification's sentence; of another number than the person's own it says which.
      if (rule.kind === 'phone')
        expect(rule.message, field).toBe(
          `${otherNumbers[field] ?? 'Phone number'} must be at least 10 digits`,
        )
      if (rule.kind === 'email') expect(rule.message, field).toBe('Invalid email address')
      expect(rule.message, field).toMatch(/^[A-Z]/)
    }
  })

  it('has one title wherever it is named, and the buttons of the specification', () => {
    const { title, submitLabel, busyLabel } = words[form]
    expect(title).toBe(registrationForms[form].title)
    expect([submitLabel, busyLabel]).toEqual(buttons[form])
  })

  it('has lists whose empty answer a phone of 280 px shows whole', () => {
    const empty = Object.values(rules).flatMap(({ kind, words }) =>
      kind === 'option' && words?.placeholder ? [words.placeholder] : [],
    )
    expect(empty.filter((text) => text.length > 21)).toEqual([])
  })

  it('demands what the specification demands', () => {
    const result = Object.fromEntries(
      Object.keys(lengths[form] ?? {}).map((field) => [field, rules[field]?.min]),
    )
    expect(result).toEqual(lengths[form] ?? {})
  })

  it('offers what the specification offers', () => {
    const result = Object.fromEntries(
      Object.keys(options[form] ?? {}).map((field) => [field, rules[field]?.options?.join(', ')]),
    )
    expect(result).toEqual(options[form] ?? {})
  })
})

describe('beside the forms', () => {
  it('stand the sentences of the start page, of the photo and of success', () => {
    expect(buyerStartMessages).toEqual({
      buyerType: 'Buyer type is required',
      acceptTerms: 'You must accept the terms and conditions',
      selfieImage: 'Selfie is required for verification',
    })
    expect(buyerTypes.map(({ value }) => value)).toEqual(['individual', 'corporate'])
    expect(selfieRequiredMessage).toBe('Selfie is required for verification')
    expect(individualBuyerSuccess.description).toBe(
      'Welcome to {companyName}! Our team will contact you within 48 hours to discuss your requirements.',
    )
    expect(corporateBuyerSuccess.description).toBe(
      'Welcome to {companyName}! Our team will contact you within 48 hours to discuss partnership opportunities.',
    )
    expect(farmerMessages.submitted).toBe('Bio data submitted successfully! We will contact you soon.')
    expect(trainingMessages.submitted).toBe(
      'Enrollment submitted successfully! We will contact you soon with training details.',
    )
  })
})

// A complete registration of each kind, whose every answer passes; nobody in them exists.
import type { RegistrationReceived } from '#domain/registrations/intake.ts'
import type { RegistrationFormName } from '#domain/registrations/registrations.ts'
import type { Person } from './app.ts'

const person = {
  fullName: 'Ada Obi',
  email: 'ada@example.com',
  dateOfBirth: '1990-05-05',
  address: '12 Marina Road, Keffi',
}

const applicant = {
  ...person,
  noEmail: false,
  phoneNumber: '0803 123 4567',
  gender: 'female',
  city: 'Keffi',
  state: 'Nasarawa',
  acceptTerms: true,
}

const investor = {
  phone: '0803 123 4567',
  nationality: 'Nigerian',
  city: 'Lagos',
  state: 'Lagos',
  country: 'Nigeria',
  linkedinProfile: 'linkedin.com/in/ada-obi-example',
  additionalInfo: 'I would like to see a farm first.',
  acceptTerms: true,
}

const bank = { bankName: 'First Bank of Nigeria', accountNumber: '0000014579' }
const document = { validIdType: 'nin', idNumber: 'AB012345678910YZ' }

export const goodRegistrations: Readonly<Record<RegistrationFormName, Readonly<Record<string, unknown>>>> = {
  farmer: {
    ...applicant,
    farmName: 'Obi Farm',
    farmSize: '6-10',
    farmingExperience: '2-5',
    cropTypes: ['Ginger', 'Maize'],
    farmingMethods: 'mixed',
    challenges: 'Water in the dry season.',
    goals: 'To sell sesame abroad.',
  },
  training: {
    ...applicant,
    guardianName: 'Ngozi Obi',
    guardianPhone: '0803 765 4321',
    guardianConsent: true,
    educationLevel: 'secondary',
    experience: 'beginner',
    motivation: 'I want to keep layers.',
    trainingGoals: 'Healthy birds and good books.',
  },
  buyer_individual: {
    firstName: 'Ada',
    lastName: 'Obi',
    email: 'ada@example.com',
    phone: '0803 123 4567',
    businessName: 'Obi Foods',
    address: '12 Marina Road, Lagos Island',
    city: 'Lagos',
    state: 'Lagos',
    country: 'Nigeria',
    businessType: 'retailer',
    productsOfInterest: 'Rice, Yam',
    averageOrderQuantity: '101-500kg',
    hearAboutUs: 'referral',
    additionalInfo: 'Bags of 50 kg, please.',
    acceptTerms: true,
  },
  buyer_corporate: {
    companyName: 'Obi Foods Limited',
    registrationNumber: 'RC 123456',
    contactPersonName: 'Ada Obi',
    contactPersonTitle: 'Head of purchasing',
    email: 'ada@example.com',
    phone: '0803 123 4567',
    alternativePhone: '0201 234 5678',
    website: 'www.example.com',
    companyAddress: '12 Marina Road, Lagos Island',
    city: 'Accra',
    state: 'Greater Accra',
    country: 'Ghana',
    businessType: 'exporter',
    yearsInBusiness: '3-5',
    annualPurchaseVolume: '101-500tons',
    productsOfInterest: 'Sesame Seeds',
    targetMarkets: 'West Africa',
    qualityCertifications: 'HACCP',
    paymentTermsPreference: 'negotiable',
    hearAboutUs: 'business-referral',
    additionalInfo: 'We ship from Tema.',
    acceptTerms: true,
  },
  investor_individual: {
    ...person,
    ...investor,
    occupation: 'Engineer',
    employerName: 'Obi Works',
    annualIncome: '5m-10m',
    investmentInterest: 'livestock',
    investmentAmount: '1m-5m',
    riskTolerance: 'moderate',
    investmentExperience: 'beginner',
    motivation: 'Food that is grown here.',
    ...bank,
    bvn: '12345678901',
    ...document,
  },
  investor_corporate: {
    companyName: 'Obi Holdings Limited',
    companyEmail: 'office@example.com',
    companyPhone: '0201 234 5678',
    companyAddress: '12 Marina Road, Lagos Island',
    city: 'Lagos',
    state: 'Lagos',
    country: 'Nigeria',
    website: 'https://www.example.com/about',
    registrationNumber: 'RC 123456',
    taxId: '1234-0001',
    businessType: 'private-limited',
    industry: 'agriculture',
    establishedYear: '1999',
    employeeCount: '11-50',
    annualRevenue: '50m-100m',
    contactPersonName: 'Ada Obi',
    contactPersonTitle: 'Managing director',
    contactPersonEmail: 'ada@example.com',
    contactPersonPhone: '0803 123 4567',
    partnershipInterest: 'supply-chain',
    investmentAmount: '20m-50m',
    partnershipType: 'joint-venture',
    previousPartnerships: 'None',
    businessGoals: 'A cold store in Keffi.',
    linkedinProfile: 'linkedin.com/company/obi-example',
    ...bank,
    additionalInfo: 'We own the land.',
    acceptTerms: true,
  },
  investor_crypto: {
    ...person,
    ...investor,
    cryptoExperience: 'experienced',
    sidraWalletAddress: `0x${'ab12'.repeat(10)}`,
    investmentAmount: 'custom',
    customInvestmentAmount: '1,250.50',
    investmentInterest: 'agritech',
    riskTolerance: 'aggressive',
    previousCryptoInvestments: 'None',
    motivation: 'Farms that I can see.',
    ...document,
  },
}

/** What a member of staff decides on a registration that waits. */
export async function decideRegistration(
  { client }: Person,
  { recordType, id }: Pick<RegistrationReceived, 'recordType' | 'id'>,
  status: 'approved' | 'declined',
  reason?: string,
): Promise<void> {
  await client
    // The registrations share these columns; the client's types cannot follow a union of tables.
    .from(recordType as 'farmers')
    .update({ status, ...(reason && { decline_reason: reason }) })
    .eq('id', id)
    .eq('status', 'pending')
    .select('id')
    .single()
    .throwOnError()
}

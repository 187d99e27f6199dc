// Sends registrations as the server does: read by the form's own rules, secrets sealed by the real vault, one call.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readRegistrationForm } from '#domain/registrations/readers.ts'
import type { RegistrationFormName } from '#domain/registrations.ts'
import { createMasterKey } from '#server/vault/master-key.ts'
import { createVault, type Sealed } from '#server/vault/vault.ts'
import { type House, type Person, service } from './house.ts'

export type Given = Record<string, unknown>

const person = {
  fullName: 'Ada Obi',
  email: 'ada@example.com',
  dateOfBirth: '1990-05-12',
  address: '12 Marina Road',
}
const closing = { acceptTerms: true }
const place = { city: 'Keffi', state: 'Nasarawa' }

/** Answers of each form that are all fine; a number in them is nobody's. */
export const goodAnswers: Readonly<Record<RegistrationFormName, Given>> = {
  farmer: {
    ...person,
    ...place,
    phoneNumber: '0803 123 4567',
    gender: 'female',
    farmSize: '11-50',
    farmingExperience: '6-10',
    cropTypes: ['Ginger', 'Maize', 'Other'],
    farmingMethods: 'organic',
    challenges: 'Storage after the harvest',
    goals: 'Sell ginger to buyers abroad',
    ...closing,
  },
  training: {
    ...person,
    ...place,
    phoneNumber: '0803 123 4567',
    gender: 'male',
    educationLevel: 'secondary',
    experience: 'basic',
    motivation: 'To feed my family and my street',
    trainingGoals: 'To keep two hundred layers',
    ...closing,
  },
  buyer_individual: {
    firstName: 'Ada',
    lastName: 'Obi',
    email: 'ada@example.com',
    phone: '0803 123 4567',
    businessName: 'Ada Kitchen',
    address: '12 Marina Road',
    city: 'Lagos',
    state: 'Lagos',
    country: 'Nigeria',
    businessType: 'restaurant',
    productsOfInterest: 'Rice, Yam',
    averageOrderQuantity: '51-100kg',
    hearAboutUs: 'referral',
    additionalInfo: 'Weekly, before noon',
    acceptTerms: true,
  },
  buyer_corporate: {
    companyName: 'Ada Exports Ltd',
    registrationNumber: 'RC123456',
    contactPersonName: 'Ada Ngozi Obi',
    contactPersonTitle: 'Head of purchasing',
    email: 'buying@example.com',
    phone: '+31 20 123 4567',
    alternativePhone: '0803 123 4567',
    website: 'ada-exports.example.com',
    companyAddress: '1 Wharf Road, Apapa',
    city: 'Rotterdam',
    state: 'South Holland',
    country: 'Netherlands',
    businessType: 'exporter',
    yearsInBusiness: '6-10',
    annualPurchaseVolume: '51-100tons',
    productsOfInterest: 'Cocoa Beans, Ginger',
    targetMarkets: 'Europe',
    qualityCertifications: 'ISO 22000',
    paymentTermsPreference: 'letter-of-credit',
    hearAboutUs: 'trade-show',
    additionalInfo: 'Fermented only',
    acceptTerms: true,
  },
  investor_individual: {
    ...person,
    phone: '0803 123 4567',
    nationality: 'Nigerian',
    city: 'Ibadan',
    state: 'Oyo',
    country: 'Nigeria',
    occupation: 'Engineer',
    employerName: 'A bridge builder',
    annualIncome: '5m-10m',
    investmentInterest: 'crop-production',
    investmentAmount: '1m-5m',
    riskTolerance: 'moderate',
    investmentExperience: 'beginner',
    motivation: 'Savings should work',
    linkedinProfile: 'https://www.linkedin.com/in/nobody-in-particular',
    bankName: 'Access Bank',
    accountNumber: '0000014579',
    bvn: '22345678901',
    validIdType: 'passport',
    idNumber: 'A01234567',
    additionalInfo: 'Call after five',
    acceptTerms: true,
  },
  investor_corporate: {
    companyName: 'Ada Capital',
    companyEmail: 'office@example.com',
    companyPhone: '0803 123 4567',
    companyAddress: '9 Broad Street',
    website: 'https://ada-capital.example.com',
    registrationNumber: 'RC654321',
    taxId: '12345678-0001',
    businessType: 'private-limited',
    industry: 'finance',
    establishedYear: '1999',
    employeeCount: '11-50',
    annualRevenue: '50m-100m',
    contactPersonName: 'Bola Ade',
    contactPersonTitle: 'Partner',
    contactPersonEmail: 'bola@example.com',
    contactPersonPhone: '0805 123 4567',
    partnershipInterest: 'supply-chain',
    investmentAmount: '20m-50m',
    partnershipType: 'joint-venture',
    previousPartnerships: 'None',
    businessGoals: 'A cassava plant in Kogi',
    bankName: 'Zenith Bank',
    accountNumber: '0000000220',
    acceptTerms: true,
  },
  investor_crypto: {
    ...person,
    phone: '0803 123 4567',
    nationality: 'Ghanaian',
    cryptoExperience: 'experienced',
    sidraWalletAddress: `0x${'a1b2c3d4e5'.repeat(4)}`,
    investmentAmount: 'custom',
    customInvestmentAmount: '1,250.5',
    investmentInterest: 'agritech',
    riskTolerance: 'aggressive',
    previousCryptoInvestments: 'None',
    motivation: 'To try it with a little',
    validIdType: 'passport',
    idNumber: 'G01234567',
    acceptTerms: true,
  },
}

export interface Stored {
  recordType: string
  id: string
  form: string
  reference: string
  status: string
  hasPhoto: boolean
  createdAt: string
  isNew: boolean
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

export interface Sent {
  stored: Stored
  /** The answers as they were stored. */
  answers: Given
  sealed: Sealed
  context: Record<string, unknown>
  token: string
}

/** A desk with the vault of its house. */
export function openDesk(house: House) {
  const masterKey = { current: createMasterKey(randomBytes(32)), previous: [] }
  const vault = createVault({ database: house.database, masterKey })

  async function prepare(form: RegistrationFormName, options: SendOptions = {}) {
    const given = { ...goodAnswers[form], ...options.answers }
    const verdict = readRegistrationForm(form, given)
    if (!verdict.ok) throw new Error(`the test sends wrong answers: ${JSON.stringify(verdict.problems)}`)
    const userId = options.person?.id ?? null
    const token = options.token ?? randomBytes(32).toString('base64url')
    const secrets = Object.fromEntries(
      Object.entries(verdict.secrets).filter((entry): entry is [string, string] => entry[1] !== undefined),
    )
    const name = String(given.fullName ?? given.contactPersonName ?? '')
    const sealed = await vault.seal({ userId, personId: options.personId ?? null }, secrets, { name })
    const context = {
      userId,
      idempotencyKey: randomUUID(),
      channel: 'web',
      enteredBy: null,
      locale: 'en-NG',
      termsVersion: '2026-11',
      trackingTokenHash: userId === null ? hashToken(token) : null,
      isMinor: verdict.isMinor,
      photoReceiptHash: null,
      consents: [{ purpose: 'terms', textVersion: '2026-11' }],
      ...options.context,
    }
    return { answers: verdict.answers as Given, sealed, context, token }
  }

  const call = 'select public.submit_registration($1, $2, $3, $4) as stored'
  const valuesOf = (form: string, { answers, sealed, context }: Omit<Sent, 'stored'>) => [
    form,
    JSON.stringify(answers),
    JSON.stringify(sealed),
    JSON.stringify(context),
  ]
  async function submit(form: string, prepared: Omit<Sent, 'stored'>): Promise<Stored> {
    const { rows } = await house.as<{ stored: Stored }>(service, call, valuesOf(form, prepared))
    if (!rows[0]) throw new Error('submit_registration answered nothing')
    return rows[0].stored
  }

  return {
    vault,
    prepare,
    submit,
    call,
    valuesOf,

    async send(form: RegistrationFormName, options: SendOptions = {}): Promise<Sent> {
      const prepared = await prepare(form, options)
      return { ...prepared, stored: await submit(form, prepared) }
    },

    refusalOf: (form: string, prepared: Omit<Sent, 'stored'>) =>
      house.refusalOf(service, call, valuesOf(form, prepared)),

    async track(token: string): Promise<Record<string, unknown> | null> {
      const { rows } = await house.as<{ found: Record<string, unknown> | null }>(
        service,
        'select public.track_registration($1) as found',
        [hashToken(token)],
      )
      return rows[0]?.found ?? null
    },
  }
}

export type Desk = ReturnType<typeof openDesk>

export interface SendOptions {
  person?: Person
  personId?: string
  answers?: Given
  context?: Record<string, unknown>
  token?: string
}

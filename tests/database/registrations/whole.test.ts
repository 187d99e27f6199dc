// Nothing that is sent is lost or bent: any answers that a form takes come out of the database, the member's own view
// and their export as they were read, and the secrets only where they are opened.
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { getRegistrationRules, readRegistrationForm } from '#domain/registrations/readers.ts'
import {
  type RegistrationFormName,
  registrationFormNames,
  registrationForms,
} from '#domain/registrations/registrations.ts'
import type { RegistrationRule } from '#domain/registrations/rules.ts'
import { listSecrets } from '#server/vault/secrets-of.ts'
import { openApp, service } from '#tests/harness/migrated-database.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { type Input, openAdmin } from './registration-intake.ts'

const runs = process.env.TEST_LONG ? 150 : 6

const app = await openApp()
const intake = openAdmin(app)
const admin = await app.addPerson({ role: 'admin' })
afterAll(() => app.close())

const investingPerson = {
  fullName: 'contact_name',
  email: 'contact_email',
  phone: 'contact_phone',
  address: 'address',
  nationality: 'nationality',
  city: 'city',
  state: 'state',
  country: 'country',
}

/** Which column holds which answer as it is, by form: said here once more, apart from the SQL that does it. */
const columns: Record<RegistrationFormName, Record<string, string>> = {
  farmer: {
    fullName: 'contact_name',
    email: 'contact_email',
    phoneNumber: 'phone',
    city: 'city',
    state: 'state',
    farmSize: 'farm_size_code',
    farmingExperience: 'farming_experience_code',
    cropTypes: 'crops_grown',
    otherCrops: 'other_crops',
    farmingMethods: 'farming_methods',
    challenges: 'challenges',
    goals: 'goals',
    gender: 'gender',
    address: 'address',
  },
  training: {
    fullName: 'contact_name',
    email: 'contact_email',
    phoneNumber: 'phone',
    city: 'city',
    state: 'state',
    educationLevel: 'education_level',
    experience: 'experience',
    motivation: 'motivation',
    trainingGoals: 'training_goals',
    gender: 'gender',
    address: 'address',
  },
  buyer_individual: {
    firstName: 'contact_first_name',
    lastName: 'contact_last_name',
    email: 'contact_email',
    phone: 'contact_phone',
    businessName: 'company_name',
    address: 'address',
    city: 'city',
    state: 'state',
    country: 'country',
    businessType: 'business_type',
    productsOfInterest: 'products_of_interest',
    averageOrderQuantity: 'average_order_quantity',
    hearAboutUs: 'hear_about_us',
    additionalInfo: 'additional_info',
  },
  buyer_corporate: {
    companyName: 'company_name',
    registrationNumber: 'registration_number',
    contactPersonTitle: 'contact_title',
    email: 'contact_email',
    phone: 'contact_phone',
    alternativePhone: 'alternative_phone',
    website: 'website',
    companyAddress: 'address',
    city: 'city',
    state: 'state',
    country: 'country',
    businessType: 'business_type',
    yearsInBusiness: 'years_in_business',
    annualPurchaseVolume: 'annual_purchase_volume',
    productsOfInterest: 'products_of_interest',
    targetMarkets: 'target_markets',
    qualityCertifications: 'quality_certifications',
    paymentTermsPreference: 'payment_terms_preference',
    hearAboutUs: 'hear_about_us',
    additionalInfo: 'additional_info',
  },
  investor_individual: {
    ...investingPerson,
    occupation: 'occupation',
    employerName: 'employer_name',
    annualIncome: 'annual_income',
    investmentAmount: 'investment_amount',
    riskTolerance: 'risk_tolerance',
    investmentExperience: 'experience_level',
    motivation: 'investment_goals',
    linkedinProfile: 'linkedin_profile',
    bankName: 'bank_name',
    validIdType: 'valid_id_type',
    additionalInfo: 'additional_info',
  },
  investor_corporate: {
    companyName: 'company_name',
    companyEmail: 'company_email',
    companyPhone: 'company_phone',
    companyAddress: 'address',
    city: 'city',
    state: 'state',
    country: 'country',
    website: 'website',
    registrationNumber: 'registration_number',
    taxId: 'tax_id',
    businessType: 'business_type',
    industry: 'industry',
    employeeCount: 'employee_count',
    annualRevenue: 'annual_revenue',
    contactPersonName: 'contact_name',
    contactPersonTitle: 'contact_person_title',
    contactPersonEmail: 'contact_email',
    contactPersonPhone: 'contact_phone',
    investmentAmount: 'investment_amount',
    partnershipType: 'partnership_type',
    previousPartnerships: 'previous_partnerships',
    businessGoals: 'investment_goals',
    linkedinProfile: 'linkedin_profile',
    bankName: 'bank_name',
    additionalInfo: 'additional_info',
  },
  investor_crypto: {
    ...investingPerson,
    cryptoExperience: 'crypto_experience',
    investmentAmount: 'investment_amount',
    riskTolerance: 'risk_tolerance',
    previousCryptoInvestments: 'previous_crypto_investments',
    motivation: 'investment_goals',
    linkedinProfile: 'linkedin_profile',
    validIdType: 'valid_id_type',
    additionalInfo: 'additional_info',
  },
}

const words = fc.array(
  fc.constantFrom(
    'Ada',
    "O'Neill",
    'Ọláọlá',
    'Ƙano',
    'N’Djamena',
    '2,000',
    'birds',
    '<b>',
    '&',
    '"',
    '\\',
    '%',
    '$1',
    '🐓',
  ),
  { minLength: 3, maxLength: 8 },
)
const phones = fc.constantFrom(
  '0803 123 4567',
  '234-805-765-4321',
  '+234 (0) 201 888 0000',
  '+31 20 123 4567',
)

function arbitraryAnswer(field: string, rule: RegistrationRule): fc.Arbitrary<unknown> | null {
  const { options = [] } = rule
  switch (rule.kind) {
    case 'option':
      return fc.constantFrom(...options, ...(rule.min === 0 ? [''] : []))
    case 'several':
      return fc.uniqueArray(fc.constantFrom(...options), { minLength: 1, maxLength: rule.max })
    case 'products':
      return fc.uniqueArray(fc.constantFrom(...options), { minLength: 1 }).map((chosen) => chosen.join(', '))
    case 'email':
      return fc.constantFrom('Ada.Obi@Example.com', 'a+b@sub.example.com', "o'neill@example.com")
    case 'phone':
      return rule.min === 0 ? fc.oneof(phones, fc.constant('')) : phones
    case 'url':
      return fc.constantFrom('', 'Example.com/Path?x=1', 'https://www.example.com')
    case 'year':
      return fc.integer({ min: 1900, max: 2025 }).map(String)
    case 'line':
    case 'text':
      // Where the state is one of a list depends on the country.
      if (field === 'state') return fc.constantFrom('Lagos', 'FCT', 'Nasarawa')
      return words.map((some) => some.join(rule.kind === 'text' ? '\n ' : '  '))
    case 'birth-date':
      return fc
        .date({ min: new Date('1930-01-01'), max: new Date('2005-12-31'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10))
    case 'digits':
      return grouped(digits(rule.max))
    case 'word':
      return fc
        .string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 40, maxLength: 40 })
        .map((hex) => `0x${hex}`)
    case 'amount':
      return fc.constantFrom('20', '1,250.50', ' 000099.00000001 ', '750000')
    case 'flag':
      return fc.boolean()
    // What an ID number looks like hangs on its document; a form without its terms is none.
    case 'code':
    case 'accepted':
      return null
    default:
      throw new Error(`what may be answered to ${rule.kind}?`)
  }
}

const digits = (count: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: count, maxLength: count })
/** As people type it: in groups, with spaces about it. */
const grouped = (plain: fc.Arbitrary<string>) =>
  fc
    .tuple(plain, fc.constantFrom('', ' ', '-'))
    .map(([text, between]) => ` ${text.replace(/(.{3})(?=.)/g, `$1${between}`)}`)

const documents = fc.oneof(
  fc.record({
    validIdType: fc.constant('nin'),
    idNumber: grouped(
      fc.oneof(
        digits(11),
        digits(12).map((middle) => `ab${middle}YZ`),
      ),
    ),
  }),
  fc.record({ validIdType: fc.constant('passport'), idNumber: digits(8).map((some) => `b${some}`) }),
  fc.record({
    validIdType: fc.constantFrom('drivers-license', 'voters-card'),
    idNumber: grouped(
      fc.string({ unit: fc.constantFrom(...'0123456789abcXYZ'), minLength: 12, maxLength: 12 }),
    ),
  }),
)

function arbitraryAnswers(form: RegistrationFormName): fc.Arbitrary<Input> {
  const entries = Object.entries(getRegistrationRules(form))
    .map(([field, rule]) => [field, arbitraryAnswer(field, rule)] as const)
    .filter(
      (entry): entry is [string, fc.Arbitrary<unknown>] => entry[1] !== null && entry[0] !== 'validIdType',
    )
  return fc
    .tuple(
      fc.record(Object.fromEntries(entries), { requiredKeys: [] }),
      'validIdType' in getRegistrationRules(form) ? documents : fc.constant({}),
    )
    .map(([changes, document]) => ({ ...goodRegistrations[form], ...changes, ...document }))
    .filter((input) => readRegistrationForm(form, input).ok)
}

describe.each(registrationFormNames)('whatever %s was answered', (form) => {
  it('comes out as it was read: in the record, the ledger, the member’s view and their export', async () => {
    const table = registrationForms[form].table
    const beside = table === 'buyers' ? null : table.slice(0, -1)
    await fc.assert(
      fc.asyncProperty(arbitraryAnswers(form), async (input) => {
        const person = await app.addPerson()
        const sent = await intake.send(form, { person, answers: input })
        const { id } = sent.stored
        const { rows: records } = await app.as(
          person.caller,
          `select to_jsonb(t) || coalesce(${beside ? 'to_jsonb(p)' : 'null'}, '{}'::jsonb) as record from public.${table} as t
            ${beside ? `join public.${beside}_private as p on p.${beside}_id = t.id` : ''} where t.id = $1`,
          [id],
        )
        const record = records[0]?.record as Input
        for (const [field, column] of Object.entries(columns[form]))
          expect({ [field]: record[column] }).toEqual({ [field]: sent.answers[field] || null })
        const { rows: ledger } = await app.as(
          person.caller,
          'select answers from public.registration_submissions',
        )
        expect(ledger).toEqual([{ answers: sent.answers }])
        const { rows: mine } = await app.as(
          person.caller,
          'select id, form, reference from public.my_registrations',
        )
        expect(mine).toEqual([{ id, form, reference: sent.stored.reference }])
        const { rows: exported } = await app.as(service, 'select private.export_person($1, $2) as data', [
          person.id,
          [sent.sealed.person.id],
        ])
        const data = exported[0]?.data as Record<string, Input[]>
        expect(data['public.registration_submissions']).toMatchObject([{ answers: sent.answers }])
        // Everything that stands in the record stands in the export, whatever its names for what the person did there.
        const [whole] = data[`public.${table}`] ?? []
        const own = { ...whole, ...(beside && data[`public.${beside}_private`]?.[0]) }
        expect(own).toMatchObject({ id, reference: sent.stored.reference })
        for (const column of Object.values(columns[form]))
          expect({ [column]: own[column] }).toEqual({ [column]: record[column] })
        const { rows: staff } = await app.as(
          admin.caller,
          'select to_jsonb(r) as row from private.registrations as r where id = $1',
          [id],
        )
        // What is secret comes out where it is opened, and is nowhere in all that was read here.
        const sealed = await listSecrets(app.database, [sent.sealed.person.id], 'correction')
        const opened = await Promise.all(
          sealed.map(async (secret) => [secret.field, await intake.vault.unseal(secret)] as const),
        )
        const verdict = readRegistrationForm(form, input)
        if (!verdict.ok) throw new Error('was fine before')
        expect(Object.fromEntries(opened)).toEqual(verdict.secrets)
        const everything = JSON.stringify([record, ledger, mine, data, staff])
        for (const secret of Object.values(verdict.secrets)) expect(everything).not.toContain(secret)
      }),
      { numRuns: runs },
    )
  })
})

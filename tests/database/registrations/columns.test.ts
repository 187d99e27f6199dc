// Where the answers go: into the columns that were decided, by the numbers that stand in the forms.
import { afterAll, describe, expect, it } from 'vitest'
import { corporateInvestmentAmounts } from '#domain/registrations/corporate-investor-options.ts'
import { cryptoInvestmentAmounts } from '#domain/registrations/crypto-investor-options.ts'
import { individualInvestmentAmounts } from '#domain/registrations/individual-investor-options.ts'
import { type RegistrationFormName, registrationForms } from '#domain/registrations/registrations.ts'
import { openApp } from '#tests/harness/migrated-database.ts'
import { openAdmin, type SendOptions } from './registration-intake.ts'

const app = await openApp()
const intake = openAdmin(app)
afterAll(() => app.close())

/** Someone with an account where the form asks for one. */
const senderOf = async (form: RegistrationFormName): Promise<SendOptions> =>
  registrationForms[form].needsAccount ? { person: await app.addPerson() } : {}

describe('answers go to the columns that were decided', () => {
  const read = async (form: RegistrationFormName, options: SendOptions = {}) => {
    const { stored } = await intake.send(form, { ...(await senderOf(form)), ...options })
    const { rows } = await app.owner.query(
      `select to_jsonb(t) as record from public.${stored.recordType} as t where id = $1`,
      [stored.id],
    )
    const beside = { farmers: 'farmer', training_enrolments: 'training_enrolment', investors: 'investor' }[
      stored.recordType
    ]
    const { rows: hidden } = beside
      ? await app.owner.query(
          `select to_jsonb(t) as record from public.${beside}_private as t where ${beside}_id = $1`,
          [stored.id],
        )
      : { rows: [] }
    return { record: rows[0]?.record, beside: hidden[0]?.record }
  }

  it('of a farmer (decision 54)', async () => {
    const { record, beside } = await read('farmer')
    expect(record).toMatchObject({
      contact_name: 'Ada Obi',
      contact_email: 'ada@example.com',
      phone: '+2348031234567',
      farm_name: 'Obi Farm',
      farm_size_code: '6-10',
      farm_size_acres: 6,
      location: 'Keffi, Nasarawa',
      city: 'Keffi',
      state: 'Nasarawa',
      farming_experience_code: '2-5',
      farming_experience_years: 2,
      crops_grown: ['Maize', 'Ginger'],
      farming_methods: 'mixed',
      has_photo: false,
      channel: 'web',
      terms_version: '2026-11',
    })
    expect(beside).toMatchObject({ gender: 'female', address: '12 Marina Road, Keffi' })
  })

  it('of the crops that the form does not name, beside those that it does', async () => {
    const cropTypes = ['Maize', 'Other']
    expect(
      (await read('farmer', { answers: { cropTypes, otherCrops: 'Cowpea, onion' } })).record,
    ).toMatchObject({ crops_grown: cropTypes, other_crops: 'Cowpea, onion' })
    expect((await read('farmer', { answers: { cropTypes, otherCrops: '' } })).record).toMatchObject({
      crops_grown: cropTypes,
      other_crops: null,
    })
  })

  it('of every farm size and experience, by its lower bound', async () => {
    const { rows } = await app.owner.query(
      `select private.farmer_columns(jsonb_build_object('farmSize', code)) #> '{record,farm_size_acres}' as acres
        from unnest(array['under-1', '1-5', '6-10', '11-50', '51-100', '100plus']) as code`,
    )
    expect(rows.map(({ acres }) => acres)).toEqual([0.5, 1, 6, 11, 51, 100])
    const { rows: years } = await app.owner.query(
      `select private.farmer_columns(jsonb_build_object('farmingExperience', code)) #> '{record,farming_experience_years}'
        as years from unnest(array['0-1', '2-5', '6-10', '11-20', '20plus']) as code`,
    )
    expect(years.map((row) => row.years)).toEqual([0, 2, 6, 11, 20])
    expect((await read('farmer', { answers: { farmName: '' } })).record).toMatchObject({
      farm_name: "Ada Obi's farm",
    })
  })

  it('of an individual buyer (decision 45)', async () => {
    expect((await read('buyer_individual')).record).toMatchObject({
      buyer_type: 'individual',
      company_name: 'Obi Foods',
      registration_number: null,
      business_type: 'retailer',
      contact_first_name: 'Ada',
      contact_last_name: 'Obi',
      contact_phone: '+2348031234567',
      products_of_interest: 'Rice, Yam',
      average_order_quantity: '101-500kg',
      annual_revenue: null,
      hear_about_us: 'referral',
      additional_info: 'Bags of 50 kg, please.',
      status: 'pending',
    })
    expect((await read('buyer_individual', { answers: { businessName: '' } })).record.company_name).toBeNull()
    // Optional, and nobody says how long: one letter is a name.
    expect((await read('buyer_individual', { answers: { businessName: 'B' } })).record.company_name).toBe('B')
  })

  it('of a corporate buyer, whose annual revenue is tonnes (decision 46)', async () => {
    expect(
      (await read('buyer_corporate', { answers: { contactPersonName: 'Ada Ngozi Obi' } })).record,
    ).toMatchObject({
      buyer_type: 'corporate',
      company_name: 'Obi Foods Limited',
      registration_number: 'RC 123456',
      address: '12 Marina Road, Lagos Island',
      contact_first_name: 'Ada',
      contact_last_name: 'Ngozi Obi',
      contact_title: 'Head of purchasing',
      contact_phone: '+2348031234567',
      alternative_phone: '+2342012345678',
      website: 'https://www.example.com',
      annual_purchase_volume: '101-500tons',
      annual_purchase_volume_min_tonnes: 101,
      annual_purchase_volume_max_tonnes: 500,
      annual_revenue: 101,
      years_in_business: '3-5',
      target_markets: 'West Africa',
      payment_terms_preference: 'negotiable',
    })
    expect((await read('buyer_corporate', { answers: { contactPersonName: 'Cher' } })).record).toMatchObject({
      contact_first_name: 'Cher',
      contact_last_name: null,
    })
  })

  it('of an individual investor (decision 65)', async () => {
    const { record, beside } = await read('investor_individual')
    expect(record).toMatchObject({
      investor_type: 'individual',
      company_name: null,
      contact_name: 'Ada Obi',
      investment_amount: '1m-5m',
      investment_amount_min: 1_000_000,
      investment_amount_max: 5_000_000,
      currency: 'NGN',
      risk_tolerance: 'moderate',
      experience_level: 'beginner',
      crypto_experience: null,
      preferred_sectors: ['livestock'],
      investment_goals: 'Food that is grown here.',
      wallet_address: null,
      city: 'Lagos',
    })
    expect(beside).toMatchObject({
      nationality: 'Nigerian',
      occupation: 'Engineer',
      bank_name: 'First Bank of Nigeria',
      valid_id_type: 'nin',
      annual_income: '5m-10m',
    })
  })

  it('of a corporate investor (decision 65)', async () => {
    const { record, beside } = await read('investor_corporate', {
      answers: { city: '', contactPersonName: 'Bola Ade', contactPersonEmail: 'bola@example.com' },
    })
    expect(record).toMatchObject({
      investor_type: 'corporate',
      company_name: 'Obi Holdings Limited',
      contact_name: 'Bola Ade',
      contact_email: 'bola@example.com',
      contact_phone: '+2348031234567',
      investment_amount_min: 20_000_000,
      risk_tolerance: null,
      experience_level: null,
      preferred_sectors: ['supply-chain'],
      investment_goals: 'A cold store in Keffi.',
      city: null,
    })
    expect(beside).toMatchObject({
      address: '12 Marina Road, Lagos Island',
      company_email: 'office@example.com',
      established_year: 1999,
      partnership_type: 'joint-venture',
      contact_person_title: 'Managing director',
    })
  })

  it('of a crypto investor: an exact custom amount, and of the wallet its end alone (decisions 65, 71)', async () => {
    const { record, beside } = await read('investor_crypto')
    expect(record).toMatchObject({
      investor_type: 'crypto',
      currency: 'SIDRA',
      investment_amount: 'custom',
      investment_amount_min: 1250.5,
      investment_amount_max: 1250.5,
      experience_level: 'experienced',
      crypto_experience: 'experienced',
      preferred_sectors: ['agritech'],
      wallet_address: '…ab12',
    })
    expect(beside).toMatchObject({ previous_crypto_investments: 'None' })
    const range = await read('investor_crypto', {
      answers: { investmentAmount: 'above-50000', customInvestmentAmount: '99' },
    })
    expect(range.record).toMatchObject({ investment_amount_min: 50_000, investment_amount_max: null })
  })

  it('with the same ranges as the labels of the form', async () => {
    for (const [type, amounts] of [
      ['individual', individualInvestmentAmounts],
      ['corporate', corporateInvestmentAmounts],
      ['crypto', cryptoInvestmentAmounts],
    ] as const)
      for (const { value, min, max } of amounts.filter((amount) => amount.value !== 'custom')) {
        const { rows } = await app.owner.query(
          `select private.investment_range($1, jsonb_build_object('investmentAmount', $2::text)) as range`,
          [type, value],
        )
        expect(rows[0].range, value).toEqual(max === null ? [min] : [min, max])
      }
  })
})

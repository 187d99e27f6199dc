// Reading a registration: who is old enough, what depends on what, and secrets apart from the rest.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { notCallable } from '../callable-phones.ts'
import type { AnswersInput } from '../forms.ts'
import {
  adultsOnlyMessage,
  birthDateMessages,
  computeAge,
  findBirthDateProblem,
  isAtLeast,
  normaliseAmount,
  normaliseUrl,
} from './checks.ts'
import { readCorporateInvestor } from './corporate-investors.ts'
import { readFarmer } from './farmers.ts'
import { readIndividualInvestor } from './individual-investors.ts'
import { getRegistrationRules, readRegistrationForm } from './readers.ts'
import { type RegistrationFormName, registrationFormNames } from './registrations.ts'
import { listSecretFields } from './rules.ts'
import { readTrainingEnrolment } from './training-enrolments.ts'

const today = '2026-11-21'
const listSecretsOf = (form: RegistrationFormName) => listSecretFields(getRegistrationRules(form))
const problemsOf = (verdict: ReturnType<typeof readRegistrationForm>): Record<string, string> =>
  verdict.ok ? {} : Object.fromEntries(verdict.problems.map(({ field, message }) => [field, message]))

function read(
  form: RegistrationFormName,
  changes: Record<string, unknown>,
  collectBvn?: boolean,
  stored?: AnswersInput,
) {
  return readRegistrationForm(form, { ...goodRegistrations[form], ...changes }, { today, collectBvn, stored })
}

describe('secrets', () => {
  it('are named for every form', () => {
    expect(Object.fromEntries(registrationFormNames.map((form) => [form, listSecretsOf(form)]))).toEqual({
      farmer: ['dateOfBirth'],
      training: ['dateOfBirth'],
      buyer_individual: [],
      buyer_corporate: [],
      investor_individual: ['dateOfBirth', 'accountNumber', 'bvn', 'idNumber'],
      investor_corporate: ['accountNumber'],
      investor_crypto: ['dateOfBirth', 'sidraWalletAddress', 'idNumber'],
    })
  })

  it.each(registrationFormNames)('of the form %s never stand among the answers', (form) => {
    const verdict = read(form, {})
    if (!verdict.ok) throw new Error(JSON.stringify(verdict.problems))
    const secrets = listSecretsOf(form)
    expect(Object.keys(verdict.secrets)).toEqual(secrets)
    for (const secret of secrets) {
      expect(verdict.answers).not.toHaveProperty(secret)
      expect(JSON.stringify(verdict.answers)).not.toContain(verdict.secrets[secret])
    }
  })

  it('are revealed by no refusal: no sentence repeats what was typed', () => {
    for (const form of registrationFormNames) {
      for (const secret of listSecretsOf(form)) {
        const typed = '4815162342x'
        const message = problemsOf(read(form, { [secret]: typed }))[secret]
        if (message) expect(message).not.toContain(typed)
      }
    }
  })

  it('are stored without the spaces that people put into them', () => {
    const verdict = readIndividualInvestor(
      {
        ...goodRegistrations.investor_individual,
        accountNumber: '0000 0145-79',
        bvn: '123 456 789 01',
        idNumber: 'ab01 2345 6789 10yz',
      },
      { today },
    )
    expect(verdict).toMatchObject({
      ok: true,
      secrets: { accountNumber: '0000014579', bvn: '12345678901', idNumber: 'AB012345678910YZ' },
    })
  })

  it.each([
    ['accountNumber', '', 'Account number is required'],
    ['accountNumber', '000001457', 'Account number must be 10 digits'],
    ['accountNumber', '00000145790', 'Account number must be 10 digits'],
    ['accountNumber', '000001457A', 'Account number must be 10 digits'],
    ['accountNumber', '٠٠٠٠٠١٤٥٧٩', 'Account number must be 10 digits'],
    ['bvn', '', 'BVN is required'],
    ['bvn', '1234567890', 'BVN must be 11 digits'],
    ['bvn', '123456789012', 'BVN must be 11 digits'],
    ['idNumber', '', 'ID number is required'],
    ['idNumber', '1234567890', 'Enter the 16 characters of your virtual NIN, or the 11 digits of your NIN'],
  ])('%s %j is refused: %s', (field, value, message) => {
    expect(problemsOf(read('investor_individual', { [field]: value }))[field]).toBe(message)
  })

  it.each([
    ['', 'SIDRA wallet address is required'],
    ['x'.repeat(19), 'SIDRA wallet address must be 20 to 100 characters without spaces'],
    [
      `${'x'.repeat(10)} ${'x'.repeat(10)}`,
      'SIDRA wallet address must be 20 to 100 characters without spaces',
    ],
    ['x'.repeat(101), 'SIDRA wallet address must be at most 100 characters'],
  ])('the wallet address %j is refused', (sidraWalletAddress, message) => {
    expect(problemsOf(read('investor_crypto', { sidraWalletAddress }))).toEqual({
      sidraWalletAddress: message,
    })
  })
})

describe('a BVN', () => {
  it('is demanded of Nigerians alone, and of nobody where it is switched off', () => {
    expect(problemsOf(read('investor_individual', { bvn: '' }))).toEqual({ bvn: 'BVN is required' })
    expect(problemsOf(read('investor_individual', { bvn: '', nationality: ' nigeria' }))).toHaveProperty(
      'bvn',
    )
    expect(read('investor_individual', { bvn: '', nationality: 'Ghanaian' })).toMatchObject({ ok: true })
    expect(problemsOf(read('investor_individual', { bvn: '1', nationality: 'Ghanaian' }))).toHaveProperty(
      'bvn',
    )
    const off = read('investor_individual', {}, false)
    expect(off).toMatchObject({ ok: true })
    expect(off.ok && off.secrets).not.toHaveProperty('bvn')
  })
})

describe('a birth date', () => {
  it.each([
    [undefined, 'Date of birth is required'],
    ['', 'Date of birth is required'],
    ['31-12-1990', birthDateMessages.malformed],
    ['90-12-31', birthDateMessages.shortYear],
    ['1990-02-29', birthDateMessages.malformed],
    ['1990-13-01', birthDateMessages.malformed],
    ['0000-00-00', birthDateMessages.malformed],
    ['2026-11-22', birthDateMessages.future],
    ['1905-11-21', birthDateMessages.tooOld],
    ['2008-11-22', adultsOnlyMessage],
    ['2026-11-21', adultsOnlyMessage],
  ])('%j is refused of a farmer', (dateOfBirth, message) => {
    expect(problemsOf(read('farmer', { dateOfBirth }))).toEqual({ dateOfBirth: message })
  })

  it.each(['2008-11-21', '1990-02-28', '1992-02-29', '1905-11-22'])(
    '%s is taken of a farmer',
    (dateOfBirth) => {
      expect(read('farmer', { dateOfBirth })).toMatchObject({
        ok: true,
        isMinor: false,
        secrets: { dateOfBirth },
      })
    },
  )

  it('of 29 February is eighteen on the first of March', () => {
    expect(computeAge('2008-02-29', '2026-02-28')).toBe(17)
    expect(computeAge('2008-02-29', '2026-03-01')).toBe(18)
  })

  it('is one day of the calendar or none', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1910-01-01'), max: new Date('2026-11-20'), noInvalidDate: true }),
        (day) => {
          expect(findBirthDateProblem(day.toISOString().slice(0, 10), today)).toBeNull()
        },
      ),
    )
  })
})

describe('a person under 18', () => {
  const child = { dateOfBirth: '2012-01-01' }

  it('is refused politely as an investor', () => {
    for (const form of ['investor_individual', 'investor_crypto'] as const) {
      expect(problemsOf(read(form, child))).toEqual({ dateOfBirth: adultsOnlyMessage })
    }
  })

  it('enrols in training with a guardian who agrees', () => {
    expect(read('training', child)).toMatchObject({
      ok: true,
      isMinor: true,
      answers: { guardianName: 'Ngozi Obi', guardianPhone: '+2348037654321', guardianConsent: true },
    })
    const { guardianName: _, guardianPhone: __, guardianConsent: ___, ...alone } = goodRegistrations.training
    const verdict = readTrainingEnrolment({ ...alone, ...child }, { today })
    expect(problemsOf(verdict as ReturnType<typeof readRegistrationForm>)).toEqual({
      guardianName: 'Guardian name must be at least 2 characters',
      guardianPhone: 'Guardian phone number must be at least 10 digits',
      guardianConsent: 'A parent or guardian must agree to the enrolment',
    })
  })

  it('is found by the birth date, whatever else is sent', () => {
    expect(read('farmer', { ...child, isMinor: false })).toMatchObject({ ok: false })
    const adult = read('training', { isMinor: true })
    expect(adult).toMatchObject({ ok: true, isMinor: false })
    expect(adult.ok && adult.answers).not.toHaveProperty('guardianName')
  })
})

describe('questions that depend on others', () => {
  it('ask no e-mail of somebody who has none, and forget what was typed before', () => {
    const verdict = readFarmer({ ...goodRegistrations.farmer, noEmail: true, email: 'ada@' }, { today })
    expect(verdict).toMatchObject({ ok: true, answers: { noEmail: true } })
    expect(verdict.ok && verdict.answers).not.toHaveProperty('email')
    expect(problemsOf(read('farmer', { noEmail: false, email: '' }))).toEqual({
      email: 'Invalid email address',
    })
    expect(problemsOf(read('farmer', { noEmail: 'true', email: '' }))).toHaveProperty('noEmail')
  })

  it.each(['farmer', 'training'] as const)(
    'ask a number that can be called of somebody without e-mail: %s',
    (form) => {
      for (const phoneNumber of ['00000000000', '0803 123 45678']) {
        expect(problemsOf(read(form, { noEmail: true, phoneNumber }))).toEqual({
          phoneNumber: notCallable,
        })
        expect(read(form, { noEmail: false, phoneNumber })).toMatchObject({ ok: true })
      }
      expect(read(form, { noEmail: true })).toMatchObject({ ok: true })
    },
  )

  it.each(['farmer', 'training'] as const)(
    'take again the number that somebody without e-mail has there already, and no other such: %s',
    (form) => {
      const answers = { noEmail: true, phoneNumber: '0803 123 45678' }
      const readAgain = (stored: AnswersInput) => read(form, answers, undefined, stored)
      expect(readAgain({ noEmail: true, phoneNumber: '080312345678' })).toMatchObject({ ok: true })
      for (const stored of [
        { noEmail: true, phoneNumber: '+2348031234567' },
        { noEmail: false, phoneNumber: '080312345678' },
        {},
      ])
        expect(problemsOf(readAgain(stored))).toEqual({ phoneNumber: notCallable })
    },
  )

  it('take a state of Nigeria from the list, and any name elsewhere', () => {
    expect(problemsOf(read('buyer_individual', { state: 'Ashanti' }))).toEqual({
      state: 'Please select state',
    })
    expect(problemsOf(read('buyer_individual', { state: '', country: 'NIGERIA ' }))).toEqual({
      state: 'Please select state',
    })
    expect(read('buyer_individual', { state: 'Ashanti', country: 'Ghana' })).toMatchObject({ ok: true })
    expect(problemsOf(read('buyer_individual', { state: 'A', country: 'Ghana' }))).toEqual({
      state: 'State must be at least 2 characters',
    })
  })

  it('take one product from the list for an answer, and a few letters for none', () => {
    for (const productsOfInterest of ['Rice', 'Yam', 'Rice, Yam', 'shea, Yam', 'Cocoa Beans\nother']) {
      expect(read('buyer_individual', { productsOfInterest }), productsOfInterest).toMatchObject({ ok: true })
      expect(read('buyer_corporate', { productsOfInterest }), productsOfInterest).toMatchObject({ ok: true })
    }
    expect(problemsOf(read('buyer_individual', { productsOfInterest: 'shea' }))).toEqual({
      productsOfInterest: 'Please specify products of interest',
    })
    expect(problemsOf(read('buyer_corporate', { productsOfInterest: 'shea nuts' }))).toEqual({
      productsOfInterest: 'Tick a product, or write at least 10 characters',
    })
  })

  it('drop a custom amount when another amount is chosen, and demand 20 SIDRA of one', () => {
    const range = read('investor_crypto', { investmentAmount: '20-100', customInvestmentAmount: '5' })
    expect(range.ok && range.answers).not.toHaveProperty('customInvestmentAmount')
    expect(read('investor_crypto', {})).toMatchObject({ answers: { customInvestmentAmount: '1250.5' } })
    for (const customInvestmentAmount of ['', '19.99999999', '0', '-20', 'twenty', '20.123456789']) {
      expect(problemsOf(read('investor_crypto', { customInvestmentAmount }))).toEqual({
        customInvestmentAmount: 'Please enter an amount of at least 20 SIDRA, with at most 8 decimals',
      })
    }
  })

  it('know this year in Lagos, or the year that is set', () => {
    const year = (establishedYear: string, establishedYearMax?: number) =>
      problemsOf(
        readCorporateInvestor(
          { ...goodRegistrations.investor_corporate, establishedYear },
          { today, establishedYearMax },
        ) as ReturnType<typeof readRegistrationForm>,
      ).establishedYear
    expect(year('2026')).toBeUndefined()
    expect(year('1900')).toBeUndefined()
    expect(year('2027')).toBe('Year established must be from 1900 to 2026')
    expect(year('2024', 2024)).toBeUndefined()
    expect(year('2025', 2024)).toBe('Year established must be from 1900 to 2024')
    expect(year('1899', 2024)).toBe('Year established must be from 1900 to 2024')
    expect(year('')).toBe('Year established is required')
  })
})

describe('a name that is markup', () => {
  it('is refused with the sentence for names, one that is too short with its own', () => {
    expect(problemsOf(read('buyer_individual', { firstName: '<b>A</b>', lastName: 'O' }))).toEqual({
      firstName: 'Validation Error: First name and last name must be at least 2 characters long.',
      lastName: 'Last name must be at least 2 characters',
    })
  })
})

describe('a web address', () => {
  it.each([
    ['www.example.com', 'https://www.example.com'],
    ['http://Example.COM/Path?q=1#x', 'https://example.com/Path?q=1#x'],
    ['https://example.com:8080/', 'https://example.com:8080/'],
  ])('%s is kept as %s', (typed, stored) => {
    expect(normaliseUrl(typed)).toBe(stored)
    expect(normaliseUrl(stored)).toBe(stored)
  })

  it.each([
    'javascript:alert(1)',
    'JavaScript://example.com/%0aalert(1)',
    'data:text/html,<b>',
    'ftp://example.com',
    'https://bank.example@evil.example',
    'example',
    'exa mple.com',
    '//example.com',
    'https://example.com/a b',
    'https://example.com/"onclick="',
    '',
  ])('%j is refused', (typed) => {
    expect(normaliseUrl(typed)).toBeNull()
  })
})

describe('an amount', () => {
  it('is the same number however its zeros and commas are written', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n - 1n }),
        fc.integer({ min: 0, max: 99_999_999 }),
        (whole, rest) => {
          const decimals = String(rest).padStart(8, '0')
          const plain = normaliseAmount(`${whole}.${decimals}`)
          expect(normaliseAmount(`00${whole}.${decimals}`)).toBe(plain)
          expect(normaliseAmount(`${whole.toLocaleString('en')}.${decimals}`)).toBe(plain)
          expect(normaliseAmount(`${plain}`)).toBe(plain)
          expect(isAtLeast(`${plain}`, 20)).toBe(whole >= 20n)
        },
      ),
    )
  })
})

describe('every form', () => {
  it.each(registrationFormNames)(
    '%s names the problem of every question when nothing is answered',
    (form) => {
      const expected = Object.entries(getRegistrationRules(form))
        .filter(([field, rule]) => rule.min > 0 && rule.kind !== 'flag' && rule.optionalWhen?.field !== field)
        .filter(([, rule]) => !rule.appliesWhen || rule.appliesWhen.not)
        .filter(([field]) => field !== 'bvn')
        .map(([field]) => field)
      expect(Object.keys(problemsOf(readRegistrationForm(form, {}, { today })))).toEqual(expected)
    },
  )

  it.each(registrationFormNames)('%s takes its own answers again', (form) => {
    const first = read(form, {})
    if (!first.ok) throw new Error(JSON.stringify(first.problems))
    const again = readRegistrationForm(form, { ...first.answers, ...first.secrets }, { today })
    expect(again).toEqual(first)
  })
})

// Phone numbers: counted in digits, stored as E.164 where the country is known.
import fc from 'fast-check'
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' }
import { getCountries, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { findUncallable, notCallable } from './callable-phones.ts'
import { groupPhone } from './phone-groups.ts'
import { findPhoneProblem, normalisePhone, phoneMessages } from './phones.ts'

describe('a phone number', () => {
  it.each([
    ['', phoneMessages.tooShort],
    ['080 3123 45', phoneMessages.tooShort],
    ['(((((((((((', phoneMessages.tooShort],
    ['1234567890123456', phoneMessages.tooLong],
    ['0803 CALL NOW 12', phoneMessages.notANumber],
    ['٠٨٠٣١٢٣٤٥٦٧', phoneMessages.notANumber],
  ])('is refused: %j', (typed, message) => {
    expect(findPhoneProblem(typed)).toBe(message)
  })

  it.each(['0803123456', '0803 123 4567', '+234 (0) 803-123.4567', '123456789012345'])(
    'is accepted: %s',
    (typed) => {
      expect(findPhoneProblem(typed)).toBeNull()
    },
  )

  it.each([
    ['0803 123 4567', '+2348031234567'],
    ['803 123 4567', '+2348031234567'],
    ['2348031234567', '+2348031234567'],
    ['234 0803 123 4567', '+2348031234567'],
    ['+234 (0) 803 123 4567', '+2348031234567'],
    ['00234 803 123 4567', '+2348031234567'],
    ['0201 234 5678', '+2342012345678'],
    ['+234 1 234 5678', '+2342012345678'],
    ['234 (0)1 234 5678', '+2342012345678'],
    ['+234 84 234 567', '+2342084234567'],
    ['0700 1234 56789', '+234700123456789'],
    ['0012345678', '0012345678'],
    ['+31 20 123 4567', '+31201234567'],
    ['0044 20 7946 0018', '+442079460018'],
    ['2079460018', '2079460018'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(normalisePhone(typed)).toBe(stored)
    expect(normalisePhone(stored)).toBe(stored)
  })
})

describe('a number that is the only way to a person', () => {
  it.each([
    '0803 123 4567',
    '803 123 4567',
    '+234 (0) 803 123 4567',
    '01 234 5678',
    '0201 234 5678',
    '0700 1234 56789',
    '0044 20 7946 0018',
    '+31 20 123 4567',
  ])('can be called: %s', (typed) => expect(findUncallable(typed)).toBeNull())

  it.each([
    '00000000000',
    '0000000000000',
    '+0000000000',
    '0803 123 45678',
    '0803 123 456',
    '+234 803 123 45678',
    '1111111111',
    '0103 123 4567',
    '2079460018',
  ])('is refused: %s', (typed) => expect(findUncallable(typed)).toBe(notCallable))
})

describe('beside libphonenumber', () => {
  const read = (text: string) => parsePhoneNumberFromString(text, 'NG')
  /** National numbers that libphonenumber takes for Nigerian ones: mobile, fixed, toll-free, company. */
  const national = fc
    .oneof(
      fc.stringMatching(/^[789][01][0-9]{8}$/),
      fc.stringMatching(/^20[1-9][0-9]{7}$/),
      fc.stringMatching(/^[78]00[0-9]{7,11}$/),
    )
    .filter((number) => read(`+234${number}`)?.isValid() === true)
  const spaced = (text: string) => text.replace(/(?=(?:[0-9]{4})+$)/g, ' ')

  it('every Nigerian number is stored as the same E.164, in whichever of the usual ways it is written', () => {
    fc.assert(
      fc.property(national, (number) => {
        const stored = `+234${number}`
        expect(read(stored)?.number).toBe(stored)
        for (const typed of [
          `0${number}`,
          spaced(`0${number}`),
          `+234 ${number}`,
          `+234-${spaced(number)}`,
        ]) {
          expect(read(typed)?.number, typed).toBe(stored)
          expect(normalisePhone(typed), typed).toBe(stored)
          expect(findUncallable(typed), typed).toBeNull()
          if (number.length === 10) expect(findPhoneProblem(typed), typed).toBeNull()
        }
      }),
      { numRuns: process.env.TEST_LONG ? 20_000 : 1000 },
    )
  })

  it('an old fixed line, which libphonenumber does not know any more, is stored as the new number it became', () => {
    const old = fc
      .stringMatching(/^[1-9][0-9]{7}$/)
      .filter((number) => read(`+23420${number}`)?.isValid() === true)
    fc.assert(
      fc.property(old, (number) => {
        expect(read(`+234${number}`)?.isValid()).toBe(false)
        for (const typed of [`+234${number}`, `+234 (0)${number}`, `234${number}`]) {
          expect(normalisePhone(typed), typed).toBe(`+23420${number}`)
        }
      }),
    )
  })

  it('an eight-digit number of no old area is left as it is', () => {
    const unknown = fc
      .stringMatching(/^[1-9][0-9]{7}$/)
      .filter((number) => read(`+23420${number}`)?.isValid() === false)
    fc.assert(
      fc.property(unknown, (number) => {
        expect(normalisePhone(`+234${number}`)).toBe(`+234${number}`)
      }),
    )
  })

  it('the 0 of a number at home goes where libphonenumber takes it away, and stays where a number begins with it', () => {
    const others: string[] = []
    for (const country of getCountries()) {
      const { countryCallingCode, nationalNumber } = getExampleNumber(country, examples) ?? {}
      const typed = `+${countryCallingCode} (0)${nationalNumber}`
      const theirs = parsePhoneNumberFromString(typed)
      // Theirs has no number for what is none with its 0: ours leaves that as it was typed.
      const expected = theirs?.isValid() ? theirs.number : typed.replace(/[ ()]/g, '')
      if (normalisePhone(typed) !== expected) others.push(country)
    }
    // Numbers of six and seven digits, and a country where fixed lines begin with a 0: libphonenumber alone can distinguish them.
    expect(others).toEqual(['ER', 'PM', 'RW'])
    expect(normalisePhone('+39 06 698 12345')).toBe('+390669812345')
    expect(normalisePhone('+225 07 12 34 56 78')).toBe('+2250712345678')
  })

  it.each(['GB', 'US', 'GH', 'CN', 'AE', 'DE', 'IN', 'ZA'] as const)(
    'a number of %s written with + or 00 stays the same number',
    (country) => {
      const { nationalNumber, number } = getExampleNumber(country, examples) ?? {}
      expect(normalisePhone(`${number}`)).toBe(number)
      expect(normalisePhone(`00${number?.slice(1)}`)).toBe(number)
      expect(findUncallable(`${number}`)).toBeNull()
      expect(number?.endsWith(`${nationalNumber}`)).toBe(true)
    },
  )

  it('the code of every country is split off whole', () => {
    for (const country of getCountries()) {
      const { countryCallingCode, number = '' } = getExampleNumber(country, examples) ?? {}
      if (country !== 'NG') expect(groupPhone(number).split(' ')[0], country).toBe(`+${countryCallingCode}`)
    }
  })

  it.each([
    ['+2348031234567', '0803 123 4567'],
    ['+442079460958', '+44 207 946 0958'],
    ['+31101234567', '+31 101 234 567'],
    ['+12025550123', '+1 202 555 0123'],
    ['+233241234567', '+233 241 234 567'],
    ['12345678', '123 456 78'],
  ])('is read out in groups: %s', (stored, grouped) => {
    expect(groupPhone(stored)).toBe(grouped)
  })
})

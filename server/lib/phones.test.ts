// What the server stores of a phone number, whichever way it was typed and from wherever it is.
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' }
import { getCountries, getExampleNumber } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { normalisePhone } from '#domain/phones.ts'
import { getRegistrationRules } from '#domain/registrations/readers.ts'
import { writePhone, writePhones } from './phones.ts'

describe('a phone number', () => {
  it.each([
    ['no country', '2079460018', '2079460018'],
    ['a number that nobody has', '+999 123 456 7890', '+9991234567890'],
    ['too few digits for its country', '+44 20 7946 001', '+44207946001'],
    ['a Nigerian fixed line of before 2023', '+234 1 234 5678', '+2342012345678'],
    ['a Nigerian fixed line of today', '0201 234 5678', '+2342012345678'],
    ['a Nigerian mobile', '0803 123 4567', '+2348031234567'],
    ['a British number with its national nought', '+44 (0)20 7946 0018', '+442079460018'],
    ['the same by the prefix for abroad', '0044 (0)20 7946 0018', '+442079460018'],
    ['an Italian one, whose nought belongs to it', '+39 06 6982 0001', '+390669820001'],
    ['a Ghanaian one with its national nought', '+233 (0)24 123 4567', '+233241234567'],
  ])('is written with the digits that one dials: %s', (_, typed, stored) => {
    expect(writePhone(typed)).toBe(stored)
    expect(writePhone(stored)).toBe(stored)
    expect(normalisePhone(stored)).toBe(stored)
  })

  it('of every country that libphonenumber knows is stored as it is dialled', () => {
    for (const country of getCountries()) {
      const number = getExampleNumber(country, examples)
      if (number) expect(writePhone(number.formatInternational())).toBe(number.number)
    }
  })
})

it('only the phone numbers among the answers are touched', () => {
  const answers = { fullName: '+44 (0)20 7946 0018', phoneNumber: '+44 (0)20 7946 0018', city: null }
  expect(writePhones(getRegistrationRules('farmer'), answers)).toEqual({
    ...answers,
    phoneNumber: '+442079460018',
  })
})

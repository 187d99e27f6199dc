// Phone numbers: counted in digits, stored as E.164 where the country is known.
import { describe, expect, it } from 'vitest'
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
    ['+234 1 234 5678', '+23412345678'],
    ['+31 20 123 4567', '+31201234567'],
    ['0044 20 7946 0018', '+442079460018'],
    ['2079460018', '2079460018'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(normalisePhone(typed)).toBe(stored)
    expect(normalisePhone(stored)).toBe(stored)
  })
})

import { describe, expect, it } from 'vitest'
import { getRegistrationRules } from '#domain/registrations/readers.ts'
import { registrationFormNames } from '#domain/registrations/registrations.ts'
import { listSecretFields } from '#domain/registrations/rules.ts'
import { findLastFour, findMatchText, normaliseName } from './secret-fields.ts'

describe('what is shown of a secret', () => {
  it.each([
    ['bvn', '22345678901', '8901'],
    ['accountNumber', '0000014579', '4579'],
    ['sidraWalletAddress', '0x52908400098527886E0F7030069857D2E4169EE7', '9EE7'],
    ['idNumber', 'A0123456', '3456'],
  ])('is the end of a %s', (field, value, end) => {
    expect(findLastFour(field, value)).toBe(end)
  })

  it.each([
    ['dateOfBirth', '1990-05-12'],
    ['selfie', 'b1946ac9-2492-4d0a-8b5e-000000000001'],
    ['idNumber', 'A012345'],
    ['somethingNew', '22345678901'],
  ])('is nothing of a %s like %s', (field, value) => {
    expect(findLastFour(field, value)).toBeNull()
  })
})

describe('what is matched', () => {
  it('is the same number in any writing', () => {
    expect(findMatchText('bvn', '223 456-78901')).toBe(findMatchText('bvn', '22345678901'))
    expect(findMatchText('idNumber', 'ab 01 23')).toBe(findMatchText('idNumber', 'AB0123'))
  })

  it('is every secret that a form collects', () => {
    for (const field of new Set(
      registrationFormNames.flatMap((form) => listSecretFields(getRegistrationRules(form))),
    ))
      expect([field, findMatchText(field, '1990-05-12')]).not.toEqual([field, null])
  })

  it('is a name in any order, with any accents', () => {
    expect(normaliseName('Obi, Àdá-Ngozi')).toBe(normaliseName('ada ngozi OBI'))
    expect(normaliseName('Ada Obi')).not.toBe(normaliseName('Ada Obia'))
    expect(normaliseName('  ')).toBe('')
  })
})

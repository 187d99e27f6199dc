/** Phone numbers: 10 to 15 digits in any usual writing; Nigerian forms become E.164 (decision 52). */
import { limits } from './limits.ts'

const writing = /^[0-9+()./ -]*$/

export function countDigits(value: string): number {
  return value.replace(/[^0-9]/g, '').length
}

export const phoneMessages = {
  tooShort: `Phone number must be at least ${limits.phoneDigitsMin} digits`,
  tooLong: `Phone number must be at most ${limits.phoneDigitsMax} digits`,
  notANumber: 'Please write the phone number in digits, for example 0803 123 4567',
} as const

/** The sentence to show, or null when the number is usable. Same verdicts as private.phone_problem. */
export function findPhoneProblem(value: string): string | null {
  if (!writing.test(value)) return phoneMessages.notANumber
  const digits = countDigits(value)
  if (digits < limits.phoneDigitsMin) return phoneMessages.tooShort
  if (digits > limits.phoneDigitsMax) return phoneMessages.tooLong
  return null
}

/**
 * The number as it is stored: '+' and digits where the country is known, bare digits where it is not.
 * 0803 123 4567, 234 803 123 4567, +234 (0) 803 123 4567 and 803 123 4567 are all +2348031234567;
 * old (01 ...) and new (0201 ...) fixed lines keep their area code. Same as private.normalise_phone.
 */
export function normalisePhone(value: string): string {
  const digits = value.replace(/[^0-9]/g, '')
  const international = value.includes('+') ? digits : digits.startsWith('00') ? digits.slice(2) : null
  if (international !== null) return `+${international.replace(/^2340(?=[0-9]{8,10}$)/, '234')}`
  if (/^2340?[1-9][0-9]{7,9}$/.test(digits)) return `+234${digits.replace(/^2340?/, '')}`
  if (/^0[1-9][0-9]{7,9}$/.test(digits)) return `+234${digits.slice(1)}`
  if (/^[789][01][0-9]{8}$/.test(digits)) return `+234${digits}`
  return digits
}

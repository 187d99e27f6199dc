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

// Fixed lines before the numbering of 2023: an area code and the line, eight digits together. Each became the same
// after 20: 01 234 5678 is 0201 234 5678. Areas as in libphonenumber, which knows the new form alone.
const oldFixedLine = /^\+234(?=(?:[1259][0-9]|3[013-9]|4[1-8]|6[024-689]|7[1-79]|8[2-9])[0-9]{6}$)/

// Countries whose numbers are written with a 0 at home that nobody dials from abroad: +44 (0)20 is +44 20. Those where a
// number may begin with 0, such as Italy, are not among them. As libphonenumber has it; the test holds it to that.
const homeZero =
  /^(\+(?:2(?:0|7|1[1238]|3[1-3]|4[39]|5[124-6]|6[0-5]|91)|3(?:[1-3]|5[3589]|7[03-57]|8[0-35-79])|4(?:[013469]|2[13])|5(?:[13458]|08|9[0134568])|6(?:[0-46]|86)|8(?:[1246]|5[056]|8[06])|9(?:[0-58]|6[1-467]|7[01267]|9[4-6])))0(?=[1-9][0-9]{7,})/

/**
 * The number as it is stored: '+' and digits where the country is known, bare digits where it is not.
 * 0803 123 4567, 234 803 123 4567, +234 (0) 803 123 4567 and 803 123 4567 are all +2348031234567;
 * an old fixed line is stored in its new form. Same as private.normalise_phone.
 */
export function normalisePhone(value: string): string {
  const digits = value.replace(/[^0-9]/g, '')
  return addCountry(value, digits).replace(oldFixedLine, '+23420').replace(homeZero, '$1')
}

function addCountry(value: string, digits: string): string {
  const isInternational = value.includes('+')
  // Shorter than that, 00 opens no number that someone can ring.
  if (isInternational || /^00[0-9]{10,}$/.test(digits)) {
    const number = isInternational ? digits : digits.slice(2)
    return `+${number.replace(/^2340(?=[0-9]{8,10}$)/, '234')}`
  }
  if (/^2340?[1-9][0-9]{7,9}$/.test(digits)) return `+234${digits.replace(/^2340?/, '')}`
  // Toll-free and company numbers (0800, 0700) are longer than the others.
  if (/^0(?:[1-9][0-9]{7,9}|[78]00[0-9]{8,11})$/.test(digits)) return `+234${digits.slice(1)}`
  if (/^[789][01][0-9]{8}$/.test(digits)) return `+234${digits}`
  return digits
}

/** Numbers of people who give no email: the phone is the only way to them (decision 57). */
import { normalisePhone } from './phones.ts'

export const notCallable =
  'Without an email we can only call you, and this number cannot be called. Is a digit missing?'

// As normalisePhone writes it: a country's code first, and in Nigeria as many digits as a mobile, a fixed, a toll-free or a
// company's number has.
const callable = /^\+(?:(?!0|234)[0-9]{8,15}|234(?:[789][01][0-9]{8}|20[1-9][0-9]{7}|[78]00[0-9]{7,11}))$/

/** The sentence to show, or null. Of a number that findPhoneProblem accepts. */
export function findUncallable(value: string): string | null {
  return callable.test(normalisePhone(value)) ? null : notCallable
}

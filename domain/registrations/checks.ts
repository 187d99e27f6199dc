/** Web addresses, years, amounts and birth dates of the registration forms. */
// No user part: 'https://bank.example@evil.example' misleads.
const webAddress =
  /^(?:https?:\/\/)?((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9](?::[0-9]{1,5})?)((?:[/?#][^ <>"'`\\^{}|]*)?)$/i

/** The address with https and its host in lower case, or null when it is none: no other scheme gets through. */
export function normaliseUrl(text: string): string | null {
  const result = webAddress.exec(text)
  return result === null ? null : `https://${result[1]?.toLowerCase()}${result[2]}`
}

const amountWriting = /^(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]{1,8})?$/

/** '01,000.50' -> '1000.5'; null when it is no amount of at most 30 digits and 8 decimals. */
export function normaliseAmount(text: string): string | null {
  if (!amountWriting.test(text)) return null
  const [whole = '', decimals = ''] = text.replaceAll(',', '').split('.')
  const digits = whole.replace(/^0+(?=[0-9])/, '')
  const fraction = decimals.replace(/0+$/, '')
  if (digits.length > 30) return null
  return fraction === '' ? digits : `${digits}.${fraction}`
}

/** Whether a normalised amount reaches a whole number. */
export function isAtLeast(amount: string, min: number): boolean {
  return BigInt(amount.split('.')[0] ?? '0') >= BigInt(min)
}

export const birthDateMessages = {
  malformed: 'Please enter a valid date of birth',
  shortYear: 'Write the year with four figures, for example 1990',
  future: 'Date of birth cannot be in the future',
  tooOld: 'Please check the year of birth',
} as const
const ageMax = 120
export const adultAge = 18

/** Whole years between two days written YYYY-MM-DD. Someone born on 29 February is a year older on 1 March. */
export function computeAge(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years
}

function isCalendarDay(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** The sentence for a birth date that cannot be one, or null (decision 56). */
export function findBirthDateProblem(text: string, today: string): string | null {
  if (/^[0-9]{1,3}-[0-9]{2}-[0-9]{2}$/.test(text)) return birthDateMessages.shortYear
  if (!isCalendarDay(text)) return birthDateMessages.malformed
  if (text > today) return birthDateMessages.future
  return computeAge(text, today) > ageMax ? birthDateMessages.tooOld : null
}

/** Said at a birth date of someone under 18, where the form is for adults (decision 56). */
export const adultsOnlyMessage =
  'You must be at least 18 years old to register. Please ask a parent or guardian to register, or contact us.'

/** For the page alone: the photo travels after the answers, and is none of them. */
export const selfieRequiredMessage = 'Selfie is required for verification'

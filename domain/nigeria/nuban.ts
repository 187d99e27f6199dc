/**
 * The check digit of Nigerian account numbers (NUBAN).
 * Source: Central Bank of Nigeria, Revised Standards on Nigeria Uniform Bank Account Number Scheme, March 2020.
 */

const weights = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3]

/** Six digits: a bank's three after three zeros, another institution's five after a 9; null when it is none of these. */
export function padInstitutionCode(code: string): string | null {
  if (/^[0-9]{3}$/.test(code)) return `000${code}`
  if (/^[0-9]{5}$/.test(code)) return `9${code}`
  return /^[0-9]{6}$/.test(code) ? code : null
}

/** The tenth digit of the account number whose first nine are the serial; null for what is no code or no serial. */
export function computeNubanCheckDigit(institutionCode: string, serial: string): number | null {
  const code = padInstitutionCode(institutionCode)
  if (code === null || !/^[0-9]{9}$/.test(serial)) return null
  const digits = `${code}${serial}`
  let sum = 0
  for (const [place, weight] of weights.entries()) sum += weight * Number(digits.charAt(place))
  return (10 - (sum % 10)) % 10
}

/** Whether ten digits are an account number that this institution may have issued. */
export function matchesNuban(institutionCode: string, accountNumber: string): boolean {
  const checkDigit = computeNubanCheckDigit(institutionCode, accountNumber.slice(0, 9))
  return checkDigit !== null && accountNumber.length === 10 && accountNumber.endsWith(String(checkDigit))
}

/** Email addresses: one shape for every form, and the specification's stripping rule for sign-up. */
import { limits } from './limits.ts'

// The same expression as private.is_email. ASCII on purpose: mail servers in the field refuse the rest.
const shape =
  /^[A-Za-z0-9_%+'-]+(?:\.[A-Za-z0-9_%+'-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/

export function isEmail(value: string): boolean {
  return value.length <= limits.emailMax && value.indexOf('@') <= 64 && shape.test(value)
}

/** What sign-in sends: trimmed and in lower case, nothing else changed (decision 29). */
export function normaliseEmail(value: string): string {
  return value.trim().toLowerCase()
}

/** The specification's sign-up rule: lower case, trimmed, only letters, digits and @ . _ - left. */
export function stripEmail(value: string): string {
  return normaliseEmail(value).replace(/[^a-z0-9@._-]/g, '')
}

/**
 * Stripping would turn a+b@x into ab@x, which may be another user's mailbox. The form therefore refuses
 * an address that stripping would change instead of changing it (decision 29, a recorded deviation).
 */
export function isSignUpEmail(value: string): boolean {
  const normalised = normaliseEmail(value)
  return stripEmail(value) === normalised && isEmail(normalised)
}

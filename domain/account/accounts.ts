/** Signing up, signing in and choosing a password: the rules, their sentences, and those for the service's errors. */
import * as z from 'zod/mini'
import { isEmail, isSignUpEmail, normaliseEmail } from '../emails.ts'
import { limits } from '../limits.ts'
import { cleanLine, countCharacters } from '../text.ts'

export const accountMessages = {
  fillSignIn: 'Please fill in all fields',
  fillSignUp: 'Please fill in all required fields',
  fillReset: 'Please enter your email address',
  nameTooShort: 'Full name must be at least 2 characters long',
  nameTooLong: 'Full name must be less than 100 characters',
  invalidEmail: 'Please enter a valid email address',
  plainEmail: 'Please enter an address without + and such signs: letters, figures, dots, - and _ can be used',
  passwordTooShort: 'Password must be at least 8 characters long',
  passwordNeedsLower: 'Password must contain at least one lowercase letter',
  passwordNeedsUpper: 'Password must contain at least one uppercase letter',
  passwordNeedsNumber: 'Password must contain at least one number',
  passwordTooLong: 'Password must be at most 128 characters long',
  passwordValid: 'Password is valid',
  passwordsDiffer: 'Passwords do not match',
  welcomeBack: 'Welcome back!',
  wrongCredentials: 'Invalid email or password. Please check your credentials and try again.',
  signInFailed: 'Failed to sign in',
  alreadyRegistered: 'An account with this email already exists. Please sign in instead.',
  serviceInvalidEmail: 'Please enter a valid email address.',
  serviceWeakPassword: 'Password must meet security requirements.',
  commonPassword: 'Many people use this password, so thieves try it first. Please choose another one.',
  rateLimited: 'Too many requests. Please try again later.',
  signUpFailed: 'Failed to create account. Please try again.',
  wrongCode:
    'This code is not the right one, or too old. Compare it with the newest mail, or ask for another.',
  notSent: 'This did not get through.',
  unexpected: 'An unexpected error occurred. Please try again.',
  signedUp: 'Account created successfully! Please check your email to verify your account before signing in.',
  resetFailed: 'Failed to send reset email',
  resetSent: 'Password reset email sent! Check your inbox.',
} as const

/**
 * What stands beside the box that a toast speaks of, whose sentence is not said twice: what to do about it. A password that cannot
 * be sent gets no toast: its button is off, and its sentence stands at the box.
 */
const remedies: Readonly<Record<string, string>> = {
  [accountMessages.fillSignIn]: 'Nothing is typed here yet',
  [accountMessages.fillSignUp]: 'Nothing is typed here yet',
  [accountMessages.fillReset]: 'Nothing is typed here yet',
  [accountMessages.nameTooShort]: 'Write your name in full',
  [accountMessages.nameTooLong]: 'Leave some of it out',
  [accountMessages.invalidEmail]: 'Write it like name@example.com',
  [accountMessages.plainEmail]: 'Leave out + and what follows it up to the @, or take another address',
}

export const describeRemedy = (message: string): string => remedies[message] ?? message

/** The sentence for a name, or null when it is fine; 2 to 100 characters after cleaning (decision 27). */
export function findNameProblem(name: string): string | null {
  const length = countCharacters(cleanLine(name))
  if (length < limits.fullNameMin) return accountMessages.nameTooShort
  return length > limits.fullNameMax ? accountMessages.nameTooLong : null
}

/** The first rule a password breaks, in the specification's order, or null when it is valid. */
export function findPasswordProblem(password: string): string | null {
  const length = countCharacters(password)
  if (length < limits.passwordMin) return accountMessages.passwordTooShort
  if (!/[a-z]/.test(password)) return accountMessages.passwordNeedsLower
  if (!/[A-Z]/.test(password)) return accountMessages.passwordNeedsUpper
  if (!/[0-9]/.test(password)) return accountMessages.passwordNeedsNumber
  return length > limits.passwordMax ? accountMessages.passwordTooLong : null
}

/** Whether what stands in the two boxes can be sent. */
export function isNewPassword({ password = '', confirmPassword = '' }: Record<string, string>): boolean {
  return findPasswordProblem(password) === null && password === confirmPassword
}

/** The live line under the password field. */
export function describePassword(password: string): { valid: boolean; message: string } {
  const problem = findPasswordProblem(password)
  return { valid: problem === null, message: problem ?? accountMessages.passwordValid }
}

function refuseWhen(findProblem: (value: string) => string | null) {
  return z.check<string>((context) => {
    const message = findProblem(context.value)
    if (message !== null) {
      context.issues.push({ code: 'custom', message, input: context.value, continue: false })
    }
  })
}

/** An empty answer has its own sentence and ends the checks of that field. */
function filled(message: string) {
  return z.string(message).check(refuseWhen((value) => (value.trim() === '' ? message : null)))
}

const passwordsMatch = z.refine<{ password: string; confirmPassword: string }>(
  (form) => form.confirmPassword === form.password,
  { path: ['confirmPassword'], message: accountMessages.passwordsDiffer },
)

const newPassword = filled(accountMessages.fillSignUp).check(refuseWhen(findPasswordProblem))

export const signInSchema = z.object({
  email: filled(accountMessages.fillSignIn).check(z.overwrite(normaliseEmail)),
  password: z.string(accountMessages.fillSignIn).check(z.minLength(1, accountMessages.fillSignIn)),
})

export const signUpSchema = z
  .object({
    fullName: filled(accountMessages.fillSignUp).check(refuseWhen(findNameProblem), z.overwrite(cleanLine)),
    email: filled(accountMessages.fillSignUp).check(
      refuseWhen((value) => {
        if (isSignUpEmail(value)) return null
        return isEmail(normaliseEmail(value)) ? accountMessages.plainEmail : accountMessages.invalidEmail
      }),
      z.overwrite(normaliseEmail),
    ),
    password: newPassword,
    confirmPassword: filled(accountMessages.fillSignUp),
  })
  .check(passwordsMatch)

export const resetSchema = z.object({
  email: filled(accountMessages.fillReset).check(z.overwrite(normaliseEmail)),
})

export const newPasswordSchema = z
  .object({ password: newPassword, confirmPassword: filled(accountMessages.fillSignUp) })
  .check(passwordsMatch)

/** What a person chooses who joins by an invitation. */
export const joinSchema = z
  .object({
    fullName: filled(accountMessages.fillSignUp).check(refuseWhen(findNameProblem), z.overwrite(cleanLine)),
    password: newPassword,
    confirmPassword: filled(accountMessages.fillSignUp),
  })
  .check(passwordsMatch)

/** An empty field outranks every other complaint: the form then shows that one sentence (section 5). */
export function findFirstProblem(
  schema:
    | typeof signUpSchema
    | typeof signInSchema
    | typeof resetSchema
    | typeof newPasswordSchema
    | typeof joinSchema,
  values: unknown,
): { field: string; message: string } | null {
  const { error } = z.safeParse(schema, values)
  if (error === undefined) return null
  const empty: readonly string[] = [
    accountMessages.fillSignIn,
    accountMessages.fillSignUp,
    accountMessages.fillReset,
  ]
  const issue = error.issues.find(({ message }) => empty.includes(message)) ?? error.issues[0]
  return { field: String(issue?.path[0] ?? ''), message: issue?.message ?? accountMessages.unexpected }
}

function says(message: string, part: string): boolean {
  return message.toLowerCase().includes(part.toLowerCase())
}

/** The toast for a failed sign-in: the service's own sentence except for wrong credentials (section 8). */
export function describeSignInError(error: { message?: string } | null | undefined): string {
  const message = error?.message ?? ''
  if (says(message, 'Invalid login credentials')) return accountMessages.wrongCredentials
  return message || accountMessages.signInFailed
}

/** The toast for a failed sign-up, checked in the order of the specification's catalogue. */
export function describeSignUpError(error: { message?: string } | null | undefined): string {
  const message = error?.message ?? ''
  if (says(message, 'already registered')) return accountMessages.alreadyRegistered
  if (says(message, 'Invalid email')) return accountMessages.serviceInvalidEmail
  if (says(message, 'easy to guess')) return accountMessages.commonPassword
  if (says(message, 'Password')) return accountMessages.serviceWeakPassword
  if (says(message, 'rate limit')) return accountMessages.rateLimited
  return message || accountMessages.signUpFailed
}

export function describeResetError(error: { message?: string } | null | undefined): string {
  return error?.message || accountMessages.resetFailed
}

/** With anti-enumeration on, the service answers a known address with success and no identities (decision 31). */
export function isObfuscatedExistingAccount(
  user: { identities?: readonly unknown[] | null } | null,
): boolean {
  return user !== null && Array.isArray(user.identities) && user.identities.length === 0
}

// Sign-in, sign-up and reset: every sentence of the specification, in its order.
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  accountMessages,
  describePassword,
  describeResetError,
  describeSignInError,
  describeSignUpError,
  findFirstProblem,
  isObfuscatedExistingAccount,
  newPasswordSchema,
  resetSchema,
  signInSchema,
  signUpSchema,
} from './accounts.ts'

const good = {
  fullName: 'Ada Obi',
  email: 'ada@example.com',
  password: 'Harvest2026',
  confirmPassword: 'Harvest2026',
}

describe('a password', () => {
  it.each([
    ['', 'Password must be at least 8 characters long'],
    ['Abcdef1', 'Password must be at least 8 characters long'],
    ['ABCDEFG1', 'Password must contain at least one lowercase letter'],
    ['abcdefg1', 'Password must contain at least one uppercase letter'],
    ['Abcdefgh', 'Password must contain at least one number'],
    [`Aa1${'x'.repeat(126)}`, 'Password must be at most 128 characters long'],
  ])('is refused: %j', (password, message) => {
    expect(describePassword(password)).toEqual({ valid: false, message })
  })

  it('breaks one rule at a time: length, lower case, upper case, digit', () => {
    expect(describePassword('!!!!!!!').message).toBe(accountMessages.passwordTooShort)
    expect(describePassword('!!!!!!!!').message).toBe(accountMessages.passwordNeedsLower)
    expect(describePassword('a!!!!!!!').message).toBe(accountMessages.passwordNeedsUpper)
    expect(describePassword('aA!!!!!!').message).toBe(accountMessages.passwordNeedsNumber)
  })

  it.each([8, 72, 73, 128])('of %d characters is valid', (length) => {
    expect(describePassword(`Aa1${'x'.repeat(length - 3)}`)).toEqual({
      valid: true,
      message: 'Password is valid',
    })
  })

  it('counts characters, not bytes', () => {
    expect(describePassword(`Aa1${'ọ'.repeat(125)}`).valid).toBe(true)
    expect(describePassword(`Aa1${'ọ'.repeat(126)}`).valid).toBe(false)
  })
})

describe('signing up', () => {
  it.each([
    [{ fullName: '' }, 'Please fill in all required fields'],
    [{ email: ' ' }, 'Please fill in all required fields'],
    [{ fullName: 'A', confirmPassword: '' }, 'Please fill in all required fields'],
    [{ fullName: 'A' }, 'Full name must be at least 2 characters long'],
    [{ fullName: '<b>A</b>' }, 'Full name must be at least 2 characters long'],
    [{ fullName: 'x'.repeat(101) }, 'Full name must be less than 100 characters'],
    [{ email: 'ada@example' }, 'Please enter a valid email address'],
    [{ email: 'a+b@example.com' }, accountMessages.plainEmail],
    [{ password: 'short', confirmPassword: 'short' }, 'Password must be at least 8 characters long'],
    [{ confirmPassword: 'Harvest2027' }, 'Passwords do not match'],
  ])('is refused: %j', (change, message) => {
    expect(findFirstProblem(signUpSchema, { ...good, ...change })?.message).toBe(message)
  })

  it.each(['Jo', 'x'.repeat(100), 'ọ'.repeat(100), "Chịnụa O'Neil-Adé"])(
    'accepts the name %s',
    (fullName) => {
      expect(findFirstProblem(signUpSchema, { ...good, fullName })).toBeNull()
    },
  )

  it('returns a clean name and an address in lower case', () => {
    const typed = { ...good, fullName: ' Ada  <i>Obi</i> ', email: ' Ada@Example.com ' }
    expect(z.parse(signUpSchema, typed)).toEqual(good)
  })
})

describe('signing in and resetting', () => {
  it('asks for both fields', () => {
    for (const typed of [{}, { email: '', password: 'x' }, { email: 'a@b.com', password: '' }]) {
      expect(findFirstProblem(signInSchema, typed)?.message).toBe('Please fill in all fields')
    }
  })

  it('leaves the password alone and only trims and lowers the address', () => {
    expect(z.parse(signInSchema, { email: ' A+B@Example.com ', password: ' x ' })).toEqual({
      email: 'a+b@example.com',
      password: ' x ',
    })
  })

  it('asks for the address to reset', () => {
    expect(findFirstProblem(resetSchema, { email: '' })?.message).toBe('Please enter your email address')
  })

  it('asks the same of a new password as of the first one', () => {
    expect(
      findFirstProblem(newPasswordSchema, { password: 'Harvest2026', confirmPassword: 'x' })?.message,
    ).toBe('Passwords do not match')
    expect(
      findFirstProblem(newPasswordSchema, { password: 'harvest2026', confirmPassword: 'x' })?.message,
    ).toBe('Password must contain at least one uppercase letter')
  })
})

describe('what the accounts service answers', () => {
  it.each([
    ['Invalid login credentials', 'Invalid email or password. Please check your credentials and try again.'],
    ['Email not confirmed', 'Email not confirmed'],
    ['', 'Failed to sign in'],
  ])('at sign-in %j is reported as %j', (message, reported) => {
    expect(describeSignInError({ message })).toBe(reported)
  })

  it.each([
    ['User already registered', 'An account with this email already exists. Please sign in instead.'],
    ['Invalid email', 'Please enter a valid email address.'],
    ['Password should be at least 8 characters', 'Password must meet security requirements.'],
    [
      'Password is known to be weak and easy to guess, please choose a different one.',
      'Many people use this password, so thieves try it first. Please choose another one.',
    ],
    ['email rate limit exceeded', 'Too many requests. Please try again later.'],
    ['Signups not allowed for this instance', 'Signups not allowed for this instance'],
    ['', 'Failed to create account. Please try again.'],
  ])('at sign-up %j is reported as %j', (message, reported) => {
    expect(describeSignUpError({ message })).toBe(reported)
  })

  it('at reset is its own sentence, or ours', () => {
    expect(describeResetError({ message: 'Over quota' })).toBe('Over quota')
    expect(describeResetError(null)).toBe('Failed to send reset email')
  })

  it('without identities means that the account exists', () => {
    expect(isObfuscatedExistingAccount({ identities: [] })).toBe(true)
    expect(isObfuscatedExistingAccount({ identities: [{}] })).toBe(false)
    expect(isObfuscatedExistingAccount(null)).toBe(false)
  })
})

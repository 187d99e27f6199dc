/** What the forms on the way into an account say: sign in, sign up, a reset, the second step, codes from mails. */
import { oneTimeCodeWords } from '../one-time-codes.ts'

export const signInWords = {
  label: 'Sign In',
  email: { label: 'Email' },
  password: { label: 'Password' },
  sharedPhone: {
    label: 'This is a shared phone',
    help: 'You are signed out when this page is closed.',
  },
  submitLabel: 'Sign In',
  busyLabel: 'Signing In...',
} as const

export const signUpWords = {
  label: 'Sign Up',
  fullName: { label: 'Full name' },
  email: {
    label: 'Email',
    help: 'We send a link there. Your account opens once you follow it.',
  },
  note: 'We keep your name and address for your account and nothing else.',
  submitLabel: 'Create Account',
  busyLabel: 'Creating Account...',
} as const

export const resetWords = {
  label: 'Reset password',
  email: { label: 'Email', help: 'If an account has this address, we send it a link.' },
  submitLabel: 'Send Reset Email',
  busyLabel: 'Sending...',
} as const

export const awaitedMailWords = {
  label: oneTimeCodeWords.fromMail,
  code: { label: oneTimeCodeWords.fromMail },
  submitLabel: 'Use code',
  busyLabel: 'Verifying...',
  verified: 'E-mail verified',
} as const

export const resendWords = {
  email: { label: 'Email' },
  submitLabel: 'Resend verification email',
  busyLabel: 'Sending...',
  sent: 'Verification email sent! Check your inbox.',
} as const

export const recoveryCodeLength = 16

export const secondStepWords = {
  label: 'Second step',
  passkey: { label: 'Passkey', submitLabel: 'Use your passkey', busyLabel: 'Waiting for your device...' },
  app: { label: 'App' },
  appCode: { label: 'Code from your app' },
  recoveryCode: { label: 'Recovery code' },
  typeRecoveryCode: `A recovery code has ${recoveryCodeLength} letters and digits`,
  submitLabel: 'Confirm',
  busyLabel: 'Checking...',
} as const

/** What is said where a new password is chosen: on the way in, and under Security. */
import { limits } from '../limits.ts'

/** The rules stand in the order in which they are ticked off. */
export const newPasswordWords = {
  password: { label: 'Password' },
  confirmPassword: { label: 'Confirm password' },
  rulesLabel: 'A password needs',
  /** Read out after each rule. */
  done: '(done)',
  missing: '(missing)',
  length: `${limits.passwordMin} to ${limits.passwordMax} characters`,
  lower: 'a lowercase letter',
  upper: 'an uppercase letter',
  number: 'a number',
  label: 'Choose a new password',
  begunElsewhere:
    'Your email is verified. The sign-up was begun in another browser, so the password that was typed there does not count: choose yours here.',
  whose: 'For',
  others: 'All other devices are signed out when you save it.',
  submitLabel: 'Save New Password',
  busyLabel: 'Saving...',
  saved: { title: 'Your new password is set', text: 'Every other device has been signed out.' },
} as const

/** What the forms of the profile say: name and number, the code that proves the number, another email address. */
import { oneTimeCodeWords } from '../one-time-codes.ts'

export const profilePageWords = {
  title: 'Profile',
  description: 'Your name, phone and email address.',
  nameAndPhone: 'Name and phone',
  email: 'Email address',
} as const

export const profileWords = {
  label: 'Profile',
  fullName: { label: 'Full name' },
  phone: {
    label: 'Phone number',
    help: 'Fills in your forms. We call it only about what you sent us.',
  },
  submitLabel: 'Save Profile',
  busyLabel: 'Saving...',
  saved: 'Profile saved',
  notSaved: 'Profile not saved',
  notChanged: 'Your profile could not be changed.',
} as const

export const numberWords = {
  label: 'Confirm your number',
  code: { label: (phone: string) => `Code sent to ${phone}`, help: 'It works for 10 minutes.' },
  submitLabel: 'Confirm number',
  busyLabel: 'Verifying...',
  requestLabel: 'Confirm this number',
  requestAgainLabel: 'Send another code',
  requestBusyLabel: 'Sending...',
  requestAgainLater: 'No message? After a minute you can ask for another code.',
  requested: { title: 'A code is on its way', text: (phone: string) => `We have sent it to ${phone}.` },
  confirmed: 'Your number is confirmed',
  /** After the number, as `notProved`. */
  proved: 'is confirmed as your number.',
  notProved:
    'is not confirmed. Once it is, applications and orders that were sent with it without an account come into this one.',
  countryCodeMissing: 'To confirm your number, save it with its country code, such as +234.',
  taken: 'Another account has confirmed this number.',
  takenHint: 'If it is yours, contact us.',
  wrongCode: `${oneTimeCodeWords.wrongCode}.`,
} as const

/** Undefined where nothing was added. */
export function describeClaimed(count: number): string | undefined {
  if (count === 0) return undefined
  return count === 1
    ? 'One application or order was added to your account.'
    : `${count} applications and orders were added to your account.`
}

export const emailChangeWords = {
  label: 'Change email address',
  labelAgain: 'Choose another address',
  /** Around the address. */
  present: { before: 'You sign in as', after: ', and our mails go there.' },
  /** After the address. */
  awaited: 'waits to be confirmed. Follow the link in each of the two mails, or type the codes here.',
  email: {
    label: 'New email address',
    help: 'We write to the old and the new address; the change holds once both have confirmed it.',
  },
  submitLabel: 'Send confirmation',
  busyLabel: 'Sending...',
  unchanged: 'This is the address that you have',
  taken: 'Another account has this address.',
  requested: {
    title: 'Look into both mailboxes',
    text: 'We have written to your old and your new address.',
  },
  code: { label: (mailbox: string) => `Code sent to ${mailbox}` },
  codeSubmitLabel: 'Use code',
  codeBusyLabel: 'Verifying...',
  wrongCode: `${oneTimeCodeWords.wrongCode}.`,
  confirmed: 'Confirmed',
  confirmedBy: (mailbox: string) => `${mailbox} has confirmed.`,
} as const

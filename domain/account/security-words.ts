/** What the forms under Security say: change of password, proof of oneself, authenticator app and passkeys. */
import { oneTimeCodeWords } from '../one-time-codes.ts'

const presentPasswordMissing = 'Please type your present password'

export const changePasswordWords = {
  label: 'Change password',
  present: { label: 'Present password', help: 'Empty only if your account has none yet.' },
  password: { label: 'New password' },
  code: { label: oneTimeCodeWords.fromMail },
  codeSent: {
    message: 'Please confirm that it is you.',
    hint: 'Your sign-in is some time ago, so we have mailed you a code. Type it below and save again.',
  },
  presentMissing: presentPasswordMissing,
  presentWrong: 'This is not your present password',
  wrongCode: `${oneTimeCodeWords.wrongCode}.`,
} as const

export const proofWords = {
  label: 'Confirm that it is you',
  password: { label: 'Your present password' },
  passwordMissing: presentPasswordMissing,
  code: { label: oneTimeCodeWords.fromMail },
  submitLabel: 'Go on',
  busyLabel: 'Checking...',
  mailLabel: 'Mail me a code instead',
  mailBusyLabel: oneTimeCodeWords.mailBusyLabel,
} as const

export const enrolWords = {
  label: 'Set up the second step',
  notBegun: 'The set-up could not begin.',
  getApp: 'Get an authenticator app, for example Google Authenticator, Microsoft Authenticator or Aegis.',
  scan: 'Scan this picture with it, or type the key into it.',
  picture: 'QR code with the key for your authenticator app',
  typeCode: 'Type the code that the app shows.',
  code: { label: 'Code from your app' },
  submitLabel: 'Switch on',
  busyLabel: 'Checking...',
  wrongCode: 'This code is not right. Use the one that your app shows now.',
} as const

export const addPasskeyWords = {
  label: 'Add a passkey',
  name: {
    label: 'Name of this passkey',
    help: 'So that you know it again in the list.',
    missing: 'Please give the passkey a name',
    taken: 'You have used this name already',
  },
  submitLabel: 'Add the passkey',
  busyLabel: 'Waiting for your device...',
  failed: 'The passkey could not be made.',
} as const

/** Why a passkey is not used, and what to do about it. */
export const passkeyRefusals = {
  noneHere: {
    message: 'This browser cannot use passkeys.',
    hint: 'Open the site in a newer browser, or use your authenticator app or a recovery code.',
  },
  wrongAddress: {
    message: 'Passkeys do not work under this address.',
    hint: 'A passkey belongs to a name, such as localhost or your own domain, and not to a number such as 127.0.0.1.',
  },
  cancelled: {
    message: 'The passkey was not used.',
    hint: 'The request was cancelled, or this device has no passkey for your account. You can try again, or choose another way.',
  },
  timedOut: {
    message: 'The time for the passkey ran out.',
    hint: 'Please try again, and confirm when your device asks for it.',
  },
  alreadyThere: {
    message: 'This device has a passkey for your account already.',
    hint: 'It stands in the list. Another telephone, computer or security key can have one too.',
  },
  notAccepted: {
    message: 'This passkey was not accepted.',
    hint: 'Please try again. If it stays so, use another way, and remove this passkey under Security.',
  },
  nameTaken: { message: `${addPasskeyWords.name.taken}.` },
  notOffered: { message: 'Passkeys are not offered here.' },
} as const

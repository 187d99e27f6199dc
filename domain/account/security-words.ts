/** What the forms under Security say: change of password, proof of oneself, authenticator app and passkeys. */
import { oneTimeCodeWords } from '../one-time-codes.ts'

export const securityPageWords = {
  title: 'Security',
  description: 'Your password, your second step and your devices.',
  /** Before the address. */
  accountOf: 'This is the account of',
  isOn: 'The second step is on.',
  goOnLabel: 'Go on to the desk',
  /** Before the link. */
  neededLater:
    'In production the desk opens with a second step at sign-in alone. You may set it up here, and',
  needed: 'The desk opens with a second step at sign-in alone. Set it up here, then',
  goBackLabel: 'go back to the desk',
  secondStep: 'Second step at sign-in',
  password: 'Password',
  devices: 'Where you are signed in',
  signOut: 'Sign out',
} as const

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
  /** Before the address. */
  of: 'For',
  why: 'First show that it is you: a second step that a stranger sets up would lock you out.',
  cancelLabel: 'Cancel',
  password: { label: 'Your present password' },
  passwordMissing: presentPasswordMissing,
  code: { label: oneTimeCodeWords.fromMail },
  submitLabel: 'Go on',
  busyLabel: 'Checking...',
  mailLabel: 'Mail me a code instead',
  mailBusyLabel: oneTimeCodeWords.mailBusyLabel,
} as const

export const secondStepWords = {
  notLoaded: 'Your second step could not be looked up.',
  why: 'Your password alone opens your account. With a second step, a thief of the password stays outside: an app on your phone shows a code of six digits that you type after the password, or you confirm with a passkey: your finger, your face, a PIN or a security key.',
  setUpLabel: 'Set up the second step',
  addAppLabel: 'Add an app',
  addAnotherAppLabel: 'Add another app',
  addPasskeyLabel: 'Add a passkey',
  newCodesLabel: 'New recovery codes',
  newCodesBusyLabel: 'Making codes...',
  offLabel: 'Switch off',
  removeLabel: 'Remove',
  describeRemove: (name: string) => `Remove ${name}`,
  describeAdded: (isApp: boolean, day: string) => `${isApp ? 'App' : 'Passkey'}, added ${day}`,
  noCodes: 'No recovery codes were made',
  notChanged: 'Nothing was changed',
  off: { title: 'The second step is off', text: 'Your password alone signs you in now.' },
  appRemoved: 'App removed',
  passkeyRemoved: { title: 'Passkey removed', text: 'You may delete it on your device, too.' },
  passkeyAdded: 'Passkey added',
  on: 'The second step is on',
  noCodesLeft:
    'You have no recovery codes. Without them, a lost phone keeps you out until we have checked who you are, which takes days: make some, and keep them on paper.',
  /** After the number. */
  codesLeft: (count: number) => `recovery ${count === 1 ? 'code is' : 'codes are'} left.`,
  ask: {
    busyLabel: 'One moment...',
    cancelLabel: 'Cancel',
    codes: {
      title: 'The recovery codes that you have now stop working',
      text: 'You get new ones, which are shown once.',
      confirmLabel: 'Make new codes',
    },
    off: {
      title: 'Your password alone then opens your account',
      text: 'Apps, passkeys and recovery codes are removed.',
      confirmLabel: 'Switch off',
    },
    app: (name: string) => `Codes of ${name} are not taken any more`,
    passkey: (name: string) => `${name} no longer confirms your sign-in`,
    addAgain: 'You can add it again.',
  },
} as const

export const recoveryCodeWords = {
  title: 'Keep these recovery codes',
  text: 'Each of them signs you in once, after the password, when your phone is not at hand. They are shown this one time. Keep them on paper, away from the phone.',
  label: 'Recovery codes',
  copyLabel: 'Copy',
  copied: 'Copied',
  notCopied: {
    title: 'Your browser does not let us copy',
    text: 'Select the codes and copy them by hand.',
  },
  saveLabel: 'Save as a file',
  onPaper: 'A file on the same phone helps nobody who has lost that phone.',
  savedLabel: 'I have kept them',
} as const

export const sessionWords = {
  notLoaded: 'Your devices could not be loaded.',
  describe: (signedIn: string, lastUsed: string, from: string | null) =>
    `Signed in ${signedIn}, last used ${lastUsed}${from ? `, from ${from}` : ''}`,
  thisDevice: 'This device',
  signOutLabel: 'Sign out',
  describeSignOut: (device: string, signedIn: string) => `Sign out ${device}, signed in ${signedIn}`,
  busyLabel: 'Signing Out...',
  keepLabel: 'Leave it signed in',
  title: 'That device is signed out',
  text: (device: string, lastUsed: string) =>
    `${device}, last used ${lastUsed}. To use the account there again, someone has to sign in.`,
  done: { title: 'Signed out there', text: 'What is open on that device closes within seconds.' },
  failed: 'That device is still signed in.',
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
  what: 'A passkey lies in your phone, your computer or a security key. You confirm with your finger, your face or a PIN, and no other website can ask for it in our name.',
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

/** What the forms on the way into an account say: sign in, sign up, a reset, the second step, codes from mails. */
import { oneTimeCodeWords } from '../one-time-codes.ts'

export const signInWords = {
  label: 'Sign In',
  title: 'Sign in to your account',
  email: { label: 'Email' },
  password: { label: 'Password' },
  sharedPhone: {
    label: 'This is a shared phone',
    help: 'You are signed out when this page is closed.',
  },
  submitLabel: 'Sign In',
  busyLabel: 'Signing In...',
  forgotten: 'Forgot password?',
} as const

export const signInPageWords = {
  page: { title: 'Sign in', description: 'Sign in, create an account or choose a new password.' },
  tabs: 'Account',
  loading: 'Loading...',
  needsScripts: 'Signing in needs JavaScript. Without it you can still read every public page and call us.',
  ended: 'Your session has ended. Sign in again to go on; what you typed is kept.',
  /** `wish`: what the user was about to do. */
  first: (wish: string) => `To ${wish}, sign in first. New here?`,
  afterSignUp: 'makes an account in a minute, and brings you back.',
  wishes: {
    order: 'place an order in bulk',
    buy: 'register as a buyer',
    invest: 'open the investor hub',
  },
  notNeeded: {
    text: 'An account keeps your orders and registrations together. You need none to register a farm or to enrol in training.',
    farm: 'register a farm',
    training: 'enrol in training',
  },
  otherAddress: 'Sign in, or use another address',
} as const

/** What an account is for. */
export const whyAccountWords = {
  label: 'What an account is for',
  eyebrow: 'Your account',
  reasons: [
    { title: 'Order in bulk', text: 'Ask for a tonne or a container; we call you within 24 hours.' },
    { title: 'Follow every record', text: 'Each order keeps its code, its status and its dates.' },
    {
      title: 'Register once',
      text: 'A buyer registers from an account, and each order starts from what we know. Farmers, trainees and investors need none.',
    },
  ],
} as const

export const signUpWords = {
  label: 'Sign Up',
  title: 'Create your account',
  fullName: { label: 'Full name' },
  email: {
    label: 'Email',
    help: 'We send a link there. Your account opens once you follow it.',
  },
  note: 'We keep your name and address for your account and nothing else.',
  submitLabel: 'Create Account',
  busyLabel: 'Creating Account...',
  signInInstead: 'Sign in instead',
} as const

export const resetWords = {
  label: 'Reset password',
  title: 'Reset your password',
  email: { label: 'Email', help: 'If an account has this address, we send it a link.' },
  submitLabel: 'Send Reset Email',
  busyLabel: 'Sending...',
  back: 'Back to Sign In',
} as const

export const awaitedMailWords = {
  label: oneTimeCodeWords.fromMail,
  title: 'Look into your mail',
  /** Before and after the address. */
  signup: ['We sent a mail to', '. Follow its link, or type its code here. Then you can sign in.'],
  recovery: [
    'If',
    ' has an account, a mail is on its way. Follow its link, or type its code here, to choose a new password.',
  ],
  nothing: 'Nothing there after a few minutes? Look in the spam folder, or ask again.',
  code: { label: oneTimeCodeWords.fromMail },
  submitLabel: 'Use code',
  busyLabel: 'Verifying...',
  verified: 'E-mail verified',
} as const

/** A link from a mail that does not work any more. */
export const linkProblemWords = {
  ended: 'This link does not work any more.',
  why: `${oneTimeCodeWords.linksWork} Were you verifying your email? Ask for a new link here.`,
  reset: 'I was resetting my password',
} as const

/** Once the user is signed in by a mail's link, by what the mail was for. */
export const greetings: Readonly<Record<string, string>> = {
  signup: awaitedMailWords.verified,
  email: awaitedMailWords.verified,
  email_change: 'Your email address is changed',
  magiclink: 'Welcome back!',
}

export const resendWords = {
  email: { label: 'Email' },
  submitLabel: 'Resend verification email',
  busyLabel: 'Sending...',
  sent: 'Verification email sent! Check your inbox.',
} as const

export const recoveryCodeLength = 16

export const secondStepWords = {
  label: 'Second step',
  title: 'One more step',
  passkey: {
    label: 'Passkey',
    submitLabel: 'Use your passkey',
    busyLabel: 'Waiting for your device...',
    lead: 'Your account is protected by a second step. Confirm with your passkey: your finger, your face, a PIN or your security key.',
  },
  app: {
    label: 'App',
    nameless: 'Authenticator app',
    offer: 'Use the app',
    lead: 'Your account is protected by a second step. Open your authenticator app and type the code that it shows.',
    wrong: 'This code is not right. Use the one that your app shows now.',
  },
  recovery: {
    offer: 'Use a recovery code',
    lead: 'Type one of the recovery codes that you kept. Each works once.',
    wrong: 'This recovery code is not right, or it was used before.',
    left: (count: number) =>
      `You have ${count} recovery ${count === 1 ? 'code' : 'codes'} left. You find them under Security.`,
  },
  whose: 'For',
  noneAtHand: 'None of them at hand?',
  notAtHand: 'Not at hand?',
  writeToUs: 'Write to us',
  slow: ': we check who you are, which takes some days. Or',
  signOut: 'Sign out',
  notByLink:
    'Your account is protected by a second step at sign-in, which this link cannot replace. Please contact us.',
  appCode: { label: 'Code from your app' },
  recoveryCode: { label: 'Recovery code' },
  typeRecoveryCode: `A recovery code has ${recoveryCodeLength} letters and digits`,
  submitLabel: 'Confirm',
  busyLabel: 'Checking...',
} as const

export const signOutWords = {
  text: 'Is this a shared phone or computer? Sign out when you are done. Drafts kept on it are removed.',
  here: 'Sign out on this device',
  everywhere: 'Sign out everywhere',
  busyLabel: 'Signing Out...',
  doneEverywhere: 'Signed out on every device',
  failed: 'You are still signed in',
  /** Before every device is signed out. */
  ask: {
    title: 'Every device is signed out, this one too',
    text: 'On each of them you sign in again. Forms that were begun on this device, the cart, and the references and links of registrations and orders that were sent from it without an account, also by other people, are deleted: write down what is still needed.',
    keep: 'Stay signed in',
  },
  already: {
    title: 'This device was signed out already',
    text: 'Other devices may still be signed in: sign in here, then sign out everywhere.',
  },
} as const

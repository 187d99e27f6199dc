/** The prompt before a link from a mail signs a user in, by the purpose of the mail. */

export const linkLabel = 'Your link'

export const linkWords = {
  again: 'Try again',
  loading: 'Loading...',
  somebodyElse: 'somebody else',
  /** Before, between and after the two addresses. */
  other: [
    'You are signed in as',
    'When this signs you in as',
    ', which is another account, you are signed out of yours on this device.',
  ],
  ownOnly:
    'Go on only if this is your own account and you asked for the mail: what you enter afterwards is stored in it.',
  no: 'No, do not',
} as const

/** Addresses are masked; `newEmail` where the link confirms a change of address. */
interface LinkedAccount {
  email: string
  newEmail?: string
  isPasswordNeeded: boolean
}

interface LinkQuestion {
  title: string
  text: string
  yes: string
}

const sentences: Record<string, string> = {
  signup: 'This verifies your email address and signs you in.',
  email: 'This verifies your email address and signs you in.',
  recovery: 'This signs you in. You then choose a new password.',
  invite: 'This accepts the invitation and signs you in. You then choose a password.',
}

/** `isOther`: another account is signed in on this device. */
export function describeLink(account: LinkedAccount, purpose: string, isOther: boolean): LinkQuestion {
  if (account.newEmail)
    return {
      title: `Change your address to ${account.newEmail}?`,
      text: `This confirms the new email address of the account ${account.email}. Once both addresses have confirmed it, you are signed in to that account.`,
      yes: 'Yes, confirm',
    }
  const text = account.isPasswordNeeded
    ? 'This verifies your email address and signs you in. The sign-up was begun in another browser, so you then choose a new password.'
    : (sentences[purpose] ?? 'This signs you in.')
  return {
    title: isOther ? `Go on as ${account.email}?` : `Sign in as ${account.email}?`,
    text,
    yes: isOther ? 'Yes, go on' : 'Yes, sign in',
  }
}

/** What the form says that changes some answers of a registration: requested by staff, or by its owner's own will. */

export const correctionWords = {
  label: 'Correction',
  submitLabel: 'Send correction',
  busyLabel: 'Sending correction...',
  notConfirmed: 'Your correction was not confirmed.',
  sent: { title: 'Correction sent', text: 'We are looking at it again.' },
  title: 'Please correct',
  note: 'We ask:',
  stillHere: 'What you typed is still here.',
} as const

/** What is said before another sentence, with its full stop. */
export function endSentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`
}

export const changeWords = {
  label: (group: string) => `Change: ${group}`,
  submitLabel: 'Send change',
  busyLabel: 'Sending change...',
  notConfirmed: 'Your change was not confirmed.',
  noWay: 'No code can reach you by email or text message.',
  cancelLabel: 'Leave it as it was',
  /** Before what was typed goes. */
  ask: {
    title: 'What you typed here is deleted',
    text: 'What you have sent to us stays as it is.',
    confirmLabel: 'Delete it',
  },
  title: 'Change what is wrong',
  locked: 'Numbers that are locked away are not shown. Leave a box empty, and it stays as it is.',
  unchanged: 'You have changed nothing here yet.',
  byStaff: (names: string) => `${names}: our staff change that with you.`,
  reportLabel: 'Tell us what is wrong',
} as const

/** 'Email, Phone number and ID number' */
export function joinNames(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

export const changedWords = {
  title: 'We have your change',
  seen: 'The people who review your application see what it was before.',
  told: 'We also write to the contact that we had before, so that nobody changes it behind your back.',
} as const

export const codeStepWords = {
  title: 'One step more: a code',
  why: 'You are changing how we reach, pay or know you. So that nobody else can do that, we send a code to the contact that we had before.',
  sentTo: 'We have sent a code to',
  /** A number of which the end is shown stands in one line. */
  sendTo: (contact: string) => `Send a code to ${contact.replaceAll(' ', '\u00a0')}`,
  another: 'Send another code',
  lost: 'Nothing reaches you there any more? Our staff change it with you.',
} as const

export const reportWords = {
  label: 'Something wrong? Tell us',
  lead: 'Write what is wrong. A person reads it, and answers you at the phone number or email address that you gave. Never write a BVN, an ID or an account number here: where it is needed, this page asks you for it.',
  /** For a person whom nothing reaches at the contact that we have. */
  lost: {
    lead: 'Write what is wrong, and where we reach you now: a person reads it, and answers you there. Never write a BVN, an ID or an account number here: where it is needed, this page asks you for it.',
    email: 'Email where we reach you now',
    phone: 'Phone number where we reach you now',
  },
  about: (reference: string, group: string | null) => `About ${reference}${group ? `, ${group}` : ''}: `,
} as const

export const sendingAsWords = {
  lead: 'You are sending this as',
  asGuest: 'Sign out, go on as a guest',
  notYou: 'Not you? Sign out',
} as const

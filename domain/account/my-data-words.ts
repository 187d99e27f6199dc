/** What the page of a member's rights over their data says: what is stored, whether it opens whole, and who took it along. */
import { ownSecretsWait } from './own-secrets.ts'

const { hours, openDays } = ownSecretsWait

export const privacyPageWords = {
  title: 'Privacy',
  description: 'Who looked at your data, and your rights over it.',
  /** Before the link, and the link. */
  lead: 'What we keep about you is yours to see, to take along and to end. Why we ask for it stands in the',
  noticeLink: 'privacy notice',
  looked: 'Who looked at my data',
  agreed: 'What I agreed to',
  read: 'Read or download my data',
  downloads: 'When my data was read or downloaded',
  erase: 'Erase my data',
  delete: 'Delete my account',
  secretsUnknown: 'Whether your secret numbers are open could not be looked up.',
  downloadsUnknown: 'Your downloads could not be loaded.',
  consentsUnknown: 'Your consents could not be loaded.',
  noConsents: 'You have agreed to nothing yet: forms ask you when you send them.',
} as const

export const downloadWords = {
  what: 'Everything that names you, with since when and for how long: profile, applications, orders, consents, sessions and mails.',
  whole: 'Your secret numbers are in it as you gave them, and your photo too: keep it safe.',
  masked: 'Secret numbers show their last digits alone.',
  mailed: 'We mail you each time that it is read or downloaded.',
  none: 'Nothing was read or downloaded.',
  wasWhole: 'With your secret numbers whole',
  wasMasked: 'Secret numbers masked',
} as const

/** Where a time stands in the middle of a sentence: before it, and after it. */
export const wholeSecretsWords = {
  title: 'Secret numbers and photo, whole',
  openUntil: (time: string) => `Until ${time}, Lagos time, your download has them whole.`,
  openByStep: 'You have signed in with your second step: your download has them whole.',
  keepSafe: 'Keep the file safe.',
  byStep: 'They are shown to anyone who signs in with the second step of this account.',
  byOlderStep: `You signed in with a second step that is younger than ${hours} hours. Sign in again with an older one, and your download has them whole.`,
  waitIsOver:
    'The wait is over. You asked for them in another sign-in, so type one more code here to open them until',
  newStep: {
    before: 'Your second step is new. From',
    after: 'your download has them whole, whenever you sign in with it.',
  },
  ways: {
    before: 'With a',
    link: 'second step at sign-in',
    after: `they open ${hours} hours after you set it up. Or ask for them with a code that we mail to you: they open ${hours} hours later, for ${openDays} days.`,
  },
  why: 'They are not open yet. Somebody who learns your password could take them within a minute: the wait lets you stop it, since we mail you every step.',
  waiting: { before: 'You have asked for them. They open on', close: 'and close on' },
  notYou: 'If it was not you who asked, press "This was not me" in our mail, or cancel it here.',
} as const

/** A member's own secrets in clear: when they are released, and what stops it. */
import { oneTimeCodeWords } from '../one-time-codes.ts'

export const ownSecretsPaths = {
  /** POST {code} with a session: the code that `reauthenticate` has mailed; answers {opensAt}. */
  request: '/account/secrets/request',
  /** POST with a session. */
  cancel: '/account/secrets/cancel',
  /** POST {code} with a session: requests the end of a freeze; answers {opensAt}. */
  thaw: '/account/secrets/thaw',
  /** POST {token}: what the link "this was not me" of a mail is about. */
  alarm: '/account/not-me',
  /** POST {token}: it was not. */
  raiseAlarm: '/account/not-me/confirm',
} as const

/** As the database has them (supabase/schemas/13_own_secrets.sql). */
export const ownSecretsWait = { hours: 72, openDays: 7, linkDays: 30 } as const

/** Why an export masks numbers or leaves a photo out, and what opens them. */
export const withheldReasons = {
  member: `Secret numbers show their last digits alone, and photos are left out, because this sign-in has not opened them. Two things open them: a second step at sign-in that is at least ${ownSecretsWait.hours} hours old; or, without one, asking for them under Account, Privacy with a code that we mail to you: then they open ${ownSecretsWait.hours} hours later.`,
  guest: `A link shows secret numbers by their last digits alone. To have them whole, add your registration to an account with this link: there a second step opens them, or a wait of ${ownSecretsWait.hours} hours after you have asked for them.`,
  guestPhoto:
    'The photo takes a code besides the link: ask for one on the page of your link, under "Read or download my data". Where no code can reach you, call us.',
  claimed:
    'This registration came into the account by its email address or phone number alone, so its secret numbers stay masked and its photo is left out. Add it once more with its own link, and they are whole too.',
  unreadable: 'This could not be opened just now. Please try again later, or call us.',
} as const

export const ownSecretsMessages = {
  frozen: 'You told us that somebody else was in your account: nothing leaves it for now',
  typeCode: oneTimeCodeWords.typeCode,
  wrongCode: oneTimeCodeWords.wrongCode,
  unknownLink: 'This link is not known, or it is older than 30 days',
} as const

/** What is requested with a code from the mailbox. */
export const mailedCodeWords = {
  code: { label: oneTimeCodeWords.fromMail },
  submitLabel: 'Confirm',
  busyLabel: 'Checking...',
  mailBusyLabel: oneTimeCodeWords.mailBusyLabel,
  /** Before the address. */
  mailedTo: 'We have mailed a code to',
  cancelLabel: 'Cancel',
} as const

export const ownSecretsWords = {
  openHereLabel: 'Open them here',
  requestLabel: 'Ask for them by mail',
  requested: { title: 'You have asked for them', text: 'We have mailed you when they open.' },
  cancelLabel: 'Cancel the request',
  cancelTitle: `Your request ends, and another one waits ${ownSecretsWait.hours} hours again`,
  cancelBusyLabel: 'Cancelling...',
  cancelled: { title: 'Your request is cancelled', text: 'Secret numbers stay masked in your download.' },
  notCancelled: 'Your request still stands.',
  thawLabel: 'Ask to open it again',
  thawRequested: { title: 'You have asked to open it again', text: 'We have mailed you when that happens.' },
} as const

/** Shown to an account whose owner said "this was not me". */
export const frozenWords = {
  title: 'Your account is frozen.',
  since: (time: string) =>
    `On ${time}, Lagos time, you told us that somebody else was in it. Nothing can be downloaded for now.`,
  contactLabel: 'Contact us',
  byStaff:
    'The email address of the account has changed since. Our staff alone can open it again, once they know that it is you.',
  byPassword:
    'First choose a new password: sign out, then choose "Forgot password" where you sign in. After that, ask here to open it again.',
  /** Before the time. */
  asked: 'You have asked to open it again. It opens on',
  byCode: `Change the password of your mailbox, if somebody else may know it. Then ask here with a code that we mail to you: the account opens ${ownSecretsWait.hours} hours later.`,
} as const

export interface OwnExport {
  id: string
  at: string
  inClear: boolean
  userAgent: string | null
}

/** What public.my_own_secrets answers for the calling session. */
export interface OwnSecrets {
  /**
   * open: an export has the secrets whole. second_factor: none was shown in this session. other_factor: the one that was
   * shown is too recent, and an older one is there. waiting, closed: a mailed code and time open them. other_session: they
   * are open, to the sign-in that has shown the code. frozen: see below.
   */
  state: 'open' | 'second_factor' | 'other_factor' | 'waiting' | 'other_session' | 'closed' | 'frozen'
  basis?: 'factor' | 'waited'
  opensAt?: string | null
  closesAt?: string
  /** When a second step that is set up already opens them by itself. */
  factorOpensAt?: string | null
  frozenAt?: string
  /** What stops the owner from requesting the end of a freeze. */
  obstacle?: 'mailbox' | 'password' | null
  exports: OwnExport[]
}

/** What the link of a mail is about. */
export interface Alarm {
  /** Masked: m•••@example.com. */
  email: string
  template: string
  at: string
  isUsed: boolean
}

/** What happened, by the mail that said so; the end of "On 3 May …: …". */
const happened: Record<string, string> = {
  auth_password_changed: 'the password was changed',
  auth_email_changed: 'the email address was changed',
  auth_phone_changed: 'the phone number was changed',
  auth_factor_added: 'a second step was added',
  auth_factor_removed: 'a second step was removed',
  auth_recovery_codes_made: 'recovery codes were made',
  auth_recovery_codes_removed: 'the recovery codes were removed',
  auth_recovery_code_used: 'a recovery code was used',
  auth_identity_linked: 'a sign-in by another provider was added',
  auth_identity_unlinked: 'a sign-in by another provider was removed',
  account_factor_reset_requested: 'a reset of the second step was asked for',
  account_factor_reset: 'the second step was reset',
  account_data_exported: 'the data was read or downloaded',
  account_secrets_requested: 'the secret numbers were asked for',
  account_thaw_asked: 'the account was to be opened again',
  registration_claimed: 'a registration was added to an account',
  registration_message: 'a message about a registration came',
  registration_changed: 'contacts or numbers of a registration were changed',
  account_thawed: 'the account was opened again',
}

export function isAlarm(template: string): boolean {
  return Object.hasOwn(happened, template)
}

export function sayWhatHappened(template: string): string {
  return (Object.hasOwn(happened, template) && happened[template]) || 'something was changed'
}

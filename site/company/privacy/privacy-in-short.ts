/** The privacy notice in a few words: given to the page by its loader. */
import { retention } from '#domain/retention.ts'

/** The whole notice in five sentences. */
export const privacyInShort: readonly string[] = [
  'We keep what you write in a form, to do what you ask of us, and nothing else.',
  'Birth dates, BVN, identity and account numbers are encrypted one by one; anyone who looks at them is written down, and you see who did.',
  'We sell nothing about you. No advertising and no tracking by others runs here.',
  'You may see it, take it with you, correct it, take back what you agreed to, and have it deleted.',
  'Nobody of ours asks for these numbers by chat or email.',
]

/** What, why and how long, at a glance; the sections say it in full. */
export const privacyAtAGlance: readonly { what: string; why: string; howLong: string }[] = [
  { what: 'Your account', why: 'To sign you in and show you what is yours', howLong: 'Until you delete it' },
  {
    what: 'A registration that was approved',
    why: 'To work with you on it',
    howLong: `${retention.approved_registrations} from the last change`,
  },
  {
    what: 'A registration nobody decided on',
    why: 'To answer it',
    howLong: `${retention.pending_registrations} from the last change`,
  },
  {
    what: 'A registration that was declined',
    why: 'To explain the decision',
    howLong: `${retention.declined_registrations} from the decision`,
  },
  {
    what: 'The NIN of an investor',
    why: 'To know who invests',
    howLong:
      retention.national_identity_numbers === '0 days'
        ? 'Until the decision'
        : `${retention.national_identity_numbers} after the decision`,
  },
  {
    what: 'Name, phone and address of an order without an account',
    why: 'To deliver and to reach you',
    howLong: `${retention.guest_contacts} after it is over`,
  },
  {
    what: 'A form that you have not sent',
    why: 'So that you can go on',
    howLong: retention.registration_drafts,
  },
  { what: 'Who looked at your numbers', why: 'So that you see it', howLong: retention.vault_reveals },
  {
    what: 'Your address for the newsletter',
    why: 'To send it',
    howLong: `Until you leave, and ${retention.ended_subscriptions} more`,
  },
]

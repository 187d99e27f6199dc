/** The privacy notice that the site brings: what staff may publish another version of. */
import { newsletterConfirmDays } from '#domain/company/newsletter.ts'
import { linksGoodFor, retention } from '#domain/retention.ts'

export interface PrivacySection {
  title: string
  paragraphs: readonly string[]
  /** Said one by one, under them. */
  list?: readonly string[]
}

export const privacySections: readonly PrivacySection[] = [
  {
    title: 'What we keep',
    paragraphs: [],
    list: [
      'Your account: name, email address, and a phone number if you give one. Your password is kept only as a hash that we cannot turn back.',
      'Your orders: what you asked for, for whom, where to, and what we decided.',
      'Your messages and applications: what you wrote, how to answer you, and for a position your CV, in a store that only the people who choose can open.',
      'Your address for the newsletter, from the day you ask for it. Letters come only once you have confirmed it by mail, until you leave with one click.',
      'A record of what was done to an order or a registration, by whom and when.',
    ],
  },
  {
    title: 'Why, and by what right',
    paragraphs: [
      'The Nigeria Data Protection Act 2023 asks for a lawful basis (section 25). These are ours; we do not sell personal data, and this site carries no advertising and no tracking by others.',
    ],
    list: [
      'Your account, orders, registrations and applications: to carry out what you ask of us, or to take the steps before a contract.',
      'Records of orders, payments and decisions: because company and tax law make us keep them.',
      'Identity numbers, account numbers, birth dates and photos: your consent, given in the form, which you may withdraw. The numbers and dates are encrypted one by one.',
      'The newsletter: your consent, confirmed by mail. One click ends it.',
      'Protection against abuse, such as limits and a record of sign-ins: our legitimate interest in a safe site.',
      'Trainees under 18: the consent of a parent or guardian (section 31).',
    ],
  },
  {
    title: 'How long',
    paragraphs: [],
    list: [
      `Orders: what was bought and paid, at least the six years for which company law makes us keep it. Of anyone who orders without an account, the name, phone, email, address and messages leave the order ${retention.guest_contacts} after it is over; an invoice or a receipt keeps what tax law asks for.`,
      `Registrations and applications for a partnership: approved ones ${retention.approved_registrations} from the last change, those that nobody decided on ${retention.pending_registrations}, declined ones ${retention.declined_registrations} from the decision.`,
      `Identity numbers of investors (NIN): until the decision, ${retention.national_identity_numbers === '0 days' ? 'not a day longer' : `and ${retention.national_identity_numbers} longer`}.`,
      `Half-filled forms: ${retention.registration_drafts}. Photos that belong to no registration: ${retention.unattached_photos}.`,
      `The record of attempts to register: ${retention.audit_events}. The ledger of who looked at your private data: ${retention.vault_reveals}; that of when our programs opened it for work of their own: ${retention.vault_openings}. The list of your own downloads: ${retention.own_exports}. The record of what staff changed: ${retention.audit_trail}. The register of breaches of data protection, which names nobody concerned: ${retention.breaches}.`,
      'Sign-ins that failed: 180 days, with where they came from and nothing of what was typed.',
      `What you agreed to: ${retention.consents}. What was decided: ${retention.decision_events}. Both at least as long as what they belong to.`,
      'Messages and job applications: until they are answered or decided, and then until you ask us to delete them.',
      `The newsletter: your address goes ${retention.ended_subscriptions} after you leave, or ${retention.unconfirmed_subscriptions} after you asked and did not confirm. That somebody agreed and left stays among what was agreed to, without the address.`,
      `That you want to hear when a product is back: ${retention.ended_subscriptions} after you asked or we told you, or ${retention.unconfirmed_subscriptions} where you did not confirm it. The link in the mail ends it at once. Your wishes and your order templates: until you delete them, erase your data, or delete your account.`,
      'Your account: until you delete it. Abandoned sessions: 90 days.',
      `Links and codes in our mails: an hour for signing in, ${newsletterConfirmDays} days for confirming the newsletter. A link that follows an application without an account: ${linksGoodFor['private.registration_guest_links']}; one that follows an order: ${linksGoodFor['private.order_guest_links']}.`,
    ],
  },
  {
    title: 'Who sees it',
    paragraphs: [
      'The people here whose work needs it, and nobody else. The database itself refuses everybody who has no right to a row.',
    ],
  },
  {
    title: 'On your device',
    paragraphs: [
      'When you sign in, your browser keeps your session, so that you stay signed in. What you type into a form may be kept in your browser until you send it. It also remembers your cart and what you marked with a heart; that you asked to be told of a sold-out product, until it is back and for 90 days at most; and for 90 days the references of what you sent, so that you find them again: “Not my phone: forget it” ends that. On a phone that you call shared it remembers none of these references. Signing out removes all of it.',
    ],
  },
  {
    title: 'What you may ask',
    paragraphs: [
      'To see what we keep about you and to take it with you, to have it corrected, to have it deleted where no law makes us keep it, to withdraw a consent, and to object (sections 34 to 38 of the Act). While a registration waits for its decision, you correct it yourself on its page; after that, call us or write to us. Members do most of it themselves under Privacy in their account. There “Erase my data” makes what is secret about you unreadable for good; ends registrations that wait; takes your name, address and contacts out of the others, and what your farm offers out of the marketplace; and deletes your job and partnership applications with their CVs, your messages with our answers, your newsletter, wishes, order templates and registrations that you began. Your account, orders and payments stay. You may also complain to the Nigeria Data Protection Commission.',
    ],
  },
]

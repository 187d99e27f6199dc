/** What each period of retention is about, and the floor under it; how long it is stands in retention.ts, which pages carry. */
import { retention } from './retention.ts'

interface RetentionPeriod {
  description: string
  /** Nobody but a migration sets it. */
  atLeast: string
}

const about: Readonly<Record<keyof typeof retention, RetentionPeriod>> = {
  approved_registrations: {
    description: 'Registrations and applications for a partnership that were approved, from the last change',
    atLeast: '5 years',
  },
  audit_events: { description: 'Attempts to register as a buyer', atLeast: '30 days' },
  audit_trail: {
    description: 'What staff changed, and who looked at photos and documents',
    atLeast: '1 year',
  },
  breaches: {
    description: 'The register of personal data breaches, from the day one was closed',
    atLeast: '5 years',
  },
  consents: {
    description: 'What was agreed to and taken back, once its registration is gone',
    atLeast: '1 year',
  },
  decision_events: { description: 'What was decided, once its record is gone', atLeast: '1 year' },
  declined_registrations: {
    description: 'Registrations and applications for a partnership that were declined, from the decision',
    atLeast: '30 days',
  },
  ended_subscriptions: {
    description:
      'Addresses that left the newsletter, or wait to hear that a product is back, from the last step: so that the exit in an old letter answers, and we can say when somebody left',
    atLeast: '0 days',
  },
  guest_contacts: {
    description:
      "Name, phone, email, address, words and links of a guest's order that is over, from its last change",
    atLeast: '30 days',
  },
  national_identity_numbers: {
    description: 'NIN and vNIN in the vault, from the decision on the investor',
    atLeast: '0 days',
  },
  own_exports: { description: 'That somebody took their own data along, from then', atLeast: '1 year' },
  pending_registrations: {
    description:
      'Registrations and applications for a partnership that nobody decided on, from the last change',
    atLeast: '30 days',
  },
  registration_drafts: { description: 'Half-filled forms, from the last change', atLeast: '1 day' },
  unattached_photos: {
    description: 'Photos that belong to no registration, from the upload',
    atLeast: '1 hour',
  },
  unconfirmed_subscriptions: {
    description:
      'Addresses for the newsletter, or for a product that is back, that nobody confirmed, from the last request',
    atLeast: '0 days',
  },
  vault_openings: {
    description:
      'What the server decrypted for its own work, and photos that guests saw by a code, from then',
    atLeast: '1 year',
  },
  vault_reveals: { description: 'Who looked at what is secret, from the look', atLeast: '1 year' },
}

export const retentionPeriods = (Object.keys(about) as (keyof typeof retention)[]).map((subject) => ({
  subject,
  period: retention[subject],
  ...about[subject],
}))

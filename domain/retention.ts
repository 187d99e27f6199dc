/** Retention periods, as the privacy notice states them: public.retention_periods is generated from it. */
import { limits } from './limits.ts'

export const retention = {
  approved_registrations: '7 years',
  pending_registrations: '2 years',
  declined_registrations: '1 year',
  national_identity_numbers: '0 days',
  registration_drafts: '30 days',
  unattached_photos: '1 day',
  audit_events: '2 years',
  vault_reveals: '7 years',
  vault_openings: '7 years',
  own_exports: '7 years',
  consents: '7 years',
  decision_events: '7 years',
  audit_trail: '7 years',
  breaches: '10 years',
  guest_contacts: '1 year',
  unconfirmed_subscriptions: '30 days',
  ended_subscriptions: '1 year',
} as const

/** How long the links that open something are good: the defaults of their tables. */
export const linksGoodFor = {
  'private.registration_guest_links': `${limits.linkDays} days`,
  'private.order_guest_links': `${limits.linkDays} days`,
} as const

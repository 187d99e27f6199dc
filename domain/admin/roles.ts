/** Staff roles that are there from the start, and what each may do; public.roles and role_permissions are generated from it. */
export const roles = ['admin', 'reviewer', 'finance', 'content', 'field_agent', 'sales', 'auditor'] as const
/** Of a role that an admin made, the name is any other text. */
export type StaffRole = (typeof roles)[number]

/** Above a limit a second person is asked; null: no limit of the role's own. */
export interface RoleLimits {
  refundUpToKobo: number | null
  quoteBelowListPercent: number | null
}

export interface RoleDescription extends RoleLimits {
  title: string
  /** What somebody with this role does; the invitation says it. */
  description: string
}

const noLimits = { refundUpToKobo: null, quoteBelowListPercent: null }

export const roleDescriptions: Record<StaffRole, RoleDescription> = {
  admin: { title: 'Admin', description: 'Has every right, and gives rights to others.', ...noLimits },
  reviewer: {
    title: 'Reviewer',
    description: 'Reviews registrations and applications, and answers people.',
    ...noLimits,
  },
  finance: { title: 'Finance', description: 'Confirms payments and sends money back.', ...noLimits },
  content: { title: 'Content', description: 'Edits what the site shows, and the products.', ...noLimits },
  field_agent: {
    title: 'Field agent',
    description: 'Enters forms for people who come in or call.',
    ...noLimits,
  },
  sales: {
    title: 'Sales',
    description: 'Quotes and decides orders, answers disputes and messages.',
    refundUpToKobo: null,
    quoteBelowListPercent: 10,
  },
  auditor: {
    title: 'Auditor',
    description: 'Reads the records and the audit trail, and changes nothing.',
    ...noLimits,
  },
}

/** To read a kind of record, and to decide on it. */
const rightsOn = <Kind extends string>(kind: Kind) => [`${kind}.read`, `${kind}.decide`] as const

export const permissions = [
  'orders.read',
  'orders.decide',
  'orders.reopen',
  'orders.credit',
  ...rightsOn('farmers'),
  ...rightsOn('buyers'),
  ...rightsOn('investors'),
  'profiles.read',
  'roles.read',
  'roles.manage',
  'content.write',
  'settings.read',
  'settings.write',
  'settings.settlement',
  ...rightsOn('partnership_applications'),
  ...rightsOn('job_applications'),
  'contact_messages.read',
  'contact_messages.answer',
  'newsletter_subscriptions.read',
  'newsletter_subscriptions.end',
  ...rightsOn('training_enrolments'),
  'registrations.enter',
  'registrations.relink',
  'records.work',
  'vault.reveal',
  'vault_alarms.close',
  'audit_events.read',
  'products.read',
  'products.write',
  'delivery.write',
  'payments.confirm',
  'exports.make',
  'exports.unmasked',
  'figures.read',
  'mails.read',
  'mails.resend',
  'decline_reasons.write',
  'breaches.read',
  'breaches.write',
] as const
export type Permission = (typeof permissions)[number]

/** Only admin sees everything; the others see only their queues. Field agents enter forms for walk-ins and callers. */
export const rolePermissions: Record<StaffRole, readonly Permission[]> = {
  admin: permissions,
  reviewer: [
    ...rightsOn('farmers'),
    ...rightsOn('buyers'),
    ...rightsOn('investors'),
    ...rightsOn('partnership_applications'),
    ...rightsOn('job_applications'),
    'contact_messages.read',
    'contact_messages.answer',
    ...rightsOn('training_enrolments'),
    'registrations.enter',
    'registrations.relink',
    'records.work',
    'vault.reveal',
    'exports.make',
    'figures.read',
    'mails.read',
    'mails.resend',
    'decline_reasons.write',
  ],
  finance: [
    'orders.read',
    'records.work',
    'orders.credit',
    'settings.read',
    'settings.settlement',
    'payments.confirm',
    'exports.make',
    'figures.read',
  ],
  content: [
    'content.write',
    'newsletter_subscriptions.read',
    'newsletter_subscriptions.end',
    'records.work',
    'products.read',
    'products.write',
  ],
  field_agent: ['registrations.enter'],
  sales: [
    'orders.read',
    'orders.decide',
    'contact_messages.read',
    'contact_messages.answer',
    'products.read',
    'delivery.write',
    'records.work',
    'figures.read',
  ],
  // Reads what staff may read. No right of this list lets anybody change or reveal anything (tests/database/admin/roles.test.ts).
  auditor: [
    'orders.read',
    'farmers.read',
    'buyers.read',
    'investors.read',
    'partnership_applications.read',
    'job_applications.read',
    'contact_messages.read',
    'newsletter_subscriptions.read',
    'training_enrolments.read',
    'products.read',
    'profiles.read',
    'roles.read',
    'settings.read',
    'audit_events.read',
    'figures.read',
    'mails.read',
    'breaches.read',
  ],
}

/** The sentences of `rightsOn` where there is no more to say. */
const sayRightsOn = (table: string, words: string): Partial<Record<Permission, string>> => ({
  [`${table}.read`]: `See ${words}`,
  [`${table}.decide`]: `Decide on ${words}`,
})

/** Every right in a sentence, by area: what staff read where rights are given. */
export const rightAreas: readonly { title: string; rights: Partial<Record<Permission, string>> }[] = [
  {
    title: 'Orders and money',
    rights: {
      'orders.read': 'See orders, quotes, payments and disputes',
      'orders.decide': 'Quote and decide orders, move goods, answer disputes, and write to buyers',
      'orders.reopen': 'Open a declined order again',
      'orders.credit': 'Let a buyer pay later, on credit terms',
      'payments.confirm': 'Confirm payments, record refunds, and see proofs of payment',
    },
  },
  {
    title: 'Registrations',
    rights: {
      'farmers.read': 'See farmers',
      'farmers.decide': 'Approve and decline farmers, and ask them for corrections',
      'buyers.read': 'See buyers',
      'buyers.decide': 'Approve and decline buyers',
      'investors.read': 'See investors',
      'investors.decide': 'Approve and decline investors',
      'training_enrolments.read': 'See who enrols in training',
      'training_enrolments.decide': 'Approve and decline who enrols in training',
      'registrations.enter': 'Enter registrations for people who come in or call',
      'registrations.relink': 'Help somebody to find their registration, and send its link again',
      'decline_reasons.write':
        'Write the reasons for a decline, and the words for answers, that colleagues choose from',
    },
  },
  {
    title: 'Messages and applications',
    rights: {
      'contact_messages.read': 'See messages',
      'contact_messages.answer': 'Answer messages',
      ...sayRightsOn('partnership_applications', 'partnership applications'),
      ...sayRightsOn('job_applications', 'job applications'),
      'newsletter_subscriptions.read': 'See who reads the newsletter',
      'newsletter_subscriptions.end': 'Take an address off the newsletter',
      'mails.read': 'See which mails went out, and which failed',
      'mails.resend': 'Send a mail again, and stop mails to an address',
    },
  },
  {
    title: 'Products and pages',
    rights: {
      'products.read': 'See products that are not published',
      'products.write': 'Add and change products, their prices and stock',
      'delivery.write': 'Keep delivery zones with their prices and days, and depots',
      'content.write': 'Edit what the pages of the site show',
    },
  },
  {
    title: 'Personal data',
    rights: {
      'vault.reveal': 'See birth dates, ID numbers and photos, one by one and with a reason',
      'vault_alarms.close': 'Mark an alarm about personal data as looked into',
      'profiles.read': 'See names and addresses of all accounts',
      'exports.make': 'Download lists, with personal data masked',
      'exports.unmasked': 'Download lists with personal data in clear',
      'breaches.read': 'See the register of data breaches',
      'breaches.write': 'Register data breaches, and report them',
    },
  },
  {
    title: 'Desk and company',
    rights: {
      'records.work': 'Write notes, assign records, and log calls, on what they may see',
      'figures.read': 'See the figures of the company',
      'audit_events.read': 'Read the audit trail: who did what, and who looked at what',
      'roles.read': 'See colleagues, roles and rights',
      'roles.manage': 'Invite colleagues, and change roles and rights',
      'settings.read': 'See settings and the bank account',
      'settings.write': 'Publish terms and company facts',
      'settings.settlement': 'Propose and approve another bank account, with a second person',
    },
  },
]

export function isStaffRole(value: unknown): value is StaffRole {
  return roles.some((role) => role === value)
}

/** An unknown role, or none, may do nothing. For showing and hiding only: the database decides. */
export function hasPermission(role: string | null | undefined, permission: Permission): boolean {
  return isStaffRole(role) && rolePermissions[role].includes(permission)
}

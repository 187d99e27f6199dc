/** Staff roles that are there from the start, and what each may do; public.roles and role_permissions are generated from it. */
export const roles = ['admin', 'reviewer', 'finance', 'content', 'field_agent', 'sales', 'auditor'] as const
/** The built-in roles; a role that an admin made has any other name. */
export type StaffRole = (typeof roles)[number]

/** Above a limit a second person must confirm; null: no limit of the role's own. */
export interface RoleLimits {
  refundUpToKobo: number | null
  quoteBelowListPercent: number | null
}

export interface RoleDescription extends RoleLimits {
  title: string
  /** What a member of staff with this role does; the invitation says it. */
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
  // Reads what staff may read. No right of these lets anybody change or reveal anything (tests/database/admin/roles.test.ts).
  auditor: permissions.filter((permission) => permission.endsWith('.read')),
}

export function isStaffRole(value: unknown): value is StaffRole {
  return roles.some((role) => role === value)
}

/** An unknown role, or none, may do nothing. For showing and hiding only: the database decides. */
export function hasPermission(role: string | null | undefined, permission: Permission): boolean {
  return isStaffRole(role) && rolePermissions[role].includes(permission)
}

/** Staff roles and what each may do; public.role_permissions is generated from it. */
export const roles = ['admin', 'reviewer', 'finance', 'content', 'field_agent'] as const
export type StaffRole = (typeof roles)[number]

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
  'vault.reveal',
  'audit_events.read',
  'products.write',
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
    'vault.reveal',
    'exports.make',
    'figures.read',
    'mails.read',
    'mails.resend',
    'decline_reasons.write',
  ],
  finance: [
    'orders.read',
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
    'products.write',
  ],
  field_agent: ['registrations.enter'],
}

export function isStaffRole(value: unknown): value is StaffRole {
  return roles.some((role) => role === value)
}

/** An unknown role, or none, may do nothing. For showing and hiding only: the database decides. */
export function hasPermission(role: string | null | undefined, permission: Permission): boolean {
  return isStaffRole(role) && rolePermissions[role].includes(permission)
}

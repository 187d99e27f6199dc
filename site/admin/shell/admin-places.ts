/** Every place of the admin area, with the right that opens it. */
import type { Permission } from '#domain/admin/roles.ts'
import { queuePath } from '#site/member-paths.ts'
import { paths } from '#site/paths.ts'

export interface AdminPlace {
  label: string
  path: string
  permission: Permission
}

const queuePlace = <Queue extends string>(label: string, queue: Queue, permission: Permission) => ({
  label,
  queue,
  path: queuePath(queue),
  permission,
})

/** The four of the dashboard, for staff whom the dashboard itself is not open to. */
export const dashboardQueues = [
  queuePlace('Orders', 'orders', 'orders.read'),
  queuePlace('Farmers', 'farmers', 'farmers.read'),
  queuePlace('Buyers', 'buyers', 'buyers.read'),
  queuePlace('Investors', 'investors', 'investors.read'),
]

export const moreQueues = [
  queuePlace('Payments', 'payments', 'orders.read'),
  queuePlace('Quotes', 'quotes', 'orders.decide'),
  queuePlace('Disputes', 'disputes', 'orders.decide'),
  queuePlace('Listings', 'listings', 'products.write'),
  queuePlace('Partnership', 'partnership', 'partnership_applications.read'),
  queuePlace('Training', 'training', 'training_enrolments.read'),
  queuePlace('Job applications', 'job-applications', 'job_applications.read'),
  queuePlace('Messages', 'messages', 'contact_messages.read'),
  queuePlace('Corrections', 'corrections', 'farmers.decide'),
  queuePlace('People to phone', 'people-to-phone', 'farmers.read'),
  queuePlace('Breach register', 'breaches', 'breaches.read'),
  queuePlace('Newsletter', 'newsletter', 'newsletter_subscriptions.read'),
]

/** What each queue is called in its address. */
export type AdminQueueName = (typeof dashboardQueues | typeof moreQueues)[number]['queue']

export const office: readonly AdminPlace[] = [
  { label: 'Enter a registration', path: paths.adminEnter, permission: 'registrations.enter' },
  // To look a registration up takes more than to enter one.
  { label: 'Assist somebody', path: paths.adminAssist, permission: 'registrations.relink' },
  { label: 'Mails', path: paths.adminMails, permission: 'mails.read' },
  { label: 'Figures', path: paths.adminFigures, permission: 'figures.read' },
  { label: 'People', path: paths.adminPeople, permission: 'roles.read' },
  { label: 'Content', path: paths.adminContent, permission: 'content.write' },
  { label: 'Settings', path: paths.adminSettings, permission: 'settings.read' },
  { label: 'Audit trail', path: paths.adminAudit, permission: 'audit_events.read' },
]

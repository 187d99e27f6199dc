/** Every place of the admin area, with the right that opens it. */
import type { Permission } from '#domain/admin/roles.ts'
import { queuePath } from '#site/member-paths.ts'
import { paths } from '#site/paths.ts'

export interface AdminPlace {
  label: string
  path: string
  permission: Permission
}

/** The four of the dashboard, for staff whom the dashboard itself is not open to. */
export const dashboardQueues: readonly AdminPlace[] = [
  { label: 'Orders', path: queuePath('orders'), permission: 'orders.read' },
  { label: 'Farmers', path: queuePath('farmers'), permission: 'farmers.read' },
  { label: 'Buyers', path: queuePath('buyers'), permission: 'buyers.read' },
  { label: 'Investors', path: queuePath('investors'), permission: 'investors.read' },
]

export const moreQueues: readonly AdminPlace[] = [
  { label: 'Payments', path: queuePath('payments'), permission: 'orders.read' },
  { label: 'Quotes', path: queuePath('quotes'), permission: 'orders.decide' },
  { label: 'Disputes', path: queuePath('disputes'), permission: 'orders.decide' },
  { label: 'Listings', path: queuePath('listings'), permission: 'products.write' },
  { label: 'Partnership', path: queuePath('partnership'), permission: 'partnership_applications.read' },
  { label: 'Training', path: queuePath('training'), permission: 'training_enrolments.read' },
  { label: 'Job applications', path: queuePath('job-applications'), permission: 'job_applications.read' },
  { label: 'Messages', path: queuePath('messages'), permission: 'contact_messages.read' },
  { label: 'Corrections', path: queuePath('corrections'), permission: 'farmers.decide' },
  { label: 'People to phone', path: queuePath('people-to-phone'), permission: 'farmers.read' },
  { label: 'Breach register', path: queuePath('breaches'), permission: 'breaches.read' },
  { label: 'Newsletter', path: queuePath('newsletter'), permission: 'newsletter_subscriptions.read' },
]

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

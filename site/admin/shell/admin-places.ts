/** Every place of the admin area, by area, with the right that opens it. */
import type { Permission } from '#domain/admin/roles.ts'
import { queuePath } from '#site/member-paths.ts'
import { paths } from '#site/paths.ts'
import type { IconName } from '#site/ui/icons.tsx'

export interface AdminPlace {
  label: string
  path: string
  permission: Permission
  /** Under which name admin_places() counts what waits here; left out: nothing waits. */
  counted?: string
  /** What waits there, in the table of the home page: "to decide". */
  waits?: string
  icon: IconName
}

interface QueuePlace<Queue extends string> extends AdminPlace {
  queue: Queue
}

function queuePlace<Queue extends string>(
  label: string,
  queue: Queue,
  permission: Permission,
  waits: string | null,
  icon: IconName,
): QueuePlace<Queue> {
  return {
    label,
    queue,
    path: queuePath(queue),
    permission,
    icon,
    ...(waits !== null && { counted: queue, waits }),
  }
}

const marketQueues = [
  queuePlace('Orders', 'orders', 'orders.read', 'to decide', 'order'),
  queuePlace('Quotes', 'quotes', 'orders.decide', 'to quote', 'document'),
  queuePlace('Payments', 'payments', 'orders.read', 'to look at', 'scale'),
  queuePlace('Disputes', 'disputes', 'orders.decide', 'to answer', 'alert'),
  queuePlace('Products', 'listings', 'products.read', 'to review', 'marketplace'),
]

const peopleQueues = [
  queuePlace('Farmers', 'farmers', 'farmers.read', 'to decide', 'agriculture'),
  queuePlace('Training', 'training', 'training_enrolments.read', 'to decide', 'school'),
  queuePlace('Buyers', 'buyers', 'buyers.read', 'to decide', 'cart'),
  queuePlace('Investors', 'investors', 'investors.read', 'to decide', 'investor'),
  queuePlace('Corrections', 'corrections', 'farmers.decide', 'sent back', 'check'),
  queuePlace('People to phone', 'people-to-phone', 'farmers.read', 'to ring up', 'phone'),
]

const companyQueues = [
  queuePlace('Messages', 'messages', 'contact_messages.read', 'to answer', 'chat'),
  queuePlace('Job applications', 'job-applications', 'job_applications.read', 'to decide', 'careers'),
  queuePlace('Partnership', 'partnership', 'partnership_applications.read', 'to decide', 'franchise'),
  queuePlace('Newsletter', 'newsletter', 'newsletter_subscriptions.read', null, 'mail'),
]

const officeQueues = [queuePlace('Breach register', 'breaches', 'breaches.read', 'open', 'shield')]

/** The lists under /admin/queues, each by its name in the address. */
export const queuePlaces = [...marketQueues, ...peopleQueues, ...companyQueues, ...officeQueues]

/** What each queue is called in its address. */
export type AdminQueueName = (typeof queuePlaces)[number]['queue']

export function findQueuePlace(name: string | undefined) {
  return queuePlaces.find(({ queue }) => queue === name)
}

export interface PlaceGroup {
  title: string
  places: readonly AdminPlace[]
}

/** Stands under Home, without its title. */
export const ownTitle = 'Mine'

export const placeGroups: readonly PlaceGroup[] = [
  {
    title: ownTitle,
    places: [
      {
        label: 'Tasks',
        path: paths.adminTasks,
        permission: 'records.work',
        counted: 'tasks',
        waits: 'of yours',
        icon: 'check',
      },
    ],
  },
  {
    title: 'Market',
    places: [
      ...marketQueues,
      { label: 'Delivery', path: paths.adminDelivery, permission: 'delivery.write', icon: 'pin' },
    ],
  },
  {
    title: 'People',
    places: [
      ...peopleQueues,
      {
        label: 'Walk-ins and callers',
        path: paths.adminEnter,
        permission: 'registrations.enter',
        icon: 'document',
      },
    ],
  },
  {
    title: 'Company',
    places: [
      ...companyQueues,
      { label: 'Content', path: paths.adminContent, permission: 'content.write', icon: 'grid' },
    ],
  },
  {
    title: 'Office',
    places: [
      { label: 'Figures', path: paths.adminFigures, permission: 'figures.read', icon: 'investor' },
      {
        label: 'Mails',
        path: paths.adminMails,
        permission: 'mails.read',
        counted: 'mails',
        waits: 'that failed this week',
        icon: 'mail',
      },
      ...officeQueues,
      { label: 'People and rights', path: paths.adminPeople, permission: 'roles.read', icon: 'user' },
      { label: 'Settings', path: paths.adminSettings, permission: 'settings.read', icon: 'scale' },
      { label: 'Audit trail', path: paths.adminAudit, permission: 'audit_events.read', icon: 'list' },
    ],
  },
]

/** The groups with what the person may enter; a group without any is left out. */
export function findOpenGroups(can: (permission: Permission) => boolean): PlaceGroup[] {
  return placeGroups
    .map(({ title, places }) => ({ title, places: places.filter(({ permission }) => can(permission)) }))
    .filter(({ places }) => places.length > 0)
}

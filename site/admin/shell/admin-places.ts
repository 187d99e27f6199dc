/** Every place of the admin area, by area, with what opens it. */
import type { Permission } from '#domain/admin/roles.ts'
import { registrationRecordTypes } from '#domain/record-types.ts'
import { queuePath } from '#site/member-paths.ts'
import { paths } from '#site/paths.ts'
import type { IconName } from '#site/ui/icons.tsx'

interface Waits {
  words: string
  /** The right to see to it; left out: everyone who may enter the place has it. */
  takes?: Permission
  /** What it is to those who only read. */
  open?: string
}

/** What opens a place: a right, or any of several. */
export type Opening = Permission | readonly Permission[]

export const isOpenTo = (can: (permission: Permission) => boolean, opening: Opening) =>
  [opening].flat().some(can)

export interface AdminPlace {
  label: string
  /** At the foot of a phone, where the whole label would take two lines. */
  shortLabel?: string
  path: string
  permission: Opening
  /** The right to a place that holds this one too. */
  unless?: Permission
  /** Under which name admin_places() counts what waits here; left out: nothing waits. */
  counted?: string
  /** What waits there, in the table of the home page: "to decide", of whom it waits for; others read that it is open. */
  waits?: Waits
  icon: IconName
}

interface QueuePlace<Queue extends string> extends AdminPlace {
  queue: Queue
}

function queuePlace<Queue extends string>(
  label: string,
  queue: Queue,
  permission: Opening,
  waits: Waits | null,
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

const toDecide = (takes: Permission): Waits => ({ words: 'to decide', takes, open: 'undecided' })

const marketQueues = [
  queuePlace('Orders', 'orders', 'orders.read', toDecide('orders.decide'), 'order'),
  queuePlace('Quotes', 'quotes', 'orders.decide', { words: 'to quote' }, 'document'),
  queuePlace(
    'Payments',
    'payments',
    'orders.read',
    { words: 'to look at', takes: 'payments.confirm', open: 'not settled' },
    'scale',
  ),
  queuePlace('Disputes', 'disputes', 'orders.decide', { words: 'to answer' }, 'alert'),
  queuePlace(
    'Products',
    'listings',
    'products.read',
    { words: 'to review', takes: 'products.write', open: 'not reviewed' },
    'marketplace',
  ),
]

/** The same right to any kind of registration. */
const ofAnyRegistration = (act: 'read' | 'decide') =>
  registrationRecordTypes.map((type): Permission => `${type}.${act}`)

const peopleQueues = [
  queuePlace('Farmers', 'farmers', 'farmers.read', toDecide('farmers.decide'), 'agriculture'),
  queuePlace(
    'Training',
    'training',
    'training_enrolments.read',
    toDecide('training_enrolments.decide'),
    'school',
  ),
  queuePlace('Buyers', 'buyers', 'buyers.read', toDecide('buyers.decide'), 'cart'),
  queuePlace('Investors', 'investors', 'investors.read', toDecide('investors.decide'), 'investor'),
  queuePlace('Corrections', 'corrections', ofAnyRegistration('decide'), { words: 'sent back' }, 'check'),
  queuePlace(
    'People to phone',
    'people-to-phone',
    ofAnyRegistration('read'),
    { words: 'to ring up', takes: 'records.work', open: 'not rung up' },
    'phone',
  ),
]

const companyQueues = [
  queuePlace(
    'Messages',
    'messages',
    'contact_messages.read',
    { words: 'to answer', takes: 'contact_messages.answer', open: 'unanswered' },
    'chat',
  ),
  queuePlace(
    'Job applications',
    'job-applications',
    'job_applications.read',
    toDecide('job_applications.decide'),
    'careers',
  ),
  queuePlace(
    'Partnership',
    'partnership',
    'partnership_applications.read',
    toDecide('partnership_applications.decide'),
    'franchise',
  ),
  queuePlace('Newsletter', 'newsletter', 'newsletter_subscriptions.read', null, 'mail'),
]

const officeQueues = [queuePlace('Breach register', 'breaches', 'breaches.read', { words: 'open' }, 'shield')]

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
        waits: { words: 'of yours' },
        icon: 'check',
      },
    ],
  },
  {
    title: 'Market',
    places: [
      ...marketQueues,
      {
        label: 'Letters of credit',
        path: `${queuePath('orders')}?step=letter_with_us`,
        permission: 'orders.decide',
        counted: 'letters',
        waits: { words: 'to see to' },
        icon: 'document',
      },
      {
        label: 'Missing accounts',
        path: `${queuePath('orders')}?step=needs_account`,
        permission: 'orders.read',
        counted: 'accounts',
        waits: { words: 'to add', takes: 'settings.settlement', open: 'open' },
        icon: 'alert',
      },
      { label: 'Delivery', path: paths.adminDelivery, permission: 'delivery.write', icon: 'pin' },
    ],
  },
  {
    title: 'People',
    places: [
      ...peopleQueues,
      {
        label: 'Walk-ins and callers',
        shortLabel: 'Walk-ins',
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
        waits: { words: 'that failed this week' },
        icon: 'mail',
      },
      ...officeQueues,
      { label: 'People and rights', path: paths.adminPeople, permission: 'roles.read', icon: 'user' },
      { label: 'Settings', path: paths.adminSettings, permission: 'settings.read', icon: 'scale' },
      {
        label: 'Reasons and answers',
        path: `${paths.adminSettings}?of=words`,
        permission: 'decline_reasons.write',
        unless: 'settings.read',
        icon: 'scale',
      },
      { label: 'Audit trail', path: paths.adminAudit, permission: 'audit_events.read', icon: 'list' },
    ],
  },
]

/** "to decide" for those who may decide, "undecided" for those who may only read. */
export function describeWaits(
  { waits }: AdminPlace,
  can: (permission: Permission) => boolean,
): string | undefined {
  return waits && (waits.takes && !can(waits.takes) ? waits.open : waits.words)
}

/** The groups with what the person may enter; a group without any is left out. */
export function findOpenGroups(can: (permission: Permission) => boolean): PlaceGroup[] {
  return placeGroups
    .map(({ title, places }) => ({
      title,
      places: places.filter(
        ({ permission, unless }) => isOpenTo(can, permission) && !(unless && can(unless)),
      ),
    }))
    .filter(({ places }) => places.length > 0)
}

/** What the palette offers: of the places, of what was found, and of what can be done with it. */

import {
  type AdminNotice,
  type AdminRecordType,
  type MailState,
  nameAdminPermission,
} from '#domain/admin/admin.ts'
import { isConversationType } from '#domain/admin/conversations.ts'
import { fulfilmentWords, namePayment } from '#domain/admin/order-state-words.ts'
import type { Permission } from '#domain/admin/roles.ts'
import {
  describeFound,
  type FoundOrder,
  type FoundPerson,
  type FoundRecord,
  type SearchAnswer,
} from '#domain/admin/search.ts'
import { formatDateTime } from '#domain/dates.ts'
import { documentTitles } from '#domain/market/documents.ts'
import { orderMachine } from '#domain/market/orders.ts'
import { formatMoney, formatNaira } from '#domain/money.ts'
import { joinPlace } from '#domain/nigeria/places.ts'
import { groupPhone } from '#domain/phone-groups.ts'
import { countDigits, findPhoneProblem } from '#domain/phones.ts'
import { formatAmount } from '#domain/quantities.ts'
import { isRegistrationRecord } from '#domain/record-types.ts'
import { listPhotoRecordTypes, registrationMachine } from '#domain/registrations/registrations.ts'
import { describeStatus } from '#domain/status-machines.ts'
import { recordPath } from '#site/admin/records/record-path.ts'
import { personPath } from '#site/member-paths.ts'
import { paths } from '#site/paths.ts'
import type { OpenRecord } from './open-record.ts'
import { listDrawnOrderSteps, listOrderSteps, maySendDocuments } from './order-steps.ts'
import type { RecentRecord } from './recent-records.ts'

export interface PaletteAction {
  key: string
  title: string
  /** An address of the site, or another one: tel:, mailto:. */
  to?: string
  href?: string
  /** Copied, in place of going anywhere. */
  copies?: string
  /** Stays in the palette, on its page of keys. */
  showsKeys?: boolean
  /** A step of the record that is open: the focus goes where it is taken. */
  takes?: string
  signsOut?: boolean
}

export interface PaletteOption extends PaletteAction {
  /** Read out as a code. */
  isCode?: boolean
  detail?: string
  note?: string
  /** What else the record allows. */
  steps?: readonly PaletteAction[]
  recent?: RecentRecord
  /** What it is found by besides its title. */
  words?: string
}

export interface PaletteGroup {
  title: string
  options: PaletteOption[]
  /** More was found than is listed. */
  isCut?: boolean
}

/** So many of each kind are listed; one more is asked for, which says that there are more. */
export const foundMax = 6

export interface PaletteInput {
  typed: string
  answer: SearchAnswer
  /** `key`: of what a person saved, whose address another place may have. */
  places: readonly { label: string; path: string; key?: string }[]
  /** Found by their words alone. */
  parts: readonly { label: string; path: string; words?: string }[]
  actions: readonly { label: string; path: string }[]
  recents: readonly RecentRecord[]
  /** In the drawer of its list or on its page. */
  open: OpenRecord | null
  /** What waits for a second person is among them. */
  notices: readonly AdminNotice[]
  can: (permission: Permission) => boolean
}

const kindWords: Partial<Record<AdminRecordType, string>> = {
  orders: 'order',
  farmers: 'farmer',
  training_enrolments: 'trainee',
  buyers: 'buyer',
  investors: 'investor',
  partnership_applications: 'partner',
  job_applications: 'job application',
  contact_messages: 'message',
  products: 'product',
}

/** Of places with one address the first; what a person saved stays, under its own key. */
const keepFirsts = (places: PaletteInput['places']) =>
  places.filter(
    ({ key, path }, at) => key !== undefined || places.findIndex((place) => place.path === path) === at,
  )

/** Groups without options are left out. */
export function buildGroups(input: PaletteInput): PaletteGroup[] {
  const { typed, places, parts, actions, recents } = input
  const lead = ({ key = '', label, path }: (typeof places)[number]) => ({
    key: `place ${key || path}`,
    title: label,
    to: path,
  })
  const goTo = keepFirsts(places).map(lead)
  const wordsOf = (path: string) =>
    parts.flatMap(({ path: its, words = '' }) => (its === path && words ? words : [])).join(' ')
  const goFurther = keepFirsts([...places, ...parts]).map((place) => ({
    ...lead(place),
    words: wordsOf(place.path),
  }))
  const doing: PaletteOption[] = [
    ...actions.map(({ label, path }) => ({ key: `action ${label}`, title: label, to: path })),
    { key: 'keys', title: 'Keys', showsKeys: true },
    { key: 'sign out', title: 'Sign Out', signsOut: true },
  ]
  const opened = describeOpened(input)
  const groups = typed
    ? [
        { title: 'Go to', options: [...goFurther, ...doing].filter(({ title }) => begins(title, typed)) },
        {
          title: opened.title,
          options: opened.options.filter(({ title }) => isNamed(title, typed)),
        },
        ...foundGroups(input),
        {
          title: 'Places',
          options: goFurther.filter(
            ({ title, words }) => !begins(title, typed) && (hasWord(title, typed) || isNamed(words, typed)),
          ),
        },
        {
          title: 'Do',
          options: [...doing.filter(({ title }) => hasWord(title, typed)), ...doWithPhone(input)],
        },
      ]
    : [
        opened,
        {
          title: 'Opened before',
          options: recents.map(({ recordType, id, code, name = '' }) => ({
            key: `recent ${id}`,
            title: code || name,
            isCode: code !== '',
            detail: kindWords[recordType],
            to: recordPath(recordType, id),
          })),
        },
        { title: 'Do', options: doing },
        { title: 'Go to', options: goTo },
      ]
  return groups.filter(({ options }) => options.length > 0)
}

/** What the open record allows. */
function describeOpened({ open, can, notices }: PaletteInput): PaletteGroup {
  if (!open) return { title: '', options: [] }
  const { recordType, id, row } = open
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : '')
  const record = {
    recordType,
    id,
    reference: text('code') || text('reference'),
    status: text('status'),
    isMerged: Boolean(row.merged_with),
  }
  const order = {
    id,
    kind: text('kind'),
    status: record.status,
    paymentStatus: text('payment_status'),
    refundToSendKobo: Number(row.refund_to_send_kobo ?? 0),
    fulfilmentStatus: text('fulfilment_status'),
    totalKobo: typeof row.total_amount_kobo === 'number' ? row.total_amount_kobo : null,
  }
  const own = recordType === 'orders' ? listOrderSteps(order, can, notices) : []
  const { steps } = leadTo(record, can, undefined, [
    ...own,
    ...listDrawn(open, can).filter(([drawn]) => own.every(([key]) => key !== drawn)),
  ])
  return {
    title: `This ${kindWords[recordType] ?? 'record'}`,
    options: steps
      .filter(({ key }) => key !== 'open' && (!shownAlone.includes(key) || open.drawn.includes(key)))
      .map(({ key, title, copies }) => ({
        key: `open ${key}`,
        title,
        ...(copies ? { copies } : { takes: key }),
      })),
  }
}

/** Of the record that is open, offered where it shows them: a first contact may be noted already, and no document or secret be there. */
const shownAlone = ['contacted', 'send-document', 'reveal']

/** What only some records have: offered where the record that is open shows it. */
function listDrawn(
  { recordType, drawn }: OpenRecord,
  can: PaletteInput['can'],
): [key: string, title: string][] {
  const steps: [key: string, title: string, may: boolean][] = [
    [
      'compare',
      'Compare with who may be the same person',
      can(nameAdminPermission(recordType, 'decide')) && can('records.work'),
    ],
    ['resend', 'Send a mail again', can('mails.resend')],
    ...(recordType === 'orders' ? listDrawnOrderSteps(can) : []),
  ]
  return steps.flatMap(([key, title, may]) => (may && drawn.includes(key) ? [[key, title]] : []))
}

const begins = (title: string, typed: string) => title.toLowerCase().startsWith(typed.toLowerCase())

/** One less than search_everything answers of a message: what is longer is seen to go on. */
const messageStart = 79

function cutMessage(text: string): string {
  const characters = Array.from(text)
  return characters.length > messageStart ? `${characters.slice(0, messageStart).join('').trimEnd()}…` : text
}

/** Later words that begin so; what begins with it stands above. */
/** What is typed begins the words, or one of them. */
export const isNamed = (title: string, typed: string) => begins(title, typed) || hasWord(title, typed)

const hasWord = (title: string, typed: string) =>
  !begins(title, typed) && ` ${title.toLowerCase()}`.includes(` ${typed.toLowerCase()}`)

function doWithPhone({ typed, can }: PaletteInput): PaletteOption[] {
  if (findPhoneProblem(typed) !== null || countDigits(typed) < 10 || !can('registrations.enter')) return []
  return [
    {
      key: 'register',
      title: 'Register somebody with this number',
      note: 'Copies the number',
      to: `${paths.adminEnter}?channel=phone`,
      copies: typed,
    },
  ]
}

function foundGroups({ answer, can, notices }: PaletteInput): PaletteGroup[] {
  const groups: PaletteGroup[] = [
    { title: 'People', options: (answer.people ?? []).map((person) => describePerson(person, can)) },
    {
      title: 'Registrations',
      options: (answer.registrations ?? []).map((record) => ({
        key: `registration ${record.id}`,
        title: record.reference,
        isCode: true,
        detail: record.name ?? undefined,
        note: describeRecord(record),
        ...leadTo(record, can),
      })),
    },
    { title: 'Orders', options: (answer.orders ?? []).map((order) => describeOrder(order, can, notices)) },
    {
      title: 'Documents',
      options: (answer.documents ?? []).map((document) => ({
        key: `document ${document.number}`,
        title: document.number,
        isCode: true,
        detail: `${documentTitles[document.kind]} of ${document.code}`,
        note: formatDateTime(document.issuedAt),
        ...leadToDocuments(recordPath('orders', document.orderId), can),
      })),
    },
    {
      title: 'Products',
      options: (answer.products ?? []).map(({ id, name, farmerName, status, priceKobo }) => ({
        key: `product ${id}`,
        title: name,
        detail: farmerName,
        note: `${formatNaira(priceKobo)}, ${status}`,
        ...leadTo({ recordType: 'products', id, reference: '', status }, can, name),
      })),
    },
    {
      title: 'Messages',
      options: (answer.messages ?? []).map(({ id, name, text, status }) => ({
        key: `message ${id}`,
        title: name,
        detail: cutMessage(text),
        note: status === 'completed' ? 'Answered' : 'To answer',
        ...leadTo({ recordType: 'contact_messages', id, reference: '', status }, can, name),
      })),
    },
    {
      title: 'Partners',
      options: (answer.partners ?? []).map(({ id, companyName, name, status }) => ({
        key: `partner ${id}`,
        title: companyName,
        detail: name,
        note: describeStatus(status),
        ...leadTo({ recordType: 'partnership_applications', id, reference: '', status }, can, companyName),
      })),
    },
    {
      title: 'Job applications',
      options: (answer.applications ?? []).map(({ id, name, position, status }) => ({
        key: `application ${id}`,
        title: name,
        detail: position,
        note: describeStatus(status),
        ...leadTo({ recordType: 'job_applications', id, reference: '', status }, can, name),
      })),
    },
    {
      title: 'Mails',
      options: (answer.mails ?? []).map(({ id, name, recipient, state, createdAt }) => ({
        key: `mail ${id}`,
        title: name,
        detail: recipient,
        note: `${state}, ${formatDateTime(createdAt)}`,
        ...leadToMail(`${paths.adminMails}?record=${id}`, state, can),
      })),
    },
  ]
  return groups.map((group) =>
    group.options.length > foundMax
      ? { ...group, options: group.options.slice(0, foundMax), isCut: true }
      : group,
  )
}

const leadToDocuments = (to: string, can: PaletteInput['can']) => ({
  to,
  steps: [
    { key: 'open', title: 'Open its order', to },
    ...(maySendDocuments(can)
      ? [{ key: 'send-document', title: 'Send a document again...', to: `${to}&take=send-document` }]
      : []),
  ],
})

const leadToMail = (to: string, state: MailState, can: PaletteInput['can']) => ({
  to,
  steps: [
    { key: 'open', title: 'Open', to },
    ...(can('mails.resend') && state === 'failed'
      ? [{ key: 'resend', title: 'Send it again...', to: `${to}&take=resend` }]
      : []),
  ],
})

const describeRecord = (record: FoundRecord) => `${kindWords[record.recordType]}, ${describeFound(record)}`

/** A number may have many of one kind and state. */
function countAlike(words: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].map(([word, count]) => (count === 1 ? word : `${word} (${count})`))
}

const countOf = (count: number, noun: string) =>
  count === 0 ? [] : [count === 1 ? `1 ${noun}` : `${count} ${noun}s`]

/** Those that come after one of their kind: the two are compared, and merged there where the law allows it. */
function listTwins({ records }: FoundPerson) {
  const whole = records.filter(({ mergedInto }) => !mergedInto)
  return whole.filter(
    ({ recordType }, at) => whole.findIndex((other) => other.recordType === recordType) < at,
  )
}

function describePerson(person: FoundPerson, can: PaletteInput['can']): PaletteOption {
  const { id, recordType, name, organisation, phone, email, place, records } = person
  const to = personPath(recordType, id)
  return {
    key: `person ${id}`,
    title: name ?? organisation ?? (phone ? groupPhone(phone) : (email ?? 'Without a name')),
    detail: [phone ? groupPhone(phone) : email, joinPlace(place)].filter(Boolean).join(', '),
    note: [
      ...countAlike(records.map(describeRecord)),
      ...countOf(person.orders, 'order'),
      ...countOf(person.messages, 'message'),
    ].join('; '),
    to,
    steps: [
      { key: 'open', title: 'Open', to },
      ...records.map((record) => ({
        key: record.id,
        title: `Open ${kindWords[record.recordType]} ${record.reference}`,
        to: recordPath(record.recordType, record.id),
      })),
      ...listTwins(person)
        .filter(({ recordType }) => can(nameAdminPermission(recordType, 'decide')) && can('records.work'))
        .map((record) => ({
          key: `merge ${record.id}`,
          title: `Compare and merge ${kindWords[record.recordType]} ${record.reference}...`,
          to: `${recordPath(record.recordType, record.id)}&take=compare`,
        })),
      ...(phone
        ? [
            { key: 'call', title: `Call ${groupPhone(phone)}`, href: `tel:${phone}` },
            { key: 'copy phone', title: 'Copy the number', copies: phone },
          ]
        : []),
      ...(email ? [{ key: 'mail', title: `Write to ${email}`, href: `mailto:${email}` }] : []),
    ],
  }
}

const viaWords: Partial<Record<FoundOrder['via'], string>> = {
  quote: 'quoted at this amount',
  payment: 'paid this amount',
  bank_reference: 'bank reference',
}

const quoteWords: Record<NonNullable<FoundOrder['quote']>, string> = {
  open: 'quoted, waits for answer',
  answered: 'counter-offer, waits for us',
  waiting: 'quoted, waits for a colleague',
}

function describeOrder(
  order: FoundOrder,
  can: PaletteInput['can'],
  notices: PaletteInput['notices'],
): PaletteOption {
  const record = {
    recordType: 'orders',
    id: order.id,
    reference: order.code,
    status: order.status,
  } as const
  return {
    key: `order ${order.id}`,
    title: order.code,
    isCode: true,
    detail: [
      order.buyer,
      order.kind === 'bulk' ? `${order.crop}, ${formatAmount(order.quantity, order.unit)}` : null,
      viaWords[order.via],
    ]
      .filter(Boolean)
      .join(', '),
    note: [
      order.totalKobo === null
        ? order.quote
          ? quoteWords[order.quote]
          : 'not quoted'
        : formatMoney(order.totalKobo, order.currency),
      describeStatus(order.status).toLowerCase(),
      order.totalKobo !== null && namePayment(order.paymentStatus, order.isUnderpaid)?.toLowerCase(),
      order.fulfilmentStatus !== 'none' && fulfilmentWords[order.fulfilmentStatus]?.toLowerCase(),
    ]
      .filter(Boolean)
      .join(', '),
    ...leadTo(record, can, undefined, listOrderSteps(order, can, notices)),
  }
}

const verbs: Record<string, string> = { approved: 'Approve', declined: 'Decline', completed: 'Complete' }
const messageVerbs: Record<string, string> = { completed: 'Mark as answered', pending: 'Open again' }
/** What is stored encrypted of a kind; of buyers, the photo alone is. */
const revealTitles: Partial<Record<AdminRecordType, string>> = {
  farmers: 'Reveal the date of birth',
  training_enrolments: 'Reveal the date of birth',
  investors: 'Reveal BVN, ID number or account',
}
const productVerbs: Record<string, string> = { published: 'Publish', hidden: 'Hide' }

/** The record's address, and what it allows: each step opens the record with the focus where it is taken. */
function leadTo(
  record: FoundRecord & { isMerged?: boolean },
  can: PaletteInput['can'],
  name?: string,
  own: readonly [key: string, title: string][] = [],
): { to: string; recent: RecentRecord; steps: PaletteAction[] } {
  const { recordType, id, reference: code, status } = record
  const to = recordPath(recordType, id)
  const step = (key: string, title: string) => ({ key, title: `${title}...`, to: `${to}&take=${key}` })
  const mayDecide = can(nameAdminPermission(recordType, 'decide'))
  return {
    to,
    recent: { recordType, id, code, ...(name && { name }) },
    steps: [
      { key: 'open', title: 'Open', to },
      ...(mayDecide ? listDecisions(record).map(([key, title]) => step(key, title)) : []),
      ...own.map(([key, title]) => step(key, title)),
      ...(mayDecide && recordType === 'products'
        ? [step('price', 'Change the price'), step('stock', 'Change the stock')]
        : []),
      ...(can('vault.reveal') && listPhotoRecordTypes().some((type) => type === recordType)
        ? [step('photo', 'Look at the photo')]
        : []),
      ...(can('vault.reveal') && revealTitles[recordType] ? [step('reveal', revealTitles[recordType])] : []),
      ...(recordType === 'job_applications' && can('job_applications.read')
        ? [step('cv', 'Open the CV')]
        : []),
      ...(mayDecide && isRegistrationRecord(recordType) && status === 'pending'
        ? [step('correction', 'Request a correction')]
        : []),
      ...(mayDecide && can('records.work') && isConversationType(recordType)
        ? [step('message', 'Write to them')]
        : []),
      ...(can('records.work')
        ? [step('assign', 'Assign'), step('note', 'Write a note'), step('task', 'Add a task')]
        : []),
      ...(code ? [{ key: 'copy', title: 'Copy the code', copies: code }] : []),
    ],
  }
}

function listDecisions(record: FoundRecord & { isMerged?: boolean }): [step: string, verb: string][] {
  const { recordType, status } = record
  // What is a part of another one is decided there.
  if (record.isMerged || record.mergedInto) return []
  if (recordType === 'products') return Object.entries(productVerbs).filter(([to]) => to !== status)
  const words = recordType === 'contact_messages' ? messageVerbs : verbs
  const { transitions }: { transitions: Record<string, readonly string[]> } =
    recordType === 'orders' ? orderMachine : registrationMachine
  const next =
    recordType === 'contact_messages'
      ? [status === 'pending' ? 'completed' : 'pending']
      : // What was approved is seldom declined: its page says whether it can be.
        (transitions[status] ?? []).filter((to) => to !== 'declined' || status === 'pending')
  return next.flatMap((to) => (words[to] ? [[to, words[to]]] : []))
}

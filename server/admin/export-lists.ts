// What each list is as a file: its columns, where they come from, which of them name a person's address or phone.
import { type ExportType, mailStates, recordWords } from '#domain/admin/admin.ts'
import { nameActorRole } from '#domain/admin/audit-words.ts'
import {
  breachDataCategories,
  breachPeopleCategories,
  breachRisks,
  breachStatuses,
} from '#domain/admin/breaches.ts'
import { callOutcomes } from '#domain/admin/call-outcomes.ts'
import { type DescribedEntry, describeEntry, formatSentence } from '#domain/admin/describe-entry.ts'
import { fulfilmentWords, paymentWords } from '#domain/admin/order-state-words.ts'
import {
  callTopics,
  correctionWords,
  messageWords,
  productWords,
  subscriptionWords,
} from '#domain/admin/queue-words.ts'
import { columnOf } from '#domain/columns.ts'
import { contactQuestions } from '#domain/company/contact-messages.ts'
import { jobApplicationQuestions } from '#domain/company/job-applications.ts'
import { publicForms } from '#domain/company/public-forms.ts'
import { findOrderWord, orderKinds } from '#domain/market/orders.ts'
import { type FormQuestions, listQuestions, type Options, type PlainQuestion } from '#domain/questions.ts'
import { corporateBusinessTypes, individualBusinessTypes } from '#domain/registrations/buyer-options.ts'
import {
  corporateInvestmentAmounts,
  partnershipInterests,
} from '#domain/registrations/corporate-investor-options.ts'
import { cryptoExperiences, cryptoInvestmentAmounts } from '#domain/registrations/crypto-investor-options.ts'
import { farmingExperiences, farmingMethods, farmSizes } from '#domain/registrations/farmer-options.ts'
import {
  individualInvestmentAmounts,
  investmentExperiences,
} from '#domain/registrations/individual-investor-options.ts'
import { riskTolerances } from '#domain/registrations/investor-options.ts'
import { getRegistrationRules } from '#domain/registrations/readers.ts'
import { isRegistrationForm } from '#domain/registrations/registrations.ts'
import { educationLevels, trainingExperiences } from '#domain/registrations/training-options.ts'
import { describeStatus, statusLabels } from '#domain/status-machines.ts'
import { sayCode } from '#server/vault/report/say-value.ts'

export type Mask = 'email' | 'phone' | 'address'

export interface ExportColumn {
  header: string
  /** An expression on `t`, or on what `joins` brings. */
  sql: string
  /** What is stored, in the words of the list. */
  say?: (stored: unknown) => Cell
  mask?: Mask
  /** A path of this site, written as a whole address; in files of whole contact details alone. */
  isExit?: true
}

/** A list that find_records does not know. In both texts $1 is the filter (ListFilter as jsonb). */
interface ExportView {
  /** How many there are. */
  count: string
  /** The thousand after the row whose list_time is $2 and whose id is $3, newest first, with both of these columns. */
  page: string
}

export interface ExportList {
  view?: ExportView
  /** The table, where it is not the list's own name. */
  source?: string
  joins?: string
  columns: readonly ExportColumn[]
}

const filter = (name: 'status' | 'search' | 'assignee' | 'isOverdue' | 'since' | 'until') =>
  `$1::jsonb ->> '${name}'`
const auditFilter = (name: 'actor' | 'kind' | 'view') => `$1::jsonb -> 'filters' ->> '${name}'`
const auditFilters = `actor => (${auditFilter('actor')})::uuid, kind => ${auditFilter('kind')},
        only_access => coalesce(${auditFilter('view')} = 'looks', false), since => (${filter('since')})::timestamptz,
        until => (${filter('until')})::timestamptz`

const dayFilter = (name: 'since' | 'until') => `($1::jsonb -> 'filters' ->> '${name}')::date`

/** What a sentence is made of. */
const auditedEntry = `jsonb_build_object('action', t.action, 'subject_type', t.subject_type, 'actor_id', t.actor_id, 'about', t.about,
  'names', t.names, 'before', t.before, 'after', t.after)`
/** The trail brings the titles of the roles that an entry names. */
const describeAudited = (stored: unknown) => describeEntry(stored as DescribedEntry, [])

/** Reads a view that its readers query by themselves, as its page in the admin area does. */
function readView(
  name: string,
  {
    time,
    id,
    status,
    searched,
    hasOwner = false,
    hasDue = false,
  }: {
    time: string
    id: 'bigint' | 'uuid'
    status: string
    searched: string[]
    hasOwner?: boolean
    hasDue?: boolean
  },
): ExportView {
  const ofOwner = `and case coalesce(${filter('assignee')}, '') when '' then true when 'nobody' then v.assignee_id is null
    when 'mine' then v.assignee_id = (select auth.uid()) else v.assignee_id::text = ${filter('assignee')} end`
  const result = `from public.${name} as v where (${filter('status')} is null or ${status})
    and (coalesce(btrim(${filter('search')}), '') = ''
      or ${searched.map((column) => `v.${column} ilike any (private.search_patterns(btrim(${filter('search')})))`).join(' or ')})
    and (${dayFilter('since')} is null or v.${time} >= ${dayFilter('since')}::timestamp at time zone 'Africa/Lagos')
    and (${dayFilter('until')} is null or v.${time} < (${dayFilter('until')} + 1)::timestamp at time zone 'Africa/Lagos')
    ${hasOwner ? ofOwner : ''}
    ${hasDue ? `and (${filter('isOverdue')} is distinct from 'true' or v.due_at < now())` : ''}`
  return {
    count: `select count(*) ${result}`,
    page: `select v.*, v.${time}::text as list_time ${result}
      and ($2::timestamptz is null or v.${time} < $2::timestamptz or (v.${time} = $2::timestamptz and v.id > $3::${id}))
      order by v.${time} desc, v.id limit 1000`,
  }
}

const lagos = (header: string, time: string) =>
  column(`${header} (Lagos)`, `to_char(${time} at time zone 'Africa/Lagos', 'DD/MM/YYYY HH24:MI')`)

const column = (header: string, sql: string, mask?: Mask): ExportColumn => ({
  header,
  sql,
  ...(mask && { mask }),
})
/** A code or several, as the list names them; what none of them names stays as it is stored. */
const named = (header: string, sql: string, ...words: (Options | Readonly<Record<string, string>>)[]) => {
  const names = new Map(words.flatMap(listNames))
  const say = (stored: unknown): Cell =>
    Array.isArray(stored)
      ? stored.map(say).join(', ')
      : stored === null
        ? null
        : (names.get(String(stored)) ?? String(stored))
  return { ...column(header, sql), say }
}

const listNames = (words: Options | Readonly<Record<string, string>>): [value: string, label: string][] =>
  isOptions(words)
    ? words.map((option) => (typeof option === 'string' ? [option, option] : [option.value, option.label]))
    : Object.entries(words)

const isOptions = (words: Options | Readonly<Record<string, string>>): words is Options =>
  Array.isArray(words)

const capitals = (codes: readonly string[]) => codes.map((value) => ({ value, label: sayCode(value) }))

const about = named(
  'About',
  't.record_type',
  Object.entries(recordWords).map(([value, [one]]) => ({ value, label: sayCode(one) })),
)

interface AskedCorrection {
  /** Null: the registration is gone. */
  form: string | null
  notes: { field: string; note: string }[]
}

/** Each question as its form has it; a form that has changed since may lack it. */
function sayCorrection({ form, notes }: AskedCorrection): string {
  const rules = form && isRegistrationForm(form) ? getRegistrationRules(form) : {}
  return notes
    .map(({ field, note }) => {
      const name = field === 'selfie' ? 'Photo' : (rules[field]?.words?.label ?? rules[field]?.label)
      return `${name ?? field}: ${note}`
    })
    .join('; ')
}

const received = lagos('Received', 't.created_at')
const reason = column('Reason', 't.decline_reason')
const decision = [named('Status', 't.status', statusLabels), reason]
const arrival = [column('Reference', 't.reference'), received]
const person = (name: string, email: string, phone: string) => [
  column('Name', name),
  column('Email', email, 'email'),
  column('Phone', phone, 'phone'),
]
const place = [column('City', 't.city'), column('State', 't.state')]

/** What a public form brought: a column for each question that has one, in the form's words and order. */
function answersOf(questions: FormQuestions<PlainQuestion>): ExportColumn[] {
  const masks: Readonly<Record<string, Mask>> = { email: 'email', tel: 'phone', 'street-address': 'address' }
  return listQuestions(questions)
    .filter(({ control }) => control !== 'tick' && control !== 'file' && control !== 'hidden')
    .map((question) => {
      const hint =
        ('type' in question && question.type) || ('autoComplete' in question && question.autoComplete)
      const options = ('options' in question && question.options) || []
      const header = question.shortLabel ?? question.label
      return {
        ...named(header, `t.${columnOf(question.name)}`, options),
        ...(masks[hint || ''] && { mask: masks[hint || ''] }),
      }
    })
}

const orders: ExportList = {
  source: 'orders',
  joins: `left join public.order_requests as request on request.order_id = t.id
    left join public.order_contacts as buyer on buyer.order_id = t.id
    left join public.order_deliveries as chosen on chosen.order_id = t.id`,
  columns: [
    column('Code', 't.code'),
    received,
    named('Kind', 't.kind', capitals(orderKinds)),
    column('Company', 'request.company_name'),
    ...person(
      'coalesce(request.contact_person, buyer.name)',
      'coalesce(request.email, buyer.email)',
      'coalesce(request.phone, buyer.phone)',
    ),
    column('Product', 't.crop_type'),
    column('Quantity', 't.quantity::float8'),
    column('Unit', 't.unit'),
    column('Delivery address', 't.delivery_address', 'address'),
    column('State', 'buyer.state'),
    named('Delivery', 'chosen.kind', { collect: 'Collect', deliver: 'Deliver', quote: 'Quoted first' }),
    column('Zone or depot', 'chosen.name'),
    column('Delivery day', `to_char(chosen.day, 'DD/MM/YYYY')`),
    column('Currency', 't.currency'),
    column('Total', 't.total_amount::float8'),
    {
      header: 'Status',
      sql: `jsonb_build_object('kind', t.kind, 'status', t.status, 'totalKobo', t.total_amount_kobo, 'declineCode', t.decline_code)`,
      say: (stored) => {
        const order = stored as Parameters<typeof findOrderWord>[0]
        return findOrderWord(order) ?? describeStatus(order.status)
      },
    },
    reason,
    named(
      'Payment',
      `case when t.payment_status = 'underpaid' and exists (select from public.find_record_flags('orders', array[t.id]) as own
        where 'underpaid' = any (own.flags)) then 'due' else t.payment_status end`,
      { ...paymentWords, due: 'Underpaid' },
    ),
    named('Fulfilment', 't.fulfilment_status', fulfilmentWords),
  ],
}

const products: ExportList = {
  columns: [
    received,
    column('Product', 't.name'),
    column('Category', 't.category'),
    column('Farmer', 't.farmer_name'),
    column('Location', 't.location'),
    column('Pack', 't.pack_amount::float8'),
    column('Unit', 't.pack_unit'),
    column('Price (naira)', '(t.price_kobo / 100.0)::float8'),
    column('Stock', 't.stock'),
    named('Status', 't.status', productWords),
  ],
}

const lists: Partial<Record<ExportType, ExportList>> = {
  orders,
  payments: orders,
  quotes: orders,
  disputes: orders,
  farmers: {
    columns: [
      ...arrival,
      column('Farm', 't.farm_name'),
      ...person('t.contact_name', 't.contact_email', 't.phone'),
      ...place,
      named('Farm size', 't.farm_size_code', farmSizes),
      named('Experience', 't.farming_experience_code', farmingExperiences),
      column('Crops', `concat_ws(', ', array_to_string(t.crops_grown, ', '), t.other_crops)`),
      named('Methods', 't.farming_methods', farmingMethods),
      ...decision,
    ],
  },
  training_enrolments: {
    columns: [
      ...arrival,
      ...person('t.contact_name', 't.contact_email', 't.phone'),
      ...place,
      named('Education', 't.education_level', educationLevels),
      named('Experience', 't.experience', trainingExperiences),
      ...decision,
    ],
  },
  buyers: {
    columns: [
      ...arrival,
      named('Type', 't.buyer_type', { individual: 'Individual', corporate: 'Company' }),
      column('Company', 't.company_name'),
      named('Business', 't.business_type', individualBusinessTypes, corporateBusinessTypes),
      ...person(
        `concat_ws(' ', t.contact_first_name, t.contact_last_name)`,
        't.contact_email',
        't.contact_phone',
      ),
      column('Address', 't.address', 'address'),
      ...place,
      column('Country', 't.country'),
      column('Annual purchase volume (tonnes, from)', 't.annual_purchase_volume_min_tonnes::float8'),
      ...decision,
    ],
  },
  investors: {
    columns: [
      ...arrival,
      named('Type', 't.investor_type', capitals(['individual', 'corporate', 'crypto'])),
      column('Company', 't.company_name'),
      ...person('t.contact_name', 't.contact_email', 't.contact_phone'),
      ...place,
      column('Country', 't.country'),
      named(
        'Amount',
        't.investment_amount',
        individualInvestmentAmounts,
        corporateInvestmentAmounts,
        cryptoInvestmentAmounts,
      ),
      column('Currency', 't.currency'),
      named('Risk', 't.risk_tolerance', riskTolerances),
      named('Experience', 't.experience_level', investmentExperiences, cryptoExperiences),
      named('Sectors', 't.preferred_sectors', partnershipInterests),
      ...decision,
    ],
  },
  job_applications: {
    columns: [
      received,
      column('Position', 't.position_title'),
      ...answersOf(jobApplicationQuestions),
      ...decision,
    ],
  },
  contact_messages: {
    columns: [
      received,
      ...answersOf(contactQuestions),
      column('Registration', 't.about_reference'),
      named('Status', 't.status', messageWords),
    ],
  },
  products,
  low_stock: products,
  newsletter_subscriptions: {
    columns: [
      received,
      column('Email', 't.email', 'email'),
      named(
        'Status',
        `case when t.unsubscribed_at is not null then 'left' when t.confirmed_at is not null then 'confirmed' else 'waiting' end`,
        subscriptionWords,
      ),
      { header: 'Unsubscribe link', sql: 'private.newsletter_exit(t.id)', isExit: true },
    ],
  },
  correction_requests: {
    view: readView('correction_states', {
      time: 'created_at',
      id: 'bigint',
      // Whether it is answered and, after a dot, the kind of record.
      status: `(v.status = split_part(${filter('status')}, '.', 1)
        and split_part(${filter('status')}, '.', 2) in ('', v.record_type))`,
      searched: ['contact_name', 'contact_email', 'contact_phone', 'reference', 'message'],
    }),
    columns: [
      column('Reference', 't.reference'),
      lagos('Asked', 't.created_at'),
      about,
      ...person('t.contact_name', 't.contact_email', 't.contact_phone'),
      named('Status', 't.status', correctionWords),
      {
        header: 'To correct',
        sql: `jsonb_build_object('form', t.form, 'notes', t.notes)`,
        say: (stored) => sayCorrection(stored as AskedCorrection),
      },
      column('Message', 't.message'),
    ],
  },
  people_to_phone: {
    view: readView('people_to_phone', {
      time: 'since',
      id: 'uuid',
      status: `v.topic = ${filter('status')}`,
      searched: ['contact_name', 'contact_phone', 'reference'],
      hasOwner: true,
    }),
    columns: [
      column('Reference', 't.reference'),
      lagos('Since', 't.since'),
      about,
      column('Name', 't.contact_name'),
      column('Phone', 't.contact_phone', 'phone'),
      named('Tell them', 't.topic', callTopics),
      ...decision,
      named('Last call', 't.last_outcome', callOutcomes),
      lagos('Last call', 't.last_called_at'),
      column('Who rings', 't.assignee_name'),
    ],
  },
  breaches: {
    view: readView('breach_register', {
      time: 'aware_at',
      id: 'uuid',
      status: `v.status = ${filter('status')}`,
      searched: ['title', 'facts', 'commission_reference'],
      hasDue: true,
    }),
    columns: [
      column('Title', 't.title'),
      lagos('Aware', 't.aware_at'),
      named('Status', 't.status', breachStatuses),
      lagos('To notify by', 't.due_at'),
      named('Risk', 't.risk', breachRisks),
      column('Facts', 't.facts'),
      column('Found', 't.detection'),
      named('Data', 't.data_categories', breachDataCategories),
      named('People', 't.people_categories', breachPeopleCategories),
      column('Number of people', 't.people_count'),
      column('Number of records', 't.records_count'),
      column('Consequences', 't.consequences'),
      column('Measures', 't.measures'),
      lagos('Commission notified', 't.commission_notified_at'),
      column('Reference of the Commission', 't.commission_reference'),
      lagos('People told', 't.people_notified_at'),
      lagos('Closed', 't.closed_at'),
    ],
  },
  mails: {
    view: {
      count: `select coalesce((select total from public.list_mails(${filter('status')}, ${filter('search')}, 0, 1,
        since => ${dayFilter('since')}, until => ${dayFilter('until')})), 0)`,
      page: `select * from public.next_mails(${filter('status')}, ${filter('search')}, $2, $3::uuid,
        ${dayFilter('since')}, ${dayFilter('until')})`,
    },
    columns: [
      lagos('Written', 't.created_at'),
      column('Kind', 't.name'),
      column('Email', `case t.channel when 'email' then t.recipient end`, 'email'),
      column('Phone', `case t.channel when 'sms' then t.recipient end`, 'phone'),
      named('State', 't.state', capitals(mailStates)),
      column('Attempts', 't.attempts'),
      // The other server may repeat the address.
      column('What went wrong', `regexp_replace(t.last_error, '\\S+@\\S+', '•••', 'g')`),
      lagos('Sent', 't.sent_at'),
      about,
    ],
  },
  audit_trail: {
    // Its order is that of its ids: $2 only has to be named, so that PostgreSQL knows its type.
    view: {
      count: `select public.count_audit(search => ${filter('search')}, ${auditFilters})`,
      page: `select entry.*, entry.at::text as list_time from public.search_audit(search => ${filter('search')},
        ${auditFilters}, before_id => $3::bigint, max_rows => 1000) as entry where $2::text is null or true`,
    },
    columns: [
      lagos('When', 't.at'),
      column('Who', 't.actor_name'),
      {
        header: 'Role',
        sql: `jsonb_build_object('role', t.actor_role, 'title', (select roles.title from public.roles where roles.name = t.actor_role))`,
        say(stored) {
          const { role, title } = stored as { role: string; title: string | null }
          return title ?? nameActorRole(role)
        },
      },
      column('From', 't.address'),
      { header: 'What', sql: auditedEntry, say: (stored) => formatSentence(describeAudited(stored)) },
      {
        header: 'Changes',
        sql: auditedEntry,
        say: (stored) =>
          describeAudited(stored)
            .changes.map(
              ({ label, before, after }) =>
                `${label}: ${before === null ? after : `${before} → ${after ?? '(removed)'}`}`,
            )
            .join('; '),
      },
      // For an auditor who compares the file with the trail itself.
      column('Action as recorded', 't.action'),
      column('Kind as recorded', 't.subject_type'),
      column('Record as recorded', 't.subject_id'),
      column('Before as recorded', 't.before::text'),
      column('After as recorded', 't.after::text'),
    ],
  },
}

/** Records that a form became have its questions as columns, unless the list says more. */
export function findExportList(type: ExportType): ExportList {
  const form = publicForms.find(({ table }) => table === type)
  const list = lists[type] ?? (form && { columns: [received, ...answersOf(form.questions), ...decision] })
  if (!list) throw new Error(`no columns for an export of ${type}`)
  return list
}

/** What a file of this list holds. */
export function listColumns(list: ExportType, isUnmasked: boolean): readonly ExportColumn[] {
  return findExportList(list).columns.filter(({ isExit }) => isUnmasked || !isExit)
}

export type Cell = string | number | null

/** Enough to distinguish two rows, and not enough to write, ring or go there. */
export function maskCell(value: Cell, mask: Mask): Cell {
  if (typeof value !== 'string' || value === '') return value
  if (mask === 'email') return value.replace(/^(.)[^@]*@(.).*$/u, '$1•••@$2•••')
  if (mask === 'phone') return `••••••${value.slice(-2)}`
  return '•••'
}

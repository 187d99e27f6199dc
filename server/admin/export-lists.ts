// What each list is as a file: its columns, where they come from, which of them name a person's address or phone.
import type { ExportType } from '#domain/admin/admin.ts'
import { columnOf } from '#domain/columns.ts'
import { contactQuestions } from '#domain/company/contact-messages.ts'
import { jobApplicationQuestions } from '#domain/company/job-applications.ts'
import { publicForms } from '#domain/company/public-forms.ts'
import { type FormQuestions, listQuestions, type PlainQuestion } from '#domain/questions.ts'

export type Mask = 'email' | 'phone' | 'address'

export interface ExportColumn {
  header: string
  /** An expression on `t`, or on what `joins` brings. */
  sql: string
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
const received = lagos('Received', 't.created_at')
const decision = [column('Status', 't.status'), column('Reason', 't.decline_reason')]
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
      return column(question.shortLabel ?? question.label, `t.${columnOf(question.name)}`, masks[hint || ''])
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
    column('Kind', 't.kind'),
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
    column('Delivery', 'chosen.kind'),
    column('Zone or depot', 'chosen.name'),
    column('Delivery day', `to_char(chosen.day, 'DD/MM/YYYY')`),
    column('Currency', 't.currency'),
    column('Total', 't.total_amount::float8'),
    ...decision,
    column('Payment', 't.payment_status'),
    column('Fulfilment', 't.fulfilment_status'),
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
    column('Status', 't.status'),
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
      column('Size (acres)', 't.farm_size_code'),
      column('Experience (years)', 't.farming_experience_code'),
      column('Crops', `concat_ws(', ', array_to_string(t.crops_grown, ', '), t.other_crops)`),
      column('Methods', 't.farming_methods'),
      ...decision,
    ],
  },
  training_enrolments: {
    columns: [
      ...arrival,
      ...person('t.contact_name', 't.contact_email', 't.phone'),
      ...place,
      column('Education', 't.education_level'),
      column('Experience', 't.experience'),
      ...decision,
    ],
  },
  buyers: {
    columns: [
      ...arrival,
      column('Type', 't.buyer_type'),
      column('Company', 't.company_name'),
      column('Business', 't.business_type'),
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
      column('Type', 't.investor_type'),
      column('Company', 't.company_name'),
      ...person('t.contact_name', 't.contact_email', 't.contact_phone'),
      ...place,
      column('Country', 't.country'),
      column('Amount', 't.investment_amount'),
      column('Currency', 't.currency'),
      column('Risk', 't.risk_tolerance'),
      column('Experience', 't.experience_level'),
      column('Sectors', `array_to_string(t.preferred_sectors, ', ')`),
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
    columns: [received, ...answersOf(contactQuestions), column('Status', 't.status')],
  },
  products,
  low_stock: products,
  newsletter_subscriptions: {
    columns: [
      received,
      column('Email', 't.email', 'email'),
      column(
        'Status',
        `case when t.unsubscribed_at is not null then 'left' when t.confirmed_at is not null then 'confirmed' else 'waiting' end`,
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
      column('About', 't.record_type'),
      ...person('t.contact_name', 't.contact_email', 't.contact_phone'),
      column('Status', `case t.status when 'completed' then 'answered' else 'waiting' end`),
      column(
        'To correct',
        `(select string_agg(concat_ws(': ', note ->> 'field', note ->> 'note'), '; ') from jsonb_array_elements(t.notes) as note)`,
      ),
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
      column('About', 't.record_type'),
      column('Name', 't.contact_name'),
      column('Phone', 't.contact_phone', 'phone'),
      column('Tell them', 't.topic'),
      ...decision,
      column('Last call', 't.last_outcome'),
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
      column('Status', 't.status'),
      lagos('To notify by', 't.due_at'),
      column('Risk', 't.risk'),
      column('Facts', 't.facts'),
      column('Found', 't.found_how'),
      column('Data', `array_to_string(t.data_categories, ', ')`),
      column('People', `array_to_string(t.people_categories, ', ')`),
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
      count: `select coalesce((select total from public.list_mails(${filter('status')}, ${filter('search')}, 0, 1)), 0)`,
      page: `select * from public.next_mails(${filter('status')}, ${filter('search')}, $2, $3::uuid)`,
    },
    columns: [
      lagos('Written', 't.created_at'),
      column('Kind', 't.name'),
      column('Email', `case t.channel when 'email' then t.recipient end`, 'email'),
      column('Phone', `case t.channel when 'sms' then t.recipient end`, 'phone'),
      column('State', 't.state'),
      column('Attempts', 't.attempts'),
      // The other server may repeat the address.
      column('What went wrong', `regexp_replace(t.last_error, '\\S+@\\S+', '•••', 'g')`),
      lagos('Sent', 't.sent_at'),
      column('About', 't.record_type'),
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
      column('Role', 't.actor_role'),
      column('From', 't.address'),
      column('Did', 't.action'),
      column('What', 't.subject_type'),
      column('Record', 't.subject_id'),
      column('Name', "t.about ->> 'name'"),
      column('Before', 't.before::text'),
      column('After', 't.after::text'),
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

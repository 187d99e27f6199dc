// What each list is as a file: its columns, where they come from, which of them name a person's address or phone.
import type { DeskList } from '#domain/desk.ts'

export type Mask = 'email' | 'phone' | 'address'

export interface ExportColumn {
  header: string
  /** An expression on `t`, or on what `joins` brings. */
  sql: string
  mask?: Mask
  /** A path of this site, told as a whole address; in files of whole contact details alone. */
  isExit?: true
}

export interface ExportList {
  /** The table, where it is not the list's own name. */
  source?: string
  joins?: string
  columns: readonly ExportColumn[]
}

const column = (header: string, sql: string, mask?: Mask): ExportColumn => ({
  header,
  sql,
  ...(mask && { mask }),
})
const received = column(
  'Received (Lagos)',
  `to_char(t.created_at at time zone 'Africa/Lagos', 'DD/MM/YYYY HH24:MI')`,
)
const decision = [column('Status', 't.status'), column('Reason', 't.decline_reason')]
const arrival = [column('Reference', 't.reference'), received]
const person = (name: string, email: string, phone: string) => [
  column('Name', name),
  column('E-mail', email, 'email'),
  column('Phone', phone, 'phone'),
]
const place = [column('City', 't.city'), column('State', 't.state')]

const orders: ExportList = {
  source: 'orders',
  joins: `left join public.order_requests as asked on asked.order_id = t.id
    left join public.order_contacts as buyer on buyer.order_id = t.id`,
  columns: [
    column('Code', 't.code'),
    received,
    column('Kind', 't.kind'),
    column('Company', 'asked.company_name'),
    ...person(
      'coalesce(asked.contact_person, buyer.name)',
      'coalesce(asked.email, buyer.email)',
      'coalesce(asked.phone, buyer.phone)',
    ),
    column('Product', 't.crop_type'),
    column('Quantity', 't.quantity::float8'),
    column('Unit', 't.unit'),
    column('Delivery address', 't.delivery_address', 'address'),
    column('State', 'buyer.state'),
    column('Currency', 't.currency'),
    column('Total', 't.total_amount::float8'),
    ...decision,
    column('Payment', 't.payment_status'),
    column('Fulfilment', 't.fulfilment_status'),
  ],
}

export const exportLists: Record<DeskList, ExportList> = {
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
      column('Crops', `array_to_string(t.crops_grown, ', ')`),
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
  partnership_applications: {
    columns: [
      received,
      column('Company', 't.company_name'),
      ...person('t.contact_person', 't.email', 't.phone'),
      column('Country', 't.country'),
      column('Type', 't.partnership_type'),
      ...decision,
    ],
  },
  job_applications: {
    columns: [
      received,
      column('Position', 't.position_title'),
      ...person('t.full_name', 't.email', 't.phone'),
      ...decision,
    ],
  },
  contact_messages: {
    columns: [
      received,
      column('Topic', 't.topic'),
      ...person('t.name', 't.email', 't.phone'),
      column('Message', 't.message'),
      column('Status', 't.status'),
    ],
  },
  products: {
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
  },
  newsletter_subscriptions: {
    columns: [
      received,
      column('E-mail', 't.email', 'email'),
      column(
        'Status',
        `case when t.unsubscribed_at is not null then 'left' when t.confirmed_at is not null then 'confirmed' else 'waiting' end`,
      ),
      { header: 'Unsubscribe link', sql: 'private.newsletter_exit(t.id)', isExit: true },
    ],
  },
}

/** What a file of this list holds. */
export function listColumns(list: DeskList, isUnmasked: boolean): readonly ExportColumn[] {
  return exportLists[list].columns.filter(({ isExit }) => isUnmasked || !isExit)
}

export type Cell = string | number | null

/** Enough to tell two rows apart, and not enough to write, ring or go there. */
export function maskCell(value: Cell, mask: Mask): Cell {
  if (typeof value !== 'string' || value === '') return value
  if (mask === 'email') return value.replace(/^(.)[^@]*@(.).*$/u, '$1•••@$2•••')
  if (mask === 'phone') return `••••••${value.slice(-2)}`
  return '•••'
}

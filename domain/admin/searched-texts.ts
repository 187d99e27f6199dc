// What the lists of the admin area are searched in. Views and indexes are generated from it (npm run generate).

/** The columns that are searched, by table. A list is searched in its own table, and in those below. */
export const searchedColumns = {
  buyers: [
    'company_name',
    'business_type',
    'contact_first_name',
    'contact_last_name',
    'contact_email',
    'contact_phone',
    'reference',
  ],
  contact_messages: ['name', 'email', 'phone', 'message'],
  farmers: ['farm_name', 'location', 'contact_name', 'phone', 'contact_email', 'reference'],
  investors: ['company_name', 'investor_type', 'contact_name', 'contact_email', 'contact_phone', 'reference'],
  job_applications: ['full_name', 'email', 'phone', 'position_title'],
  newsletter_subscriptions: ['email'],
  order_contacts: ['name', 'phone', 'email'],
  order_credits: ['reason'],
  order_requests: ['company_name', 'contact_person', 'email', 'phone'],
  orders: ['code', 'crop_type', 'delivery_address'],
  partnership_applications: ['company_name', 'contact_person', 'email', 'phone', 'country'],
  payments: ['bank_reference'],
  products: ['name', 'farmer_name', 'location', 'category'],
  profiles: ['full_name', 'email', 'phone'],
  training_enrolments: ['contact_name', 'contact_email', 'phone', 'city', 'reference'],
} as const
export type SearchedTable = keyof typeof searchedColumns

interface SearchedWith {
  table: SearchedTable
  /** Its column that names the record; or the record's column that names its row. */
  by?: string
  of?: string
}

/** What else a kind of record is searched in. */
export const searchedWith: { [Table in SearchedTable]?: readonly SearchedWith[] } = {
  buyers: [{ table: 'profiles', of: 'user_id' }],
  farmers: [{ table: 'profiles', of: 'user_id' }],
  investors: [{ table: 'profiles', of: 'user_id' }],
  orders: [
    { table: 'order_requests', by: 'order_id' },
    { table: 'order_contacts', by: 'order_id' },
    { table: 'profiles', of: 'user_id' },
    { table: 'payments', by: 'order_id' },
  ],
  products: [{ table: 'farmers', of: 'farmer_id' }],
  training_enrolments: [{ table: 'profiles', of: 'user_id' }],
}

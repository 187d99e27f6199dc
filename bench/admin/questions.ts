// The queries of an admin on the four lists, as the site and one bare connection send them.
import pg from 'pg'
import type { BenchDatabase } from '../rest/database.ts'

export const lists = ['orders', 'farmers', 'buyers', 'investors'] as const
export type List = (typeof lists)[number]
export type Kind = 'page' | 'filter' | 'search'

export interface Question {
  list: List
  only_status: string | null
  search: string | null
  only_overdue: boolean
  page_index: number
  page_size: number
  /** By name, as find_records knows them. */
  filters: Readonly<Record<string, string>> | null
  /** Someone's id, or nobody. */
  assignee: string | null
  sort: string | null
}

/** A page: how many there are in all, and those that stand on it. */
export interface Page {
  count: number
  records: { id: string }[]
}

/** What the site reads of each record of a page (order-data.ts and registration-kinds.tsx of the admin area). */
const columns: Record<List, string> = {
  orders:
    '*,profiles(email,full_name),order_requests(*),order_contacts(name,phone,email,state,lga),quotes(status,expires_at)',
  farmers: '*,profiles(email,full_name)',
  buyers: '*,profiles(email,full_name)',
  investors: '*,profiles(email,full_name)',
}

export const selectOf = (list: List) => `count,records:${list}(${columns[list]})`

/** The same in SQL: each row beside it as one object. */
const joined: Record<List, string> = {
  orders: `, (select to_json(r) from public.order_requests r where r.order_id = t.id) as order_requests,
    (select to_json(c) from (select name, phone, email, state, lga from public.order_contacts where order_id = t.id) c) as order_contacts,
    (select coalesce(json_agg(q), '[]') from (select status, expires_at from public.quotes where order_id = t.id) q) as quotes`,
  farmers: '',
  buyers: '',
  investors: '',
}

const maxPages = 100
const maxHits = 1000
const searchesPerList = 40

const request = (list: List, more: Partial<Question> = {}): Question => ({
  list,
  only_status: null,
  search: null,
  only_overdue: false,
  page_index: 0,
  page_size: 10,
  filters: null,
  assignee: null,
  sort: null,
  ...more,
})

export function listPages(list: List): Question[] {
  return Array.from({ length: 40 }, (_, n) =>
    request(list, { page_index: n % 4 === 0 ? 0 : (n * 37) % maxPages }),
  )
}

export function listFilters(list: List): Question[] {
  const statuses = ['pending', 'approved', 'declined', ...(list === 'orders' ? ['completed'] : [])]
  return [0, 1, 2, 10].flatMap((page_index) => [
    ...statuses.map((only_status) => request(list, { only_status, page_index })),
    request(list, { only_overdue: true, page_index }),
    ...(list === 'orders' ? [request(list, { filters: { crop: 'Rice' }, page_index })] : []),
  ])
}

/** Who is at work in fill.sql. */
const colleague = '00000000-0000-4000-8000-000000000018'

/** What a list can be narrowed and ordered by beside its states, each with its first pages. */
export function listConditions(list: List): [name: string, questions: Question[]][] {
  const filter = (name: string, value: string): [string, Partial<Question>] => [
    `${name} ${value}`,
    { filters: { [name]: value } },
  ]
  const sort = (name: string): [string, Partial<Question>] => [`sorted by ${name}`, { sort: name }]
  const everyList: [string, Partial<Question>][] = [
    ['assigned', { assignee: colleague }],
    ['assigned to nobody', { assignee: 'nobody' }],
    filter('since', dayFromNow(-30)),
  ]
  const people = [
    filter('state', 'Kano'),
    filter('twin', 'possible'),
    sort('name'),
    sort('contact'),
    sort('status'),
  ]
  const own: Record<List, [string, Partial<Question>][]> = {
    orders: [
      ...['claimed', 'unpaid', 'confirmed', 'underpaid'].map((value) => filter('payment', value)),
      ...['disputed', 'preparing', 'delivered'].map((value) => filter('delivery', value)),
      filter('day', dayFromNow(-10)),
      filter('day', dayFromNow(2)),
      filter('kind', 'marketplace'),
      filter('crop', 'Ginger'),
      filter('state', 'Kano'),
      ...[
        'to_quote',
        'paid_to_approve',
        'to_prepare',
        'to_dispatch',
        'to_complete',
        'to_ring',
        'waits_for_buyer',
      ].map((step) => filter('step', step)),
      filter('reply', 'waiting'),
      sort('delivery'),
      sort('product'),
      sort('total'),
      sort('least'),
      sort('code'),
      sort('buyer'),
      sort('money'),
      sort('status'),
      ['approved, sorted by delivery', { only_status: 'approved', sort: 'delivery' }],
    ],
    farmers: [...people, filter('channel', 'phone'), filter('crop', 'Ginger'), filter('photo', 'missing')],
    buyers: people,
    investors: people,
  }
  return [...everyList, ...own[list]].map(([name, more]) => [
    name,
    [0, 1, 5].map((page_index) => request(list, { ...more, page_index })),
  ])
}

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Draws what people type into a search for someone: parts and wholes of references, names, phones, addresses; 1 to 1,000 hits. */
export async function drawSearches(
  database: BenchDatabase,
  bare: BareAdmin,
  list: List,
): Promise<Question[]> {
  const reference = list === 'orders' ? 'code' : 'reference'
  const { rows } = await database.query(`
    select substr(t.${reference}, 3, 3) as three, t.${reference} as whole, split_part(p.full_name, ' ', 2) as name,
      right(p.phone, 6) as phone, split_part(p.email, '@', 1) as email
    from public.${list} as t join public.profiles as p on p.id = t.user_id order by md5(t.${reference}) limit 40`)
  const words = (rows as Record<string, string>[]).flatMap((row) => [
    row.three?.toLowerCase(),
    row.whole,
    row.name,
    row.phone,
    row.email,
  ])
  const drawn: Question[] = []
  for (const search of words) {
    if (!search || drawn.length === searchesPerList) continue
    const question = request(list, { search })
    const { count } = await bare.read(question)
    if (count >= 1 && count <= maxHits) drawn.push(question)
  }
  if (drawn.length < searchesPerList)
    throw new Error(`only ${drawn.length} searches of ${list} have few hits`)
  return drawn
}

/** What is typed into the search over everything: of one person and one order after the other, each in several ways. */
export async function drawPaletteSearches(database: BenchDatabase): Promise<string[]> {
  const { rows } = await database.query(`
    select t.code, substr(t.code, 3, 3) as part, p.full_name, substr(p.full_name, 1, 4) as begun,
      split_part(p.full_name, ' ', 2) as name, p.email, split_part(p.email, '@', 1) as mailbox,
      regexp_replace(p.phone, '^[+]234([0-9]{3})([0-9]{3})', '0\\1 \\2 ') as phone, right(p.phone, 7) as digits,
      (t.total_amount_kobo / 100)::text as amount, 'FT' || right(p.phone, 8) as bank_reference
    from public.orders as t join public.profiles as p on p.id = t.user_id order by md5(t.code) limit 20`)
  return (rows as Record<string, string>[]).flatMap((row) => Object.values(row))
}

export interface BareAdmin {
  /** The one statement of a page. */
  read(question: Question): Promise<Page>
  count(): Promise<unknown>
  search(words: string): Promise<unknown>
  close(): Promise<void>
}

/** One connection as the admin, for whom the same policies hold; its statements are prepared. */
export async function openBareAdmin(database: BenchDatabase, claims: object): Promise<BareAdmin> {
  const client = new pg.Client({ connectionString: database.url })
  // Something else failed, and PostgreSQL goes down: that error is reported, not this.
  client.on('error', () => {})
  await client.connect()
  await client.query(`select set_config('request.jwt.claims', $1, false)`, [JSON.stringify(claims)])
  await client.query('set role authenticated')
  return {
    async read(question) {
      const { list, only_status, search, only_overdue, page_index, page_size } = question
      const { filters, assignee, sort } = question
      const { rows } = await client.query({
        name: `find_${list}`,
        text: `select page.count::integer, (select coalesce(json_agg(r), '[]') from (
            select t.*, (select to_json(p) from (select email, full_name from public.profiles where id = t.user_id) p)
              as profiles${joined[list]} from public.${list}(page) as t) as r) as records
          from public.find_records(list => $1, only_status => $2, search => $3, only_overdue => $4,
            page_index => $5, page_size => $6, filters => $7, assignee => $8, sort => $9) as page`,
        values: [list, only_status, search, only_overdue, page_index, page_size, filters, assignee, sort],
      })
      return rows[0] as Page
    },
    count: async () =>
      (await client.query({ name: 'count', text: 'select public.admin_counts() as counts' })).rows[0]?.counts,
    search: async (words) =>
      (
        await client.query({
          name: 'search',
          text: 'select public.search_everything($1) as answer',
          values: [words],
        })
      ).rows[0]?.answer,
    close: () => client.end(),
  }
}

/** How many there are, read row by row by the owner: no index of words, no function of ours. */
export async function countPlainly(database: BenchDatabase, question: Question): Promise<number> {
  const { list, only_status, search } = question
  const sources: Record<List, string> = {
    orders: `concat_ws(chr(1), t.code, t.crop_type, t.delivery_address, r.company_name, r.contact_person, r.email, r.phone,
      c.name, c.phone, c.email`,
    farmers:
      'concat_ws(chr(1), t.farm_name, t.location, t.contact_name, t.phone, t.contact_email, t.reference',
    buyers: `concat_ws(chr(1), t.company_name, t.business_type, t.contact_first_name, t.contact_last_name, t.contact_email,
      t.contact_phone, t.reference`,
    investors: `concat_ws(chr(1), t.company_name, t.investor_type, t.contact_name, t.contact_email, t.contact_phone,
      t.reference`,
  }
  const joins =
    list === 'orders'
      ? 'left join public.order_requests r on r.order_id = t.id left join public.order_contacts c on c.order_id = t.id'
      : ''
  const { rows } = await database.query(
    `select count(*)::integer as count from public.${list} t left join public.profiles p on p.id = t.user_id ${joins}
      where ($1::text is null or t.status = $1)
        and ($2::text is null or strpos(lower(${sources[list]}, p.full_name, p.email, p.phone)), lower($2)) > 0)`,
    [only_status, search],
  )
  return (rows[0] as { count: number }).count
}

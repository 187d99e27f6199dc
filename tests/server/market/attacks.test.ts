// What a client with a real session writes past the functions of an order: every column, row by row, changes nothing.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plantMarket } from '#tests/database/access/market.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import type { App } from '#tests/harness/migrated-database.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'

const tables = [
  'orders',
  'order_items',
  'order_requests',
  'order_contacts',
  'order_instalments',
  'order_events',
  'order_documents',
  'order_deliveries',
  'order_credits',
  'quotes',
  'quote_lines',
  'counter_offers',
  'letters_of_credit',
  'payments',
  'payment_claims',
] as const
const callers = [
  'a visitor',
  'another member',
  'the buyer',
  'finance',
  'an admin',
  'an admin at aal1',
] as const
/** What staff who may decide on an order change by a plain update. */
const decided = ['status', 'decline_reason', 'credit_terms_reason', 'updated_at']

interface Column {
  name: string
  type: string
  isGenerated: boolean
}

/** As an attacker's: without types. */
interface Answer {
  error: { code: string } | null
  count: number | null
}
interface Table {
  insert(row: object): PromiseLike<Answer>
  update(row: object, options: object): { eq(name: string, value: unknown): PromiseLike<Answer> }
  delete(options: object): { eq(name: string, value: unknown): PromiseLike<Answer> }
}
interface Attacker {
  from(table: string): Table
}

const strangers = ['a visitor', 'another member', 'the buyer', 'finance'] as const
/** What staff keep, and what members keep of their own: who of the callers may not. */
const guardedTables = {
  delivery_zones: [...strangers, 'an admin at aal1'],
  depots: [...strangers, 'an admin at aal1'],
  vat_rates: [...strangers, 'an admin at aal1'],
  order_products: strangers,
  stock_alerts: callers,
  ...Object.fromEntries(
    ['cart_items', 'order_templates', 'product_wishes'].map((table) => [
      table,
      callers.filter((caller) => caller !== 'the buyer'),
    ]),
  ),
} satisfies Record<string, readonly (typeof callers)[number][]>
const guarded = Object.entries(guardedTables).flatMap(([table, who]) =>
  who.map((caller) => [table, caller] as const),
)

let app: TestApp
let owner: pg.Pool
const clients = {} as Record<(typeof callers)[number], Attacker>
const columnsOf: Record<string, Column[]> = {}

const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await owner.query<Row>(text, values)).rows
const rowsOf = async (table: string) =>
  (
    await query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from public.${table} as t order by t::text`,
    )
  ).map(({ row }) => row)

beforeAll(async () => {
  app = await startApp()
  owner = new pg.Pool({ connectionString: app.databaseUrl, max: 2 })
  owner.on('connect', (client) => client.on('error', () => {}))
  owner.on('error', () => {})
  const people = {
    buyer: await app.newPerson(),
    other: await app.newPerson(),
    stranger: await app.newPerson(),
    finance: await app.newPerson(),
    weak: await app.newPerson(),
  }
  const [own, others] = await query<{ id: string }>(
    `insert into public.orders (code, user_id, crop_type, quantity, quantity_text, unit, delivery_address)
     select 'AGAAA-AAA' || (position + 1), buyer, 'Cocoa Beans', 10, '10', 'Tons', 'Apapa Port'
     from unnest($1::uuid[]) with ordinality as buyers (buyer, position) where position in (1, 2)
     returning id`,
    [[people.buyer.id, people.other.id]],
  )
  await plantMarket(
    { owner } as unknown as App,
    { user: people.buyer.id, order: own?.id ?? '' },
    { user: people.other.id, order: others?.id ?? '' },
  )
  await query(
    `insert into public.order_requests
       (order_id, company_name, contact_person, email, phone, address, country, payment_terms, incoterms)
     select id, 'Ada Foods', 'Ada Obi', 'ada@example.com', '+2348031234567', '12 Marina Road', 'Nigeria',
       'Bank Transfer', 'FOB' from public.orders
     where kind = 'bulk'
     on conflict (order_id) do update
       set company_name = excluded.company_name, phone = excluded.phone, email = excluded.email`,
  )
  await query(`insert into public.user_roles (user_id, role) values ($1, 'finance'), ($2, 'admin')`, [
    people.finance.id,
    people.weak.id,
  ])
  await addSecondFactor(people.finance)
  const admin = await app.newAdmin()
  await addSecondFactor(admin)
  Object.assign(clients, {
    'a visitor': app.newClient(),
    'another member': people.stranger.client,
    'the buyer': people.buyer.client,
    finance: people.finance.client,
    'an admin': admin.client,
    'an admin at aal1': people.weak.client,
  })
  for (const table of [...tables, ...Object.keys(guardedTables)])
    columnsOf[table] = await query<Column>(
      `select attname as name, format_type(atttypid, null) as type, attidentity = 'a' or attgenerated <> '' as "isGenerated"
       from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [`public.${table}`],
    )
}, 60_000)
afterAll(async () => {
  await owner.end()
  await app.stop()
})

/** Another value of the type, which its CHECKs may or may not take: a right is checked before they are. */
function another({ type }: Column, value: unknown): unknown {
  if (type === 'boolean') return !value
  if (/int|numeric/.test(type)) return Number(value ?? 0) + 1
  if (type.startsWith('timestamp') || type === 'date') return '2030-01-01'
  if (type === 'uuid') return crypto.randomUUID()
  return type === 'text' ? `${value ?? ''}x` : value
}

/** Each row, copied, changed column by column, and deleted; answers what went through. */
async function writeEverything(table: string, caller: (typeof callers)[number]): Promise<string[]> {
  const client = clients[caller]
  const through: string[] = []
  for (const row of await rowsOf(table)) {
    const key = ['id', 'order_id', 'quote_id', 'user_id', 'vat_class'].find((name) => name in row) ?? ''
    const named = (columnsOf[table] ?? []).filter(({ isGenerated }) => !isGenerated)
    const copy = Object.fromEntries(named.map(({ name }) => [name, row[name]]))
    const inserted = await client
      .from(table)
      .insert('id' in copy ? { ...copy, id: crypto.randomUUID() } : copy)
    if (inserted.error?.code !== '42501') through.push(`insert ${inserted.error?.code}`)
    for (const column of named) {
      if (table === 'orders' && caller.startsWith('an admin') && decided.includes(column.name)) continue
      const body = { [column.name]: another(column, row[column.name]) }
      const { error, count } = await client.from(table).update(body, { count: 'exact' }).eq(key, row[key])
      if (error ? error.code !== '42501' : count !== 0) through.push(`update ${column.name} ${error?.code}`)
    }
    const deleted = await client.from(table).delete({ count: 'exact' }).eq(key, row[key])
    if (deleted.error ? deleted.error.code !== '42501' : deleted.count !== 0) through.push('delete')
  }
  return through
}

describe.each(tables)('%s', (table) => {
  it.each(callers)('is written by its functions alone, and not by %s', async (caller) => {
    const before = await rowsOf(table)
    expect(before.length).toBeGreaterThan(0)
    expect(await writeEverything(table, caller)).toEqual([])
    expect(await rowsOf(table)).toEqual(before)
  })
})

it.each(guarded)('%s is not written by %s', async (table, caller) => {
  const before = await rowsOf(table)
  expect(before.length).toBeGreaterThan(0)
  expect(await writeEverything(table, caller)).toEqual([])
  expect(await rowsOf(table)).toEqual(before)
})

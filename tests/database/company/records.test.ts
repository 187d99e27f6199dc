// What public pages say from records: by no number and no price is anyone found who registered or bought.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readRecords } from '#server/company/content/read-records.ts'
import { anonymous, openApp, withSecondFactor } from '#tests/harness/migrated-database.ts'

const app = await openApp()
afterAll(() => app.close())

/** As rows that have been there for a while: no trigger acts on them. */
const plant = (text: string) =>
  app.owner.query(`begin; set local session_replication_role = replica; ${text}; commit`)

interface Sale {
  buyer: number
  naira: number
  daysAgo?: number
  payment?: string
  status?: string
  isDemo?: boolean
  product?: string
  packKilograms?: number
  member?: string
  lines?: number
}

const products = { Rice: randomUUID(), 'Demo rice': randomUUID() } as const

let sold = 0

function saleText(sale: Sale): string {
  const { buyer, naira, daysAgo = 1, payment = 'confirmed', status = 'approved', isDemo = false } = sale
  const { product = 'Rice', packKilograms = 50, member, lines = 1 } = sale
  const id = randomUUID()
  const code = `AG222-${(sold++).toString(8).padStart(4, '0').replaceAll('0', '9').replaceAll('1', '8')}`
  return `insert into public.orders (id, code, kind, crop_type, quantity, quantity_text, unit, delivery_address, status,
      payment_status, is_demo, decline_reason, user_id)
    values ('${id}', '${code}' , 'marketplace', 'Rice', 1, '1', 'Packs', 'Marina Road', '${status}', '${payment}',
      ${isDemo}, ${status === 'declined' ? `'no'` : 'null'}, ${member ? `'${member}'` : 'null'});
    insert into public.order_contacts (order_id, name, phone, state, lga)
    values ('${id}', 'A buyer', '+23480310000${String(buyer).padStart(2, '0')}', 'Oyo', 'Ibadan North');
    insert into public.order_items (order_id, position, product_id, product_name, farmer_name, pack_amount, pack_unit,
      price_kobo, quantity)
    select '${id}', position, '${products[product as keyof typeof products]}', '${product}', 'A farm', ${packKilograms}, 'kg',
      ${naira * 100 * packKilograms}, 2 from generate_series(1, ${lines}) as position;
    insert into public.order_events (order_id, axis, from_value, to_value, created_at)
    values ('${id}', 'payment', 'claimed', '${payment}', now() - interval '${daysAgo} days')`
}

async function pricesOf(sales: readonly Sale[]) {
  await plant(sales.map(saleText).join(';\n'))
  return (await readRecords(app.database, new Date())).prices
}

/** A week of five sales to three buyers, of which a test changes one. */
const enough: readonly Sale[] = [
  { buyer: 1, naira: 700 },
  { buyer: 1, naira: 720 },
  { buyer: 2, naira: 650 },
  { buyer: 2, naira: 710 },
  { buyer: 3, naira: 900 },
]
const changed = (change: Partial<Sale>) => [...enough.slice(0, 4), { buyer: 3, naira: 900, ...change }]

beforeEach(() =>
  plant(`delete from public.order_events; delete from public.order_items; delete from public.order_contacts;
    delete from public.orders; delete from public.products; delete from public.farmers; delete from public.courses;
    delete from public.training_enrolments;
    insert into public.products (id, name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, state,
      status, is_demo)
    values ('${products.Rice}', 'Rice', 'Grains', 'A farm', 'Ebonyi', 50, 'kg', 100, 'Ebonyi', 'published', false),
      ('${products['Demo rice']}', 'Demo rice', 'Grains', 'A farm', 'Ebonyi', 50, 'kg', 100, 'Ebonyi', 'published', true)`),
)

describe('prices of the week', () => {
  it('are the middle price of a unit, from five paid sales of three buyers on', async () => {
    expect(await pricesOf(enough)).toEqual([{ product: 'Rice', unit: 'kg', priceKobo: 71_000 }])
  })

  it('of packs of different sizes are of one kilogram', async () => {
    expect(await pricesOf(changed({ packKilograms: 100 }))).toEqual([
      { product: 'Rice', unit: 'kg', priceKobo: 71_000 },
    ])
  })

  const none: [why: string, sales: readonly Sale[]][] = [
    ['nobody bought', []],
    ['four sales were made', enough.slice(1)],
    ['three orders have five lines', [1, 2, 2].map((lines, index) => ({ buyer: index, naira: 700, lines }))],
    ['two buyers bought', enough.map((sale) => ({ ...sale, buyer: Math.min(sale.buyer, 2) }))],
    ['one of the five is not paid', changed({ payment: 'unpaid' })],
    ['one of the five is only claimed', changed({ payment: 'claimed' })],
    ['one of the five was paid back', changed({ payment: 'refunded' })],
    ['one of the five was declined', changed({ status: 'declined' })],
    ['one of the five is a demo order', changed({ isDemo: true })],
    ['one of the five was paid eight days ago', changed({ daysAgo: 8 })],
    ['one of the five is of another product', changed({ product: 'Demo rice' })],
    ['the product is a demo', enough.map((sale) => ({ ...sale, product: 'Demo rice' }))],
  ]
  it.each(none)('are not there where %s', async (_, sales) => {
    expect(await pricesOf(sales)).toEqual([])
  })

  it('count one account with several phones once', async () => {
    const person = await app.addPerson()
    const member = (index: number) => (index > 1 ? { member: person.id } : {})
    expect(await pricesOf(enough.map((sale, index) => ({ ...sale, ...member(index) })))).toEqual([])
  })

  it('count one phone with several accounts once', async () => {
    const members = [await app.addPerson(), await app.addPerson(), await app.addPerson()]
    expect(
      await pricesOf(
        enough.map((sale, index) => ({
          ...sale,
          buyer: sale.buyer % 2,
          member: members[index % 3]?.id ?? '',
        })),
      ),
    ).toEqual([])
  })
})

describe('states that are reached', () => {
  const farmer = (index: number, state: string, status = 'approved', isDemo = false) =>
    `insert into public.farmers (contact_name, phone, farm_name, location, state, crops_grown, status, decline_reason,
       is_demo)
     values ('A farmer', '+23480320000${index}', 'A farm', '${state}', '${state}', array['Rice'], '${status}',
       ${status === 'declined' ? `'no'` : 'null'}, ${isDemo})`
  const statesOf = async (...texts: string[]) => {
    await app.owner.query(`begin; ${texts.join(';')}; commit`)
    return (await readRecords(app.database, new Date())).states
  }

  const five = [11, 12, 13, 14, 15]

  it('are those with five approved farmers on, and no number is shown', async () => {
    expect(await statesOf(...five.map((index) => farmer(index, 'Kano')), farmer(16, 'Oyo'))).toEqual([
      { state: 'Kano', kinds: ['farmers'] },
    ])
  })

  it.each([
    ['four farmers', five.slice(1).map((index) => farmer(index, 'Kano'))],
    ['one farmer five times', five.map(() => farmer(11, 'Kano'))],
    ['farmers who wait', five.map((index) => farmer(index, 'Kano', 'pending'))],
    ['farmers who were declined', five.map((index) => farmer(index, 'Kano', 'declined'))],
    ['demo farmers', five.map((index) => farmer(index, 'Kano', 'approved', true))],
    ['a place that is no state', five.map((index) => farmer(index, 'Kanu'))],
  ])('are none with %s', async (_, texts) => {
    expect(await statesOf(...texts)).toEqual([])
  })

  it('are those with completed orders of five buyers', async () => {
    const sales = [1, 2, 3, 4, 5].map((buyer) => saleText({ buyer, naira: 700, status: 'completed' }))
    await plant(sales.join(';'))
    expect(await statesOf()).toEqual([{ state: 'Oyo', kinds: ['deliveries'] }])
  })
})

describe('the counting', () => {
  it.each(['list_reached_states', 'list_week_prices'])('by %s is the server’s alone', async (name) => {
    const admin = withSecondFactor(await app.addPerson({ role: 'admin' }))
    for (const caller of [anonymous, (await app.addPerson()).caller, admin])
      expect((await app.refusalOf(caller, `select * from private.${name}()`)).code).toBe('42501')
  })
})

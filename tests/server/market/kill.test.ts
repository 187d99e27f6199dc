// The server is killed (kill -9) in the middle of many checkouts: no order without its reservation, none lost once it was
// acknowledged, none twice. The same while money moves, with its PostgreSQL too: no event is posted by half. Its own PostgreSQL,
// its own files: nothing stands in for anything.
import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { getLagosDay } from '#domain/dates.ts'
import { type MarketOrderLine, marketPaths } from '#domain/market/market-orders.ts'
import { hashSecret } from '#server/http/tokens.ts'
import { findLedgerFaults } from '#tests/database/market/ledger-faults.ts'
import { makeContact } from '#tests/database/market/market-app.ts'
import { testAdmin } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { findRunning, keys, useKilledServer } from '#tests/harness/killed-server.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { seededRandom } from '#tests/harness/random.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { tokenOf } from '#tests/server/registrations/applicant.ts'
import { type Checked, createShopper } from './market-app.ts'
import { moveMoney } from './money-events.ts'

const checkouts = process.env.TEST_LONG ? 200 : 60
const kills = process.env.TEST_LONG ? 8 : 1
const atOnce = 12
const stock = 10_000
/** PostgreSQL's; that of the server alone is shown by the checkouts. */
const moneyKills = process.env.TEST_LONG ? 200 : 1
/** By contract; one of them requests no more than 60 times in an hour. */
const buyers = process.env.TEST_LONG ? 6 : 1
const server = useKilledServer('market-kill-', async () => ({
  ADMIN_EMAIL: testAdmin.email,
  ADMIN_PASSWORD: testAdmin.password,
}))

/** The same choices for the same seed, as far as many at once allow. */
const random = seededRandom(20261121)

async function addProducts(): Promise<MarketOrderLine[]> {
  const service = createClient(server.url, keys.SUPABASE_SECRET_KEY, { auth: { persistSession: false } })
  const rows = ['Rice', 'Yam', 'Maize', 'Tomatoes', 'Palm oil'].map((name, place) => ({
    name,
    category: 'Grains',
    farmer_name: 'A farm',
    location: 'Keffi',
    pack_amount: 50,
    pack_unit: 'kg',
    price_kobo: 100_000 + place,
    stock,
    status: 'published',
  }))
  const created = await service.from('products').insert(rows).select('id, price_kobo').then(mustWork)
  return (created as { id: string; price_kobo: number }[]).map(({ id, price_kobo }) => ({
    productId: id,
    quantity: 1,
    priceKobo: price_kobo,
  }))
}

interface Acknowledged {
  phone: string
  order: Checked
}

it(`${checkouts} checkouts while the server is killed ${kills}×`, async () => {
  const products = await addProducts()
  const acknowledged: Acknowledged[] = []
  let begun = 0
  let onAcknowledgement = () => {}

  async function checkOutAgainAndAgain(): Promise<void> {
    while (begun < checkouts) {
      const nr = begun++
      const items = products
        .filter(() => random() < 0.5)
        .concat(products[nr % products.length] as MarketOrderLine)
        .filter((line, place, all) => all.indexOf(line) === place)
        .map((line) => ({ ...line, quantity: 1 + Math.floor(random() * 5) }))
      acknowledged.push(await checkOut(nr, items))
      onAcknowledgement()
    }
  }

  const everybody = Promise.all(Array.from({ length: atOnce }, checkOutAgainAndAgain))
  for (let killed = 0; killed < kills; killed++) {
    const wanted = Math.floor((checkouts * (killed + 0.5 + random() / 2)) / (kills + 1))
    await new Promise<void>((resolve) => {
      onAcknowledgement = () => {
        if (acknowledged.length >= wanted) resolve()
      }
      onAcknowledgement()
    })
    await server.killAndStart()
  }
  await everybody
  expect(acknowledged).toHaveLength(checkouts)

  expect(await server.stop()).toBe(0)
  await expectAllThere(acknowledged)
}, 600_000)

/** One guest's one attempt: the same request, until it is acknowledged. */
async function checkOut(nr: number, items: MarketOrderLine[]): Promise<Acknowledged> {
  const address = `198.51.${Math.floor(nr / 250)}.${(nr % 250) + 1}`
  const shopper = createShopper({ url: server.url, publishableKey: keys.SUPABASE_PUBLISHABLE_KEY, address })
  const contact = makeContact()
  let request: Awaited<ReturnType<typeof shopper.request>> | undefined
  for (let tries = 0; tries < 200; tries++)
    try {
      request ??= await shopper.request(items, { request: { items, contact } })
      const { status, body } = await shopper.call<Checked>('POST', marketPaths.orders, request)
      if (status === 201 || status === 200) return { phone: contact.phone, order: body }
      if (status < 500) throw new Refused(`${status} ${JSON.stringify(body)}`)
    } catch (error) {
      if (error instanceof Refused) throw error
      await server.isUp
    }
  throw new Error('nobody answered')
}

class Refused extends Error {}

interface StoredOrder {
  id: string
  code: string
  phone: string
  total: number
  lines: number
  reserved: number
  links: string[]
}

/** Straight from the tables, while no server runs. */
async function expectAllThere(acknowledged: Acknowledged[]): Promise<void> {
  const { orders, stocks } = await server.readStopped((databaseUrl) =>
    asOwner(databaseUrl, async (client) => ({
      orders: (
        await client.query<StoredOrder>(
          `select orders.id, code, contact.phone, total_amount_kobo::int as total,
            (select sum(total_kobo)::int from public.order_items where order_id = orders.id) as lines,
            (select count(*)::int from public.order_items where order_id = orders.id and has_reserved_stock) as reserved,
            array(select token_hash from private.order_guest_links where order_id = orders.id) as links
          from public.orders left join public.order_contacts as contact on contact.order_id = orders.id`,
        )
      ).rows,
      stocks: (
        await client.query<{ stock: number; reserved: number }>(
          `select stock, coalesce((select sum(quantity) from public.order_items
            where product_id = products.id and has_reserved_stock), 0)::int as reserved from public.products`,
        )
      ).rows,
    })),
  )
  expect(orders).toHaveLength(checkouts)
  expect(new Set(orders.map(({ phone }) => phone)).size).toBe(checkouts)
  for (const { total, lines, reserved } of orders) {
    expect(total).toBe(lines)
    expect(reserved).toBeGreaterThan(0)
  }
  expect(stocks.map((product) => product.stock + product.reserved)).toEqual(stocks.map(() => stock))
  expect(stocks.every(({ reserved }) => reserved > 0)).toBe(true)
  const byId = new Map(orders.map((order) => [order.id, order]))
  for (const { phone, order } of acknowledged) {
    const stored = byId.get(order.id)
    expect(stored).toMatchObject({
      code: order.code,
      total: order.totalKobo,
      phone: `+234${phone.slice(1)}`,
    })
    expect(stored?.links).toContain(hashSecret(tokenOf(order.trackingPath)))
  }
}

async function signIn(person: { email: string; password: string }) {
  const client = createClient(server.url, keys.SUPABASE_PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  mustWork(await client.auth.signInWithPassword(person))
  return client
}

/** A person who signs in with a second factor. */
async function signInAsStaff(person: { email: string; password: string }) {
  const client = await signIn(person)
  await addSecondFactor({
    client: client as Parameters<typeof addSecondFactor>[0]['client'],
    password: person.password,
  })
  return client
}

it(`money moves while server and PostgreSQL are killed ${moneyKills}×: no event is posted by half`, async () => {
  await server.start()
  const products = (await addProducts()).slice(0, 2)
  const service = createClient(server.url, keys.SUPABASE_SECRET_KEY, { auth: { persistSession: false } })
  const colleague = { email: 'finance@example.com', password: 'Harvest-Finance-2026' }
  const { user } = await service.auth.admin.createUser({ ...colleague, email_confirm: true }).then(mustWork)
  const asOwnerOfRunning = async <Result>(work: Parameters<typeof asOwner<Result>>[1]) =>
    asOwner(await findRunning(server.dataDir), work)
  await asOwnerOfRunning((client) =>
    client.query(`insert into public.user_roles (user_id, role) values ($1, 'finance')`, [user?.id]),
  )
  const members = await Promise.all(
    Array.from({ length: buyers }, async (_, nr) => {
      const person = { email: `buyer${nr}@example.com`, password: 'Harvest-Buyer-2026' }
      const created = await service.auth.admin.createUser({ ...person, email_confirm: true }).then(mustWork)
      return { id: created.user.id, client: await signIn(person) }
    }),
  )
  const zone = { id: randomUUID(), priceKobo: 133_333 }
  const depotId = randomUUID()
  await asOwnerOfRunning(async (client) => {
    await client.query(`update public.products set vat_class = 'standard' where id = $1`, [
      products[1]?.productId,
    ])
    await client.query(
      `insert into public.delivery_zones (id, name, areas, step_grams, step_kobo, weekdays)
       values ($1, 'Lagos', '{Lagos}', '{1000000}', array[$2::bigint], '{1,2,3,4,5,6,7}')`,
      [zone.id, zone.priceKobo],
    )
    await client.query(
      `insert into public.depots (id, name, address, state, lga, hours, weekdays)
       values ($1, 'Depot', '1 Market Road', 'Lagos', 'Ikeja', '8 to 17', '{1,2,3,4,5,6,7}')`,
      [depotId],
    )
  })
  const money = moveMoney({
    url: server.url,
    secretKey: keys.SUPABASE_SECRET_KEY,
    finance: await signInAsStaff(colleague),
    admin: await signInAsStaff(testAdmin),
    members,
    products: products.map(({ productId, priceKobo }) => ({ productId, priceKobo })),
    ...{ zone, depotId, day: getLagosDay(new Date(Date.now() + 3 * 86_400_000)) },
    random,
    isUp: () => server.isUp,
  })
  const everybody = money.begin(6)
  for (let killed = 0; killed < moneyKills; killed++) {
    await money.afterMore(10 + Math.floor(random() * 20))
    if (killed % 3 === 0) await server.killPostgres()
    else if (killed % 3 === 1) await server.killAndStart()
    else await server.killPostgres({ withServer: true })
    // While money goes on moving: one statement reads one instant.
    expect([killed, ...(await asOwnerOfRunning(findLedgerFaults))]).toEqual([killed])
  }
  await money.afterMore(30)
  // By random steps each of these came up, kills or not.
  await money.afterEach(
    ...['order', 'contract', 'claim', 'confirm_payment', 'approved', 'move', 'complaint', 'grant'],
    ...['record_refund', 'settle', 'correct', 'quote_delivery', 'accept_delivery'],
  )
  money.end()
  await everybody
  const stored = await asOwnerOfRunning((client) =>
    client.query<{ bank_reference: string }>('select bank_reference from public.payments'),
  )
  const references = new Set(stored.rows.map(({ bank_reference }) => bank_reference))
  expect(money.acknowledged.filter((reference) => !references.has(reference))).toEqual([])
  expect(await asOwnerOfRunning(findLedgerFaults)).toEqual([])
}, 3_600_000)

// Carts over 500 products, bought by members and by guests; and the ledger that must add up after every measurement.
import { createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { createChallenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import pg from 'pg'
import { getLagosDay } from '../../domain/dates.ts'
import type { DeliveryChoice } from '../../domain/market/delivery.ts'
import { type MarketOrderLine, marketPaths } from '../../domain/market/market-orders.ts'
import type { BenchDatabase } from '../rest/database.ts'
import { type Exchange, type LoadFigures, timeLoop, writeRequest } from './closed-loop.ts'
import { createDraw } from './searches.ts'

export interface Shop {
  publishableKey: string
  /** What members show: one for each of them. */
  memberTokens: string[]
  products: { id: string; priceKobo: number; grams: number }[]
  zones: {
    id: string
    state: string
    lga: string
    isLimited: boolean
    stepGrams: number[]
    stepKobo: number[]
  }[]
  depotIds: string[]
}

const maxLines = 5

export async function openShop(
  database: BenchDatabase,
  publishableKey: string,
  sign: (userId: string, sessionId: string) => string,
): Promise<Shop> {
  const products = await database.query(
    `select id, price_kobo, private.pack_grams(product) as grams from public.products as product
     where id in (select id from plain.products) order by id`,
  )
  const zones = await database.query(
    `select zone.*, state, coalesce(nullif(split_part(areas[1], ': ', 2), ''), (private.local_governments(state))[1]) as lga
     from public.delivery_zones as zone, split_part(areas[1], ': ', 1) as state order by name`,
  )
  const depots = await database.query('select id from public.depots order by name')
  const members = await database.query(
    `insert into auth.sessions (id, user_id, aal, created_at, updated_at)
     select gen_random_uuid(), id, 'aal1', now(), now() from auth.users where email like 'buyer%'
     returning id, user_id`,
  )
  return {
    publishableKey,
    memberTokens: members.rows.map(({ id, user_id: userId }) => sign(userId, id)),
    products: products.rows.map(({ id, price_kobo, grams }) => ({
      ...{ id, priceKobo: Number(price_kobo), grams: Number(grams) },
    })),
    zones: zones.rows.map(({ id, state, lga, capacity_orders, step_grams, step_kobo }) => ({
      ...{ id, state, lga, isLimited: capacity_orders !== null },
      ...{ stepGrams: step_grams, stepKobo: step_kobo.map(Number) },
    })),
    depotIds: depots.rows.map(({ id }) => id),
  }
}

const dayMs = 86_400_000

let phones = 0

/**
 * One to five different products in any order: two carts that share some would deadlock if nobody sorted them. Each tenth is collected
 * at a depot, half of the others go to an area of Lagos, whose days take so many orders, and the rest to another state.
 */
function createRequests({ products, zones, depotIds }: Shop) {
  const draw = createDraw(20)
  const pick = <Row>(rows: readonly Row[]) => rows[Math.floor(draw() * rows.length)] as Row
  const [limited, others] = [true, false].map((is) => zones.filter(({ isLimited }) => isLimited === is))
  return () => {
    const chosen = new Set<Shop['products'][number]>()
    const lines = 1 + Math.floor(draw() * maxLines)
    while (chosen.size < lines) chosen.add(pick(products))
    const basket = [...chosen].map((product) => ({ ...product, quantity: 1 + Math.floor(draw() * 3) }))
    const grams = basket.reduce((sum, line) => sum + line.grams * line.quantity, 0)
    const zone = pick((draw() < 0.5 ? limited : others) ?? zones)
    const date = getLagosDay(new Date(Date.now() + (1 + Math.floor(draw() * 6)) * dayMs))
    const delivery: DeliveryChoice =
      draw() < 0.1
        ? { kind: 'collect', depotId: pick(depotIds), date }
        : { kind: 'deliver', zoneId: zone.id, date, priceKobo: priceByWeight(zone, grams) }
    return {
      items: basket.map(
        ({ id, quantity, priceKobo }): MarketOrderLine => ({ productId: id, quantity, priceKobo }),
      ),
      contact: {
        name: 'Bench Buyer',
        phone: `0803${String(1_000_000 + (phones++ % 9_000_000))}`,
        address: '12 Marina Road',
        ...{ state: zone.state, lga: zone.lga },
      },
      delivery,
    }
  }
}

function priceByWeight({ stepGrams, stepKobo }: Shop['zones'][number], grams: number): number {
  return stepKobo[stepGrams.findIndex((step) => step >= grams)] ?? Number.NaN
}

/** As supabase-js calls the function, each time another member; the peer by way of a function that takes text. */
export function callAsMember(shop: Shop, by: 'jsonb' | 'text'): () => Exchange {
  const path = by === 'jsonb' ? '/rest/v1/rpc/place_market_order' : '/rest/v1/rpc/bench_place_order'
  const pack = (argument: object) => (by === 'jsonb' ? argument : JSON.stringify(argument))
  const nextRequest = createRequests(shop)
  let requested = 0
  return () => {
    const token = shop.memberTokens[requested++ % shop.memberTokens.length] ?? ''
    const body = JSON.stringify({
      request: pack(nextRequest()),
      context: pack({ idempotencyKey: randomUUID() }),
    })
    const headers = {
      apikey: shop.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    }
    return { request: writeRequest('POST', path, headers, body), check }
  }
}

/** As the site's checkout sends it. The proofs are computed before the clock runs: their work is the buyer's device's. */
export async function callAsGuest(shop: Shop, secret: string, orders: number): Promise<() => Exchange> {
  const nextRequest = createRequests(shop)
  const proofs: string[] = []
  while (proofs.length < orders) proofs.push(await makeProof(secret))
  return () => {
    const proof = proofs.pop()
    if (!proof) throw new Error(`more than ${orders} guests came: prepare more proofs`)
    const body = JSON.stringify({
      request: nextRequest(),
      idempotencyKey: randomUUID(),
      proof,
    })
    const headers = { 'content-type': 'application/json', cookie: `device=${makeDevice(secret)}` }
    return { request: writeRequest('POST', marketPaths.orders, headers, body), check }
  }
}

function check(status: number, body: Buffer): void {
  if (status > 201 || !/"isNew" ?: ?true/.test(body.toString('latin1')))
    throw new Error(`a checkout was answered with ${status}: ${body.toString('utf8', 0, 300)}`)
}

/** As server/http/devices.ts names the device of each guest when it requests its proof. */
function makeDevice(secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'registration devices', 32))
  const id = randomBytes(16).toString('base64url')
  return `${id}.${createHmac('sha256', key).update(id).digest('base64url')}`
}

/** A challenge as server/http/proof.ts makes them, but one that is solved at the second try. */
async function makeProof(secret: string): Promise<string> {
  const keyOf = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', use, 32)).toString('hex')
  const challenge = await createChallenge({
    hmacSignatureSecret: keyOf('registration proof challenge'),
    hmacKeySignatureSecret: keyOf('registration proof solution'),
    deriveKey,
    algorithm: 'PBKDF2/SHA-256',
    cost: 2_000,
    counter: 1,
    expiresAt: new Date(Date.now() + 30 * 60 * 1000),
  })
  const solution = await solveChallenge({ challenge, deriveKey })
  return btoa(JSON.stringify({ challenge, solution }))
}

/** What PostgreSQL alone does for an order of plain tables: no HTTP, no rules, no contact, no delivery, no VAT, no postings, no mail. */
export async function timePlainCheckouts(
  database: BenchDatabase,
  shop: Shop,
  load: { connections: number; seconds: number; poolSize: number },
): Promise<LoadFigures> {
  const nextRequest = createRequests(shop)
  const pool = new pg.Pool({ connectionString: database.url, max: load.poolSize })
  // Anyone who interrupts the bench ends PostgreSQL under these.
  pool.on('error', () => {})
  try {
    return await timeLoop(load, async (until, record) => {
      while (performance.now() < until) {
        const sent = performance.now()
        const client = await pool.connect()
        try {
          await placePlainOrder(client, nextRequest().items)
        } finally {
          client.release()
        }
        record(performance.now() - sent)
      }
    })
  } finally {
    await pool.end()
  }
}

async function placePlainOrder(client: pg.PoolClient, cart: MarketOrderLine[]): Promise<void> {
  const lines = [...cart].sort((left, right) => (left.productId < right.productId ? -1 : 1))
  const ids = lines.map(({ productId }) => productId)
  const quantities = lines.map(({ quantity }) => quantity)
  await client.query('begin')
  const { rows } = await client.query({
    name: 'plain_lock',
    text: 'select id, price_kobo, stock from plain.products where id = any ($1) order by id for no key update',
    values: [ids],
  })
  const total = rows.reduce((sum, { price_kobo }, at) => sum + Number(price_kobo) * (quantities[at] ?? 0), 0)
  const created = await client.query({
    name: 'plain_order',
    text: 'insert into plain.orders (buyer_id, total_kobo, address) values ($1, $2, $3) returning id',
    values: [randomUUID(), total, '12 Marina Road, Lagos Island, Lagos'],
  })
  await client.query({
    name: 'plain_items',
    text: `insert into plain.order_items (order_id, position, product_id, quantity, price_kobo)
      select $1, place, id, quantity, price from unnest($2::uuid[], $3::int[], $4::bigint[])
        with ordinality as line (id, quantity, price, place)`,
    values: [created.rows[0]?.id, ids, quantities, rows.map(({ price_kobo }) => price_kobo)],
  })
  await client.query({
    name: 'plain_stock',
    text: `update plain.products set stock = stock - line.quantity
      from unnest($1::uuid[], $2::int[]) as line (id, quantity) where products.id = line.id`,
    values: [ids, quantities],
  })
  await client.query('commit')
}

export interface Ledger {
  orders: number
  /** Packs that the lines of the orders hold, and packs that are gone from the stock. */
  ordered: number
  reserved: number
  withoutLines: number
  /** Without what the buyer chose of the ways of delivery, or without its postings. */
  withoutDelivery: number
  withoutPostings: number
  deadlocks: number
}

export async function readLedger(database: BenchDatabase): Promise<Ledger> {
  const { rows } = await database.query(`
    select (select count(*)::int from public.orders where kind = 'marketplace') as orders,
      (select coalesce(sum(quantity), 0)::int from public.order_items where has_reserved_stock) as ordered,
      (select sum(1000000 - stock)::int from public.products where id in (select id from plain.products)) as reserved,
      (select count(*)::int from public.orders where kind = 'marketplace'
        and not exists (select from public.order_items where order_id = orders.id)) as "withoutLines",
      (select count(*)::int from public.orders where kind = 'marketplace'
        and not exists (select from public.order_deliveries where order_id = orders.id and day is not null)) as "withoutDelivery",
      (select count(*)::int from public.orders where kind = 'marketplace' and total_amount_kobo is distinct from (
        select sum(amount_minor) from private.ledger_postings where order_id = orders.id and account = 'receivable')) as "withoutPostings",
      (select deadlocks::int from pg_stat_database where datname = current_database()) as deadlocks`)
  return rows[0] as Ledger
}

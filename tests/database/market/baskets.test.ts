// Random baskets, in worlds of random zones, depots and rates of VAT: what they are offered, and what their orders come to, equal a
// plain reference that was written apart from it. The orders are placed by the checkout's own function.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { getLagosDay } from '#domain/dates.ts'
import { anonymous, openApp, service } from '#tests/harness/migrated-database.ts'
import { everyDay, openDelivery } from './delivery-app.ts'
import { type Basket, offerPlainly, type Taken, type World } from './delivery-reference.ts'
import { hashOf, makeContact, openMarket } from './market-app.ts'
import { readRates, setRates, vatPlainly } from './vat-reference.ts'

const app = await openApp()
const market = openMarket(app)
const { addZone, addDepot, closeAll } = openDelivery(app)
afterAll(() => app.close())

const count = process.env.TEST_LONG ? 10_000 : 300
const worlds = 20
/** Orders in one statement, which ends before any statement_timeout. */
const atOnce = 50

const today = getLagosDay(new Date())
const states = ['Lagos', 'Kano', 'Oyo']
/** Two states have an area of the same name. */
const places = ['Lagos: Ikeja', 'Lagos: Epe', 'Lagos: Surulere', 'Oyo: Surulere', 'Kano: Dala']
const areas = ['Ikeja', 'Epe', 'Surulere', 'Dala']
const oneOf = <Item>(items: readonly Item[]) => fc.constantFrom(...items)
const weekdays = fc.subarray(everyDay, { minLength: 1 })
const zone = fc.record({
  areas: fc.uniqueArray(oneOf([...states, ...places]), { minLength: 1, maxLength: 3 }),
  steps: fc
    .uniqueArray(fc.integer({ min: 1, max: 900_000 }), { minLength: 1, maxLength: 4 })
    .chain((grams) =>
      fc
        .array(fc.integer({ min: 0, max: 9_000_000 }), { minLength: grams.length, maxLength: grams.length })
        .map((kobo) =>
          grams
            .sort((one, other) => one - other)
            .map((step, place) => ({ grams: step, kobo: kobo[place] ?? 0 })),
        ),
    ),
  weekdays,
  cutoffDays: fc.integer({ min: 0, max: 9 }),
  capacityKg: fc.option(fc.integer({ min: 1, max: 900 })),
  capacityOrders: fc.option(fc.integer({ min: 1, max: 3 })),
  isActive: fc.boolean(),
})
const depot = fc
  .record({
    place: oneOf(places),
    weekdays,
    leadDays: fc.integer({ min: 0, max: 5 }),
    isActive: fc.boolean(),
  })
  .map(({ place, ...depot }) => {
    const [state = '', lga = ''] = place.split(': ')
    return { ...depot, state, lga }
  })
/** Sometimes two classes bear the same for the same reason, and stand in one line. */
const rate = fc.record({
  rateBp: oneOf([0, 5, 750, 1333, 10_000]),
  reason: oneOf(['by one law', 'by another law']),
})
const rates = fc.record({
  ...{ basic_food: rate, export: rate, standard: rate },
  exempt: fc.record({ rateBp: fc.constant(0), reason: oneOf(['by one law', 'exempt']) }),
  delivery: fc.record({
    rateBp: fc.option(oneOf([0, 750, 1333])),
    reason: oneOf(['by one law', 'as its goods']),
  }),
})

/** Two of each class of VAT; of the last weight nothing is known. */
const goods = [1, 250, 999, 20_000, 50_000, 50_000, 100_000, null].map((grams, place) => ({
  ...{ grams, priceKobo: 100_007 * (place + 1) },
  vatClass: ['basic_food', 'standard', 'exempt', 'export'][place % 4] ?? '',
}))
const basket = fc.record({
  lines: fc.uniqueArray(
    fc.record({ place: fc.nat({ max: goods.length - 1 }), quantity: fc.integer({ min: 1, max: 9 }) }),
    { minLength: 1, maxLength: 4, selector: ({ place }: { place: number }) => place },
  ),
  state: oneOf([...states, 'lagos', 'Sokoto']),
  /** Some are areas of another state alone, and one of none. */
  lga: oneOf([...areas, 'epe', ' Ikeja ', 'Bodinga', 'Eppe', '']),
  /** Which of the ways, and which of its days. */
  taste: fc.nat({ max: 99 }),
})

it(`${count} random baskets are offered what a plain reference offers, and their orders come to what it says`, async () => {
  const products = await Promise.all(
    goods.map(({ grams, priceKobo }) => market.addProduct(null, priceKobo, `Goods of ${grams}`)),
  )
  for (const [place, { grams, vatClass }] of goods.entries())
    await app.owner.query(
      `update public.products set weight_grams = $2, vat_class = $3,
         pack_unit = case when $2::int is null then 'L' else 'kg' end where id = $1`,
      [products[place]?.productId, grams, vatClass],
    )
  const usual = await readRates(app)
  const fill = ({ lines, state, lga }: Pick<Sent, 'lines' | 'state' | 'lga'>): Basket => ({
    ...{ state, lga },
    lines: lines.flatMap(({ place, quantity }) => (goods[place] ? [{ ...goods[place], quantity }] : [])),
  })

  /** What each line bears, where they are of different classes. */
  const listLines = (sent: Sent, rates: World['rates']) => {
    const lines = sent.lines.map(({ place }) => {
      const vatClass = goods[place]?.vatClass ?? ''
      return { productId: products[place]?.productId, vatClass, rateBp: rates[vatClass]?.rateBp }
    })
    return new Set(lines.map(({ vatClass }) => vatClass)).size > 1 ? { lines } : {}
  }

  await fc.assert(
    fc.asyncProperty(
      fc.array(zone, { maxLength: 5 }),
      fc.array(depot, { maxLength: 7 }),
      fc.array(fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 9 }), fc.integer({ min: 1, max: 400_000 })), {
        maxLength: 12,
      }),
      rates,
      fc.array(basket, { minLength: count / worlds, maxLength: count / worlds }),
      async (zones, depots, busy, changed, baskets) => {
        await closeAll()
        await setRates(app, changed)
        const world: World = { today, zones: [], depots: [], taken: [], rates: { ...usual, ...changed } }
        for (const each of zones) world.zones.push(await addZone(each))
        for (const each of depots) world.depots.push(await addDepot(each))
        for (const [place, ahead, grams] of busy) {
          const zoneId = world.zones[place]?.id
          if (!zoneId) continue
          const day = new Date(Date.parse(`${today}T00:00:00Z`) + ahead * 86_400_000)
            .toISOString()
            .slice(0, 10)
          world.taken.push({ zoneId, day, grams } satisfies Taken)
          await app.owner.query(
            `with made as (
               insert into public.orders (kind, crop_type, quantity, quantity_text, unit, delivery_address, is_demo)
               values ('marketplace', 'Rice', 1, '1', 'Packs', 'Somewhere', true) returning id)
             insert into public.order_deliveries (order_id, kind, zone_id, name, day, weight_grams, price_kobo)
             select id, 'deliver', $1, 'A zone', $2, $3, 0 from made`,
            [zoneId, day, grams],
          )
        }
        const itemsOf = ({ lines }: Sent) =>
          lines.map(({ place, quantity }) => ({ ...products[place], quantity }))
        const requests = baskets.map((sent) => ({ items: itemsOf(sent), state: sent.state, lga: sent.lga }))
        const { rows } = await app.as<{ answer: unknown }>(
          anonymous,
          `select public.delivery_options(requests.items, requests.state, requests.lga) - 'limits' as answer
           from rows from (jsonb_to_recordset($1) as (items jsonb, state text, lga text)) with ordinality as requests (items, state, lga, nr)
           order by nr`,
          [JSON.stringify(requests)],
        )
        expect(rows.map(({ answer }) => answer)).toEqual(
          baskets.map((sent) => ({ ...offerPlainly(world, fill(sent)), ...listLines(sent, world.rates) })),
        )

        // Each order as the page would send it, by the reference; what it takes of a day is taken from the next one.
        const orders = baskets.map((sent) => {
          const place = {
            ...sent,
            state: sent.state === 'lagos' ? 'Lagos' : sent.state,
            lga: sent.lga || 'Bodinga',
          }
          const { request, expected, taken } = orderPlainly(world, fill(place), sent.taste)
          if (taken) world.taken.push(taken)
          const contact = { ...makeContact(), state: place.state, lga: place.lga }
          return { expected, request: { ...request, contact, items: itemsOf(sent) } }
        })
        const placed: unknown[] = []
        for (let first = 0; first < orders.length; first += atOnce)
          placed.push(...(await placeAll(orders.slice(first, first + atOnce).map(({ request }) => request))))
        expect(placed).toEqual(orders.map(({ expected }) => expected))
      },
    ),
    { numRuns: worlds },
  )
})

type Sent = { lines: { place: number; quantity: number }[]; state: string; lga: string; taste: number }

/** One of the ways that a basket is offered, and what its order comes to. */
function orderPlainly(world: World, filled: Basket, taste: number) {
  const { weightGrams, options } = offerPlainly(world, filled)
  const option = options[taste % options.length] as {
    kind: string
    zoneId?: string
    depotId?: string | null
    priceKobo?: number
    days?: string[]
  }
  const delivery = option.priceKobo ?? 0
  const amounts = filled.lines.map(({ priceKobo, quantity, vatClass }) => ({
    vatClass,
    amountKobo: priceKobo * quantity,
  }))
  const sum = amounts.reduce((total, { amountKobo }) => total + amountKobo, 0)
  const lines = vatPlainly(amounts, delivery, world.rates)
  const vat = lines.reduce((total, { vatKobo }) => total + vatKobo, 0)
  const vatOfGoods = vatPlainly(amounts, 0, world.rates).reduce((total, { vatKobo }) => total + vatKobo, 0)
  const day = option.days?.[taste % (option.days.length || 1)] ?? null
  const { kind } = option
  return {
    request: {
      vatKobo: vat,
      delivery: {
        ...{ kind, zoneId: option.zoneId, depotId: option.depotId ?? undefined },
        ...{ date: day ?? undefined, priceKobo: option.priceKobo },
      },
    },
    expected: {
      ...{ goods: sum, delivery, vat, total: sum + delivery + vat, lines, awaits: kind === 'quote' },
      ...{ kind, zone: option.zoneId ?? null, depot: option.depotId ?? null, day, grams: weightGrams },
      ...{ price: option.priceKobo ?? null, delivery_vat: kind === 'quote' ? null : vat - vatOfGoods },
    },
    taken:
      kind === 'deliver' && option.zoneId && day
        ? { zoneId: option.zoneId, day, grams: weightGrams ?? 0 }
        : null,
  }
}

/** In this order, by guests whom nobody has seen before; answers what is stored of them. */
async function placeAll(requests: object[]): Promise<unknown[]> {
  const sent = requests.map((request) => ({
    request,
    context: { idempotencyKey: randomUUID(), trackingTokenHash: hashOf(randomUUID()) },
  }))
  const { rows: answers } = await app.as<{ answer: { ok: boolean; id: string } }>(
    service,
    `select public.place_market_order(sent.request, sent.context) as answer
     from rows from (jsonb_to_recordset($1) as (request jsonb, context jsonb)) with ordinality as sent (request, context, nr)
     order by nr`,
    [JSON.stringify(sent)],
  )
  expect(answers.filter(({ answer }) => !answer.ok)).toEqual([])
  const { rows } = await app.owner.query(
    `select orders.goods_kobo::float8 as goods, orders.delivery_kobo::float8 as delivery, orders.vat_kobo::float8 as vat,
       orders.total_amount_kobo::float8 as total, orders.vat_lines as lines, orders.awaits_delivery as awaits,
       chosen.kind, chosen.zone_id as zone, chosen.depot_id as depot, chosen.day::text, chosen.weight_grams::float8 as grams,
       chosen.price_kobo::float8 as price, chosen.vat_kobo::float8 as delivery_vat
     from unnest($1::uuid[]) with ordinality as requests (id, nr) join public.orders using (id)
     join public.order_deliveries as chosen on chosen.order_id = orders.id order by nr`,
    [answers.map(({ answer }) => answer.id)],
  )
  return rows
}

// Delivery has a price and a day before anybody pays: priced by the database, refused when forged, and quoted first where no
// zone has a price.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { getLagosDay } from '#domain/dates.ts'
import { type DeliveryChoice, type DeliveryOptions, describeOffer } from '#domain/market/delivery.ts'
import { anonymous, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openDelivery } from './delivery-app.ts'
import { goodContact, type Line, makeContact } from './market-app.ts'
import { openTill } from './market-till.ts'

const { app, market, buyer, stranger, finance, admin, confirm, decide } = await openTill()
const sales = await app.addPerson({ role: 'sales' })
const content = await app.addPerson({ role: 'content' })
afterAll(() => app.close())

const { addZone, addDepot, closeAll } = openDelivery(app)
const today = getLagosDay(new Date())

async function readOptions(items: Line[], state = 'Lagos', lga = 'Lagos Island'): Promise<DeliveryOptions> {
  const plain = items.map(({ productId, quantity }) => ({ productId, quantity }))
  return (await market.call(anonymous, 'delivery_options', plain, state, lga)) as unknown as DeliveryOptions
}

/** The first delivery that is offered for it, as the page would send it. */
async function chooseFirst(items: Line[]): Promise<DeliveryChoice> {
  const { options } = await readOptions(items)
  const option = options.find(({ kind }) => kind === 'deliver')
  if (option?.kind !== 'deliver') throw new Error(`not delivered: ${JSON.stringify(options)}`)
  return { kind: 'deliver', zoneId: option.zoneId, priceKobo: option.priceKobo, date: option.days[0] }
}

const readDelivery = async (orderId: string) =>
  (
    await app.owner.query(
      `select orders.goods_kobo::int as goods, orders.delivery_kobo::int as delivery, orders.vat_kobo::int as vat,
         orders.total_amount_kobo::int as total, orders.awaits_delivery as awaits, orders.status, orders.expires_at,
         chosen.kind, chosen.day::text, chosen.price_kobo::int as price, chosen.weight_grams::int as grams
       from public.orders left join public.order_deliveries as chosen on chosen.order_id = orders.id where orders.id = $1`,
      [orderId],
    )
  ).rows[0]

beforeEach(closeAll)

it.each([
  ['Lagos', 'Ifako-Ijaiye', 'ifako ijaiye', 'Epe'],
  ['Plateau', "Qua'an Pan", 'Qua’an Pan', 'Wase'],
  ['Akwa Ibom', 'Ibiono-Ibom', 'Ibiono–Ibom', 'Uyo'],
])(
  'an area of %s that is written with another hyphen or apostrophe has its own price and depot',
  async (state, lga, typed, another) => {
    const steps = (kobo: number) => [{ grams: 50_000, kobo }]
    await addZone({ areas: [state], steps: steps(100_000) })
    const own = await addZone({ areas: [`${state}: ${lga}`], steps: steps(700_000) })
    const depots = [
      await addDepot({ name: `A ${randomUUID()}`, state, lga: another }),
      await addDepot({ name: `Z ${randomUUID()}`, state, lga }),
    ]
    const { options } = await readOptions([await market.addProduct(5)], state, typed)
    expect(options.filter(({ kind }) => kind === 'deliver')).toEqual([
      expect.objectContaining({ zoneId: own.id, priceKobo: 700_000 }),
    ])
    expect(options.flatMap((option) => (option.kind === 'collect' ? [option.depotId] : []))).toEqual([
      ...depots.toReversed().map(({ id }) => id),
    ])
  },
)

it('an area that is none of its state is quoted first, and ordered at no price of the whole state', async () => {
  const whole = await addZone()
  const dear = await addZone({ areas: ['Lagos: Badagry'], steps: [{ grams: 50_000, kobo: 700_000 }] })
  const depot = await addDepot()
  const line = await market.addProduct(5)
  const priceOf = async (lga: string, state = 'Lagos') =>
    (await readOptions([line], state, lga)).options.map((option) =>
      option.kind === 'deliver' ? option.priceKobo : option.kind,
    )
  for (const lga of ['Badagri', 'xyz', 'Keffi']) expect(await priceOf(lga)).toEqual(['collect', 'quote'])
  for (const lga of [' BADAGRY ', 'Bada-gry']) expect(await priceOf(lga)).toEqual(['collect', 700_000])
  for (const lga of ['', 'epe', 'Amuwo Odofin']) expect(await priceOf(lga)).toEqual(['collect', 250_000])
  expect(await priceOf('epe', 'lagos')).toEqual(['collect', 250_000])

  const contact = { ...goodContact, lga: 'Badagri' }
  for (const { id, steps } of [whole, dear])
    expect(
      await market.place(buyer.caller, [line], {}, contact, {
        ...{ kind: 'deliver', zoneId: id, priceKobo: steps[0]?.kobo },
        date: getLagosDay(new Date(Date.now() + 86_400_000)),
      }),
    ).toMatchObject({
      code: 'delivery_changed',
      delivery: { options: [{ kind: 'collect', depotId: depot.id }, { kind: 'quote' }] },
    })
  expect(await market.place(buyer.caller, [line], {}, contact, { kind: 'quote' })).toMatchObject({
    ...{ ok: true, awaitsDelivery: true },
  })
})

describe('a forged or outdated delivery', () => {
  it('is refused without a choice, where there is something to choose, and with one that no page sends', async () => {
    await addZone()
    const line = await market.addProduct(5)
    const place = (delivery?: object) =>
      market.refuse(
        buyer.caller,
        'place_market_order',
        { items: [line], contact: goodContact, delivery },
        { idempotencyKey: randomUUID() },
      )
    expect(await place()).toMatchObject({
      code: '23514',
      hint: 'delivery',
      message: expect.stringContaining('Please choose'),
    })
    for (const delivery of [
      { kind: 'teleport' },
      { kind: 'deliver', date: 'soon' },
      { kind: 'deliver', priceKobo: -1 },
    ])
      expect((await place(delivery)).code).toBe('22023')
    expect(await market.stockOf(line)).toBe(5)
  })

  it.each<[string, (choice: DeliveryChoice) => DeliveryChoice]>([
    ['a price of its own', (choice) => ({ ...choice, priceKobo: 0 })],
    ['a day that nobody drives', (choice) => ({ ...choice, date: '2026-01-05' })],
    ['a zone that there is not', (choice) => ({ ...choice, zoneId: randomUUID() })],
    ['no day', ({ date: _, ...choice }) => choice],
    ['no price', ({ priceKobo: _, ...choice }) => choice],
    ['a depot that there is not', () => ({ kind: 'collect', depotId: randomUUID(), date: today })],
    ['a place that nobody has agreed to', () => ({ kind: 'collect' })],
    ['a quote where there is a price', () => ({ kind: 'quote' })],
  ])('is answered with what holds now, for %s, and stores nothing', async (_, forge) => {
    await addZone()
    const line = await market.addProduct(5)
    const answer = await market.place(buyer.caller, [line], {}, goodContact, forge(await chooseFirst([line])))
    expect(answer).toMatchObject({ ok: false, code: 'delivery_changed', delivery: { weightGrams: 50_000 } })
    expect(await market.stockOf(line)).toBe(5)
  })

  it('is answered when the zone is switched off or dearer meanwhile', async () => {
    const zone = await addZone()
    await addDepot()
    const line = await market.addProduct(5)
    const choice = await chooseFirst([line])
    await app.owner.query(`update public.delivery_zones set step_kobo = '{300000,450000}' where id = $1`, [
      zone.id,
    ])
    const dearer = await market.place(buyer.caller, [line], {}, goodContact, choice)
    expect(dearer).toMatchObject({ code: 'delivery_changed' })
    await app.owner.query('update public.delivery_zones set is_active = false where id = $1', [zone.id])
    const closed = await market.place(buyer.caller, [line], {}, goodContact, choice)
    expect(closed).toMatchObject({
      code: 'delivery_changed',
      delivery: { options: [{ kind: 'collect' }, { kind: 'quote' }] },
    })
  })

  it('gives the last place of a day to one of many at once, and gives it back with a decline', async () => {
    await addZone({ capacityOrders: 1 })
    const line = await market.addProduct(null)
    const choice = await chooseFirst([line])
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() =>
        market.place(
          service,
          [line],
          { trackingTokenHash: randomUUID().replaceAll('-', '').repeat(2) },
          makeContact(),
          choice,
        ),
      ),
    )
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, false, false, true])
    const placed = answers.find((answer) => answer.ok)
    expect((await chooseFirst([line])).date).not.toBe(choice.date)
    await decide(placed?.ok ? placed.id : '', 'declined', 'Out of season')
    expect((await chooseFirst([line])).date).toBe(choice.date)
  })

  it('counts the kilograms of a day', async () => {
    await addZone({ capacityKg: 120 })
    const line = await market.addProduct(null)
    const choice = await chooseFirst([{ ...line, quantity: 2 }])
    await market.order(buyer.caller, [{ ...line, quantity: 2 }], {}, goodContact, choice)
    expect(
      await market.place(buyer.caller, [line], {}, goodContact, { ...choice, priceKobo: 250_000 }),
    ).toMatchObject({
      code: 'delivery_changed',
    })
  })
})

describe('an order with a delivery', () => {
  it('holds goods, delivery and total apart, and the same attempt is the same order', async () => {
    await addZone()
    const line = { ...(await market.addProduct(9, 3_500_000)), quantity: 2 }
    const choice = await chooseFirst([line])
    const context = { idempotencyKey: randomUUID() }
    const order = await market.order(buyer.caller, [line], context, goodContact, choice)
    expect(order).toMatchObject({ totalKobo: 7_450_000, deliveryKobo: 450_000, awaitsDelivery: false })
    expect(await readDelivery(order.id)).toMatchObject({
      ...{ goods: 7_000_000, delivery: 450_000, vat: 0, total: 7_450_000, awaits: false },
      ...{ kind: 'deliver', day: choice.date, price: 450_000, grams: 100_000 },
    })
    expect(await market.order(buyer.caller, [line], context, goodContact, choice)).toMatchObject({
      id: order.id,
      isNew: false,
    })
    const other = { request: { items: [line], contact: goodContact, delivery: { kind: 'quote' } }, context }
    expect((await market.refuse(buyer.caller, 'place_market_order', other.request, context)).code).toBe(
      'PT409',
    )
    expect(await market.call(buyer.caller, 'payment_details', order.id)).toMatchObject({
      totalKobo: 7_450_000,
      dueKobo: 7_450_000,
    })
    // Dearer goods after the lock: the delivery that was agreed stays in the total.
    await market.passTime(order.id, '25 hours')
    await app.owner.query('update public.products set price_kobo = 3600000 where id = $1', [line.productId])
    expect(await market.call(buyer.caller, 'payment_details', order.id)).toMatchObject({
      code: 'price_changed',
      totalKobo: 7_650_000,
    })
    await market.call(buyer.caller, 'confirm_order_prices', order.id, 7_650_000)
    expect(await readDelivery(order.id)).toMatchObject({
      goods: 7_200_000,
      delivery: 450_000,
      total: 7_650_000,
    })
  })

  it('names its line, its day and its depot on every document and in the mail', async () => {
    await addZone({ name: 'Lagos town' })
    const depot = await addDepot({ name: 'Ikeja depot' })
    const line = await market.addProduct(null, 3_500_000)
    const choice = await chooseFirst([line])
    const brought = await market.order(buyer.caller, [line], {}, goodContact, choice)
    await market.call(buyer.caller, 'issue_pro_forma', brought.id)
    const fetched = await market.order(buyer.caller, [line], {}, goodContact, {
      ...{ kind: 'collect', depotId: depot.id, date: choice.date },
    })
    await market.call(buyer.caller, 'issue_pro_forma', fetched.id)
    const { rows } = await app.owner.query<{ content: Record<string, unknown> }>(
      'select content from public.order_documents where order_id = any ($1) order by issued_at',
      [[brought.id, fetched.id]],
    )
    expect(rows.map(({ content }) => content)).toMatchObject([
      {
        totalKobo: 3_750_000,
        lines: [
          { name: 'Rice' },
          { name: 'Delivery', detail: 'to Lagos Island, Lagos', kind: 'delivery', totalKobo: 250_000 },
        ],
        delivery: { kind: 'deliver', day: choice.date, priceKobo: 250_000 },
      },
      {
        totalKobo: 3_500_000,
        lines: [{ name: 'Rice' }],
        delivery: { kind: 'collect', name: 'Ikeja depot', address: '1 Market Road', hours: depot.hours },
      },
    ])
    // And once it is paid and approved: what was agreed stands on receipt and invoice.
    await confirm(brought.id, 3_750_000)
    await decide(brought.id, 'approved')
    const documents = await app.owner.query<{ kind: string; content: Record<string, unknown> }>(
      `select kind, content from public.order_documents where order_id = $1 and kind in ('invoice', 'receipt')`,
      [brought.id],
    )
    expect(documents.rows.map(({ kind }) => kind).sort()).toEqual(['invoice', 'receipt'])
    for (const { kind, content } of documents.rows)
      expect(content).toMatchObject({
        totalKobo: 3_750_000,
        // The account is one for trying out: each paper says so, also where the account itself does not stand.
        order: { isDemo: true },
        // A receipt has no lines: delivery stands among its facts.
        ...(kind === 'invoice' && {
          lines: [
            { name: 'Rice' },
            { name: 'Delivery', detail: 'to Lagos Island, Lagos', totalKobo: 250_000 },
          ],
        }),
        delivery: { kind: 'deliver', day: choice.date, priceKobo: 250_000 },
      })
    const mails = await app.owner.query(
      `select data -> 'delivery' ->> 'kind' as kind, data ->> 'total_kobo' as total from private.mail_outbox
       where data ->> 'order_id' = any ($1) and template = 'order_placed' order by created_at`,
      [[brought.id, fetched.id]],
    )
    expect(mails.rows).toEqual([
      { kind: 'deliver', total: '3750000' },
      { kind: 'collect', total: '3500000' },
    ])
  })

  it('is collected where both agree, and costs its lines, while there is no zone and no depot', async () => {
    const line = await market.addProduct(null)
    const order = await market.order(buyer.caller, [line])
    expect(await readDelivery(order.id)).toMatchObject({
      kind: 'collect',
      day: null,
      total: 100_000,
      delivery: 0,
    })
    const quoted = await market.order(buyer.caller, [line], {}, goodContact, { kind: 'quote' })
    expect(quoted).toMatchObject({ awaitsDelivery: true, expiresAt: null })
  })
})

describe('delivery that is quoted first', () => {
  async function placeQuoted(stock: number | null = 5) {
    await addZone()
    const line = { ...(await market.addProduct(stock, 3_500_000)), quantity: 5 }
    const order = await market.order(buyer.caller, [line], {}, goodContact, { kind: 'quote' })
    return { line, id: order.id }
  }
  const quote = { priceKobo: 900_000, day: today }

  it('keeps the goods and asks for no money until the buyer has accepted price and day; then the hours to pay begin', async () => {
    const { id, line } = await placeQuoted()
    expect(await market.stockOf(line)).toBe(0)
    expect(await readDelivery(id)).toMatchObject({ awaits: true, expires_at: null, total: 17_500_000 })
    expect(await market.call(buyer.caller, 'payment_details', id)).toMatchObject({ code: 'not_payable' })
    expect((await market.refuse(buyer.caller, 'claim_payment', id, { words: 'Paid' })).hint).toBe(
      'not_payable',
    )
    expect((await market.refuse(buyer.caller, 'accept_delivery', id, 0, today)).hint).toBe('delivery')
    await app.as(service, 'select private.run_market_jobs()')
    expect((await readDelivery(id)).status).toBe('pending')

    await market.call(sales.caller, 'quote_delivery', id, quote)
    expect(await market.call(buyer.caller, 'payment_details', id)).toMatchObject({ code: 'not_payable' })
    expect(await market.call(buyer.caller, 'accept_delivery', id, 1, today)).toMatchObject({
      code: 'delivery_changed',
      offer: { priceKobo: 900_000, day: today, isAgreed: false },
    })
    const accepted = await market.call(buyer.caller, 'accept_delivery', id, 900_000, today)
    expect(accepted).toMatchObject({ totalKobo: 18_400_000, deliveryKobo: 900_000, awaitsDelivery: false })
    expect((new Date(String(accepted.expiresAt)).getTime() - Date.now()) / 3_600_000).toBeCloseTo(72, 1)
    expect(await market.call(buyer.caller, 'accept_delivery', id, 900_000, today)).toMatchObject({
      totalKobo: 18_400_000,
    })
    expect(await market.call(buyer.caller, 'payment_details', id)).toMatchObject({
      ok: true,
      dueKobo: 18_400_000,
    })
    expect(await market.mailsAbout(id)).toEqual([
      'order_placed',
      'order_delivery_quoted',
      'order_delivery_accepted',
    ])
    expect((await market.refuse(sales.caller, 'quote_delivery', id, quote)).hint).toBe('delivery')
  })

  it('of another offer says the one before, on the page and in the mail; the same again takes nothing back', async () => {
    const { id } = await placeQuoted()
    const readEarlier = async () => {
      const { rows } = await app.as(
        buyer.caller,
        `select earlier_price_kobo::integer as price, earlier_day::text as day from public.order_deliveries where order_id = '${id}'`,
      )
      const mail = await app.owner.query(
        `select data -> 'delivery_before' as before from private.mail_outbox
         where data ->> 'order_id' = $1 and template = 'order_delivery_quoted' order by created_at desc limit 1`,
        [id],
      )
      return { ...rows[0], mail: mail.rows[0]?.before }
    }
    await market.call(sales.caller, 'quote_delivery', id, { priceKobo: 1_250_050, day: today })
    expect(await readEarlier()).toEqual({ price: null, day: null, mail: null })
    await market.call(sales.caller, 'quote_delivery', id, { priceKobo: 1_000_075, day: today })
    const before = await readEarlier()
    expect(before).toMatchObject({ price: 1_250_050, day: today, mail: { priceKobo: 1_250_050, day: today } })
    const mails = await market.mailsAbout(id)
    await market.call(sales.caller, 'quote_delivery', id, { priceKobo: 1_000_075, day: today })
    expect([await readEarlier(), await market.mailsAbout(id)]).toEqual([before, mails])
    // Hours later they hear of it once more, also where it ends with its day as before.
    await app.owner.query(
      `update public.order_deliveries set quoted_at = quoted_at - interval '2 hours' where order_id = $1`,
      [id],
    )
    await market.call(sales.caller, 'quote_delivery', id, { priceKobo: 1_000_075, day: today })
    expect(await readEarlier()).toEqual(before)
    expect(await market.mailsAbout(id)).toHaveLength(mails.length + 1)
    expect(
      (await app.refusalOf(buyer.caller, 'update public.order_deliveries set earlier_price_kobo = 0')).code,
    ).toBe('42501')
  })

  it('is quoted by staff who decide orders and by nobody else, never for their own order, and accepted by its buyer alone', async () => {
    const { id } = await placeQuoted()
    for (const { caller } of [buyer, stranger, finance, content])
      expect((await market.refuse(caller, 'quote_delivery', id, quote)).code).toBe('42501')
    expect((await market.refuse(anonymous, 'quote_delivery', id, quote)).code).toBe('42501')
    for (const wrong of [
      { priceKobo: -1, day: today },
      { priceKobo: 1.5, day: today },
      { priceKobo: 5, day: '2020-01-01' },
      { priceKobo: 5, day: '2027-02-31' },
      {},
    ])
      expect((await market.refuse(sales.caller, 'quote_delivery', id, wrong)).code).toBe('23514')
    const own = await market.order(
      sales.caller,
      [await market.addProduct(null)],
      {},
      goodContact,
      await chooseFirstOrQuote(),
    )
    expect((await market.refuse(sales.caller, 'quote_delivery', own.id, quote)).code).toBe('42501')
    await market.call(sales.caller, 'quote_delivery', id, quote)
    expect((await market.refuse(stranger.caller, 'accept_delivery', id, 900_000, today)).code).toBe('P0002')
    expect(
      (await app.refusalOf(buyer.caller, 'update public.order_deliveries set price_kobo = 0')).code,
    ).toBe('42501')
  })

  it('ends when it is not answered, gives the goods back, and can be withdrawn', async () => {
    const { id, line } = await placeQuoted()
    await market.call(sales.caller, 'quote_delivery', id, quote)
    await market.passTime(id, '73 hours')
    expect((await market.refuse(buyer.caller, 'accept_delivery', id, 900_000, today)).hint).toBe('delivery')
    await app.as(service, 'select private.run_market_jobs()')
    expect(await market.read(id)).toMatchObject({ status: 'declined', decline_code: 'payment_expired' })
    expect((await market.read(id)).decline_reason).toContain('price for the delivery')
    expect(await market.stockOf(line)).toBe(5)
    const other = await placeQuoted(5)
    await market.call(service, 'withdraw_market_order', other.id, { userId: buyer.id })
    expect(await market.stockOf(other.line)).toBe(5)
  })

  it('takes money that comes too early as a part, approves nothing, and is paid once the delivery is accepted', async () => {
    const { id } = await placeQuoted()
    const pay = (kobo: number) =>
      market.call(withSecondFactor(finance), 'confirm_payment', id, market.receipt(kobo))
    expect(await pay(17_500_000)).toMatchObject({ paymentStatus: 'underpaid' })
    await expect(decide(id, 'approved')).rejects.toMatchObject({ hint: 'delivery' })
    await market.call(sales.caller, 'quote_delivery', id, { priceKobo: 0, day: today })
    expect(await market.call(buyer.caller, 'accept_delivery', id, 0, today)).toMatchObject({
      paymentStatus: 'confirmed',
    })
    await decide(id, 'approved')
  })

  async function chooseFirstOrQuote(): Promise<DeliveryChoice> {
    const line = await market.addProduct(null)
    return chooseFirst([line])
  }
})

describe('zones and depots', () => {
  it('are written with the second factor by staff who keep them, and hold no nonsense', async () => {
    const insert = `insert into public.delivery_zones (name, areas, step_grams, step_kobo, weekdays) values`
    const good = `${insert} ('Kano city', '{Kano}', '{50000,100000}', '{100,200}', '{1,3}')`
    for (const caller of [
      anonymous,
      buyer.caller,
      withSecondFactor(content),
      withSecondFactor(finance),
      sales.caller,
      admin.caller,
    ])
      expect((await app.refusalOf(caller, good)).code).toBe('42501')
    await app.as(withSecondFactor(sales), good)
    for (const [areas, grams, kobo, weekdays] of [
      ['{}', '{1}', '{1}', '{1}'],
      ['{Kano: }', '{1}', '{1}', '{1}'],
      ['{Kano}', '{2,1}', '{1,1}', '{1}'],
      ['{Kano}', '{1,2}', '{1}', '{1}'],
      ['{Kano}', '{1}', '{-1}', '{1}'],
      ['{Kano}', '{1}', '{null}', '{1}'],
      ['{Kano}', '{1}', '{1}', '{8}'],
      ['{Kano}', '{1}', '{1}', '{}'],
      // Literals of other dimensions and bounds, in which no place is found.
      ['{{Kano}}', '{1}', '{1}', '{1}'],
      ['[2:2]={Kano}', '{1}', '{1}', '{1}'],
      ['{Kano}', '{1}', '[5:5]={1}', '{1}'],
      ['{Kano}', '[5:5]={1}', '{1}', '{1}'],
      ['{Kano}', '{1}', '{1}', '[0:0]={1}'],
    ])
      expect(
        (
          await app.refusalOf(withSecondFactor(admin), `${insert} ('Wrong', $1, $2, $3, $4)`, [
            areas,
            grams,
            kobo,
            weekdays,
          ])
        ).code,
      ).toBe('23514')
    expect((await app.refusalOf(withSecondFactor(admin), 'delete from public.delivery_zones')).code).toBe(
      '42501',
    )
    const { rows } = await app.owner.query(
      `select actor_role from public.audit_trail where subject_type = 'delivery_zones' and action = 'insert'`,
    )
    expect(rows).toEqual([{ actor_role: 'sales' }])
    expect(await market.call(sales.caller, 'preview_delivery', 75, 'Kano', '')).toMatchObject({
      weightGrams: 75_000,
      options: [{ kind: 'deliver', priceKobo: 200 }],
    })
    expect((await market.refuse(buyer.caller, 'preview_delivery', 75, 'Kano', '')).code).toBe('42501')
  })

  it('name states of the list, and areas of the state that they name; those of before are switched off as they are', async () => {
    const zone = `insert into public.delivery_zones (name, areas, step_grams, step_kobo, weekdays)
      values ($1, $2, '{1}', '{1}', '{1}')`
    const depot = `insert into public.depots (name, address, state, lga, hours, weekdays)
      values ($1, '1 Market Road', $2, $3, '8 to 17', '{1}')`
    const caller = withSecondFactor(sales)
    for (const [areas, sentence] of [
      ['{Lagoss}', 'Lagoss is no state. Write its name as in the list of states.'],
      ['{Lagos,Atlantis: Epe}', 'Atlantis is no state. Write its name as in the list of states.'],
      ['{Lagos,Kano: Epe}', 'Epe is no local government area of Kano.'],
    ])
      expect(await app.refusalOf(caller, zone, ['Wrong places', areas])).toMatchObject({
        ...{ code: '23514', hint: 'areas', message: sentence },
      })
    for (const [state, lga, field] of [
      ['Abuja', 'Kuje', 'state'],
      ['Kano', 'Epe', 'lga'],
    ])
      expect(await app.refusalOf(caller, depot, ['Wrong place', state, lga])).toMatchObject({
        ...{ code: '23514', hint: field },
      })
    await app.as(caller, zone, ['Right places', `{FCT,Plateau: Qua'an Pan,Lagos: Epe}`])
    await app.as(caller, depot, ['Right place', 'FCT', 'Kuje'])
    const write = (areas: string) =>
      app.refusalOf(caller, `update public.delivery_zones set areas = $1 where name = 'Right places'`, [
        areas,
      ])
    expect((await write('{Kano: Epe}')).hint).toBe('areas')
    await app.owner.query(`alter table public.delivery_zones disable trigger before_zone_change;
      update public.delivery_zones set areas = '{Kano: Epe}' where name = 'Right places';
      alter table public.delivery_zones enable trigger before_zone_change`)
    await app.as(caller, `update public.delivery_zones set is_active = false where name = 'Right places'`)
  })

  it('begin, before a state is chosen, with the least price for the weight and where it is free', async () => {
    const line = await market.addProduct(5)
    expect(await readOptions([line], '', '')).toMatchObject({
      fromKobo: null,
      options: [{ depotId: null }, {}],
    })
    await addZone()
    await addZone({ areas: ['Kano'], steps: [{ grams: 60_000, kobo: 200_000 }] })
    await addZone({ isActive: false, steps: [{ grams: 60_000, kobo: 1 }] })
    const depot = await addDepot()
    const options = await readOptions([line], '', '')
    expect(options).toMatchObject({ weightGrams: 50_000, fromKobo: 200_000 })
    expect(options.options.map(({ kind }) => kind)).toEqual(['collect', 'quote'])
    expect(describeOffer(options, '', '')).toBe(
      `Delivery from ₦2,000: choose your state for its price and day. You can collect it for free at ${depot.name}, Lagos.`,
    )
    expect(await readOptions([{ ...line, quantity: 2 }], '', '')).toMatchObject({ fromKobo: 450_000 })
    expect(await readOptions([line])).not.toHaveProperty('fromKobo')
  })

  it('include nothing that no page sends', async () => {
    const line = { productId: randomUUID(), quantity: 1 }
    for (const items of [
      [],
      { rice: 1 },
      [{ quantity: 1 }],
      [{ ...line, quantity: 0 }],
      Array(101).fill(line),
    ])
      expect((await market.refuse(anonymous, 'delivery_options', items, 'Lagos', '')).code).toBe('22023')
    expect((await market.refuse(anonymous, 'delivery_options', [line], 'L', '')).code).toBe('22023')
    expect(await readOptions([{ ...line, priceKobo: 1 }])).toMatchObject({ weightGrams: null })
    // A cart that is older than a lowered limit is answered with that limit; its order says what is too much.
    expect(await readOptions(Array(51).fill(line))).toMatchObject({ limits: { linesMax: 50 } })
  })
})

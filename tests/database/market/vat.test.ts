// VAT: rates by day that nobody changes afterwards, and what orders, quotes, ledger and documents make of them.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { getLagosDay } from '#domain/dates.ts'
import type { VatLine } from '#domain/market/vat.ts'
import { render } from '#server/mail/sample-mails.ts'
import { anonymous, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { goodRequest, submitOrder } from '#tests/harness/order-requests.ts'
import { goodContact, type Line } from './market-app.ts'
import { openTill } from './market-till.ts'
import { type Rates, setRates } from './vat-reference.ts'

const { app, market, buyer, finance, admin, confirm, decide } = await openTill()
const sales = await app.addPerson({ role: 'sales' })
// What is quoted here has no list price, and waits for nobody.
await app.owner.query(`update public.roles set quote_below_list_percent = null where name = 'sales'`)
const content = await app.addPerson({ role: 'content' })
afterAll(() => app.close())

const today = getLagosDay(new Date())
const tomorrow = getLagosDay(new Date(Date.now() + 86_400_000))

const seeded: Rates = {
  basic_food: { rateBp: 0, reason: 'zero-rated: basic food, Nigeria Tax Act 2025, section 187' },
  export: { rateBp: 0, reason: 'zero-rated: exported goods, Nigeria Tax Act 2025, section 187' },
  exempt: { rateBp: 0, reason: 'exempt, Nigeria Tax Act 2025' },
  standard: { rateBp: 750, reason: 'standard rate, Nigeria Tax Act 2025' },
  delivery: { rateBp: null, reason: 'as the goods that it brings' },
}

async function addGoods(vatClass: string, priceKobo: number, quantity = 1): Promise<Line> {
  const line = await market.addProduct(null, priceKobo, `Goods of ${vatClass}`)
  await app.owner.query('update public.products set vat_class = $2 where id = $1', [line.productId, vatClass])
  return { ...line, quantity }
}

async function addZone(kobo: number) {
  const { rows } = await app.owner.query<{ id: string }>(
    `insert into public.delivery_zones (name, areas, step_grams, step_kobo, weekdays, cutoff_days)
     values ($1, '{Lagos}', '{900000000}', $2, '{1,2,3,4,5,6,7}', 1) returning id`,
    [`Zone ${randomUUID()}`, [kobo]],
  )
  return { kind: 'deliver', zoneId: rows[0]?.id, priceKobo: kobo, date: tomorrow }
}

const readMoney = async (id: string) =>
  (
    await app.owner.query<{
      goods: number
      delivery: number
      vat: number
      total: number
      lines: VatLine[]
      items: { class: string; rate: number; vat: number; reason: string }[]
    }>(
      `select goods_kobo::int as goods, delivery_kobo::int as delivery, vat_kobo::int as vat, total_amount_kobo::int as total,
         vat_lines as lines, (select jsonb_agg(jsonb_build_object('class', vat_class, 'rate', vat_rate_bp, 'vat', vat_kobo,
           'reason', vat_reason) order by position) from public.order_items where order_id = orders.id) as items
       from public.orders where id = $1`,
      [id],
    )
  ).rows[0]

const readAccounts = async (id: string) =>
  Object.fromEntries(
    (
      await app.owner.query<{ account: string; kobo: number }>(
        `select account, (sum(amount_minor) * case private.ledger_side(account) when 'debit' then 1 else -1 end)::int as kobo
         from private.ledger_postings where order_id = $1 group by account having sum(amount_minor) <> 0`,
        [id],
      )
    ).rows.map(({ account, kobo }) => [account, kobo]),
  )

beforeEach(async () => {
  await setRates(app)
  await app.owner.query('update public.delivery_zones set is_active = false')
})

describe('the rates', () => {
  const insert = `insert into public.vat_rates (vat_class, valid_from, rate_bp, reason) values`
  const good = `${insert} ('standard', '${tomorrow}', 1000, 'standard rate, a new law')`

  it('are added by who may change settings, with a second factor, from tomorrow on, and taken back until then', async () => {
    for (const caller of [
      anonymous,
      buyer.caller,
      withSecondFactor(finance),
      withSecondFactor(sales),
      withSecondFactor(content),
      admin.caller,
    ])
      expect((await app.refusalOf(caller, good)).code).toBe('42501')
    const add = (values: string) => app.refusalOf(withSecondFactor(admin), `${insert} ${values}`)
    for (const [values, code] of [
      [`('standard', '${today}', 1000, 'standard rate')`, '23514'],
      [`('standard', '2026-01-01', 1000, 'standard rate')`, '23514'],
      [`('standard', '2040-01-01', 1000, 'standard rate')`, '23514'],
      [`('standard', '${tomorrow}', 10001, 'standard rate')`, '23514'],
      [`('standard', '${tomorrow}', null, 'standard rate')`, '23514'],
      [`('standard', '${tomorrow}', 5, '')`, '23514'],
      [`('standard', '${tomorrow}', 5, ' two  spaces ')`, '23514'],
      [`('exempt', '${tomorrow}', 5, 'exempt')`, '23514'],
      [`('luxury', '${tomorrow}', 5, 'a luxury')`, '23514'],
    ] as const)
      expect((await add(values)).code).toBe(code)
    await app.as(withSecondFactor(admin), good)
    const read = 'select rate_bp from public.vat_rates where valid_from > now()'
    expect((await app.as(admin.caller, read)).rows).toEqual([{ rate_bp: 1000 }])
    expect((await app.as(buyer.caller, read)).rows).toEqual([])
    expect((await app.refusalOf(anonymous, read)).code).toBe('42501')
    expect((await app.refusalOf(admin.caller, read.replace('rate_bp', 'created_by'))).code).toBe('42501')
    expect((await market.refuse(buyer.caller, 'list_vat_rates')).code).toBe('42501')
    const { rows } = await app.as(
      admin.caller,
      `select rate_bp, holds, set_by is not null as named from public.list_vat_rates() where vat_class = 'standard'`,
    )
    expect(rows).toEqual([
      { rate_bp: 1000, holds: 'later', named: true },
      { rate_bp: 750, holds: 'now', named: false },
    ])
    await app.as(withSecondFactor(sales), 'delete from public.vat_rates where valid_from > now()')
    const count = () => app.owner.query('select from public.vat_rates').then(({ rowCount }) => rowCount)
    expect(await count()).toBe(6)
    await app.as(withSecondFactor(admin), 'delete from public.vat_rates where valid_from > now()')
    expect(await count()).toBe(5)
    const audited = await app.owner.query(
      `select action, subject_id from public.audit_trail where subject_type = 'vat_rates' order by id`,
    )
    expect(audited.rows).toEqual([
      { action: 'insert', subject_id: `standard ${tomorrow}` },
      { action: 'delete', subject_id: `standard ${tomorrow}` },
    ])
  })

  it('are never changed, and what has begun is never removed, by nobody', async () => {
    for (const sql of [
      'update public.vat_rates set rate_bp = 0',
      `delete from public.vat_rates where vat_class = 'standard'`,
      'truncate public.vat_rates',
    ]) {
      await expect(app.owner.query(sql)).rejects.toMatchObject({ code: '42501' })
      expect((await app.refusalOf(withSecondFactor(admin), sql)).code).toBe('42501')
    }
  })

  it('are chosen for a product by staff who set its price, and not by its farmer', async () => {
    const farmer = await app.addPerson()
    const farms = await app.owner.query<{ id: string }>(
      `insert into public.farmers (user_id, farm_name, location, crops_grown, status)
       values ($1, 'Yam Farm', 'Keffi', array['Yam'], 'approved') returning id`,
      [farmer.id],
    )
    const [farm] = farms.rows
    const { rows } = await app.owner.query<{ id: string }>(
      `insert into public.products (name, category, farmer_id, farmer_name, location, pack_amount, pack_unit, price_kobo, status)
       values ('Yam', 'Tubers', $1, '-', '-', 5, 'kg', 1000, 'pending') returning id`,
      [farm?.id],
    )
    const set = `update public.products set vat_class = 'standard' where id = '${rows[0]?.id}'`
    expect((await app.refusalOf(farmer.caller, set)).code).toBe('42501')
    // With a stock beside it, which needs no review.
    expect((await app.refusalOf(farmer.caller, set.replace('set ', 'set stock = 4, '))).code).toBe('42501')
    expect(
      (
        await app.refusalOf(
          farmer.caller,
          `insert into public.products (name, category, farmer_id, farmer_name, location, pack_amount, pack_unit, price_kobo, status, vat_class)
           values ('Yam', 'Tubers', '${farm?.id}', '-', '-', 5, 'kg', 1000, 'pending', 'exempt')`,
        )
      ).code,
    ).toBe('42501')
    expect((await app.refusalOf(admin.caller, set)).hint).toBe('aal2')
    await app.as(withSecondFactor(admin), set)
  })
})

describe('an order', () => {
  it('keeps class, rate, reason and VAT of its lines as of its day, half a kobo rounded up', async () => {
    const [rice, jute] = [await addGoods('basic_food', 100_000, 3), await addGoods('standard', 10_020, 1)]
    const order = await market.order(buyer.caller, [rice, jute])
    // 7.5% of 10,020 is 751.5.
    expect(order).toMatchObject({ totalKobo: 310_772, vatKobo: 752 })
    const unchanged = {
      ...{ goods: 310_020, delivery: 0, vat: 752, total: 310_772 },
      items: [
        { class: 'basic_food', rate: 0, vat: 0, reason: seeded.basic_food?.reason },
        { class: 'standard', rate: 750, vat: 752, reason: seeded.standard?.reason },
      ],
      lines: [
        { ...seeded.basic_food, baseKobo: 300_000, vatKobo: 0 },
        { ...seeded.standard, baseKobo: 10_020, vatKobo: 752 },
      ],
    }
    expect(await readMoney(order.id)).toEqual(unchanged)
    await setRates(app, { standard: { rateBp: 2000, reason: 'standard rate, another law' } })
    expect(await readMoney(order.id)).toEqual(unchanged)
    expect(await market.order(buyer.caller, [jute])).toMatchObject({ totalKobo: 12_024, vatKobo: 2004 })
    expect(await market.call(buyer.caller, 'payment_details', order.id)).toMatchObject({ dueKobo: 310_772 })
  })

  it('is not made with another VAT than was shown', async () => {
    const jute = await addGoods('standard', 10_000)
    const place = async (vatKobo: unknown) =>
      market.call(
        buyer.caller,
        'place_market_order',
        { items: [jute], contact: goodContact, vatKobo },
        { idempotencyKey: randomUUID() },
      )
    expect(await place(0)).toMatchObject({
      ...{ ok: false, code: 'delivery_changed' },
      delivery: { vat: [{ rateBp: 750, vatKobo: 750 }] },
    })
    await expect(place(-1)).rejects.toMatchObject({ code: '22023' })
    expect(await place(750)).toMatchObject({ ok: true, totalKobo: 10_750 })
  })

  it('has its delivery bear what the goods bear, or a rate of its own once there is one', async () => {
    const delivery = await addZone(100_000)
    const goods = [await addGoods('basic_food', 100_000), await addGoods('standard', 100_000)]
    const order = () => market.order(buyer.caller, goods, {}, goodContact, delivery)
    expect(await readMoney((await order()).id)).toMatchObject({
      ...{ goods: 200_000, delivery: 100_000, vat: 7500 + 3750, total: 311_250 },
      lines: [{}, {}, { ...seeded.delivery, baseKobo: 100_000, vatKobo: 3750, isDelivery: true }],
    })
    await setRates(app, { delivery: { rateBp: 750, reason: 'standard rate, Nigeria Tax Act 2025' } })
    expect(await readMoney((await order()).id)).toMatchObject({ vat: 15_000, total: 315_000 })
  })

  it('adds the VAT of a delivery that is quoted first with the yes, and follows other prices', async () => {
    await addZone(100_000)
    const oil = await addGoods('standard', 200_000)
    await app.owner.query(`update public.products set pack_unit = 'L' where id = $1`, [oil.productId])
    const { id } = await market.order(buyer.caller, [oil], {}, goodContact, { kind: 'quote' })
    expect(await readMoney(id)).toMatchObject({ vat: 15_000, total: 215_000 })
    await market.call(sales.caller, 'quote_delivery', id, { priceKobo: 40_000, day: today })
    expect(await market.call(buyer.caller, 'accept_delivery', id, 40_000, today)).toMatchObject({
      totalKobo: 258_000,
      vat: [{ rateBp: 750, baseKobo: 240_000, vatKobo: 18_000 }],
    })
    await market.passTime(id, '25 hours')
    await app.owner.query('update public.products set price_kobo = 300000 where id = $1', [oil.productId])
    const question = await market.call(buyer.caller, 'payment_details', id)
    expect(question).toMatchObject({ code: 'price_changed', totalKobo: 365_500 })
    await market.call(buyer.caller, 'confirm_order_prices', id, 365_500)
    expect(await readMoney(id)).toMatchObject({
      ...{ goods: 300_000, delivery: 40_000, vat: 25_500, total: 365_500 },
      lines: [{ baseKobo: 340_000, vatKobo: 25_500 }],
    })
    expect(await readAccounts(id)).toEqual({
      ...{ receivable: 365_500, unearned_goods: 300_000, unearned_delivery: 40_000, unearned_vat: 25_500 },
    })
  })

  it('owes its VAT from the delivery on, and a complaint takes its share of it back, exactly in all', async () => {
    const jute = await addGoods('standard', 99_999)
    const { id, totalKobo } = await market.order(buyer.caller, [jute])
    expect(totalKobo).toBe(107_499)
    await market.call(withSecondFactor(admin), 'set_credit_terms', id, 'A known buyer', '')
    await decide(id, 'approved')
    await market.deliver(admin.caller, id)
    expect(await readAccounts(id)).toEqual({ receivable: 107_499, sales: 99_999, vat_payable: 7500 })
    const grant = async (refundKobo: number) => {
      await market.call(buyer.caller, 'open_order_dispute', id, { reason: `Wet: ${randomUUID()}` })
      await market.call(admin.caller, 'resolve_order_dispute', id, {
        ...{ resolution: 'refunded', note: 'Agreed', refundKobo },
      })
    }
    await grant(7)
    await grant(50_000)
    expect(await readAccounts(id)).toMatchObject({
      receivable: 57_492,
      allowances: 46_518,
      vat_payable: 4011,
    })
    await confirm(id, 57_492)
    await grant(57_492)
    expect(await readAccounts(id)).toEqual({
      ...{ bank: 57_492, sales: 99_999, allowances: 99_999, refundable: 57_492 },
    })
    const back = { ...market.receipt(7499), valueDate: today }
    await market.call(withSecondFactor(await app.addPerson({ role: 'finance' })), 'record_refund', id, back)
    const { rows } = await app.owner.query<{ kind: string; content: Record<string, unknown> }>(
      `select kind, content from public.order_documents where order_id = $1 and kind <> 'delivery_note' order by issued_at`,
      [id],
    )
    const vat = [{ ...seeded.standard, baseKobo: 99_999, vatKobo: 7500 }]
    expect(
      rows.map(({ kind, content }) => [kind, content.vat, content.takenOffKobo, content.vatKobo]),
    ).toEqual([
      ['invoice', vat, undefined, undefined],
      ['credit_note', undefined, 7, undefined],
      ['credit_note', undefined, 50_000, 3489],
      ['receipt', vat, undefined, undefined],
      ['credit_note', undefined, undefined, 523],
    ])
  })

  it('is shown with its VAT to a guest and in the mail', async () => {
    const jute = await addGoods('standard', 10_000)
    const { id, context } = await market.orderAsGuest([jute])
    const [tracked] = (
      await app.as<{ row: Record<string, unknown> }>(service, 'select public.track_market_order($1) as row', [
        context.trackingTokenHash,
      ])
    ).rows
    const vat = [{ ...seeded.standard, baseKobo: 10_000, vatKobo: 750 }]
    expect(tracked?.row).toMatchObject({ vat_kobo: 750, vat_lines: vat })
    const { rows } = await app.owner.query(
      `select data -> 'vat' as vat, data -> 'total_kobo' as total from private.mail_outbox where data ->> 'order_id' = $1`,
      [id],
    )
    expect(rows).toEqual([{ vat, total: 10_750 }])
  })

  it('names each line with its VAT in the mail, where they do not all bear the same', async () => {
    const [food, jute] = [await addGoods('basic_food', 100_000, 2), await addGoods('standard', 10_000)]
    const mailOf = async (items: Line[]) => {
      const { id } = await market.orderAsGuest(items)
      // What is changed of a product afterwards changes no order.
      await app.owner.query(`update public.products set vat_class = 'exempt' where id = $1`, [food.productId])
      const [sent] = (
        await app.owner.query<{ id: string }>(`select private.notify_buyer($1, 'order_approved') as id`, [id])
      ).rows
      await app.owner.query(`update public.products set vat_class = 'basic_food' where id = $1`, [
        food.productId,
      ])
      const { rows } = await app.owner.query('select data from private.mail_outbox where id = $1', [sent?.id])
      return render('order_approved', rows[0]?.data).text
    }
    const mixed = await mailOf([food, jute])
    for (const words of [
      'Goods of basic_food: 2 packs of 50 kg × ₦1,000 = ₦2,000 · VAT 0%, zero-rated: basic food',
      'Goods of standard: 1 pack of 50 kg × ₦100 = ₦100 · VAT 7.5%, standard rate',
    ])
      expect(mixed).toContain(words)
    expect(mixed).not.toContain('Products:')
    const alike = await mailOf([food])
    expect(alike).toContain('Products: Goods of basic_food')
    expect(alike).not.toContain('VAT 0%, zero-rated')
  })
})

describe('a quote', () => {
  const goods = { kind: 'goods', description: 'Cocoa beans', quantity: 2, unit: 'Tons', priceKobo: 1_000_000 }
  const freight = { kind: 'delivery', description: 'Freight', quantity: 1, unit: 'lot', priceKobo: 300_000 }
  const discount = { kind: 'discount', description: 'Discount', quantity: 1, unit: 'lot', priceKobo: 100_000 }
  const tax = { kind: 'tax', description: 'VAT 7.5%', quantity: 1, unit: 'lot', priceKobo: 165_000 }
  const quote = (lines: object[], vatClass?: string) => ({
    ...{ lines, currency: 'NGN', paymentTerms: '30% Advance 70% on Delivery', vatClass },
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  })

  it('says what VAT it bears, which its line of tax agrees with to the kobo', async () => {
    const { id } = await submitOrder(app, buyer)
    for (const wrong of [
      quote([goods, tax], 'export'),
      quote([goods], 'standard'),
      quote([goods, freight, discount, { ...tax, priceKobo: 165_001 }], 'standard'),
      quote([goods], 'delivery'),
      quote([goods], 'luxury'),
      quote([{ ...goods, vatClass: 'luxury' }]),
      // Tax that no class explains.
      quote([goods, { ...tax, priceKobo: 5 }]),
    ])
      expect(await market.refuse(sales.caller, 'quote_order', id, wrong)).toMatchObject({
        ...{ code: '23514', hint: 'vatClass' },
      })
    await market.call(sales.caller, 'quote_order', id, quote([goods], 'export'))
    const { rows } = await app.owner.query(
      `select content -> 'vat' as vat from public.order_documents where order_id = $1 and kind = 'quote' order by issued_at`,
      [id],
    )
    expect(rows).toEqual([{ vat: [{ ...seeded.export, baseKobo: 2_000_000, vatKobo: 0 }] }])
  })

  it('names the class of each line of goods: yam and cocoa butter stand in one quote, each with its rate and reason', async () => {
    const yam = { ...goods, description: 'Yam', priceKobo: 1_500_000 }
    const butter = {
      ...goods,
      description: 'Cocoa butter',
      quantity: 1,
      priceKobo: 1_000_000,
      vatClass: 'standard',
    }
    const { id } = await submitOrder(app, buyer)
    const wrong = quote([yam, butter, freight, { ...tax, priceKobo: 330_000 }], 'basic_food')
    expect(await market.refuse(sales.caller, 'quote_order', id, wrong)).toMatchObject({
      ...{ code: '23514', hint: 'vatClass' },
      message: 'VAT is ₦806.25 (7.5 percent of ₦10,750), and the line of tax says ₦3,300',
    })
    // Freight follows the goods: a quarter of it is of the butter.
    const input = quote([yam, butter, freight, { ...tax, priceKobo: 80_625 }], 'basic_food')
    const quoteId = await market.call(admin.caller, 'quote_order', id, input)
    expect(await market.call(admin.caller, 'quote_order', id, input)).toBe(quoteId)
    const vat = [
      { ...seeded.basic_food, baseKobo: 3_225_000, vatKobo: 0 },
      { ...seeded.standard, baseKobo: 1_075_000, vatKobo: 80_625 },
    ]
    const [quoted] = (
      await app.owner.query(
        `select (select array_agg(vat_class order by position) from public.quote_lines where quote_id = $1) as classes,
           (select data -> 'contract' -> 'vat' from private.mail_outbox
            where template = 'order_quoted' and data ->> 'order_id' = $2) as vat`,
        [quoteId, id],
      )
    ).rows
    expect(quoted).toEqual({ classes: ['basic_food', 'standard', null, null], vat })
    // A counter-offer's tax follows: of ₦8,000 for the butter instead of ₦10,000.
    await market.call(buyer.caller, 'make_counter_offer', quoteId, {
      ...{ prices: [1_500_000, 800_000, 1, 1], paymentTerms: '30% Advance 70% on Delivery' },
      terms: { incoterms: 'FOB', namedPlace: 'Apapa' },
    })
    const { rows: offers } = await app.owner.query(
      'select prices_kobo::text as prices from public.counter_offers where quote_id = $1',
      [quoteId],
    )
    // 300,000 freight × 800,000 / 3,800,000 = 63,158; 7.5 % of 863,158 = 64,737.
    expect(offers).toEqual([{ prices: '{1500000,800000,300000,64737}' }])
    await market.call(buyer.caller, 'accept_quote', quoteId, 4_380_625)
    expect(await readMoney(id)).toMatchObject({ vat: 80_625, total: 4_380_625, lines: vat })
    const { rows } = await app.owner.query(
      `select kind, content -> 'vat' as vat,
         (select array_agg(concat_ws(' ', line ->> 'vatClass', line ->> 'vatRateBp') order by place)
          from jsonb_array_elements(content -> 'lines') with ordinality as input (line, place)) as lines
       from public.order_documents where order_id = $1 order by issued_at`,
      [id],
    )
    // On paper each line of goods says what it bears; freight and tax are none.
    const lines = ['basic_food 0', 'standard 750', '', '']
    expect(rows).toEqual([
      { kind: 'quote', vat, lines },
      { kind: 'contract', vat, lines },
    ])
  })

  it('states the rate of goods of which nobody said it: by their product at home, exported abroad', async () => {
    const said = async (request: object, ...lines: object[]) => {
      const { id } = await submitOrder(app, buyer, { ...goodRequest, ...request })
      await market.call(sales.caller, 'quote_order', id, quote(lines))
      const { rows } = await app.owner.query<{ vat: { vatClass: string }[] }>(
        'select vat_lines as vat from public.quotes where order_id = $1',
        [id],
      )
      return rows[0]?.vat.map(({ vatClass }) => vatClass)
    }
    expect(await said({}, goods)).toEqual(['basic_food'])
    expect(await said({}, { ...goods, description: 'Grade 1, lot 7' })).toEqual(['basic_food'])
    expect(await said({ country: 'Netherlands' }, goods)).toEqual(['export'])
    const gum = { ...goods, description: 'Gum arabic, cleaned' }
    expect(await said({ country: 'Netherlands' }, gum)).toEqual(['export'])
    const { id } = await submitOrder(app, buyer, { ...goodRequest, product: 'Gum Arabic' })
    expect(await market.refuse(sales.caller, 'quote_order', id, quote([gum]))).toMatchObject({
      ...{ code: '23514', hint: 'vatClass' },
      message: 'These goods bear VAT of ₦1,500: add a line of tax for it',
    })
    // The tax is just that of food and gum together: the classes are those of the products.
    expect(await said({}, goods, gum, { ...tax, priceKobo: 150_000 })).toEqual(['basic_food', 'standard'])
    await app.owner.query(`update public.orders set crop_type = 'A product of before' where id = $1`, [id])
    const unknown = { ...goods, description: 'Unheard of' }
    await market.call(sales.caller, 'quote_order', id, quote([unknown]))
    expect(await market.refuse(sales.caller, 'quote_order', id, quote([unknown, tax]))).toMatchObject({
      ...{ hint: 'vatClass', message: 'Choose what VAT each line of goods bears' },
    })
  })

  it('of before, with one class for all of it, is accepted as it was sent', async () => {
    const { id } = await submitOrder(app, buyer)
    const quoteId = await market.call(admin.caller, 'quote_order', id, quote([goods, freight, discount, tax]))
    await app.owner.query(
      'alter table public.quotes disable trigger user; alter table public.quote_lines disable trigger user',
    )
    await app.owner.query(
      `update public.quotes set vat_lines = null, vat_class = 'standard', vat_rate_bp = 750, vat_reason = 'standard rate' where id = $1`,
      [quoteId],
    )
    await app.owner.query('update public.quote_lines set vat_class = null where quote_id = $1', [quoteId])
    await app.owner.query(
      'alter table public.quotes enable trigger user; alter table public.quote_lines enable trigger user',
    )
    await market.call(buyer.caller, 'make_counter_offer', quoteId, {
      ...{ prices: [900_000, 1, 1, 1], paymentTerms: '30% Advance 70% on Delivery' },
      terms: { incoterms: 'FOB', namedPlace: 'Apapa' },
    })
    const { rows } = await app.owner.query(
      'select prices_kobo[4]::int as tax from public.counter_offers where quote_id = $1',
      [quoteId],
    )
    expect(rows).toEqual([{ tax: 150_000 }])
    await market.call(buyer.caller, 'accept_quote', quoteId, 2_365_000)
    const vat = [{ rateBp: 750, reason: 'standard rate', baseKobo: 2_200_000, vatKobo: 165_000 }]
    expect(await readMoney(id)).toMatchObject({ vat: 165_000, lines: vat })
  })

  it('brings delivery and tax to their own accounts when it is accepted, less a discount of the goods', async () => {
    const { id } = await submitOrder(app, buyer)
    const input = quote([goods, freight, discount, tax])
    const quoteId = await market.call(admin.caller, 'quote_order', id, input)
    await market.call(buyer.caller, 'accept_quote', quoteId, 2_365_000)
    const vat = [{ ...seeded.standard, baseKobo: 2_200_000, vatKobo: 165_000 }]
    expect(await readMoney(id)).toMatchObject({
      ...{ goods: 1_900_000, delivery: 300_000, vat: 165_000, total: 2_365_000, lines: vat },
    })
    expect(await readAccounts(id)).toEqual({
      ...{
        receivable: 2_365_000,
        unearned_goods: 1_900_000,
        unearned_delivery: 300_000,
        unearned_vat: 165_000,
      },
    })
    const { rows } = await app.owner.query(
      `select content -> 'vat' as vat from public.order_documents where order_id = $1 order by issued_at`,
      [id],
    )
    expect(rows).toEqual([{ vat }, { vat }])
  })

  it('whose discount is more than its goods is accepted all the same', async () => {
    const { id } = await submitOrder(app, buyer)
    const input = quote([goods, freight, { ...discount, priceKobo: 2_100_000 }])
    const quoteId = await market.call(admin.caller, 'quote_order', id, input)
    await market.call(buyer.caller, 'accept_quote', quoteId, 200_000)
    expect(await readMoney(id)).toMatchObject({ goods: 0, delivery: 200_000, vat: 0, total: 200_000 })
  })
})

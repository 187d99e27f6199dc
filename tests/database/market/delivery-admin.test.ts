// What the admin area sees of deliveries: orders by the day on which they come, and whom to ring about it.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { getLagosDay } from '#domain/dates.ts'
import { normalisePhone } from '#domain/phones.ts'
import { writeSms } from '#server/mail/sms.ts'
import { anonymous, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { hashOf, makeContact } from './market-app.ts'
import { openTill } from './market-till.ts'

const { app, market, buyer, admin, finance: paying, confirm, decide, move } = await openTill()
const sales = await app.addPerson({ role: 'sales' })
const reviewer = await app.addPerson({ role: 'reviewer' })
afterAll(() => app.close())

const dayFromNow = (days: number) => getLagosDay(Date.now() + days * 86_400_000)

async function findOrders(filters: object, sort: string | null = null): Promise<string[]> {
  const { rows } = await app.as<{ ids: string[] }>(
    sales.caller,
    `select (public.find_records('orders', filters => $1, sort => $2, page_size => 500)).ids`,
    [JSON.stringify(filters), sort],
  )
  return rows[0]?.ids ?? []
}

await app.owner.query(`insert into public.delivery_zones (name, areas, step_grams, step_kobo, weekdays, cutoff_days)
  values ('Lagos town', '{Lagos}', '{200000}', '{250000}', '{1,2,3,4,5,6,7}', 0)`)
const line = await market.addProduct(null)
const [zone] = (await app.owner.query<{ id: string }>('select id from public.delivery_zones')).rows

/** Where no zone has a price. */
const farAway = () => ({ ...makeContact(), state: 'Sokoto', lga: 'Bodinga' })

/** Where a zone has one. */
const near = (days = 5) => ({ kind: 'deliver', zoneId: zone?.id, priceKobo: 250_000, date: dayFromNow(days) })

async function placeFor(days: number): Promise<string> {
  return (await market.order(buyer.caller, [line], {}, makeContact(), near(days))).id
}

describe('the list of orders', () => {
  it('finds and sorts by the day of delivery; of a contract by its agreed window', async () => {
    const [later, sooner] = [await placeFor(5), await placeFor(2)]
    const open = (await market.order(buyer.caller, [line], {}, farAway(), { kind: 'quote' })).id
    expect(await findOrders({ day: dayFromNow(5) })).toEqual([later])
    const mine = [later, sooner, open]
    expect((await findOrders({ ids: mine.join() }, 'delivery')).filter((id) => mine.includes(id))).toEqual([
      sooner,
      later,
      open,
    ])
    await app.owner.query('update public.orders set delivers_from = $2, delivers_until = $3 where id = $1', [
      open,
      dayFromNow(3),
      dayFromNow(5),
    ])
    expect(await findOrders({ day: dayFromNow(4) })).toEqual([open])
    expect((await findOrders({ day: dayFromNow(5) })).sort()).toEqual([open, later].sort())
    expect(
      (
        await app.refusalOf(
          sales.caller,
          `select public.find_records('orders', filters => '{"day": "soon"}')`,
        )
      ).code,
    ).toBe('22007')
  })

  it('is sorted by an index alone, however many orders there are', async () => {
    const { rows } = await app.owner.query(
      `select private.list_order('orders', 'orders', 'delivery', false) as by`,
    )
    const client = await app.owner.connect()
    try {
      await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off')
      const plan = await client.query(
        `explain select t.id from private.orders_list as t order by ${rows[0]?.by} limit 10`,
      )
      const steps = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(steps).toContain('orders_delivers_until_idx')
      expect(steps).not.toContain('Sort')
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('whom to ring', () => {
  const log = (caller: typeof sales.caller, id: string, outcome: string) =>
    app.as(caller, `select public.log_call('orders', $1, $2)`, [id, outcome])
  const toRing = () => findOrders({ step: 'to_ring' })
  /** As the page of an order reads them. */
  const readFields = async (id: string, caller = sales.caller) =>
    (
      await app.as(
        caller,
        'select public.told_by(own) as by, public.to_ring(own) as ring from public.orders as own where id = $1',
        [id],
      )
    ).rows[0]

  it('is a guest without e-mail once delivery is quoted, until somebody has rung them', async () => {
    const quote = { priceKobo: 900_000, day: dayFromNow(6) }
    const place = (contact: object) =>
      market.order(service, [line], { trackingTokenHash: '0'.repeat(64) }, contact, { kind: 'quote' })
    const { email, ...silent } = farAway()
    const { id } = await place(silent)
    expect(email).toContain('@')
    expect(await toRing()).toEqual([])
    expect(await readFields(id)).toEqual({ by: null, ring: null })
    await app.owner.query(`select private.set_app_setting('sms', 'on')`)
    expect(await readFields(id)).toEqual({ by: 'sms', ring: null })
    const step = async (name: string) => (await findOrders({ step: name, ids: id })).length
    expect([await step('to_quote'), await step('waits_for_buyer')]).toEqual([1, 0])
    const dear = await market.refuse(sales.caller, 'quote_delivery', id, { ...quote, priceKobo: 10 ** 13 })
    expect(dear).toMatchObject({ hint: 'price', message: 'A delivery costs less than ₦1,000,000,000' })
    await market.call(sales.caller, 'quote_delivery', id, quote)
    expect([await step('to_quote'), await step('waits_for_buyer')]).toEqual([0, 1])
    expect(await toRing()).toEqual([id])
    expect(await findOrders({ day: quote.day })).toEqual([id])
    const { rows } = await app.owner.query(
      `select data from private.mail_outbox where channel = 'sms' and template = 'order_delivery_quoted' and recipient = $1`,
      [normalisePhone(silent.phone)],
    )
    expect(
      writeSms('order_delivery_quoted', rows[0]?.data, {
        companyName: 'the company',
        siteUrl: 'https://company.example',
      }),
    ).toContain('costs ₦9,000 and comes on')
    await app.owner.query(`select private.set_app_setting('sms', 'off')`)
    await log(sales.caller, id, 'no_answer')
    expect(await toRing()).toEqual([id])
    expect(await readFields(id)).toEqual({ by: null, ring: 'the price of the delivery' })
    await log(sales.caller, id, 'reached')
    expect(await toRing()).toEqual([])
    expect(await readFields(id)).toEqual({ by: null, ring: null })
    // Who gave an address is told by mail.
    const mailed = await market.order(service, [line], { trackingTokenHash: '1'.repeat(64) }, farAway(), {
      kind: 'quote',
    })
    await market.call(sales.caller, 'quote_delivery', mailed.id, quote)
    expect(await readFields(mailed.id)).toEqual({ by: 'email', ring: null })
    // Another price is another call.
    await market.call(sales.caller, 'quote_delivery', id, { ...quote, priceKobo: 800_000 })
    expect(await toRing()).toEqual([id])
    // What ended unpaid is no news, but to those who said that they have paid or waited for the price of their delivery.
    const context = { trackingTokenHash: '2'.repeat(64) }
    const said = (
      await market.order(service, [line], context, { ...makeContact(), email: undefined }, near())
    ).id
    await market.call(service, 'claim_payment', said, { words: 'Paid' }, context)
    await market.call(withSecondFactor(paying), 'reject_payment_claim', said)
    await log(sales.caller, said, 'reached')
    expect(await toRing()).toEqual([id])
    await app.owner.query('update public.orders set expires_at = now() where id = any ($1)', [[id, said]])
    await app.owner.query('select private.expire_market_orders()')
    expect((await toRing()).sort()).toEqual([id, said].sort())
    for (const one of [id, said]) await log(sales.caller, one, 'chat_sent')
    expect(await toRing()).toEqual([])
  })

  it('is everybody whose goods are brought tomorrow, and nobody whose come later', async () => {
    const [tomorrow, later] = [await placeFor(1), await placeFor(4)]
    for (const id of [tomorrow, later]) {
      await confirm(id, 350_000)
      await decide(id, 'approved')
      await move(id, 'none', 'preparing')
    }
    expect(await toRing()).toEqual([tomorrow])
    await log(admin.caller, tomorrow, 'reached')
    expect(await toRing()).toEqual([])
  })

  it('is a guest without e-mail after each news that neither a mail nor a text tells, until somebody has rung them', async () => {
    const [finance, second] = [withSecondFactor(paying), withSecondFactor(admin)]
    const goods = await market.addProduct(null, 100_000)
    const context = { trackingTokenHash: hashOf(randomUUID()) }
    const contextOfWritten = { trackingTokenHash: hashOf(randomUUID()) }
    const { email: _, ...silent } = makeContact()
    const { id } = await market.order(service, [goods], context, silent, near())
    const written = (await market.order(service, [goods], contextOfWritten, makeContact(), near())).id
    const member = (await market.order(buyer.caller, [goods], {}, makeContact(), near())).id
    const all = [id, written, member]
    const expectRung = async (news: string, ...order: string[]) => {
      const find = async () => (await toRing()).filter((one) => all.includes(one))
      expect(await find(), news).toEqual(order)
      for (const one of order) await log(sales.caller, one, 'no_answer')
      expect(await find(), news).toEqual(order)
      for (const one of order) await log(sales.caller, one, 'reached')
      expect(await find(), news).toEqual([])
    }
    const each = async (change: (one: string) => Promise<unknown>) => {
      for (const one of all) await change(one)
    }
    await expectRung('ordered')
    const claim = (one: string) =>
      one === member
        ? market.call(buyer.caller, 'claim_payment', one, { words: 'Paid' })
        : market.call(
            service,
            'claim_payment',
            one,
            { words: 'Paid' },
            one === id ? context : contextOfWritten,
          )
    await each(claim)
    await expectRung('a claim of their own')
    await each((one) => market.call(finance, 'reject_payment_claim', one))
    await expectRung('claim rejected', id)
    // What they do since, they do on the page of the order, where the news stands.
    await each(claim)
    await each((one) => market.call(finance, 'reject_payment_claim', one))
    await each(claim)
    await expectRung('claimed once more')
    await each((one) => confirm(one, 360_000))
    await expectRung('more than the total', id)
    await each((one) => decide(one, 'approved'))
    await expectRung('approved', id)
    await each((one) => move(one, 'none', 'preparing'))
    await expectRung('nobody is told that goods are prepared')
    await each((one) => move(one, 'preparing', 'dispatched'))
    await expectRung('sent, or ready to collect', id)
    await each((one) => move(one, 'dispatched', 'delivered'))
    await expectRung('delivered, or collected', id)
    await app.owner.query(`select private.set_app_setting('sms', 'on')`)
    await each((one) => market.call(second, 'record_refund', one, market.receipt(4_000)))
    await expectRung('a refund of which a text tells')
    await app.owner.query(`select private.set_app_setting('sms', 'off')`)
    await each((one) => market.call(second, 'record_refund', one, market.receipt(6_000)))
    await expectRung('a refund', id)
    await each((one) => decide(one, 'completed'))
    expect((await toRing()).filter((one) => all.includes(one))).toEqual([id])
    await app.owner.query(
      `update private.untold_news set since = now() - interval '31 days' where order_id = $1`,
      [id],
    )
    await expectRung('a month ago')
    // Whose contact is erased has no number.
    await app.owner.query(`update private.untold_news set since = now() where order_id = $1`, [id])
    await app.owner.query(`update public.order_contacts set phone = '00000000' where order_id = $1`, [id])
    await expectRung('erased')
  })

  it('is read from those alone who wait, however many orders there are', async () => {
    const client = await app.owner.connect()
    try {
      const { rows } =
        await client.query(`select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
        where attrelid = 'public.orders'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
      const columns = rows[0]?.columns
      // Without triggers and references.
      await client.query(`begin; set local session_replication_role = replica;
        with made as (
          insert into public.orders (${columns})
          select ${columns} from (
            select (jsonb_populate_record(null::public.orders, to_jsonb(own) || jsonb_build_object('id', gen_random_uuid(), 'idempotency_key', null,
              'code', 'AG' || left(copy.code, 3) || '-' || right(copy.code, 4)))).*
            from (select orders.* from public.orders where user_id is null limit 1) as own,
              (select translate(lpad(n::text, 7, '0'), '01', 'AB') as code from generate_series(1, 500) as n) as copy
          ) as copied
          returning id)
        insert into public.order_contacts (order_id, name, phone, state, lga)
        select id, 'Ada Obi', '+2348031234567', 'Lagos', 'Ikeja' from made;
        insert into private.untold_news (order_id, template, since) select order_id, '', now() - interval '31 days' from public.order_contacts;
        analyze public.orders; analyze public.order_contacts; analyze private.untold_news`)
      const plan = await client.query('explain select id from private.orders_to_ring')
      const steps = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(steps).toContain('untold_news_since_idx')
      expect(steps).not.toMatch(/Seq Scan on order|orders_user_id_idx/)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('is written down by staff who read orders and work on records, and read by them alone', async () => {
    const id = await placeFor(3)
    const call = `select public.log_call('orders', '${id}', 'reached')`
    for (const caller of [anonymous, buyer.caller, reviewer.caller])
      expect((await app.refusalOf(caller, call)).code).toBe('42501')
    await app.as(sales.caller, call)
    const count = async (caller: typeof sales.caller) =>
      (await app.as(caller, 'select from public.phone_calls where record_id = $1', [id])).rowCount
    expect(await Promise.all([sales, reviewer, buyer].map(({ caller }) => count(caller)))).toEqual([1, 0, 0])
    const history = await app.as(
      sales.caller,
      `select axis, to_value, actor_role from public.record_history('orders', $1)`,
      [id],
    )
    expect(history.rows).toContainEqual({ axis: 'call', to_value: 'reached', actor_role: 'sales' })
    await app.owner.query('delete from public.orders where id = $1', [id])
    expect(
      (await app.owner.query('select from public.phone_calls where record_id = $1', [id])).rowCount,
    ).toBe(0)
  })
})

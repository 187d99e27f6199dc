// What the admin area sees of deliveries: orders by the day on which they come, and whom to ring about it.
import { afterAll, describe, expect, it } from 'vitest'
import { getLagosDay } from '#domain/dates.ts'
import { normalisePhone } from '#domain/phones.ts'
import { writeSms } from '#server/mail/sms.ts'
import { anonymous, service } from '#tests/harness/migrated-database.ts'
import { makeContact } from './market-app.ts'
import { openTill } from './market-till.ts'

const { app, market, buyer, admin, confirm, decide, move } = await openTill()
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

async function placeFor(days: number): Promise<string> {
  const choice = { kind: 'deliver', zoneId: zone?.id, priceKobo: 250_000, date: dayFromNow(days) }
  return (await market.order(buyer.caller, [line], {}, makeContact(), choice)).id
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
    expect(await readFields(id)).toEqual({ by: null, ring: false })
    await app.owner.query(`select private.set_app_setting('sms', 'on')`)
    expect(await readFields(id)).toEqual({ by: 'sms', ring: false })
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
    expect(await readFields(id)).toEqual({ by: null, ring: true })
    await log(sales.caller, id, 'reached')
    expect(await toRing()).toEqual([])
    expect(await readFields(id)).toEqual({ by: null, ring: false })
    // Who gave an address is told by mail.
    const mailed = await market.order(service, [line], { trackingTokenHash: '1'.repeat(64) }, farAway(), {
      kind: 'quote',
    })
    await market.call(sales.caller, 'quote_delivery', mailed.id, quote)
    expect(await readFields(mailed.id)).toEqual({ by: 'email', ring: false })
    // Another price is another call.
    await market.call(sales.caller, 'quote_delivery', id, { ...quote, priceKobo: 800_000 })
    expect(await toRing()).toEqual([id])
    await log(sales.caller, id, 'chat_sent')
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

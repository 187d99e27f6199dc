// The day of a delivery: none that has passed is promised, staff name another one, and what waits for its price has an end of its own.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { getLagosDay } from '#domain/dates.ts'
import { service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openDelivery } from './delivery-app.ts'
import { goodContact } from './market-app.ts'
import { openTill } from './market-till.ts'

const { app, market, buyer, stranger, finance, admin, confirm, decide } = await openTill()
const sales = await app.addPerson({ role: 'sales' })
afterAll(() => app.close())

const { addZone, addDepot, closeAll } = openDelivery(app)
beforeEach(closeAll)

const dayFromNow = (days: number) => getLagosDay(new Date(Date.now() + days * 86_400_000))
const today = dayFromNow(0)

type Zone = Awaited<ReturnType<typeof addZone>>

/** An order that this zone brings on its first day. */
async function placeTo(zone: Zone, quantity = 1) {
  const line = { ...(await market.addProduct(50, 100_000)), quantity }
  const { options } = (await market.call(
    buyer.caller,
    'delivery_options',
    [{ productId: line.productId, quantity }],
    goodContact.state,
    goodContact.lga,
  )) as { options: { kind: string; zoneId: string; priceKobo: number; days: string[] }[] }
  const option = options.find(({ zoneId }) => zoneId === zone.id)
  const date = option?.days[0] ?? ''
  const { id, totalKobo } = await market.order(buyer.caller, [line], {}, goodContact, {
    ...{ kind: 'deliver', zoneId: zone.id, priceKobo: option?.priceKobo, date },
  })
  return { id, totalKobo: Number(totalKobo), date }
}

const moveToPast = (id: string, days: number) =>
  app.owner.query('update public.order_deliveries set day = day - $2::integer where order_id = $1', [
    id,
    days,
  ])

const dayOf = async (id: string) =>
  (
    await app.owner.query(
      `select chosen.day::text, orders.delivers_from::text as "from", orders.delivers_until::text as until
       from public.order_deliveries as chosen join public.orders on orders.id = chosen.order_id where order_id = $1`,
      [id],
    )
  ).rows[0]

describe('a day that has passed', () => {
  it('is approved by nobody before staff name another one, which the buyer is told', async () => {
    const { id, totalKobo, date } = await placeTo(await addZone())
    await confirm(id, totalKobo)
    await moveToPast(id, 30)
    const passed = (await dayOf(id))?.day ?? ''
    await expect(decide(id, 'approved')).rejects.toMatchObject({ code: '23514', hint: 'delivery_day' })
    const later = dayFromNow(9)
    await market.call(sales.caller, 'change_delivery_day', id, passed, later)
    expect(await dayOf(id)).toEqual({ day: later, from: later, until: later })
    expect(date).not.toBe(later)
    const { rows } = await app.owner.query(
      `select data ->> 'day_before' as before, data -> 'delivery' ->> 'day' as day
       from private.mail_outbox where template = 'order_delivery_day' and data ->> 'order_id' = $1`,
      [id],
    )
    expect(rows).toEqual([{ before: passed, day: later }])
    await decide(id, 'approved')
  })

  it('of goods that are collected stops nothing: they wait from that day on', async () => {
    const depot = await addDepot()
    const line = await market.addProduct(5, 100_000)
    const { options } = (await market.call(
      buyer.caller,
      'delivery_options',
      [{ productId: line.productId, quantity: 1 }],
      goodContact.state,
      goodContact.lga,
    )) as { options: { depotId?: string; days: string[] }[] }
    const date = options.find(({ depotId }) => depotId === depot.id)?.days[0]
    const { id } = await market.order(buyer.caller, [line], {}, goodContact, {
      ...{ kind: 'collect', depotId: depot.id, date },
    })
    await confirm(id, 100_000)
    await moveToPast(id, 30)
    await decide(id, 'approved')
  })
})

describe('another day', () => {
  it('is named by staff who decide orders, never for their own one, from today on and on the day that they read', async () => {
    const { id, date } = await placeTo(await addZone())
    const later = dayFromNow(12)
    for (const { caller } of [buyer, stranger, finance])
      expect((await market.refuse(caller, 'change_delivery_day', id, date, later)).code).toBe('42501')
    expect((await market.refuse(service, 'change_delivery_day', id, date, later)).code).toBe('42501')
    const change = (...values: unknown[]) => market.refuse(sales.caller, 'change_delivery_day', id, ...values)
    expect((await change(later, dayFromNow(13))).code).toBe('PT409')
    // The day that it has already: a retry of an answer that was lost.
    await market.call(sales.caller, 'change_delivery_day', id, later, date)
    for (const wrong of [dayFromNow(-1), dayFromNow(200)])
      expect((await change(date, wrong)).hint).toBe('day')
    // The same day once more changes nothing, and writes to nobody.
    await market.call(sales.caller, 'change_delivery_day', id, date, date)
    expect(await market.mailsAbout(id)).toEqual(['order_placed'])
    await app.owner.query('update public.orders set user_id = $2 where id = $1', [id, sales.id])
    expect((await change(date, later)).hint).toBe('own_record')
  })

  it('takes a place in the new day, and gives back that of the old one', async () => {
    const zone = await addZone({ capacityOrders: 1 })
    const first = await placeTo(zone)
    const second = await placeTo(zone)
    expect(second.date > first.date).toBe(true)
    const refused = await market.refuse(
      sales.caller,
      'change_delivery_day',
      second.id,
      second.date,
      first.date,
    )
    expect(refused).toMatchObject({ code: '23514', hint: 'day', message: expect.stringContaining('full') })
    await market.call(sales.caller, 'change_delivery_day', first.id, first.date, dayFromNow(40))
    await market.call(sales.caller, 'change_delivery_day', second.id, second.date, first.date)
    expect((await dayOf(second.id))?.day).toBe(first.date)
  })

  it('is for goods that are still to come: neither for those that came, nor for an order that ended', async () => {
    const zone = await addZone()
    const delivered = await placeTo(zone)
    await confirm(delivered.id, delivered.totalKobo)
    await decide(delivered.id, 'approved')
    await market.call(admin.caller, 'move_order', delivered.id, 'none', 'preparing')
    await market.call(admin.caller, 'move_order', delivered.id, 'preparing', 'dispatched')
    await market.call(sales.caller, 'change_delivery_day', delivered.id, delivered.date, dayFromNow(15))
    await market.call(admin.caller, 'move_order', delivered.id, 'dispatched', 'delivered')
    const ended = await placeTo(zone)
    await decide(ended.id, 'declined', 'Sold out')
    for (const [id, day] of [
      [delivered.id, dayFromNow(15)],
      [ended.id, ended.date],
    ])
      expect((await market.refuse(sales.caller, 'change_delivery_day', id, day, dayFromNow(20))).hint).toBe(
        'day',
      )
  })
})

describe('what waits for the price of its delivery', () => {
  async function placeQuoted() {
    await addZone()
    const line = { ...(await market.addProduct(5, 3_500_000)), quantity: 5 }
    const { id } = await market.order(buyer.caller, [line], {}, goodContact, { kind: 'quote' })
    return { line, id }
  }

  it('keeps its goods for the money that came early, however long it waits, and is told nothing that is not so', async () => {
    const { id, line } = await placeQuoted()
    await market.call(withSecondFactor(finance), 'confirm_payment', id, market.receipt(17_500_000))
    await market.passPayments(id, '400 hours')
    await app.owner.query(
      `update public.orders set created_at = created_at - interval '400 hours' where id = $1`,
      [id],
    )
    await app.as(service, 'select private.run_market_jobs()')
    expect(await market.stockOf(line)).toBe(0)
    expect(await market.read(id)).toMatchObject({ status: 'pending', payment: 'underpaid' })
    expect(await market.mailsAbout(id)).toEqual(['order_placed', 'order_payment_short'])
    await market.call(sales.caller, 'quote_delivery', id, { priceKobo: 0, day: today })
    await market.call(buyer.caller, 'accept_delivery', id, 0, today)
    await decide(id, 'approved')
  })

  it('is priced once more when the time to answer is over and money has come: staff find it in their list', async () => {
    const { id } = await placeQuoted()
    await market.call(withSecondFactor(finance), 'confirm_payment', id, market.receipt(100))
    await market.call(sales.caller, 'quote_delivery', id, { priceKobo: 900_000, day: today })
    const isListed = async (step: string) => {
      const { rows } = await app.as<{ ids: string[] }>(
        sales.caller,
        `select ids from public.find_records('orders', page_size => 500, filters => $1)`,
        [JSON.stringify({ step })],
      )
      return rows[0]?.ids.includes(id)
    }
    const standing = async () => [await isListed('to_quote'), await isListed('waits_for_buyer')]
    expect(await standing()).toEqual([false, true])
    await market.passTime(id, '73 hours')
    await app.as(service, 'select private.run_market_jobs()')
    expect(await market.read(id)).toMatchObject({ status: 'pending', payment: 'underpaid' })
    expect(await standing()).toEqual([true, false])
    expect((await market.refuse(buyer.caller, 'accept_delivery', id, 900_000, today)).hint).toBe('delivery')
    await market.call(sales.caller, 'quote_delivery', id, { priceKobo: 900_000, day: today })
    expect(await standing()).toEqual([false, true])
    await market.call(buyer.caller, 'accept_delivery', id, 900_000, today)
  })

  it('ends after seven days when nobody prices it, with words of its own, and its goods are for sale again', async () => {
    const { id, line } = await placeQuoted()
    const pass = (hours: number) =>
      app.owner.query(
        `update public.orders set created_at = created_at - make_interval(hours => $2) where id = $1`,
        [id, hours],
      )
    await pass(167)
    await app.as(service, 'select private.run_market_jobs()')
    expect(await market.read(id)).toMatchObject({ status: 'pending' })
    await pass(2)
    await app.as(service, 'select private.run_market_jobs()')
    expect(await market.read(id)).toMatchObject({ status: 'declined' })
    expect((await market.read(id)).decline_reason).toContain(
      'could not tell you in time what its delivery costs',
    )
    expect(await market.stockOf(line)).toBe(5)
  })
})

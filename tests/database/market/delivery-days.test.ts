// The day of a delivery: none that has passed is promised, staff name another one, and what waits for its price has an end of its own.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { formatDateTimeInWords, getLagosDay } from '#domain/dates.ts'
import { render } from '#server/mail/sample-mails.ts'
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
  it('is in no mail any more', async () => {
    const { id, totalKobo } = await placeTo(await addZone())
    await moveToPast(id, 30)
    await confirm(id, totalKobo)
    const { rows } = await app.owner.query(
      `select data -> 'delivery' ? 'day' as has_day from private.mail_outbox
       where template = 'order_payment_confirmed' and data ->> 'order_id' = $1`,
      [id],
    )
    expect(rows).toEqual([{ has_day: false }])
  })

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
    // The page says it, too.
    const kept = await app.as<{ before: string; changed: boolean }>(
      buyer.caller,
      `select day_before::text as before, day_changed_at <= now() as changed from public.order_deliveries where order_id = '${id}'`,
    )
    expect(kept.rows).toEqual([{ before: passed, changed: true }])
    expect(
      (await app.refusalOf(buyer.caller, 'update public.order_deliveries set day_before = null')).code,
    ).toBe('42501')
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

it('on which goods came is on the papers from then on, and no planned one', async () => {
  const { id, totalKobo, date } = await placeTo(await addZone())
  const onPapers = async () => {
    const { rows } = await app.owner.query(
      `select said ->> 'day' as day, said ->> 'cameOn' as came from private.describe_parties($1) as parties,
        lateral (select parties -> 'delivery' as said) as delivery`,
      [id],
    )
    return rows[0]
  }
  await confirm(id, totalKobo)
  await decide(id, 'approved')
  expect(await onPapers()).toEqual({ day: date, came: null })
  await market.deliver(admin.caller, id)
  expect(date).not.toBe(today)
  expect(await onPapers()).toEqual({ day: today, came: today })
  // Of goods that were collected the day from which they were ready stays.
  await app.owner.query(
    `update public.order_deliveries set kind = 'collect', zone_id = null, price_kobo = 0 where order_id = $1`,
    [id],
  )
  expect(await onPapers()).toEqual({ day: date, came: today })
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
      expect(await change(date, wrong)).toMatchObject({
        ...{ hint: 'day', message: expect.stringContaining('from today on and within 180 days') },
      })
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

  it('goes with goods that are for sale again, and comes back with them while it is free', async () => {
    const zone = await addZone({ capacityOrders: 1 })
    const [first, second] = [await placeTo(zone), await placeTo(zone)]
    for (const { id } of [first, second]) {
      await market.call(buyer.caller, 'claim_payment', id, {})
      await app.owner.query('update public.orders set claim_holds_until = now() where id = $1', [id])
    }
    await app.owner.query('select private.run_market_jobs()')
    const third = await placeTo(zone)
    expect(third.date).toBe(first.date)
    await confirm(second.id, second.totalKobo)
    await decide(second.id, 'approved')
    // Its goods are there, and nobody else's any more; its day is not.
    expect(await confirm(first.id, first.totalKobo)).toMatchObject({
      paymentStatus: 'confirmed',
      stockMissing: true,
    })
    const held = async () =>
      (
        await app.owner.query(
          `select has_reserved_stock as reserved, stock_released_at is null as whole from public.order_items as item
           join public.orders on orders.id = item.order_id where order_id = $1`,
          [first.id],
        )
      ).rows
    expect(await held()).toEqual([{ reserved: true, whole: false }])
    await expect(decide(first.id, 'approved')).rejects.toMatchObject({ code: '23514', hint: 'delivery_day' })
    const readObstacle = async () =>
      (
        await app.as<{ gone: string | null }>(
          sales.caller,
          'select public.goods_obstacle(own) as gone from public.orders as own where id = $1',
          [first.id],
        )
      ).rows[0]?.gone
    expect(await readObstacle()).toContain('another day is named')
    await market.call(sales.caller, 'change_delivery_day', first.id, first.date, dayFromNow(30))
    expect(await held()).toEqual([{ reserved: true, whole: true }])
    expect(await readObstacle()).toBeNull()
    await decide(first.id, 'approved')
    expect((await dayOf(first.id))?.day).toBe(dayFromNow(30))
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
    // Its mail names the day on which they came.
    const { rows: told } = await app.owner.query(
      `select data -> 'delivery' ->> 'day' as day from private.mail_outbox
       where data ->> 'order_id' = $1 and template in ('order_dispatched', 'order_delivered') order by created_at, template desc`,
      [delivered.id],
    )
    expect(told).toEqual([{ day: delivered.date }, { day: dayFromNow(0) }])
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

  const acceptedMail = async (id: string) => {
    const { rows } = await app.owner.query(
      `select data from private.mail_outbox where template = 'order_delivery_accepted' and data ->> 'order_id' = $1`,
      [id],
    )
    return render('order_delivery_accepted', rows[0]?.data)
  }

  it('keeps its goods as long as its buyer is told, though a part of the money came long ago', async () => {
    const { id, line } = await placeQuoted()
    await confirm(id, 17_500_000)
    await market.passPayments(id, '192 hours')
    await market.call(sales.caller, 'quote_delivery', id, { priceKobo: 900_000, day: dayFromNow(9) })
    await market.call(buyer.caller, 'accept_delivery', id, 900_000, dayFromNow(9))
    const { subject, text } = await acceptedMail(id)
    expect(subject).toContain('can be paid now')
    expect(text).toContain('₦9,000 is due now.')
    expect(text).toContain('Amount to pay: ₦9,000')
    expect(text).toContain('Goods kept until')
    await app.as(service, 'select private.run_market_jobs()')
    expect(await market.stockOf(line)).toBe(0)
    expect(await market.mailsAbout(id)).not.toContain('order_payment_rest_not_seen')
    // A claim takes none of the time away.
    await market.call(buyer.caller, 'claim_payment', id, {})
    await market.call(withSecondFactor(finance), 'reject_payment_claim', id)
    const { rows } = await app.owner.query(
      `update public.orders set claim_holds_until = claim_holds_until - interval '73 hours'
       where id = $1 returning claim_holds_until + interval '73 hours' = expires_at as is_as_told`,
      [id],
    )
    expect(rows).toEqual([{ is_as_told: true }])
    await app.as(service, 'select private.run_market_jobs()')
    expect(await market.stockOf(line)).toBe(5)
  })

  it('is told in the mail of the same day as on its page, where a part of the money keeps the goods for longer', async () => {
    const { id } = await placeQuoted()
    await confirm(id, 17_500_000)
    await market.call(sales.caller, 'quote_delivery', id, { priceKobo: 900_000, day: dayFromNow(9) })
    await market.call(buyer.caller, 'accept_delivery', id, 900_000, dayFromNow(9))
    const { rows } = await app.as(
      buyer.caller,
      `select public.order_hold(own) ->> 'keptUntil' as kept, own.expires_at from public.orders as own where id = $1`,
      [id],
    )
    const kept = formatDateTimeInWords(rows[0]?.kept)
    expect(kept).not.toBe(formatDateTimeInWords(rows[0]?.expires_at))
    const [said] = /(?<=Goods kept until: ).*(?=, Lagos time)/.exec((await acceptedMail(id)).text) ?? []
    expect(said?.replace(/\s/g, ' ')).toBe(kept.replace(/\s/g, ' '))
  })

  it.each([
    ['free of charge', 17_500_000, 0, undefined],
    ['covered by what came', 18_400_000, 900_000, undefined],
    ['less than what came above the goods', 18_500_000, 900_000, 'Goes back to you: ₦1,000'],
  ])('is asked for no second transfer where its delivery is %s', async (_, came, priceKobo, back) => {
    const { id } = await placeQuoted()
    await confirm(id, came)
    await market.call(sales.caller, 'quote_delivery', id, { priceKobo, day: today })
    const accepted = await market.call(buyer.caller, 'accept_delivery', id, priceKobo, today)
    expect(accepted).toMatchObject({ paymentStatus: back ? 'overpaid' : 'confirmed' })
    const { subject, text } = await acceptedMail(id)
    expect(`${subject} ${text}`).not.toMatch(/can be paid now|Pay by bank transfer|Amount to pay|Goods kept/)
    expect(text).toContain('Nothing more is to be paid.')
    expect(text.includes('Goes back to you')).toBe(back !== undefined)
    expect(text).toContain(back ?? 'your order is paid')
  })

  /** Finance finds that nothing came of what was recorded. */
  async function correctToNothing(id: string, wasKobo: number) {
    const { rows } = await app.owner.query('select id from public.payments where order_id = $1', [id])
    const { entryId } = await market.call(withSecondFactor(finance), 'correct_payment', rows[0]?.id, {
      ...{ amountKobo: 0, wasKobo, reason: 'Another order', idempotencyKey: randomUUID() },
    })
    await market.call(withSecondFactor(admin), 'decide_money_entry', entryId, true)
  }
  const jobs = () => app.as(service, 'select private.run_market_jobs()')

  it('has a day after the correction of money that never came, then ends as any other one', async () => {
    const { id, line } = await placeQuoted()
    await confirm(id, 100)
    await market.passPayments(id, '192 hours')
    await app.owner.query(
      `update public.orders set created_at = created_at - interval '216 hours' where id = $1`,
      [id],
    )
    await correctToNothing(id, 100)
    await jobs()
    expect(await market.read(id)).toMatchObject({ status: 'pending', payment: 'unpaid' })
    await market.passPayments(id, '25 hours')
    await jobs()
    expect(await market.read(id)).toMatchObject({ status: 'declined' })
    expect(await market.stockOf(line)).toBe(5)
  })

  it('is not accepted at a price that had run out, because its money was corrected', async () => {
    const { id } = await placeQuoted()
    await confirm(id, 100)
    await market.call(sales.caller, 'quote_delivery', id, { priceKobo: 900_000, day: dayFromNow(9) })
    await market.passTime(id, '73 hours')
    const { expires_at: ranOut } = await market.read(id)
    await correctToNothing(id, 100)
    expect((await market.read(id)).expires_at).toEqual(ranOut)
    const offer = [id, 900_000, dayFromNow(9)] as const
    expect((await market.refuse(buyer.caller, 'accept_delivery', ...offer)).hint).toBe('delivery')
    // Staff have the day to price it once more.
    await jobs()
    expect(await market.read(id)).toMatchObject({ status: 'pending', payment: 'unpaid' })
    await market.call(sales.caller, 'quote_delivery', id, { priceKobo: 900_000, day: dayFromNow(9) })
    await market.call(buyer.caller, 'accept_delivery', ...offer)
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

  const queued = async (id: string) => {
    const { rows } = await app.as<{ ids: string[] }>(
      sales.caller,
      `select ids from public.find_records('quotes', page_size => 500)`,
    )
    return rows[0]?.ids.includes(id)
  }
  const waitsForBuyer = async (id: string) => {
    const { rows } = await app.as<{ id: string }>(
      buyer.caller,
      `select id from public.list_own_orders('waiting', page_size => 100)`,
    )
    return rows.some((row) => row.id === id)
  }

  it('is answered until its day is over at the latest, and then is staff’s to price again, on every list', async () => {
    const { id } = await placeQuoted()
    await market.call(withSecondFactor(finance), 'confirm_payment', id, market.receipt(100))
    await market.call(sales.caller, 'quote_delivery', id, { priceKobo: 900_000, day: today })
    const { rows } = await app.owner.query(
      `select expires_at = (($2::date + 1)::timestamp at time zone 'Africa/Lagos') as ends from public.orders where id = $1`,
      [id, today],
    )
    expect(rows).toEqual([{ ends: true }])
    expect([await queued(id), await waitsForBuyer(id)]).toEqual([false, true])
    // An offer of before offers ended with their day.
    await moveToPast(id, 1)
    expect(await market.refuse(buyer.caller, 'accept_delivery', id, 900_000, dayFromNow(-1))).toMatchObject({
      code: '23514',
      hint: 'delivery',
    })
    await app.owner.query(`update public.orders set expires_at = now() where id = $1`, [id])
    expect([await queued(id), await waitsForBuyer(id)]).toEqual([true, false])
  })

  it('is answered for a buyer who was rung: staff log the call that reached them first', async () => {
    const { id } = await placeQuoted()
    const offer = [id, 900_000, today] as const
    const log = (outcome: string) =>
      app.as(sales.caller, `select public.log_call('orders', $1, $2)`, [id, outcome])
    await log('reached')
    await market.call(sales.caller, 'quote_delivery', id, { priceKobo: 900_000, day: today })
    for (const caller of [buyer.caller, stranger.caller, finance.caller])
      expect((await market.refuse(caller, 'accept_delivery_by_phone', ...offer)).code).toBe('42501')
    // The one of before was not about this price.
    expect((await market.refuse(sales.caller, 'accept_delivery_by_phone', ...offer)).hint).toBe('call')
    await log('no_answer')
    expect((await market.refuse(sales.caller, 'accept_delivery_by_phone', ...offer)).hint).toBe('call')
    await log('reached')
    expect((await market.refuse(sales.caller, 'accept_delivery_by_phone', id, 1, today)).code).toBe('PT409')
    await market.call(sales.caller, 'accept_delivery_by_phone', ...offer)
    expect(await market.mailsAbout(id)).toContain('order_delivery_accepted')
    const { rows } = await app.owner.query(
      `select actor_id, after from public.audit_trail where subject_id = $1 and action = 'accept_delivery_by_phone'`,
      [id],
    )
    expect(rows).toEqual([{ actor_id: sales.id, after: { price_kobo: 900_000, day: today } }])
    expect((await market.refuse(sales.caller, 'accept_delivery_by_phone', id, 1, today)).hint).toBe(
      'delivery',
    )
  })

  it('is reminded once of each price to answer, and once more to pay what was agreed', async () => {
    const { id } = await placeQuoted()
    const remind = async () => {
      await app.owner.query(`update public.orders set expires_at = now() + interval '1 hour' where id = $1`, [
        id,
      ])
      await app.as(service, 'select private.run_market_jobs()')
      const mails = await market.mailsAbout(id)
      return ['order_delivery_unanswered', 'order_unpaid'].map(
        (reminder) => mails.filter((template) => template === reminder).length,
      )
    }
    // Nobody has named a price yet: there is nothing to answer.
    expect(await remind()).toEqual([0, 0])
    await market.call(sales.caller, 'quote_delivery', id, { priceKobo: 900_000, day: dayFromNow(5) })
    expect([await remind(), await remind()]).toEqual([
      [1, 0],
      [1, 0],
    ])
    await market.call(sales.caller, 'quote_delivery', id, { priceKobo: 800_000, day: dayFromNow(5) })
    expect(await remind()).toEqual([2, 0])
    await market.call(buyer.caller, 'accept_delivery', id, 800_000, dayFromNow(5))
    expect([await remind(), await remind()]).toEqual([
      [2, 1],
      [2, 1],
    ])
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

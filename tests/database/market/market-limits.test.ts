// Ends and rights around the market: nobody lends to themselves, what is owed adds up, and nothing fills without end.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { anonymous, openApp, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { submitOrder } from '#tests/harness/order-requests.ts'
import { goodContact, makeContact, openMarket } from './market-app.ts'

const app = await openApp()
const market = openMarket(app)
const buyer = await app.addPerson()
const finance = await app.addPerson({ role: 'finance' })
const admin = await app.addPerson({ role: 'admin' })
const rice = await market.addProduct(null, 100_000)
await market.addAccounts()
afterAll(() => app.close())

const confirm = (id: string, kobo: number) =>
  market.call(withSecondFactor(finance), 'confirm_payment', id, market.receipt(kobo))
const decide = (id: string, status: string) =>
  app.as(admin.caller, 'update public.orders set status = $2 where id = $1', [id, status])

async function creditOf(id: string): Promise<string | null> {
  const { rows } = await app.owner.query('select credit_terms_reason from public.orders where id = $1', [id])
  return rows[0]?.credit_terms_reason
}

async function deliver(id: string) {
  await decide(id, 'approved')
  await market.deliver(admin.caller, id)
}

describe('credit terms', () => {
  const lend = `update public.orders set credit_terms_reason = 'Pays at the end of the month' where id = $1`

  it('are given by nobody to an order of their own, with the account or as a guest', async () => {
    const own = await market.order(admin.caller, [rice])
    const asGuest = await market.orderAsGuest([rice], { ...makeContact(), email: admin.email.toUpperCase() })
    for (const { id } of [own, asGuest]) {
      expect((await app.refusalOf(withSecondFactor(admin), lend, [id])).code).toBe('42501')
      expect(
        (await market.refuse(withSecondFactor(admin), 'set_credit_terms', id, 'Known for years')).code,
      ).toBe('42501')
    }
    const other = await market.order(buyer.caller, [rice])
    await app.as(withSecondFactor(admin), lend, [other.id])
    await decide(other.id, 'approved')
    expect(await market.read(other.id)).toMatchObject({ status: 'approved', payment: 'unpaid' })
  })

  it('are given only with the right and a second factor, whichever way is taken', async () => {
    const { id } = await market.order(buyer.caller, [rice])
    const content = await app.addPerson({ role: 'content' })
    for (const [caller, hint] of [
      [anonymous, null],
      [buyer.caller, null],
      [service, null],
      [withSecondFactor(content), null],
      [finance.caller, 'aal2'],
      [admin.caller, 'aal2'],
    ] as const) {
      const refusal = await market.refuse(caller, 'set_credit_terms', id, 'Known for years')
      expect([refusal.code, refusal.hint ?? null]).toEqual(['42501', hint])
    }
    expect((await app.refusalOf(admin.caller, lend, [id])).hint).toBe('aal2')
    expect(await creditOf(id)).toBeNull()
  })

  it('are given by finance with a reason, stand in the audit trail, and overwrite nobody', async () => {
    const { id } = await market.order(buyer.caller, [rice])
    const give = (reason: string, expected = '') =>
      market.call(withSecondFactor(finance), 'set_credit_terms', id, reason, expected)
    for (const reason of ['ab', 'x'.repeat(501)])
      await expect(give(reason)).rejects.toMatchObject({ code: '23514', hint: 'credit_terms_reason' })
    await give('Known for years')
    await expect(give('Pays on Friday')).rejects.toMatchObject({ code: 'PT409' })
    await give('Pays on Friday', 'Known for years')
    await give('', 'Pays on Friday')
    expect(await creditOf(id)).toBeNull()
    await give('Pays on Friday')
    const { rows } = await app.owner.query(
      `select actor_id, before ->> 'credit_terms_reason' as before, after ->> 'credit_terms_reason' as after
       from public.audit_trail where subject_type = 'orders' and subject_id = $1 order by id`,
      [id],
    )
    expect(rows.at(-1)).toEqual({ actor_id: finance.id, before: null, after: 'Pays on Friday' })
    expect(rows).toHaveLength(4)
    await decide(id, 'approved')
    // It was approved by them alone: without them it would keep its goods, unpaid, for ever.
    await expect(give('', 'Pays on Friday')).rejects.toMatchObject({ code: '23514' })
  })

  it('that stand are changed by no plain update, which would leave their buyer no time to pay', async () => {
    const { id } = await market.order(buyer.caller, [rice])
    await market.call(withSecondFactor(finance), 'set_credit_terms', id, 'Known for years')
    await market.passTime(id, '100 hours')
    for (const words of [null, 'Pays on Friday'])
      expect(
        await app.refusalOf(
          withSecondFactor(admin),
          'update public.orders set credit_terms_reason = $2 where id = $1',
          [id, words],
        ),
      ).toMatchObject({ code: 'PT409', hint: 'credit_terms_reason' })
    await app.as(service, 'select private.run_market_jobs()')
    expect(await market.read(id)).toMatchObject({ status: 'pending', payment: 'unpaid' })
    // Where several are completed with one reason, it is not that of an order that has its own.
    await deliver(id)
    await app.as(withSecondFactor(admin), 'select public.decide_records($1, $2, $3, $4)', [
      ...['orders', JSON.stringify([{ id, expected: 'approved' }]), 'completed', 'All of them pay on Friday'],
    ])
    expect(await market.read(id)).toMatchObject({ status: 'completed' })
    expect(await creditOf(id)).toBe('Known for years')
  })

  it('are for orders that have a price and wait for their money', async () => {
    const paid = await market.order(buyer.caller, [rice])
    await confirm(paid.id, 100_000)
    const unpriced = await submitOrder(app, buyer)
    for (const { id } of [paid, unpriced])
      expect(
        (await market.refuse(withSecondFactor(finance), 'set_credit_terms', id, 'Known for years')).code,
      ).toBe('23514')
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect((await market.refuse(withSecondFactor(finance), 'set_credit_terms', nobody, 'Known')).code).toBe(
      'P0002',
    )
  })
})

describe('an order without its money', () => {
  it('is approved by nobody, so that it ends by itself and its goods are for sale again', async () => {
    const line = await market.addProduct(5)
    const { id, context } = await market.orderAsGuest([line])
    await expect(decide(id, 'approved')).rejects.toMatchObject({ code: '23514', hint: 'payment_status' })
    await market.call(service, 'claim_payment', id, { words: 'Paid' }, context)
    await expect(decide(id, 'approved')).rejects.toMatchObject({ code: '23514', hint: 'payment_status' })
    await market.call(withSecondFactor(finance), 'reject_payment_claim', id)
    await market.passTime(id, '49 hours')
    await app.as(service, 'select private.run_market_jobs()')
    expect(await market.read(id)).toMatchObject({ status: 'declined' })
    expect(await market.stockOf(line)).toBe(5)
  })
})

describe('money that goes back after a dispute', () => {
  it('comes on top of a surplus, and both together are never more than came', async () => {
    const { id } = await market.order(buyer.caller, [rice])
    await confirm(id, 100_700)
    await deliver(id)
    await market.call(buyer.caller, 'open_order_dispute', id, { reason: 'The sacks were wet inside' })
    const answer = { resolution: 'refunded', note: 'We saw the photos', refundKobo: 100_001 }
    expect((await market.refuse(admin.caller, 'resolve_order_dispute', id, answer)).hint).toBe('refundKobo')
    await market.call(admin.caller, 'resolve_order_dispute', id, { ...answer, refundKobo: 30_000 })
    expect(await market.read(id)).toMatchObject({ payment: 'refund_due', back: 30_700 })
    await market.call(withSecondFactor(admin), 'record_refund', id, market.receipt(30_700))
    expect(await market.read(id)).toMatchObject({ payment: 'refunded', back: 0 })
  })

  it('leaves an order that was paid in full, which is completed and rated like any other', async () => {
    const disputed = async (paid: number, credit: string | null) => {
      const { id } = await market.order(buyer.caller, [rice])
      await confirm(id, paid)
      await app.as(
        withSecondFactor(admin),
        'update public.orders set credit_terms_reason = $2 where id = $1',
        [id, credit],
      )
      await deliver(id)
      await market.call(buyer.caller, 'open_order_dispute', id, { reason: 'The sacks were wet inside' })
      await market.call(admin.caller, 'resolve_order_dispute', id, {
        resolution: 'refunded',
        note: 'We saw the photos',
        refundKobo: 10_000,
      })
      await app.owner.query('update public.orders set credit_terms_reason = null where id = $1', [id])
      return id
    }
    const id = await disputed(100_000, null)
    await decide(id, 'completed')
    await market.call(buyer.caller, 'rate_product', id, rice.productId, 3)
    await market.call(withSecondFactor(admin), 'record_refund', id, market.receipt(10_000))
    expect(await market.read(id)).toMatchObject({ status: 'completed', payment: 'refunded', back: 0 })
    await expect(decide(await disputed(60_000, 'Known for years'), 'completed')).rejects.toMatchObject({
      code: '23514',
      hint: 'payment_status',
    })
  })

  it('is joined by what the buyer pays once more by mistake', async () => {
    const { id } = await market.order(buyer.caller, [rice])
    await confirm(id, 100_000)
    await deliver(id)
    await market.call(buyer.caller, 'open_order_dispute', id, { reason: 'The sacks were wet inside' })
    const answer = { resolution: 'refunded', note: 'We saw the photos', refundKobo: 10_000 }
    await market.call(admin.caller, 'resolve_order_dispute', id, answer)
    await confirm(id, 5_000)
    expect(await market.read(id)).toMatchObject({ payment: 'refund_due', back: 15_000 })
    await market.call(withSecondFactor(admin), 'record_refund', id, market.receipt(15_000))
    await confirm(id, 100_000)
    expect(await market.read(id)).toMatchObject({ payment: 'refund_due', back: 100_000 })
    await market.call(withSecondFactor(admin), 'record_refund', id, market.receipt(100_000))
    expect(await market.read(id)).toMatchObject({ payment: 'refunded', back: 0 })
  })

  it('is promised by nobody to an order of their own', async () => {
    const { id } = await market.orderAsGuest([rice], { ...makeContact(), email: admin.email })
    expect(
      (
        await market.refuse(admin.caller, 'resolve_order_dispute', id, {
          resolution: 'refunded',
          note: 'Wet sacks',
          refundKobo: 1,
        })
      ).code,
    ).toBe('42501')
  })
})

it('reminders and ends of many orders fill no mailbox that a guest has only named', async () => {
  const email = `${randomUUID()}@example.com`
  const orders = []
  for (let count = 0; count < 8; count++)
    orders.push(await market.orderAsGuest([rice], { ...makeContact(), email }))
  for (const { id } of orders) await market.passTime(id, '20 hours')
  await app.as(service, 'select private.run_market_jobs()')
  for (const { id } of orders) await market.passTime(id, '20 hours')
  await app.as(service, 'select private.run_market_jobs()')
  expect(await market.read(orders[0]?.id ?? '')).toMatchObject({ status: 'declined' })
  const { rows } = await app.owner.query('select from private.mail_outbox where recipient = $1', [email])
  expect(rows).toHaveLength(5)
})

it('a farm offers so many products and no more, however many it sends at once', async () => {
  const farmer = await app.addPerson()
  const { rows } = await app.owner.query<{ id: string }>(
    `insert into public.farmers (user_id, farm_name, location, crops_grown, status)
     values ($1, 'Saki Farm', 'Saki, Oyo', array['Yam'], 'approved') returning id`,
    [farmer.id],
  )
  await app.owner.query(`update private.market_limits set value = 3 where name = 'farmer_products_max'`)
  const offer = () =>
    app.as(
      farmer.caller,
      `insert into public.products (name, category, farmer_id, farmer_name, location, pack_amount, pack_unit, price_kobo)
       values ('White yam', 'Tubers', $1, 'Any', 'Any', 10, 'kg', 500000)`,
      [rows[0]?.id],
    )
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, offer))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  await expect(offer()).rejects.toMatchObject({
    code: '23514',
    message: 'A farm can offer at most 3 products',
  })
})

it('the same phone number counts as one, however it is written', async () => {
  const phone = `0805${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`
  for (const written of [phone, `+234${phone.slice(1)}`, `${phone.slice(0, 4)} ${phone.slice(4)}`])
    await market.orderAsGuest([rice], { ...goodContact, phone: written })
  const answer = await market.place(
    service,
    [rice],
    { trackingTokenHash: 'a'.repeat(64) },
    { ...goodContact, phone: `234${phone.slice(1)}` },
  )
  expect(answer).toEqual({ ok: false, code: 'too_many_open_orders' })
})

it('a claim that is not found on the statement costs no higher price', async () => {
  const line = await market.addProduct(null, 100_000)
  const { id } = await market.order(buyer.caller, [line])
  await market.call(buyer.caller, 'claim_payment', id, { words: 'Paid' })
  await app.owner.query('update public.products set price_kobo = 150000 where id = $1', [line.productId])
  await market.passTime(id, '71 hours')
  const answer = await market.call(withSecondFactor(finance), 'reject_payment_claim', id)
  expect(Date.parse(String(answer.priceLockedUntil))).toBeGreaterThan(Date.now() + 23 * 3_600_000)
  expect(await market.call(buyer.caller, 'claim_payment', id, { words: 'Paid' })).toMatchObject({
    paymentStatus: 'claimed',
    totalKobo: 100_000,
  })
})

it('who a guest was is forgotten when the time of an order that is over is over; what was bought stays', async () => {
  const forget = () => app.as(service, 'select private.apply_retention()')
  // As if its time were over: no period is that short.
  const save = (period: string) =>
    app.owner.query(`update private.retention_in_force set keep = $1 where subject = 'guest_contacts'`, [
      period,
    ])
  const guest = () => market.orderAsGuest([rice])
  const [over, paid, owed, open] = [await guest(), await guest(), await guest(), await guest()]
  const own = await market.order(buyer.caller, [rice])
  for (const { id } of [over, own])
    await app.owner.query(
      `update public.orders set status = 'declined', decline_reason = 'Gone' where id = $1`,
      [id],
    )
  await confirm(paid.id, 100_000)
  await deliver(paid.id)
  await decide(paid.id, 'completed')
  await market.call(service, 'send_order_message', paid.id, 'Ring my sister', paid.context)
  await market.call(
    withSecondFactor(admin),
    'log_call',
    'orders',
    paid.id,
    'reached',
    'Leave it with the sister',
  )
  await market.call(withSecondFactor(admin), 'add_record_note', 'orders', paid.id, 'The sister is Ngozi')
  await confirm(owed.id, 100_000)
  await app.owner.query(
    `update public.orders set status = 'declined', decline_reason = 'Gone' where id = $1`,
    [owed.id],
  )
  const names = async () => {
    const ids = [over, paid, owed, open, own].map(({ id }) => id)
    const { rows } = await app.owner.query<{ order_id: string; found: string }>(
      `select order_id, concat_ws(' ', name, phone, email, delivery_address, (
         select count(*) from private.order_guest_links as link where link.order_id = orders.id), (
         select string_agg(body, '') from public.order_messages as said where said.order_id = orders.id), (
         select string_agg(note, '') from public.phone_calls as call where call.record_id = orders.id), (
         select string_agg(body, '') from public.record_notes as note where note.record_id = orders.id)) as found
       from public.order_contacts join public.orders on orders.id = order_id`,
    )
    const result = new Map(rows.map((row) => [row.order_id, row.found]))
    return ids.map((id) => result.get(id))
  }
  const before = await names()
  await forget()
  expect(await names()).toEqual(before)
  await save('0 days')
  await forget()
  await save('1 year')
  // Only the state stays, by which orders are counted.
  expect(await names()).toEqual([
    'Erased 00000000 Erased, Lagos 0',
    'Erased 00000000 Erased, Lagos 0 Erased',
    ...before.slice(2),
  ])
  expect(await market.read(paid.id)).toMatchObject({
    status: 'completed',
    payment: 'confirmed',
    total: 100_000,
  })
  const { rows } = await app.owner.query('select kind from public.order_documents where order_id = $1', [
    paid.id,
  ])
  expect(rows.map(({ kind }) => kind).sort()).toEqual(['invoice', 'receipt'])
})

it('a page far beyond the last one of a search is empty', async () => {
  const { rows } = await app.as(
    service,
    `select * from public.search_products('rice', 'All', 'name', 24, 2147483647)`,
  )
  expect(rows).toEqual([])
})

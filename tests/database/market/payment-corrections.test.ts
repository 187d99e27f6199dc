// A receipt that was recorded with a wrong amount is corrected by two people: who may, what is refused, and what follows from it.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { anonymous, type Person, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { submitOrder } from '#tests/harness/order-requests.ts'
import { findLedgerFaults } from './ledger-faults.ts'
import { openLetters } from './letters-till.ts'
import { openTill } from './market-till.ts'

const till = await openTill()
const { app, market, buyer, finance, admin, placed, confirm, decide, move, claim, delivered } = till
const { agreed } = openLetters(till)
/** Another person of finance. */
const second = await app.addPerson({ role: 'finance', name: 'Bisi Second' })
const reviewer = await app.addPerson({ role: 'reviewer' })
afterAll(() => app.close())

const correction = (amountKobo: unknown, wasKobo: unknown, change: object = {}) => ({
  ...{ amountKobo, wasKobo, reason: 'A nought too many', idempotencyKey: randomUUID() },
  ...change,
})
const enter = (person: Person, paymentId: string, details: object) =>
  market.call(withSecondFactor(person), 'correct_payment', paymentId, details)
const refuse = (person: Person, paymentId: string, details: object) =>
  market.refuse(withSecondFactor(person), 'correct_payment', paymentId, details)
const approve = (person: Person, entryId: unknown) =>
  market.call(withSecondFactor(person), 'decide_money_entry', entryId, true)
async function correct(paymentId: string, amountKobo: number, wasKobo: number) {
  const { entryId } = await enter(finance, paymentId, correction(amountKobo, wasKobo))
  return approve(second, entryId)
}

const paymentsOf = async (orderId: string, kind = 'receipt') =>
  (
    await app.owner.query(
      `select id, kind, amount_kobo::int as kobo, corrects_id from public.payments
       where order_id = $1 and kind = $2 order by created_at`,
      [orderId, kind],
    )
  ).rows as { id: string; kind: string; kobo: number; corrects_id: string | null }[]
const paymentOf = async (orderId: string) => (await paymentsOf(orderId))[0]?.id ?? ''
const received = async (orderId: string) =>
  (await app.owner.query('select private.received_kobo($1)::int as kobo', [orderId])).rows[0]?.kobo
/** An order of 100,000 kobo of which so much was recorded as received. */
async function paid(kobo = 100_000) {
  const id = await placed()
  await confirm(id, kobo)
  return { id, paymentId: await paymentOf(id) }
}

afterEach(async () => expect(await findLedgerFaults(app.owner)).toEqual([]))

describe('a payment is corrected by nobody', () => {
  it.each([
    ['who is a guest', anonymous],
    ['who bought', buyer.caller],
    ['of the staff without the right', withSecondFactor(reviewer)],
    ['without a second factor', finance.caller],
  ])('%s', async (_, caller) => {
    const { paymentId } = await paid()
    expect((await market.refuse(caller, 'correct_payment', paymentId, correction(1, 100_000))).code).toBe(
      '42501',
    )
  })

  it('whose own order it is', async () => {
    const order = await market.order(finance.caller, [await market.addProduct(null, 100_000)])
    await market.call(withSecondFactor(second), 'confirm_payment', order.id, market.receipt(100_000))
    const paymentId = await paymentOf(order.id)
    expect((await refuse(finance, paymentId, correction(1, 100_000))).code).toBe('42501')
  })

  it('alone: who entered the correction does not confirm it, and who recorded the payment may enter it', async () => {
    const { id, paymentId } = await paid()
    const { entryId, waitsForSecondPerson } = await enter(finance, paymentId, correction(10_000, 100_000))
    expect(waitsForSecondPerson).toBe(true)
    expect(await market.refuse(withSecondFactor(finance), 'decide_money_entry', entryId, true)).toMatchObject(
      { code: '42501', hint: 'own_entry' },
    )
    expect(await received(id)).toBe(100_000)
    await approve(second, entryId)
    expect(await received(id)).toBe(10_000)
    await expect(
      app.owner.query(
        `insert into public.payments (order_id, kind, amount_kobo, currency, value_date, bank_reference, recorded_by, corrects_id)
         values ($1, 'correction', -700, 'NGN', current_date, 'FORGED 2', $2, $3)`,
        [id, finance.id, paymentId],
      ),
    ).rejects.toMatchObject({ constraint: 'payments_correction_two_people' })
  })
})

describe('refused is', () => {
  it.each([
    ['less than nothing', correction(-1, 100_000), 'amountKobo'],
    ['no number', correction('much', 100_000), 'amountKobo'],
    ['a number that no bank knows', correction('1234567890123456', 100_000), 'amountKobo'],
    ['no amount', correction(undefined, 100_000), 'amountKobo'],
    ['what is recorded already', correction(100_000, 100_000), 'amountKobo'],
    ['no reason', correction(1, 100_000, { reason: '  ' }), 'reason'],
    ['no key', correction(1, 100_000, { idempotencyKey: undefined }), 'idempotencyKey'],
  ])('%s', async (_, details, hint) => {
    const { id, paymentId } = await paid()
    expect((await refuse(finance, paymentId, details)).hint).toBe(hint)
    expect(await received(id)).toBe(100_000)
  })

  it('what a user read before another correction', async () => {
    const { paymentId } = await paid()
    await correct(paymentId, 40_000, 100_000)
    expect((await refuse(finance, paymentId, correction(50_000, 100_000))).code).toBe('PT409')
    await correct(paymentId, 50_000, 40_000)
  })

  it('a second correction while one waits, but not the same one once more', async () => {
    const { paymentId } = await paid()
    const details = correction(10_000, 100_000)
    const { entryId } = await enter(finance, paymentId, details)
    expect(await enter(finance, paymentId, details)).toMatchObject({ waitsForSecondPerson: true, entryId })
    expect((await refuse(second, paymentId, correction(20_000, 100_000))).code).toBe('23505')
    expect((await refuse(finance, paymentId, { ...details, amountKobo: 5 })).code).toBe('PT409')
    expect((await refuse(second, paymentId, details)).code).toBe('PT409')
    await approve(second, entryId)
    expect(await enter(finance, paymentId, details)).not.toHaveProperty('waitsForSecondPerson')
    expect((await paymentsOf(await orderOf(paymentId), 'correction')).length).toBe(1)
  })

  it('what was dropped, by the same key', async () => {
    const { id, paymentId } = await paid()
    const details = correction(10_000, 100_000)
    const { entryId } = await enter(finance, paymentId, details)
    await market.call(withSecondFactor(finance), 'decide_money_entry', entryId, false)
    expect((await refuse(finance, paymentId, details)).code).toBe('PT409')
    expect(await received(id)).toBe(100_000)
  })

  it('what is no receipt, and what is nothing at all', async () => {
    const { id, paymentId } = await paid(130_000)
    await market.call(withSecondFactor(second), 'record_refund', id, market.receipt(10_000))
    const [refund] = await paymentsOf(id, 'refund')
    expect((await refuse(finance, refund?.id ?? '', correction(1, 10_000))).hint).toBe('kind')
    await correct(paymentId, 120_000, 130_000)
    const [first] = await paymentsOf(id, 'correction')
    expect((await refuse(finance, first?.id ?? '', correction(1, -10_000))).hint).toBe('kind')
    expect((await refuse(finance, randomUUID(), correction(1, 1))).code).toBe('P0002')
  })

  it('less than what was sent back of it', async () => {
    const { id, paymentId } = await paid(130_000)
    await market.call(withSecondFactor(second), 'record_refund', id, market.receipt(30_000))
    for (const person of [finance, admin])
      expect(await refuse(person, paymentId, correction(29_999, 130_000))).toMatchObject({
        code: '23514',
        hint: 'amountKobo',
        message: expect.stringContaining('At least ₦300 of it came'),
      })
    expect(await received(id)).toBe(100_000)
  })

  it('of an order in dollars with amounts in dollars', async () => {
    const id = await agreed('Bank Transfer', 'USD')
    const line = { ...market.receipt(1_830_000), transferKobo: 2_000_000 }
    const { entryId } = await market.call(withSecondFactor(finance), 'confirm_payment', id, line)
    await approve(admin, entryId)
    const paymentId = await paymentOf(id)
    const refusalOf = async (cents: number) =>
      (await refuse(finance, paymentId, correction(cents, 1_830_000))).message
    expect(await refusalOf(2_000_001)).toBe('The parts of this transfer are more than the whole, US$20,000')
    await market.call(withSecondFactor(second), 'record_refund', id, market.receipt(29_950))
    expect(await refusalOf(29_949)).toContain('At least US$299.50 of it came')
    expect(
      await market.refuse(withSecondFactor(second), 'record_refund', id, market.receipt(51)),
    ).toMatchObject({ message: 'At most US$0.50 is to go back, beside what waits for a second person' })
  })

  it('more than the whole of a transfer that pays several orders', async () => {
    const [one, other] = [await placed(), await placed()]
    const line = { ...market.receipt(60_000), transferKobo: 100_000 }
    await market.call(withSecondFactor(finance), 'confirm_payment', one, line)
    await market.call(withSecondFactor(finance), 'confirm_payment', other, { ...line, amountKobo: 40_000 })
    expect(await refuse(finance, await paymentOf(one), correction(60_001, 60_000))).toMatchObject({
      hint: 'amountKobo',
      message: expect.stringContaining('more than the whole'),
    })
    await correct(await paymentOf(other), 30_000, 40_000)
    await correct(await paymentOf(one), 70_000, 60_000)
  })
})

const orderOf = async (paymentId: string) =>
  (await app.owner.query('select order_id from public.payments where id = $1', [paymentId])).rows[0]?.order_id

describe('when less came', () => {
  it('an order that waits is owed again, and has a day, also against the jobs', async () => {
    const { id, paymentId } = await paid()
    await market.passTime(id, '30 days')
    await correct(paymentId, 0, 100_000)
    await app.owner.query('select private.run_market_jobs()')
    const order = await market.read(id)
    expect(order).toMatchObject({ status: 'pending', payment: 'unpaid', back: 0 })
    expect(order.expires_at.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    await market.passTime(id, '25 hours')
    await app.owner.query('select private.run_market_jobs()')
    expect(await market.read(id)).toMatchObject({ status: 'declined', decline_code: 'payment_expired' })
  })

  it('a part is there, and the goods stay kept for a day at least', async () => {
    const product = await market.addProduct(10, 100_000)
    const { id } = await market.order(buyer.caller, [product])
    await confirm(id, 100_000)
    await app.owner.query('alter table public.payments disable trigger user')
    await app.owner.query(
      `update public.payments set created_at = now() - interval '90 days' where order_id = $1`,
      [id],
    )
    await app.owner.query('alter table public.payments enable trigger user')
    await correct(await paymentOf(id), 10_000, 100_000)
    await app.owner.query('select private.run_market_jobs()')
    expect(await market.read(id)).toMatchObject({ status: 'pending', payment: 'underpaid' })
    expect(await market.stockOf(product)).toBe(9)
    await confirm(id, 90_000)
    expect(await market.read(id)).toMatchObject({ payment: 'confirmed' })
  })

  it('goods that were prepared or delivered stay so, the money is missing, and finance sees it', async () => {
    const { id, paymentId } = await paid()
    await decide(id, 'approved')
    await move(id, 'none', 'preparing')
    await correct(paymentId, 0, 100_000)
    const state = { status: 'approved', payment: 'underpaid', fulfilment: 'preparing' }
    expect(await market.read(id)).toMatchObject(state)
    expect((await market.refuse(admin.caller, 'move_order', id, 'preparing', 'dispatched')).hint).toBe(
      'fulfilment_status',
    )
    const { rows } = await app.owner.query('select is_default from private.payments_list where id = $1', [id])
    expect(rows).toEqual([{ is_default: true }])
    await claim(id)
    await market.call(withSecondFactor(finance), 'reject_payment_claim', id)
    expect(await market.read(id)).toMatchObject(state)
    const done = await delivered()
    await correct(await paymentOf(done), 60_000, 100_000)
    expect(await market.read(done)).toMatchObject({ payment: 'underpaid', fulfilment: 'delivered' })
  })

  it('a contract that was completed before its goods were moved here owes all that is missing at once', async () => {
    const { id } = await submitOrder(app, buyer)
    const quoteId = await market.call(admin.caller, 'quote_order', id, {
      lines: [{ description: 'Rice', quantity: 1, unit: 'Bags', priceKobo: 100_000 }],
      ...{ currency: 'NGN', paymentTerms: '30% Advance 70% on Delivery' },
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    })
    await market.call(buyer.caller, 'accept_quote', quoteId, 100_000)
    await confirm(id, 30_000)
    await confirm(id, 70_000)
    if ((await market.read(id)).status === 'pending') await decide(id, 'approved')
    await decide(id, 'completed')
    const [, rest] = await paymentsOf(id)
    await correct(rest?.id ?? '', 0, 70_000)
    const { rows } = await app.owner.query(
      `select orders.fulfilment_status as goods, private.describe_due(orders) as due, private.waits_for_buyer(orders) as waits,
         listed.is_default as for_finance, listed.waits_for_buyer as waits_for_staff
       from public.orders join private.payments_list as listed using (id) where id = $1`,
      [id],
    )
    expect(rows).toEqual([
      {
        ...{ goods: 'none', due: { now_kobo: 70_000, later_kobo: 0, later: null, has_account: true } },
        ...{ waits: true, for_finance: true, waits_for_staff: true },
      },
    ])
  })

  it('of a surplus, first what was to go back is less', async () => {
    const { id, paymentId } = await paid(150_000)
    await correct(paymentId, 120_000, 150_000)
    expect(await market.read(id)).toMatchObject({ payment: 'overpaid', back: 20_000 })
    await correct(paymentId, 100_000, 120_000)
    expect(await market.read(id)).toMatchObject({ payment: 'confirmed', back: 0 })
    await correct(paymentId, 70_000, 100_000)
    expect(await market.read(id)).toMatchObject({ payment: 'underpaid', back: 0 })
    await correct(paymentId, 100_700, 70_000)
    expect(await market.read(id)).toMatchObject({ payment: 'overpaid', back: 700 })
    expect((await paymentsOf(id, 'correction')).map(({ kobo }) => kobo)).toEqual([
      -30_000, -20_000, -30_000, 30_700,
    ])
  })

  it('of an order that was declined, less goes back, or nothing', async () => {
    const { id, paymentId } = await paid()
    await decide(id, 'declined', 'Sold out')
    await correct(paymentId, 40_000, 100_000)
    expect(await market.read(id)).toMatchObject({ payment: 'refund_due', back: 40_000 })
    await correct(paymentId, 0, 40_000)
    expect(await market.read(id)).toMatchObject({ status: 'declined', payment: 'unpaid', back: 0 })
    await correct(paymentId, 30_000, 0)
    await market.call(withSecondFactor(admin), 'record_refund', id, market.receipt(10_000))
    await correct(paymentId, 10_000, 30_000)
    expect(await market.read(id)).toMatchObject({ payment: 'refunded', back: 0 })
  })

  it('what a complaint was granted comes off what is owed', async () => {
    const id = await delivered()
    await market.call(buyer.caller, 'open_order_dispute', id, { reason: 'Half of it is wet' })
    const answer = { resolution: 'refunded', note: 'We are sorry', refundKobo: 30_000 }
    await market.call(admin.caller, 'resolve_order_dispute', id, answer)
    const paymentId = await paymentOf(id)
    await correct(paymentId, 90_000, 100_000)
    expect(await market.read(id)).toMatchObject({ payment: 'refund_due', back: 20_000 })
    await correct(paymentId, 20_000, 90_000)
    expect(await market.read(id)).toMatchObject({ payment: 'underpaid', back: 0 })
    const { rows } = await app.owner.query('select private.balance_kobo($1)::int as kobo', [id])
    expect(rows).toEqual([{ kobo: 50_000 }])
  })
})

it('a line of which nothing was this order’s is recorded for the one that it pays', async () => {
  const line = market.receipt(100_000, 'FT 0096')
  const [wrong, right] = [await placed(), await placed()]
  await market.call(withSecondFactor(finance), 'confirm_payment', wrong, line)
  expect(await market.refuse(withSecondFactor(finance), 'confirm_payment', right, line)).toMatchObject({
    code: '23505',
  })
  await correct(await paymentOf(wrong), 0, 100_000)
  await market.call(withSecondFactor(finance), 'confirm_payment', right, line)
  expect(await market.read(right)).toMatchObject({ payment: 'confirmed' })
})

it('a line of which nothing was this order’s is recorded for it by a correction, and not as the same once more', async () => {
  const id = await placed()
  const line = market.receipt(100_000)
  await market.call(withSecondFactor(finance), 'confirm_payment', id, line)
  await correct(await paymentOf(id), 0, 100_000)
  expect(await market.refuse(withSecondFactor(finance), 'confirm_payment', id, line)).toMatchObject({
    code: '23505',
  })
  await correct(await paymentOf(id), 100_000, 0)
  expect(await market.read(id)).toMatchObject({ payment: 'confirmed' })
})

it('a line that pays another order meanwhile is not counted twice, and may be parted', async () => {
  const line = market.receipt(100_000, 'FT 0098')
  const [one, other] = [await placed(), await placed()]
  await market.call(withSecondFactor(finance), 'confirm_payment', one, line)
  await correct(await paymentOf(one), 0, 100_000)
  await market.call(withSecondFactor(finance), 'confirm_payment', other, line)
  expect(await refuse(finance, await paymentOf(one), correction(1, 0))).toMatchObject({
    hint: 'amountKobo',
    message: expect.stringContaining('more than the whole, ₦1,000'),
  })
  await correct(await paymentOf(other), 60_000, 100_000)
  await correct(await paymentOf(one), 40_000, 0)
})

describe('where nothing came of an order of which a rest was settled without money', () => {
  const settle = (id: string) =>
    market.call(withSecondFactor(admin), 'settle_remainder', id, {
      ...{ kind: 'write_off', amountKobo: 10_000, reason: 'Rounded', idempotencyKey: randomUUID() },
    })

  it('it is unpaid, also after another claim, and declined it has nothing to send back', async () => {
    const { id, paymentId } = await paid(90_000)
    await settle(id)
    await correct(paymentId, 0, 90_000)
    expect(await market.read(id)).toMatchObject({ status: 'pending', payment: 'unpaid' })
    await claim(id)
    await market.call(withSecondFactor(finance), 'reject_payment_claim', id)
    expect(await market.read(id)).toMatchObject({ payment: 'unpaid' })
    await decide(id, 'declined', 'Sold out')
    expect(await market.read(id)).toMatchObject({ status: 'declined', payment: 'unpaid', back: 0 })
  })

  it('a claim that is rejected after it was declined leaves nothing to send back', async () => {
    const { id, paymentId } = await paid(30_000)
    await settle(id)
    await claim(id)
    await decide(id, 'declined', 'Sold out')
    await correct(paymentId, 0, 30_000)
    await market.call(withSecondFactor(finance), 'reject_payment_claim', id)
    expect(await market.read(id)).toMatchObject({ status: 'declined', payment: 'unpaid', back: 0 })
  })
})

it('what came is what was sent back, of a declined order whose buyer said that they had paid', async () => {
  const { id, paymentId } = await paid(130_000)
  await market.call(withSecondFactor(second), 'record_refund', id, market.receipt(30_000))
  await correct(paymentId, 50_000, 130_000)
  await claim(id)
  await decide(id, 'declined', 'Sold out')
  await correct(paymentId, 30_000, 50_000)
  await market.call(withSecondFactor(finance), 'reject_payment_claim', id)
  expect(await market.read(id)).toMatchObject({ status: 'declined', payment: 'unpaid', back: 0 })
})

it('a guest who pays after all keeps the goods for the day that they were given', async () => {
  const product = await market.addProduct(10, 100_000)
  const { id, context } = await market.orderAsGuest([product])
  const say = () =>
    market.call(service, 'claim_payment', id, { words: 'Mark as Payment Successful' }, context)
  await say()
  await confirm(id, 100_000)
  await app.owner.query(
    `update public.orders set claimed_at = claimed_at - interval '5 days', claim_holds_until = claim_holds_until - interval '5 days'
     where id = $1`,
    [id],
  )
  await correct(await paymentOf(id), 0, 100_000)
  await say()
  await app.owner.query('select private.run_market_jobs()')
  expect(await market.read(id)).toMatchObject({ status: 'pending', payment: 'claimed' })
  expect(await market.stockOf(product)).toBe(9)
  expect(await market.mailsAbout(id)).not.toContain('order_payment_not_seen')
})

it('who entered a correction records no refund of the order', async () => {
  const { id, paymentId } = await paid()
  const { entryId } = await enter(second, paymentId, correction(130_000, 100_000))
  await approve(finance, entryId)
  expect(
    await market.refuse(withSecondFactor(second), 'record_refund', id, market.receipt(30_000)),
  ).toMatchObject({ hint: 'own_receipt' })
})

describe('what was issued and said', () => {
  it('a receipt is never changed: it says that it was corrected, and another one has the amount', async () => {
    const { id, paymentId } = await paid()
    const receipts = async () =>
      (
        await app.owner.query(
          `select number, (content -> 'payment' ->> 'amountKobo')::int as kobo, content -> 'replaces' ->> 'number' as replaces,
             public.verify_document(verification_code) ->> 'isReplaced' as replaced
           from public.order_documents where order_id = $1 and kind = 'receipt' order by issued_at`,
          [id],
        )
      ).rows
    const [{ number }] = await receipts()
    await correct(paymentId, 10_000, 100_000)
    const [, { number: next }] = await receipts()
    const { rows } = await app.owner.query('select id from public.order_documents where number = $1', [
      number,
    ])
    expect((await market.refuse(finance.caller, 'send_order_document', rows[0]?.id)).code).toBe('PT409')
    expect(Number(next.slice(-5))).toBe(Number(number.slice(-5)) + 1)
    expect(await receipts()).toEqual([
      { number, kobo: 100_000, replaces: null, replaced: 'true' },
      { number: next, kobo: 10_000, replaces: number, replaced: 'false' },
    ])
    await correct(paymentId, 0, 10_000)
    expect((await receipts()).map(({ replaced }) => replaced)).toEqual(['true', 'true'])
  })

  it('the buyer has one mail with both amounts, and the trail names both people', async () => {
    const { id, paymentId } = await paid()
    await correct(paymentId, 10_000, 100_000)
    expect((await market.mailsAbout(id)).filter((name) => name === 'order_payment_corrected').length).toBe(1)
    const { rows } = await app.owner.query(
      `select (data ->> 'was_kobo')::int as was, (data ->> 'moved_kobo')::int as came, data -> 'due' ->> 'now_kobo' as due
       from private.mail_outbox where template = 'order_payment_corrected' and data ->> 'order_id' = $1`,
      [id],
    )
    expect(rows).toEqual([{ was: 100_000, came: 10_000, due: '90000' }])
    const trail = await app.owner.query(
      `select distinct actor_id from public.audit_trail where subject_type = 'money_entries' and subject_id = $1`,
      [id],
    )
    expect(trail.rows.map(({ actor_id }) => actor_id).sort()).toEqual([finance.id, second.id].sort())
  })

  it('the money of the day counts what really came', async () => {
    const today = async () =>
      (
        await app.owner.query(
          `select entries::int, amount_kobo::int as kobo from private.money_of_day where currency = 'NGN' and part = 'received'`,
        )
      ).rows[0]
    const before = await today()
    const { paymentId } = await paid()
    await correct(paymentId, 10_000, 100_000)
    expect(await today()).toEqual({ entries: before.entries + 1, kobo: before.kobo + 10_000 })
    await correct(paymentId, 0, 10_000)
    expect(await today()).toEqual(before)
  })
})

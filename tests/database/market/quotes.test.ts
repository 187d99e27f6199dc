// Quotes of bulk orders: written by staff, accepted once, and paid in instalments that add up to the kobo.
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { fulfilmentStatuses } from '#domain/market/orders.ts'
import {
  countDue,
  type Due,
  type PaymentDue,
  type PaymentTerms,
  paymentSchedules,
  splitAmount,
} from '#domain/market/quotes.ts'
import { withSecondFactor } from '#tests/harness/migrated-database.ts'
import { goodRequest, submitOrder } from '#tests/harness/order-requests.ts'
import { openTill } from './market-till.ts'

const { app, market, buyer, stranger, finance, admin, placed, claim, confirm, decide, move } =
  await openTill()
afterAll(() => app.close())

/** What the database says is due of an order that is partly paid, at each point of its goods' way. */
async function readDue(id: string) {
  const { rows } = await app.owner.query(
    `select goods, credit is not null as on_credit, private.describe_due(jsonb_populate_record(orders, jsonb_build_object(
        'payment_status', 'underpaid', 'fulfilment_status', goods, 'credit_terms_reason', credit))) as due
      from public.orders, unnest($2::text[]) as goods, unnest(array[null, 'A known buyer']) as credit where id = $1`,
    [id, fulfilmentStatuses],
  )
  return rows.map(({ goods, on_credit, due }) => ({
    fulfilmentStatus: goods as (typeof fulfilmentStatuses)[number],
    isOnCredit: Boolean(on_credit),
    due: {
      ...{ nowKobo: due.now_kobo, laterKobo: due.later_kobo, later: due.later as PaymentDue | null },
    } satisfies Due,
  }))
}

type Step = ['pay' | 'give' | 'send', number] | ['claim' | 'reject']
const pay = (parts: number): Step => ['pay', parts]
/** A complaint that is answered with money. */
const give = (parts: number): Step => ['give', parts]
/** That money, or a surplus, leaves the account. */
const send = (parts: number): Step => ['send', parts]

describe('quotes of bulk orders', () => {
  const quote = (change: object = {}) => ({
    lines: [
      { description: 'Cocoa beans, fermented', quantity: 12.5, unit: 'Tons', priceKobo: 333_333_33 },
      { description: 'Jute bags', quantity: 3, unit: 'Bags', priceKobo: 1 },
    ],
    currency: 'USD',
    paymentTerms: '30% Advance 70% on Delivery',
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    ...change,
  })

  it('are made by staff with the right, for others’ orders, with lines and an end', async () => {
    const { id } = await submitOrder(app, buyer)
    for (const person of [buyer, stranger, finance])
      expect((await market.refuse(person.caller, 'quote_order', id, quote())).code).toBe('42501')
    const own = await submitOrder(app, admin)
    expect((await market.refuse(admin.caller, 'quote_order', own.id, quote())).code).toBe('42501')
    expect((await market.refuse(admin.caller, 'quote_order', await placed(), quote())).code).toBe('23514')
    for (const change of [
      { lines: [] },
      { paymentTerms: 'Barter' },
      { expiresAt: '2020-01-01' },
      { currency: 'EUR' },
    ])
      expect((await market.refuse(admin.caller, 'quote_order', id, quote(change))).code).toBe('23514')
  })

  it('are made for nobody’s own order, whether the account or the address and number tell whose it is', async () => {
    const guest = { ...goodRequest, email: admin.email.toUpperCase() }
    const { id } = await submitOrder(app, buyer, guest)
    expect(await market.refuse(admin.caller, 'quote_order', id, quote())).toMatchObject({
      code: '42501',
      message: 'Somebody else must quote your own order',
    })
  })

  it.each([
    ['currency', 'A quote is in naira (NGN) or US dollars (USD)', { currency: 'EUR' }],
    ['expiresAt', 'A quote is good for an hour at least and a year at most', { expiresAt: 'soon' }],
    ['note', 'A note has at most 2,000 characters', { note: 'a'.repeat(2001) }],
    ['description', 'Line 2: say what it is, in 2 to 200 characters', { description: ' ' }],
    ['description', 'Line 2: say what it is, in 2 to 200 characters', { description: 'a'.repeat(201) }],
    ['unit', 'Line 2: the unit must have 1 to 40 characters', { unit: null }],
    ...[0, -1, 1_000_000_001, 'many', null].map((quantity) => [
      ...['quantity', 'Line 2: the quantity must be greater than 0, and at most 1,000,000,000'],
      { quantity },
    ]),
    ...[-1, 1.5, 100_000_000_001, '1e9', null].map((priceKobo) => [
      ...['priceKobo', 'Line 2: the price of one unit must be an amount of at most 1,000,000,000'],
      { priceKobo },
    ]),
    ...[
      { priceKobo: 0, quantity: 5 },
      { priceKobo: 100_000_000_000, quantity: 1_000_000_000 },
    ].map((line) => [
      ...['priceKobo', 'The total must be more than nothing, and at most 90,000,000,000,000'],
      line,
    ]),
  ] as [string, string, object][])('with a wrong %s say so: %s (%j)', async (hint, message, change) => {
    const { id } = await submitOrder(app, await app.addPerson())
    const line = { description: 'Jute bags', quantity: 3, unit: 'Bags', priceKobo: 0, ...change }
    const lines = [{ description: 'Cocoa beans', quantity: 1, unit: 'Tons', priceKobo: 0 }, line]
    const ofLine = ['description', 'quantity', 'unit', 'priceKobo'].includes(hint)
    const input = quote(ofLine ? { lines } : change)
    expect(await market.refuse(admin.caller, 'quote_order', id, input)).toMatchObject({
      ...{ code: '23514', hint, message },
    })
  })

  it('freeze the price when they are accepted, and lay the payments out as the terms say', async () => {
    const { id } = await submitOrder(app, buyer, { ...goodRequest, paymentTerms: 'Cash on Delivery' })
    const old = await market.call(admin.caller, 'quote_order', id, quote({ paymentTerms: undefined }))
    const quoteId = await market.call(admin.caller, 'quote_order', id, quote())
    const total = 416_666_666
    expect((await market.refuse(buyer.caller, 'accept_quote', old, total)).code).toBe('23514')
    expect((await market.refuse(stranger.caller, 'accept_quote', quoteId, total)).code).toBe('P0002')
    expect((await market.refuse(buyer.caller, 'accept_quote', quoteId, total - 1)).code).toBe('23514')
    expect((await market.refuse(buyer.caller, 'claim_payment', id, {})).code).toBe('23514')
    expect(await market.call(buyer.caller, 'accept_quote', quoteId, total)).toMatchObject({
      totalKobo: total,
      currency: 'USD',
    })
    const { rows } = await app.as(
      buyer.caller,
      'select percent, due, amount_kobo::int as amount from public.order_instalments where order_id = $1 order by position',
      [id],
    )
    expect(rows).toEqual([
      { percent: 30, due: 'in_advance', amount: 124_999_999 },
      { percent: 70, due: 'on_delivery', amount: 291_666_667 },
    ])
    expect((await market.refuse(admin.caller, 'quote_order', id, quote())).code).toBe('23514')
    await decide(id, 'approved')
    await confirm(id, 124_999_998)
    expect((await market.refuse(admin.caller, 'move_order', id, 'none', 'preparing')).code).toBe('23514')
    await confirm(id, 1)
    await move(id, 'none', 'preparing')
    await confirm(id, 291_666_667)
    expect(await market.read(id)).toMatchObject({ payment: 'confirmed', fulfilment: 'preparing' })
  })

  // Of every ten parts of the total: what comes, what is given back after a complaint and sent, and what is due then.
  it.each([
    ['30% Advance 70% on Delivery', [pay(3), give(1), send(1)], 7, 'underpaid'],
    ['30% Advance 70% on Delivery', [pay(3), give(3), send(3)], 7, 'underpaid'],
    ['30% Advance 70% on Delivery', [pay(3), give(1), pay(7), send(1)], 0, 'refunded'],
    ['30% Advance 70% on Delivery', [pay(3), give(1), pay(8), send(2)], 0, 'refunded'],
    ['30% Advance 70% on Delivery', [pay(3), give(1), send(1), pay(7)], 0, 'confirmed'],
    ['30% Advance 70% on Delivery', [pay(3), give(1), send(1), pay(5), pay(2)], 0, 'confirmed'],
    ['30% Advance 70% on Delivery', [pay(3), give(1), send(1), pay(8), send(1)], 0, 'confirmed'],
    [
      '30% Advance 70% on Delivery',
      [pay(3), give(2), send(1), send(1), give(1), send(1), pay(7)],
      0,
      'confirmed',
    ],
    ['30% Advance 70% on Delivery', [pay(3), give(3), send(3), 'claim', 'reject'], 7, 'underpaid'],
    ['30% Advance 70% on Delivery', [pay(10), give(1), send(1)], 0, 'refunded'],
    ['50% Advance 50% on Delivery', [pay(5), give(2), send(2), 'claim', pay(5)], 0, 'confirmed'],
    ['50% Advance 50% on Delivery', [pay(5), pay(1), give(1), send(1), pay(4)], 0, 'confirmed'],
    ['Cash on Delivery', [pay(4), give(4), send(4), pay(6)], 0, 'confirmed'],
    ['Bank Transfer', [pay(11), send(1), give(2), send(2)], 0, 'refunded'],
  ] as const)('%s: after %j, what is left is %i', async (terms, steps, left, payment) => {
    const part = 1001
    const { id } = await submitOrder(app, buyer)
    const lines = [{ description: 'Rice', quantity: 10, unit: 'Bags', priceKobo: part }]
    const requested = quote({ lines, currency: 'NGN', paymentTerms: terms })
    const quoteId = await market.call(admin.caller, 'quote_order', id, requested)
    await market.call(buyer.caller, 'accept_quote', quoteId, 10 * part)
    await decide(id, 'approved')
    const step = {
      pay: (parts: number) => confirm(id, parts * part),
      send: (parts: number) =>
        market.call(withSecondFactor(admin), 'record_refund', id, market.receipt(parts * part)),
      give: async (parts: number) => {
        const reason = 'The sacks were wet inside'
        await market.call(buyer.caller, 'open_order_dispute', id, { reason, photoPaths: [] })
        const answer = { resolution: 'refunded', note: 'We looked', refundKobo: parts * part }
        await market.call(admin.caller, 'resolve_order_dispute', id, answer)
      },
      claim: () => claim(id),
      reject: () => market.call(withSecondFactor(finance), 'reject_payment_claim', id),
    }
    let isDelivered = false
    for (const [what, parts = 0] of steps.map(
      (input) => (typeof input === 'string' ? [input] : input) as Step,
    )) {
      if (what === 'give' && !isDelivered) {
        await market.deliver(admin.caller, id)
        isDelivered = true
      }
      await step[what](parts)
    }
    expect(await market.read(id)).toMatchObject({ payment, back: 0 })
    const details = await market.call(buyer.caller, 'payment_details', id, {})
    if (left) expect(details).toMatchObject({ ok: true, dueKobo: left * part })
    else {
      expect(details).toMatchObject({ ok: false, code: 'not_payable' })
      await decide(id, 'completed')
    }
  })

  it('that are over cannot be accepted', async () => {
    const { id } = await submitOrder(app, buyer)
    const quoteId = await market.call(admin.caller, 'quote_order', id, quote())
    await app.owner.query(`update public.quotes set expires_at = now() where order_id = $1`, [id])
    expect((await market.refuse(buyer.caller, 'accept_quote', quoteId, 416_666_666)).code).toBe('23514')
  })

  // What anyone who has paid nothing, or the advance, is requested, by how far the goods are.
  it.each<[PaymentTerms, Record<'none' | 'dispatched' | 'delivered', number>]>([
    ['Bank Transfer', { none: 1001, dispatched: 1001, delivered: 1001 }],
    ['30% Advance 70% on Delivery', { none: 300, dispatched: 300, delivered: 1001 }],
    ['50% Advance 50% on Delivery', { none: 500, dispatched: 500, delivered: 1001 }],
    ['Letter of Credit', { none: 0, dispatched: 1001, delivered: 1001 }],
    ['Cash on Delivery', { none: 0, dispatched: 0, delivered: 1001 }],
  ])('%s: what is due follows the goods, the same in the domain and in the database', async (terms, now) => {
    const { id } = await submitOrder(app, buyer)
    const lines = [{ description: 'Rice', quantity: 1, unit: 'Bags', priceKobo: 1001 }]
    const requested = quote({ lines, currency: 'NGN', paymentTerms: terms })
    const quoteId = await market.call(admin.caller, 'quote_order', id, requested)
    await market.call(buyer.caller, 'accept_quote', quoteId, 1001)
    const parts = paymentSchedules[terms].map(({ percent }) => percent)
    const amounts = splitAmount(1001n, parts).map(Number)
    const instalments = paymentSchedules[terms].map(({ due }, place) => ({
      ...{ due, amountKobo: amounts[place] ?? 0 },
    }))
    let paidKobo = 0
    for (const more of [0, 1, 299, 200, 400]) {
      if (more > 0) await confirm(id, more)
      paidKobo += more
      for (const { fulfilmentStatus, isOnCredit, due } of await readDue(id)) {
        const plan = { totalKobo: 1001, paidKobo, instalments, fulfilmentStatus, isOnCredit }
        expect({ ...plan, ...due }).toEqual({ ...plan, ...countDue(plan) })
        if (!isOnCredit && fulfilmentStatus in now)
          expect(due.nowKobo).toBe(Math.max(0, now[fulfilmentStatus as keyof typeof now] - paidKobo))
      }
    }
  })

  it('are not needed: of a marketplace order all is due at once, on credit terms nothing', async () => {
    for (const { fulfilmentStatus, isOnCredit, due } of await readDue(await placed())) {
      const plan = { totalKobo: 100_000, paidKobo: 0, instalments: [], fulfilmentStatus, isOnCredit }
      expect(due).toEqual(countDue(plan))
      expect(due.nowKobo).toBe(isOnCredit ? 0 : 100_000)
    }
  })

  it('split every total so that nothing is lost, the same in the domain and in the database', async () => {
    const totals = fc.sample(fc.bigInt({ min: 0n, max: 900_000_000_000_000n }), { numRuns: 300, seed: 7 })
    for (const percents of [[30, 70], [50, 50], [100], [33, 33, 34]]) {
      const split = await app.owner.query<{ parts: string[] }>(
        'select private.split_amount(total, $2) as parts from unnest($1::bigint[]) with ordinality as given (total, nr) order by nr',
        [totals.map(String), percents],
      )
      expect(split.rows.map(({ parts }) => parts.map(String))).toEqual(
        totals.map((total) => splitAmount(total, percents).map(String)),
      )
      for (const total of totals)
        expect(splitAmount(total, percents).reduce((sum, part) => sum + part, 0n)).toBe(total)
    }
  })
})

// What is due by a quote: at each point of its goods' way, after a complaint, and in instalments that add up to the kobo.
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
import { submitOrder } from '#tests/harness/order-requests.ts'
import { openTill } from './market-till.ts'

const { app, market, buyer, finance, admin, placed, claim, confirm, decide } = await openTill()
afterAll(() => app.close())

/** What the database says is due of an order that is partly paid, at each point of its goods' way. */
async function readDue(id: string) {
  const { rows } = await app.owner.query(
    `select progress, goods, credit is not null as on_credit, private.describe_due(jsonb_populate_record(orders, jsonb_build_object(
        'payment_status', 'underpaid', 'status', progress, 'fulfilment_status', goods, 'credit_terms_reason', credit))) as due
      from public.orders, unnest($2::text[]) as goods, unnest(array[null, 'A known buyer']) as credit,
        unnest(array['approved', 'completed']) as progress where id = $1`,
    [id, fulfilmentStatuses],
  )
  return rows.map(({ progress, goods, on_credit, due }) => ({
    status: progress as 'approved' | 'completed',
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
  const quote = (lines: object[], paymentTerms: PaymentTerms) => ({
    ...{ lines, paymentTerms, currency: 'NGN' },
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  })

  // In tenths of the total: what comes, what a complaint takes off (the balance first), what is sent back, and what is due then.
  it.each([
    ['30% Advance 70% on Delivery', [pay(3), give(1)], 6, 'underpaid'],
    ['30% Advance 70% on Delivery', [pay(3), give(3)], 4, 'underpaid'],
    ['30% Advance 70% on Delivery', [pay(3), give(1), pay(6)], 0, 'confirmed'],
    ['30% Advance 70% on Delivery', [pay(3), give(1), pay(8), send(2)], 0, 'confirmed'],
    ['30% Advance 70% on Delivery', [pay(3), give(7)], 0, 'confirmed'],
    ['30% Advance 70% on Delivery', [pay(3), give(8), send(1)], 0, 'refunded'],
    ['30% Advance 70% on Delivery', [pay(3), give(2), pay(5), give(1), send(1)], 0, 'refunded'],
    ['30% Advance 70% on Delivery', [pay(3), give(1), 'claim', 'reject'], 6, 'underpaid'],
    ['30% Advance 70% on Delivery', [pay(10), give(1), send(1)], 0, 'refunded'],
    ['50% Advance 50% on Delivery', [pay(5), give(2), 'claim', pay(3)], 0, 'confirmed'],
    ['50% Advance 50% on Delivery', [pay(5), pay(1), give(1), pay(3)], 0, 'confirmed'],
    ['Cash on Delivery', [pay(4), give(4), pay(2)], 0, 'confirmed'],
    ['Bank Transfer', [pay(11), send(1), give(2), send(2)], 0, 'refunded'],
  ] as const)('%s: after %j, what is left is %i', async (terms, steps, left, payment) => {
    const part = 1001
    const { id } = await submitOrder(app, buyer)
    const lines = [{ description: 'Rice', quantity: 10, unit: 'Bags', priceKobo: part }]
    const requested = quote(lines, terms)
    const quoteId = await market.call(admin.caller, 'quote_order', id, requested)
    await market.call(buyer.caller, 'accept_quote', quoteId, 10 * part)
    await decide(id, 'approved')
    // The same words about the same goods are refused once they were answered.
    let complaints = 0
    const step = {
      pay: (parts: number) => confirm(id, parts * part),
      send: (parts: number) =>
        market.call(withSecondFactor(admin), 'record_refund', id, market.receipt(parts * part)),
      give: async (parts: number) => {
        complaints += 1
        const reason = `The sacks were wet inside (${complaints})`
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
    const requested = quote(lines, terms)
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
      for (const { due, ...standing } of await readDue(id)) {
        const { status, fulfilmentStatus, isOnCredit } = standing
        const plan = { totalKobo: 1001, paidKobo, instalments, ...standing }
        expect({ ...plan, ...due }).toEqual({ ...plan, ...countDue(plan) })
        if (!isOnCredit && status !== 'completed' && fulfilmentStatus in now)
          expect(due.nowKobo).toBe(Math.max(0, now[fulfilmentStatus as keyof typeof now] - paidKobo))
      }
    }
  })

  it('are not needed: of a marketplace order all is due at once, on credit terms nothing', async () => {
    for (const { due, ...standing } of await readDue(await placed())) {
      expect(due).toEqual(countDue({ totalKobo: 100_000, paidKobo: 0, instalments: [], ...standing }))
      expect(due.nowKobo).toBe(standing.isOnCredit ? 0 : 100_000)
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

// The way of the money and of the goods: claimed, confirmed by the right person, short, over, back; then disputes,
// ratings, messages, and quotes whose instalments add up to the kobo.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fulfilmentStatuses } from '#domain/orders.ts'
import {
  countDue,
  type Due,
  type DueMoment,
  type PaymentTerms,
  paymentSchedules,
  splitAmount,
} from '#domain/quotes.ts'
import { anonymous, goodRequest, type House, openHouse, type Person, service, submitOrder } from './house.ts'
import {
  freshPhone,
  goodContact,
  hashOf,
  type Line,
  type Market,
  openMarket,
  strong,
} from './market-house.ts'

let house: House
let market: Market
let buyer: Person
let stranger: Person
let finance: Person
let admin: Person
let rice: Line

beforeAll(async () => {
  house = await openHouse()
  market = openMarket(house)
  buyer = await house.addPerson()
  stranger = await house.addPerson()
  finance = await house.addPerson({ role: 'finance' })
  admin = await house.addPerson({ role: 'admin' })
  rice = await market.addProduct(null, 100_000)
  await house.owner.query(`insert into public.settlement_accounts
    (kind, bank_name, account_name, account_number, approved_at, effective_at, is_demo)
    values ('bank_account', 'Test Bank', 'The company', '0123456789', now(), now(), true)`)
})
afterAll(() => house.close())

const placed = async () => (await market.order(buyer.caller, [rice])).id
const claim = (id: string) =>
  market.call(buyer.caller, 'claim_payment', id, { words: 'Mark as Payment Successful' })
const confirm = (id: string, kobo: number) =>
  market.call(strong(finance), 'confirm_payment', id, market.receipt(kobo))
const yesterday = () => {
  const day = new Date(`${market.receipt(1).valueDate}T12:00:00Z`)
  day.setUTCDate(day.getUTCDate() - 1)
  return day.toISOString().slice(0, 10)
}
const decide = (id: string, status: string, reason: string | null = null) =>
  house.as(admin.caller, 'update public.orders set status = $2, decline_reason = $3 where id = $1', [
    id,
    status,
    reason,
  ])
const move = (id: string, from: string, to: string) => market.call(admin.caller, 'move_order', id, from, to)

async function delivered() {
  const id = await placed()
  await confirm(id, 100_000)
  await decide(id, 'approved')
  for (const [from, to] of [
    ['none', 'preparing'],
    ['preparing', 'dispatched'],
    ['dispatched', 'delivered'],
  ] as const)
    await move(id, from, to)
  return id
}

describe('a claim', () => {
  it('is for the buyer alone, keeps the words, and confirms nothing', async () => {
    const id = await placed()
    for (const [caller, code] of [
      [anonymous, '42501'],
      [stranger.caller, 'P0002'],
      [service, 'P0002'],
    ] as const)
      expect((await market.refuse(caller, 'claim_payment', id, {}, {})).code).toBe(code)
    expect(await claim(id)).toMatchObject({ paymentStatus: 'claimed', status: 'pending' })
    await claim(id)
    const { rows } = await house.as(
      buyer.caller,
      'select words from public.payment_claims where order_id = $1',
      [id],
    )
    expect(rows).toEqual([{ words: 'Mark as Payment Successful' }])
  })

  it('that does not stand on the statement is rejected by those who may, and the buyer hears of it', async () => {
    const id = await placed()
    await claim(id)
    expect((await market.refuse(strong(buyer), 'reject_payment_claim', id)).code).toBe('42501')
    await market.call(strong(finance), 'reject_payment_claim', id)
    expect(await market.read(id)).toMatchObject({ payment: 'unpaid' })
    expect(await market.mailsAbout(id)).toContain('order_payment_not_found')
  })
})

describe('confirming a payment', () => {
  it('needs the right, the second factor, and somebody else than the buyer', async () => {
    const id = await placed()
    const receipt = market.receipt(100_000)
    const reviewer = await house.addPerson({ role: 'reviewer' })
    for (const caller of [
      anonymous,
      service,
      strong(buyer),
      strong(stranger),
      strong(reviewer),
      finance.caller,
      admin.caller,
    ])
      expect((await market.refuse(caller, 'confirm_payment', id, receipt)).code).toBe('42501')
    const own = (await market.order(finance.caller, [rice])).id
    const asGuest = await market.orderAsGuest([rice], {
      ...goodContact,
      email: finance.email,
      phone: freshPhone(),
    })
    for (const order of [own, asGuest.id])
      expect(await market.refuse(strong(finance), 'confirm_payment', order, receipt)).toMatchObject({
        code: '42501',
        message: 'Somebody else must confirm payments of your own order',
      })
    expect(await market.call(strong(finance), 'confirm_payment', id, receipt)).toMatchObject({
      paymentStatus: 'confirmed',
    })
  })

  it('needs amount, day and reference as they stand on the statement, and counts each line once', async () => {
    const id = await placed()
    const fine = market.receipt(1000, 'FT-1')
    for (const [field, value] of [
      ['amountKobo', 0],
      ['amountKobo', -5],
      ['amountKobo', 1.5],
      ['valueDate', '2020-01-01'],
      ['valueDate', '2999-01-01'],
      ['valueDate', 'today'],
      ['bankReference', ' '],
    ] as const)
      expect(
        await market.refuse(strong(finance), 'confirm_payment', id, { ...fine, [field]: value }),
      ).toMatchObject({
        code: '23514',
        hint: field,
      })
    await market.call(strong(finance), 'confirm_payment', id, fine)
    expect(
      (await market.refuse(strong(admin), 'confirm_payment', await placed(), market.receipt(1000, ' ft-1 ')))
        .code,
    ).toBe('23505')
    await expect(house.owner.query('update public.payments set amount_kobo = 1')).rejects.toMatchObject({
      code: '42501',
    })
    await expect(house.owner.query('delete from public.payments')).rejects.toMatchObject({ code: '42501' })
  })

  it('adds several transfers up: short, exact, over, and the surplus back', async () => {
    const id = await placed()
    await confirm(id, 40_000)
    expect(await market.read(id)).toMatchObject({ payment: 'underpaid' })
    await claim(id)
    await confirm(id, 59_999)
    expect(await market.read(id)).toMatchObject({ payment: 'underpaid' })
    await confirm(id, 1)
    expect(await market.read(id)).toMatchObject({ payment: 'confirmed', back: 0 })
    await confirm(id, 700)
    expect(await market.read(id)).toMatchObject({ payment: 'overpaid', back: 700 })
    const refund = (kobo: number) => market.call(strong(finance), 'record_refund', id, market.receipt(kobo))
    expect((await market.refuse(strong(finance), 'record_refund', id, market.receipt(701))).code).toBe(
      '23514',
    )
    await refund(200)
    await refund(500)
    expect(await market.read(id)).toMatchObject({ payment: 'confirmed', back: 0 })
    expect((await market.refuse(strong(finance), 'record_refund', id, market.receipt(1))).code).toBe('23514')
  })

  it('takes one transfer for several orders, each its part, and never more than the line', async () => {
    const [one, two, three] = [await placed(), await placed(), await placed()]
    const line = (amountKobo: number, change: object = {}) => ({
      ...market.receipt(amountKobo, 'ft-shared'),
      ...change,
    })
    const refuse = async (id: string, details: object) => {
      const { code, hint, message } = await market.refuse(strong(finance), 'confirm_payment', id, details)
      return { code, hint, message }
    }
    const { code } = await market.call(strong(finance), 'confirm_payment', one, line(100_000))
    expect(await refuse(two, line(50_000))).toEqual({
      code: '23505',
      hint: 'transferKobo',
      message: expect.stringContaining(`recorded already, for order ${code}`),
    })
    for (const [details, hint] of [
      [line(50_000, { transferKobo: 49_999 }), 'transferKobo'],
      [line(50_000, { transferKobo: 'much' }), 'transferKobo'],
      [line(50_001, { transferKobo: 150_000 }), 'transferKobo'],
      [line(50_000, { transferKobo: 150_000, valueDate: yesterday() }), 'valueDate'],
    ] as const)
      expect(await refuse(two, details)).toMatchObject({ code: '23514', hint })
    await market.call(strong(finance), 'confirm_payment', two, line(50_000, { transferKobo: 160_000 }))
    expect(await refuse(three, line(9_999, { transferKobo: 200_000 }))).toMatchObject({
      code: '23514',
      hint: 'transferKobo',
    })
    expect(await refuse(three, line(10_001, { transferKobo: 160_000 }))).toMatchObject({
      code: '23514',
      hint: 'transferKobo',
    })
    expect(await refuse(two, line(1_000, { transferKobo: 160_000 }))).toMatchObject({
      code: '23505',
      hint: 'bankReference',
    })
    await market.call(strong(finance), 'confirm_payment', three, line(10_000, { transferKobo: 160_000 }))
    expect([await market.read(one), await market.read(two), await market.read(three)]).toMatchObject([
      { payment: 'confirmed' },
      { payment: 'underpaid' },
      { payment: 'underpaid' },
    ])
  })

  it('of one line for two orders at the same moment counts the line once', async () => {
    const line = market.receipt(100_000, 'FT-RACE')
    const answers = await Promise.allSettled(
      [await placed(), await placed()].map((id) => market.call(strong(finance), 'confirm_payment', id, line)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('of a declined order, before or after, makes the money go back', async () => {
    const paid = await placed()
    await confirm(paid, 100_000)
    await decide(paid, 'declined', 'Sold out')
    expect(await market.read(paid)).toMatchObject({ payment: 'refund_due', back: 100_000 })
    const late = await placed()
    await claim(late)
    await decide(late, 'declined', 'Sold out')
    expect(await market.read(late)).toMatchObject({ payment: 'claimed', back: 0 })
    await confirm(late, 100_000)
    expect(await market.read(late)).toMatchObject({ payment: 'refund_due', back: 100_000 })
    await market.call(strong(finance), 'record_refund', late, market.receipt(100_000))
    expect(await market.read(late)).toMatchObject({ status: 'declined', payment: 'refunded', back: 0 })
  })
})

describe('the goods', () => {
  it('do not leave before approval and payment, and are moved by staff with the right, step by step', async () => {
    const id = await placed()
    const early = await market.refuse(admin.caller, 'move_order', id, 'none', 'preparing')
    expect(early.code).toBe('23514')
    await expect(decide(id, 'approved')).rejects.toMatchObject({ code: '23514', hint: 'payment_status' })
    await confirm(id, 100_000)
    expect((await market.refuse(admin.caller, 'move_order', id, 'none', 'preparing')).code).toBe('23514')
    await decide(id, 'approved')
    for (const person of [buyer, stranger, finance])
      expect((await market.refuse(person.caller, 'move_order', id, 'none', 'preparing')).code).toBe('42501')
    expect((await market.refuse(admin.caller, 'move_order', id, 'none', 'delivered')).code).toBe('23514')
    await move(id, 'none', 'preparing')
    expect((await market.refuse(admin.caller, 'move_order', id, 'none', 'preparing')).code).toBe('40001')
    await expect(decide(id, 'completed')).rejects.toMatchObject({ code: '23514' })
    const { rows } = await house.as(
      buyer.caller,
      'select axis, to_value from public.order_events where order_id = $1 order by id',
      [id],
    )
    expect(rows.map(({ axis, to_value }) => `${axis} ${to_value}`)).toEqual([
      'status pending',
      'payment confirmed',
      'status approved',
      'fulfilment preparing',
    ])
  })
})

describe('a dispute', () => {
  const dispute = { reason: 'The sacks were wet inside', photoPaths: [] }

  it('is open to the buyer for 48 hours after the delivery, once at a time', async () => {
    const early = await placed()
    expect((await market.refuse(buyer.caller, 'open_order_dispute', early, dispute)).code).toBe('23514')
    const id = await delivered()
    expect((await market.refuse(stranger.caller, 'open_order_dispute', id, dispute)).code).toBe('P0002')
    expect((await market.refuse(buyer.caller, 'open_order_dispute', id, { reason: 'wet' })).code).toBe(
      '23514',
    )
    const late = await delivered()
    await market.passTime(late, '49 hours')
    expect((await market.refuse(buyer.caller, 'open_order_dispute', late, dispute)).code).toBe('23514')
    await market.call(buyer.caller, 'open_order_dispute', id, dispute)
    expect(await market.read(id)).toMatchObject({
      fulfilment: 'disputed',
      payment: 'confirmed',
      status: 'approved',
    })
    expect((await market.refuse(buyer.caller, 'open_order_dispute', id, dispute)).code).toBe('23514')
    await expect(decide(id, 'completed')).rejects.toMatchObject({ code: '23514' })
  })

  it('ends by staff: rejected, replaced, or money back, never more than came', async () => {
    for (const [resolution, refundKobo, expected] of [
      ['rejected', undefined, { fulfilment: 'delivered', payment: 'confirmed' }],
      ['replaced', undefined, { fulfilment: 'preparing', payment: 'confirmed' }],
      ['refunded', 30_000, { fulfilment: 'delivered', payment: 'refund_due', back: 30_000 }],
    ] as const) {
      const id = await delivered()
      await market.call(buyer.caller, 'open_order_dispute', id, dispute)
      const answer = { resolution, note: 'We looked at the photos', refundKobo }
      for (const person of [buyer, finance])
        expect((await market.refuse(person.caller, 'resolve_order_dispute', id, answer)).code).toBe('42501')
      if (refundKobo)
        expect(
          (await market.refuse(admin.caller, 'resolve_order_dispute', id, { ...answer, refundKobo: 100_001 }))
            .code,
        ).toBe('23514')
      await market.call(admin.caller, 'resolve_order_dispute', id, answer)
      expect(await market.read(id)).toMatchObject(expected)
    }
  })
})

describe('ratings and messages', () => {
  it('come from completed orders alone, one for each product, and make the average', async () => {
    const product = { ...rice }
    const id = await delivered()
    expect((await market.refuse(buyer.caller, 'rate_product', id, product.productId, 5)).code).toBe('23514')
    await decide(id, 'completed')
    expect((await market.refuse(stranger.caller, 'rate_product', id, product.productId, 5)).code).toBe(
      'P0002',
    )
    expect((await market.refuse(buyer.caller, 'rate_product', id, product.productId, 6)).code).toBe('23514')
    const other = await market.addProduct(null)
    expect((await market.refuse(buyer.caller, 'rate_product', id, other.productId, 5)).code).toBe('23514')
    await market.call(buyer.caller, 'rate_product', id, product.productId, 1)
    await market.call(buyer.caller, 'rate_product', id, product.productId, 4)
    const second = await delivered()
    await decide(second, 'completed')
    await market.call(buyer.caller, 'rate_product', second, product.productId, 5)
    const { rows } = await house.as(
      anonymous,
      'select rating_average, rating_count from public.products where id = $1',
      [product.productId],
    )
    expect(rows).toEqual([{ rating_average: '4.5', rating_count: 2 }])
  })

  it('are written in nobody else’s name', async () => {
    const id = await placed()
    const guest = await market.orderAsGuest([rice])
    await market.call(buyer.caller, 'send_order_message', id, 'When does it come?')
    await market.call(admin.caller, 'send_order_message', id, 'On Monday.')
    await market.call(service, 'send_order_message', guest.id, 'Hello', guest.context)
    const { rows } = await house.as(
      buyer.caller,
      'select is_from_staff, body from public.order_messages order by id',
    )
    expect(rows).toEqual([
      { is_from_staff: false, body: 'When does it come?' },
      { is_from_staff: true, body: 'On Monday.' },
    ])
    for (const [caller, context] of [
      [stranger.caller, {}],
      [finance.caller, {}],
      [service, { trackingTokenHash: hashOf('guess') }],
    ] as const)
      expect((await market.refuse(caller, 'send_order_message', id, 'Pay elsewhere', context)).code).toBe(
        'P0002',
      )
    expect((await market.refuse(buyer.caller, 'send_order_message', id, ' ')).code).toBe('23514')
  })
})

/** What the database says is due of an order that is partly paid, at each point of its goods' way. */
async function readDue(id: string) {
  const { rows } = await house.owner.query(
    `select goods, credit is not null as on_credit, private.describe_due(jsonb_populate_record(orders, jsonb_build_object(
        'payment_status', 'underpaid', 'fulfilment_status', goods, 'credit_terms_reason', credit))) as due
      from public.orders, unnest($2::text[]) as goods, unnest(array[null, 'A known buyer']) as credit where id = $1`,
    [id, fulfilmentStatuses],
  )
  return rows.map(({ goods, on_credit, due }) => ({
    fulfilmentStatus: goods as (typeof fulfilmentStatuses)[number],
    isOnCredit: Boolean(on_credit),
    due: {
      ...{ nowKobo: due.now_kobo, laterKobo: due.later_kobo, later: due.later as DueMoment | null },
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
    const { id } = await submitOrder(house, buyer)
    for (const person of [buyer, stranger, finance])
      expect((await market.refuse(person.caller, 'quote_order', id, quote())).code).toBe('42501')
    const own = await submitOrder(house, admin)
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
    const { id } = await submitOrder(house, buyer, guest)
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
    const { id } = await submitOrder(house, await house.addPerson())
    const line = { description: 'Jute bags', quantity: 3, unit: 'Bags', priceKobo: 0, ...change }
    const lines = [{ description: 'Cocoa beans', quantity: 1, unit: 'Tons', priceKobo: 0 }, line]
    const ofLine = ['description', 'quantity', 'unit', 'priceKobo'].includes(hint)
    const given = quote(ofLine ? { lines } : change)
    expect(await market.refuse(admin.caller, 'quote_order', id, given)).toMatchObject({
      ...{ code: '23514', hint, message },
    })
  })

  it('freeze the price when they are accepted, and lay the payments out as the terms say', async () => {
    const { id } = await submitOrder(house, buyer, { ...goodRequest, paymentTerms: 'Cash on Delivery' })
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
    const { rows } = await house.as(
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
    const { id } = await submitOrder(house, buyer)
    const lines = [{ description: 'Rice', quantity: 10, unit: 'Bags', priceKobo: part }]
    const asked = quote({ lines, currency: 'NGN', paymentTerms: terms })
    const quoteId = await market.call(admin.caller, 'quote_order', id, asked)
    await market.call(buyer.caller, 'accept_quote', quoteId, 10 * part)
    await decide(id, 'approved')
    const step = {
      pay: (parts: number) => confirm(id, parts * part),
      send: (parts: number) =>
        market.call(strong(finance), 'record_refund', id, market.receipt(parts * part)),
      give: async (parts: number) => {
        const reason = 'The sacks were wet inside'
        await market.call(buyer.caller, 'open_order_dispute', id, { reason, photoPaths: [] })
        const answer = { resolution: 'refunded', note: 'We looked', refundKobo: parts * part }
        await market.call(admin.caller, 'resolve_order_dispute', id, answer)
      },
      claim: () => claim(id),
      reject: () => market.call(strong(finance), 'reject_payment_claim', id),
    }
    let isDelivered = false
    for (const [what, parts = 0] of steps.map(
      (given) => (typeof given === 'string' ? [given] : given) as Step,
    )) {
      if (what === 'give' && !isDelivered) {
        for (const [from, to] of [
          ['none', 'preparing'],
          ['preparing', 'dispatched'],
          ['dispatched', 'delivered'],
        ] as const)
          await move(id, from, to)
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
    const { id } = await submitOrder(house, buyer)
    const quoteId = await market.call(admin.caller, 'quote_order', id, quote())
    await house.owner.query(`update public.quotes set expires_at = now() where order_id = $1`, [id])
    expect((await market.refuse(buyer.caller, 'accept_quote', quoteId, 416_666_666)).code).toBe('23514')
  })

  // What whoever has paid nothing, or the advance, is asked for, by how far the goods are.
  it.each<[PaymentTerms, Record<'none' | 'dispatched' | 'delivered', number>]>([
    ['Bank Transfer', { none: 1001, dispatched: 1001, delivered: 1001 }],
    ['30% Advance 70% on Delivery', { none: 300, dispatched: 300, delivered: 1001 }],
    ['50% Advance 50% on Delivery', { none: 500, dispatched: 500, delivered: 1001 }],
    ['Letter of Credit', { none: 0, dispatched: 1001, delivered: 1001 }],
    ['Cash on Delivery', { none: 0, dispatched: 0, delivered: 1001 }],
  ])('%s: what is due follows the goods, the same in the domain and in the database', async (terms, now) => {
    const { id } = await submitOrder(house, buyer)
    const lines = [{ description: 'Rice', quantity: 1, unit: 'Bags', priceKobo: 1001 }]
    const asked = quote({ lines, currency: 'NGN', paymentTerms: terms })
    const quoteId = await market.call(admin.caller, 'quote_order', id, asked)
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
    const { rows } = await house.owner.query(
      'select terms, percent, due from private.payment_schedules order by terms, position',
    )
    expect(rows).toEqual(
      Object.entries(paymentSchedules)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([terms, parts]) => parts.map((part) => ({ terms, ...part }))),
    )
    const totals = fc.sample(fc.bigInt({ min: 0n, max: 900_000_000_000_000n }), { numRuns: 300, seed: 7 })
    for (const percents of [[30, 70], [50, 50], [100], [33, 33, 34]]) {
      const split = await house.owner.query<{ parts: string[] }>(
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

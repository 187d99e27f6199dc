// Quotes of bulk orders: written by staff, accepted once, and paid in instalments that add up to the kobo.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { getLagosDay } from '#domain/dates.ts'
import { readContractTerms } from '#domain/market/contract-term-questions.ts'
import { readOrderRequest } from '#domain/market/order-request.ts'
import { fulfilmentStatuses } from '#domain/market/orders.ts'
import {
  countDue,
  type Due,
  type PaymentDue,
  type PaymentTerms,
  paymentSchedules,
  splitAmount,
} from '#domain/market/quotes.ts'
import { findWholeProblem } from '#domain/whole-units.ts'
import { withSecondFactor } from '#tests/harness/migrated-database.ts'
import { goodRequest, submitOrder } from '#tests/harness/order-requests.ts'
import { openTill } from './market-till.ts'

const { app, market, buyer, stranger, finance, admin, placed, claim, confirm, decide, move } =
  await openTill()
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
      { currency: 'XAF' },
      { agreedRate: 'r'.repeat(61) },
    ])
      expect((await market.refuse(admin.caller, 'quote_order', id, quote(change))).code).toBe('23514')
  })

  it('are made for nobody’s own order, whether the account or the address and number show whose it is', async () => {
    const guest = { ...goodRequest, email: admin.email.toUpperCase() }
    const { id } = await submitOrder(app, buyer, guest)
    expect(await market.refuse(admin.caller, 'quote_order', id, quote())).toMatchObject({
      code: '42501',
      message: 'Somebody else must quote your own order',
    })
  })

  it.each([
    [
      'currency',
      'A quote is in naira (NGN), US dollars (USD), euros (EUR) or pounds (GBP)',
      { currency: 'XAF' },
    ],
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

  it('have lines for delivery, tax and a discount, which add up to the kobo', async () => {
    const { id } = await submitOrder(app, buyer)
    const typed = [
      { kind: 'goods', description: 'Ginger, dried', quantity: 2.345, unit: 'Tons', priceKobo: 1_000_001 },
      { kind: 'delivery', description: 'Freight to Apapa', quantity: 1, unit: 'lot', priceKobo: 120_000_000 },
      { kind: 'discount', description: 'Second order', quantity: 0.5, unit: 'lot', priceKobo: 333 },
      { kind: 'tax', description: 'VAT 7.5%', quantity: 1, unit: 'lot', priceKobo: 9_175_863 },
    ]
    const input = quote({ currency: 'NGN', lines: typed })
    const preview = await market.call(admin.caller, 'preview_quote', id, input)
    expect((await app.owner.query('select from public.quotes where order_id = $1', [id])).rowCount).toBe(0)
    const quoteId = await market.call(admin.caller, 'quote_order', id, input)
    const { rows } = await app.owner.query(
      `select kind, price_kobo::int as price, line.total_kobo::int as sum, quotes.total_kobo::int as total
       from public.quote_lines as line join public.quotes on quotes.id = quote_id where quote_id = $1 order by position`,
      [quoteId],
    )
    expect(rows).toMatchObject([
      { kind: 'goods', sum: 2_345_002 },
      { kind: 'delivery', sum: 120_000_000 },
      { kind: 'discount', price: -333, sum: -167 },
      { kind: 'tax', sum: 9_175_863 },
    ])
    expect(rows[0]?.total).toBe(rows.reduce((sum, line) => sum + line.sum, 0))
    // What the buyer gets is what was shown before it was sent.
    const { rows: issued } = await app.owner.query(
      `select content from public.order_documents where quote_id = $1 and kind = 'quote'`,
      [quoteId],
    )
    const outside = { number: '', verificationCode: '', issuedAt: '' }
    expect({ ...preview, ...outside }).toEqual({ ...issued[0]?.content, ...outside, isPreview: true })
    expect(preview.lines).toMatchObject([
      { totalKobo: 2_345_002 },
      { kind: 'delivery' },
      { kind: 'discount' },
      { kind: 'tax' },
    ])
  })

  it.each([
    ['kind', 'Line 2: say whether it is goods, delivery, a discount or tax', { kind: 'gift' }],
    ['priceKobo', 'Line 2: a discount must be more than nothing', { kind: 'discount', priceKobo: 0 }],
    [
      'priceKobo',
      'The total must be more than nothing, and at most 90,000,000,000,000',
      { kind: 'discount', priceKobo: 100 },
    ],
    ['lines', 'A quote has at least one line of goods', null],
  ])('with a wrong %s of a line of another kind say so: %s', async (hint, message, change) => {
    const { id } = await submitOrder(app, await app.addPerson())
    const line = { description: 'Jute bags', quantity: 1, unit: 'Bags', priceKobo: 100 }
    const lines = change ? [line, { ...line, ...change }] : [{ ...line, kind: 'delivery' }]
    for (const call of ['quote_order', 'preview_quote'])
      expect(await market.refuse(admin.caller, call, id, quote({ lines }))).toMatchObject({
        code: '23514',
        hint,
        message,
      })
  })

  const terms = {
    ...{ incoterms: 'CIF', namedPlace: 'Rotterdam', windowFrom: '2099-12-01', windowTo: '2099-12-14' },
    ...{
      tolerancePercent: '2',
      grade: 'Grade 1',
      moistureMaxPercent: '7.5',
      packing: 'Jute bags of 62.5 kg',
    },
    // Codes of several lines.
    ...{ hsCode: '1801.00, 0910.11,2008', origin: 'Ondo, Nigeria' },
  }
  const termColumns = `incoterms, named_place as place, window_from::text as first, window_to::text as last,
    tolerance_percent::float as tolerance, grade, moisture_max_percent::float as moisture, packing, hs_code as hs, origin`
  const readTermsOf = async (quoteId: unknown) =>
    (await app.owner.query(`select ${termColumns} from public.quotes where id = $1`, [quoteId])).rows[0]
  const stored = {
    ...{ incoterms: 'CIF', place: 'Rotterdam', first: '2099-12-01', last: '2099-12-14', tolerance: 2 },
    ...{
      grade: 'Grade 1',
      moisture: 7.5,
      packing: 'Jute bags of 62.5 kg',
      hs: '1801.00, 0910.11,2008',
      origin: 'Ondo, Nigeria',
    },
  }

  it('carry their terms as data, begin with those of the request, and go on with those said last', async () => {
    const requested = {
      namedPlace: 'Hamburg',
      grade: 'Grade 2',
      tolerancePercent: '5',
      purchaseOrderNumber: 'PO 7',
    }
    const { id } = await submitOrder(app, buyer, { ...goodRequest, ...requested })
    const first = await market.call(admin.caller, 'quote_order', id, quote())
    expect(await readTermsOf(first)).toMatchObject({
      ...{ incoterms: 'FOB', place: 'Hamburg', grade: 'Grade 2', tolerance: 5, hs: null },
    })
    const second = await market.call(admin.caller, 'quote_order', id, quote({ terms }))
    expect(await readTermsOf(second)).toEqual(stored)
    const third = await market.call(admin.caller, 'quote_order', id, quote())
    expect(await readTermsOf(third)).toEqual(stored)
  })

  it('that are sent again unchanged make no new version, until the buyer has offered something else', async () => {
    const { id } = await submitOrder(app, buyer)
    const same = quote()
    const send = (change: object = {}) => market.call(admin.caller, 'quote_order', id, { ...same, ...change })
    const first = await send()
    // As a second tap sends it: a minute later.
    const again = { expiresAt: new Date(Date.parse(same.expiresAt) + 60_000).toISOString() }
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(again)))
    expect(new Set(answers)).toEqual(new Set([first]))
    expect((await market.mailsAbout(id)).filter((mail) => mail === 'order_quoted')).toHaveLength(1)
    const later = { expiresAt: new Date(Date.parse(same.expiresAt) + 86_400_000).toISOString() }
    const versions = [first, await send({ note: 'Freshly dried' }), await send(later), await send()]
    expect(new Set(versions).size).toBe(4)
    const offer = {
      prices: [1, 1],
      paymentTerms: 'Letter of Credit',
      terms: { incoterms: 'EXW', namedPlace: 'Ibadan' },
    }
    await market.call(buyer.caller, 'make_counter_offer', versions[3], offer)
    expect(versions).not.toContain(await send())
  })

  it.each([
    ['incoterms', 'Please select incoterms', { incoterms: 'DAP' }],
    ['namedPlace', 'Name the port or place that belongs to the Incoterm', { namedPlace: ' ' }],
    ['windowFrom', 'Choose a day that exists', { windowFrom: '2099-02-30' }],
    ['windowTo', 'Choose a day that exists', { windowTo: 'soon' }],
    ['windowTo', 'The last day must not be before the first one', { windowTo: '2099-11-30' }],
    ['windowTo', 'The delivery window must not be over already', { windowFrom: '', windowTo: '2020-01-01' }],
    ['windowFrom', 'The delivery window must not begin before today', { windowFrom: '2020-01-01' }],
    ['tolerancePercent', 'Enter a percentage from 0 to 100, such as 2 or 7.5', { tolerancePercent: '101' }],
    [
      'moistureMaxPercent',
      'Enter a percentage from 0 to 100, such as 2 or 7.5',
      { moistureMaxPercent: '<6' },
    ],
    ['hsCode', 'An HS code has 4 to 10 digits: 1801.00, 0910.11', { hsCode: '18-01' }],
    ['hsCode', 'An HS code has 4 to 10 digits: 1801.00, 0910.11', { hsCode: '1801.00 0910.11' }],
    ['hsCode', 'An HS code has 4 to 10 digits: 1801.00, 0910.11', { hsCode: '1801.00, 18-01' }],
    ['hsCode', 'An HS code has 4 to 10 digits: 1801.00, 0910.11', { hsCode: '1801.00,' }],
    ['grade', 'Grade must be at most 200 characters', { grade: 'a'.repeat(201) }],
    ['buyerCompany', 'Write it in full, or leave it empty', { buyerCompany: ' A ' }],
    ['buyerAddress', 'Write it in full, or leave it empty', { buyerAddress: '1\n\nQuay' }],
    ['deliverTo', 'Write it in full, or leave it empty', { deliverTo: 'Tema' }],
    ['deliverTo', 'Deliver to must be at most 500 characters', { deliverTo: 'a'.repeat(501) }],
  ])(
    'with a wrong %s say so at its box, the same in the domain and in the database: %s',
    async (field, message, change) => {
      const { id } = await submitOrder(app, await app.addPerson())
      expect(
        await market.refuse(admin.caller, 'quote_order', id, quote({ terms: { ...terms, ...change } })),
      ).toMatchObject({ code: '23514', hint: field, message })
      expect(readContractTerms({ ...terms, ...change })).toEqual({
        ok: false,
        problems: [{ field, message }],
      })
      expect(readContractTerms(terms)).toMatchObject({ ok: true })
    },
  )

  it('and requests count bags, containers and other packs whole', async () => {
    const half = { ...goodRequest, quantity: '1,000.5', unit: 'Bags (50kg)' }
    const message = 'Bags, containers and other packs are counted whole: enter a number without decimals'
    expect(await market.refuse(buyer.caller, 'submit_order', half, randomUUID())).toMatchObject({
      ...{ code: '23514', hint: 'quantity', message },
    })
    expect(readOrderRequest(half)).toEqual({ ok: false, problems: [{ field: 'quantity', message }] })
    const { id } = await submitOrder(app, buyer, { ...half, quantity: '1,000' })
    const packs = [
      'Jute bags',
      '20ft containers',
      'Sacks',
      'Cartons',
      'drum',
      'Pallets of 40 bags',
      'Boxes',
      '50 kg bag',
    ]
    for (const unit of ['Bags (50kg)', 'bag', 'Containers (20ft)', 'Container', ...packs]) {
      const lines = [{ description: 'Cocoa beans', quantity: 0.5, unit, priceKobo: 100 }]
      expect(await market.refuse(admin.caller, 'quote_order', id, quote({ lines }))).toMatchObject({
        ...{
          code: '23514',
          hint: 'quantity',
          message: 'Line 1: bags, containers and other packs are counted whole',
        },
      })
      expect(findWholeProblem(0.5, unit)).toBe(message)
    }
    for (const unit of ['Tons in jute bags', 'MT (bags)', 'Baggage', 'Kilograms']) {
      const lines = [{ description: 'Cocoa beans', quantity: 0.5, unit, priceKobo: 100 }]
      await market.call(admin.caller, 'quote_order', id, quote({ lines }))
      expect(findWholeProblem(0.5, unit)).toBeNull()
    }
  })

  it('are never changed once they are sent, by nobody: what is accepted is what was read', async () => {
    const { id } = await submitOrder(app, buyer)
    const quoteId = await market.call(admin.caller, 'quote_order', id, quote({ terms }))
    const changes = [
      `payment_terms = 'Bank Transfer'`,
      `incoterms = 'EXW'`,
      `named_place = 'Apapa'`,
      'total_kobo = 1',
      `window_to = '2099-12-31'`,
      `note = 'Only half of it'`,
      `buyer_company = 'Lowland Foods BV'`,
      `deliver_to = 'Port of Antwerp'`,
    ]
    for (const person of [admin, buyer])
      expect(
        (
          await app.refusalOf(person.caller, `update public.quotes set ${changes[0]} where id = $1`, [
            quoteId,
          ])
        ).code,
      ).toBe('42501')
    for (const change of changes)
      await expect(
        app.owner.query(`update public.quotes set ${change} where id = $1`, [quoteId]),
      ).rejects.toThrow('What a quote says is never changed')
    await expect(
      app.owner.query(`update public.quote_lines set price_kobo = 1 where quote_id = $1`, [quoteId]),
    ).rejects.toThrow('keeps what was written')
    await market.call(buyer.caller, 'accept_quote', quoteId, 416_666_666)
    for (const change of [...changes, `expires_at = now()`, `status = 'open', accepted_at = null`])
      await expect(
        app.owner.query(`update public.quotes set ${change} where id = $1`, [quoteId]),
      ).rejects.toThrow('What a quote says is never changed')
    expect(await readTermsOf(quoteId)).toEqual(stored)
  })

  it('are shown before they are sent to staff who may quote, and to nobody else', async () => {
    const { id } = await submitOrder(app, buyer)
    for (const person of [buyer, stranger, finance])
      expect((await market.refuse(person.caller, 'preview_quote', id, quote())).code).toBe('42501')
    const own = await submitOrder(app, admin)
    expect((await market.refuse(admin.caller, 'preview_quote', own.id, quote())).code).toBe('42501')
  })

  it('of freight and tax leave them out of the delivery note', async () => {
    const { id } = await submitOrder(app, buyer, { ...goodRequest, paymentTerms: 'Cash on Delivery' })
    const lines = [
      { description: 'Ginger', quantity: 1, unit: 'Tons', priceKobo: 1000 },
      { kind: 'delivery', description: 'Freight', quantity: 1, unit: 'lot', priceKobo: 10 },
    ]
    const quoteId = await market.call(
      admin.caller,
      'quote_order',
      id,
      quote({ lines, paymentTerms: undefined }),
    )
    await market.call(buyer.caller, 'accept_quote', quoteId, 1010)
    await decide(id, 'approved')
    await market.deliver(admin.caller, id)
    const { rows } = await app.owner.query(
      `select content -> 'lines' as lines from public.order_documents where order_id = $1 and kind = 'delivery_note'`,
      [id],
    )
    expect(rows[0]?.lines).toMatchObject([{ name: 'Ginger' }])
    expect(rows[0]?.lines).toHaveLength(1)
  })

  it('freeze the price when they are accepted, and lay the payments out as the terms say', async () => {
    const { id } = await submitOrder(app, buyer, { ...goodRequest, paymentTerms: 'Cash on Delivery' })
    const old = await market.call(admin.caller, 'quote_order', id, quote({ paymentTerms: undefined }))
    const quoteId = await market.call(admin.caller, 'quote_order', id, quote())
    const total = 416_666_666
    expect(await market.refuse(buyer.caller, 'accept_quote', old, total)).toMatchObject({
      ...{ code: '23514', hint: 'quote' },
      message: 'We have replaced this quote by a newer one. Please look at it first.',
    })
    expect((await market.refuse(stranger.caller, 'accept_quote', quoteId, total)).code).toBe('P0002')
    for (const other of [total - 1, undefined])
      expect((await market.refuse(buyer.caller, 'accept_quote', quoteId, other)).code).toBe('23514')
    expect((await market.refuse(buyer.caller, 'claim_payment', id, {})).code).toBe('23514')
    expect(await market.call(buyer.caller, 'accept_quote', quoteId, total)).toMatchObject({
      totalKobo: total,
      currency: 'USD',
    })
    expect(
      (await market.mailsAbout(id)).filter((template) => template === 'order_quote_accepted'),
    ).toHaveLength(1)
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
    const requested = quote({ lines, currency: 'NGN', paymentTerms: terms })
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

  it('are good until their delivery window is over at the latest', async () => {
    const { id } = await submitOrder(app, buyer)
    const [from, to] = [1, 2].map((days) => getLagosDay(new Date(Date.now() + days * 86_400_000)))
    const quoteId = await market.call(admin.caller, 'quote_order', id, {
      ...quote({ terms: { ...terms, windowFrom: from, windowTo: to } }),
      expiresAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    })
    const { rows } = await app.owner.query(
      `select expires_at = (($2::date + 1)::timestamp at time zone 'Africa/Lagos') as ends from public.quotes where id = $1`,
      [quoteId, to],
    )
    expect(rows).toEqual([{ ends: true }])
    // One of before it was so.
    await app.owner.query(
      `begin; set local session_replication_role = replica;
       update public.quotes set window_from = current_date - 3, window_to = current_date - 2 where id = '${quoteId}'; commit`,
    )
    const refused = await market.refuse(buyer.caller, 'accept_quote', quoteId, 416_666_666)
    expect(refused).toMatchObject({ code: '23514', hint: 'quote' })
    expect(refused.message).toContain('The delivery window of this quote is over')
  })

  it('with a first day alone are good as long as they say, also once it has begun', async () => {
    const { id } = await submitOrder(app, buyer)
    const offer = quote({ terms: { ...terms, windowFrom: getLagosDay(new Date()), windowTo: '' } })
    const quoteId = await market.call(admin.caller, 'quote_order', id, offer)
    await app.owner.query(
      `begin; set local session_replication_role = replica;
       update public.quotes set window_from = (now() at time zone 'Africa/Lagos')::date - 1 where id = '${quoteId}'; commit`,
    )
    const { rows } = await app.owner.query(`select expires_at from public.quotes where id = $1`, [quoteId])
    expect(rows[0]?.expires_at.toISOString()).toBe(offer.expiresAt)
    // The next version may say the first day that was said, and no other one that is past.
    const begunTerms = { ...terms, windowFrom: getLagosDay(new Date(Date.now() - 86_400_000)), windowTo: '' }
    await market.call(admin.caller, 'quote_order', id, quote({ terms: begunTerms, note: 'Again' }))
    const other = { ...begunTerms, windowFrom: getLagosDay(new Date(Date.now() - 2 * 86_400_000)) }
    expect((await market.refuse(admin.caller, 'quote_order', id, quote({ terms: other }))).hint).toBe(
      'windowFrom',
    )
    const { rows: open } = await app.owner.query<{ id: string }>(
      `select id from public.quotes where order_id = $1 and status = 'open'`,
      [id],
    )
    await market.call(buyer.caller, 'accept_quote', open[0]?.id, 416_666_666)
  })

  it('whose window is nearly or wholly over are not sent', async () => {
    const { id } = await submitOrder(app, buyer)
    await market.call(admin.caller, 'quote_order', id, {
      ...quote({
        terms: { ...terms, windowFrom: '', windowTo: getLagosDay(new Date(Date.now() + 86_400_000)) },
      }),
    })
    // The next one begins with the terms of the last, and nobody has looked at them.
    await app.owner.query(
      `begin; set local session_replication_role = replica;
       update public.quotes set window_to = current_date - 2 where order_id = '${id}'; commit`,
    )
    expect(await market.refuse(admin.caller, 'quote_order', id, quote())).toMatchObject({
      code: '23514',
      hint: 'windowTo',
    })
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

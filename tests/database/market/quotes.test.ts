// Quotes of bulk orders: written by staff, accepted once, and then never changed.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { getLagosDay } from '#domain/dates.ts'
import { readContractTerms } from '#domain/market/contract-term-questions.ts'
import { readOrderRequest } from '#domain/market/order-request.ts'
import { findWholeProblem } from '#domain/whole-units.ts'
import { goodRequest, submitOrder } from '#tests/harness/order-requests.ts'
import { openTill } from './market-till.ts'

const { app, market, buyer, stranger, finance, admin, placed, confirm, decide, move } = await openTill()
afterAll(() => app.close())

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
    [
      'priceKobo',
      'Line 2: the amount must be at most 1,000,000,000',
      { kind: 'discount', priceKobo: 100_000_000_001 },
    ],
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

  it('name no Incoterm without its place, wherever their terms come from', async () => {
    const { namedPlace: _place, ...unplaced } = goodRequest
    const { id } = await submitOrder(app, buyer, { ...unplaced, incoterms: 'CIF' })
    const refusal = {
      code: '23514',
      hint: 'namedPlace',
      message: 'Name the port or place that belongs to the Incoterm',
    }
    for (const call of ['quote_order', 'preview_quote'])
      expect(await market.refuse(admin.caller, call, id, quote())).toMatchObject(refusal)
    const { rows } = await app.owner.query('select from public.quotes where order_id = $1', [id])
    expect(rows).toEqual([])
    const named = await market.call(admin.caller, 'quote_order', id, quote({ terms }))
    expect(await readTermsOf(named)).toMatchObject({ incoterms: 'CIF', place: 'Rotterdam' })
    // One from before there was a place for it stands; the next one has to name it.
    await app.owner.query('alter table public.quotes disable trigger user')
    await app.owner.query('update public.quotes set named_place = null where id = $1', [named])
    await app.owner.query('alter table public.quotes enable trigger user')
    expect(await market.refuse(admin.caller, 'quote_order', id, quote())).toMatchObject(refusal)
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
})

// What a buyer answers to a quote beside yes: other prices and terms, no, and the way out of a contract.
import { afterAll, describe, expect, it } from 'vitest'
import { getLagosDay } from '#domain/dates.ts'
import { service } from '#tests/harness/migrated-database.ts'
import { submitOrder } from '#tests/harness/order-requests.ts'
import { openTill } from './market-till.ts'

const { app, market, buyer, stranger, finance, admin } = await openTill()
afterAll(() => app.close())

const terms = { incoterms: 'CIF', namedPlace: 'Rotterdam', windowFrom: '2099-12-01', windowTo: '2099-12-14' }
const quote = {
  lines: [
    { description: 'Cocoa beans', quantity: 38, unit: 'Tons', priceKobo: 197_681 },
    { kind: 'delivery', description: 'Freight', quantity: 1, unit: 'lot', priceKobo: 100_000 },
    { kind: 'discount', description: 'First order', quantity: 1, unit: 'lot', priceKobo: 5_000 },
  ],
  currency: 'USD',
  terms,
  expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
}
const total = 38 * 197_681 + 100_000 - 5_000
const offer = (change: object = {}) => ({
  ...{ prices: [180_500, 1, 1], paymentTerms: '30% Advance 70% on Delivery', terms, note: 'As last year' },
  ...change,
})

async function quoted(person = buyer) {
  const { id } = await submitOrder(app, person)
  return { id, quoteId: await market.call(admin.caller, 'quote_order', id, quote) }
}

describe('a counter-offer', () => {
  it('is made by the buyer of an open quote, and by nobody else', async () => {
    const { id, quoteId } = await quoted()
    for (const person of [stranger, admin, finance])
      expect((await market.refuse(person.caller, 'make_counter_offer', quoteId, offer())).code).toBe('P0002')
    const forged = `insert into public.counter_offers (order_id, quote_id, prices_kobo, quantities, currency, total_kobo, payment_terms)
      values ('${id}', '${quoteId}', '{1}', '{1}', 'USD', 1, 'Bank Transfer')`
    for (const caller of [buyer.caller, admin.caller, service])
      expect((await app.refusalOf(caller, forged)).code).toBe('42501')
    await market.call(buyer.caller, 'make_counter_offer', quoteId, offer())
    const read = `select prices_kobo::text as prices, quantities::text as quantities, currency, total_kobo::int as total, payment_terms as terms, named_place as place, note
      from public.counter_offers where quote_id = $1`
    // What is no goods has the price of the quote, whatever was sent.
    const sentOffer = {
      ...{ prices: '{180500,100000,-5000}', quantities: '{38,1,1}', currency: 'USD' },
      ...{ total: 38 * 180_500 + 95_000 },
      ...{ terms: '30% Advance 70% on Delivery', place: 'Rotterdam', note: 'As last year' },
    }
    expect((await app.as(buyer.caller, read, [quoteId])).rows).toEqual([sentOffer])
    expect((await app.as(admin.caller, read, [quoteId])).rows).toEqual([sentOffer])
    expect((await app.as(stranger.caller, read, [quoteId])).rows).toEqual([])
    await expect(
      app.owner.query('update public.counter_offers set total_kobo = 1 where quote_id = $1', [quoteId]),
    ).rejects.toThrow('keeps what was written')
    // It binds nobody: the quote can be accepted all the same, at its own total.
    expect((await market.refuse(buyer.caller, 'accept_quote', quoteId, sentOffer.total)).code).toBe('23514')
    expect(await market.call(buyer.caller, 'accept_quote', quoteId, total)).toMatchObject({
      totalKobo: total,
    })
    expect((await market.refuse(buyer.caller, 'make_counter_offer', quoteId, offer())).hint).toBe('quote')
  })

  it.each([
    ['prices', 'Enter a price for one unit of each line', { prices: [1, 2] }],
    ['prices', 'Enter a price for one unit of each line', { prices: [-1, 1, 1] }],
    ['prices', 'Enter a price for one unit of each line', { prices: ['1e9', 1, 1] }],
    ['prices', 'Enter a price for one unit of each line', { prices: null }],
    ['quantities', 'Enter a quantity for each line', { quantities: [40] }],
    ['quantities', 'Enter a quantity for each line', { quantities: 40 }],
    ...[0, -1, null, '1e9'].map((quantity): [string, string, object] => [
      ...(['quantities', 'Enter a quantity greater than 0, and at most 1,000,000,000'] as const),
      { quantities: [quantity, 1, 1] },
    ]),
    [
      'currency',
      'An offer is in naira (NGN), US dollars (USD), euros (EUR) or pounds (GBP)',
      { currency: 'XAF' },
    ],
    ['paymentTerms', 'Please select payment terms', { paymentTerms: 'Barter' }],
    ['incoterms', 'Please select incoterms', { terms: { ...terms, incoterms: 'DAP' } }],
    ['namedPlace', 'Name the port or place that belongs to the Incoterm', { terms: { incoterms: 'FOB' } }],
    [
      'windowFrom',
      'The delivery window must not begin before today',
      { terms: { ...terms, windowFrom: '2020-01-01' } },
    ],
    ['note', 'A note has at most 2,000 characters', { note: 'a'.repeat(2001) }],
    [
      'prices',
      'This is what our quote says already. Change a price or a term first.',
      { prices: [197_681, 1, 1], paymentTerms: 'Letter of Credit' },
    ],
  ])('with a wrong %s says so: %s (%j)', async (hint, message, change) => {
    const person = await app.addPerson()
    const { quoteId } = await quoted(person)
    const input = offer(change)
    expect(await market.refuse(person.caller, 'make_counter_offer', quoteId, input)).toMatchObject({
      ...{ code: '23514', hint, message },
    })
  })

  it('may be quoted as it says, also once the first day that it names has begun', async () => {
    const { id, quoteId } = await quoted()
    await market.call(buyer.caller, 'make_counter_offer', quoteId, offer())
    const yesterday = getLagosDay(new Date(Date.now() - 86_400_000))
    await app.owner.query(
      `begin; set local session_replication_role = replica;
       update public.counter_offers set window_from = '${yesterday}' where quote_id = '${quoteId}'; commit`,
    )
    const as = (windowFrom: string) => ({ ...quote, terms: { ...terms, windowFrom } })
    const earlier = getLagosDay(new Date(Date.now() - 2 * 86_400_000))
    expect((await market.refuse(admin.caller, 'quote_order', id, as(earlier))).hint).toBe('windowFrom')
    await market.call(admin.caller, 'quote_order', id, as(yesterday))
  })

  it('asks for another quantity, whole where the unit is, and for another currency, in which freight has no price yet', async () => {
    const { id, quoteId } = await quoted()
    const bags = [{ description: 'Ginger', quantity: 40, unit: 'Bags (50kg)', priceKobo: 9_000 }]
    await market.call(buyer.caller, 'make_counter_offer', quoteId, offer({ quantities: [20.5, 7, 7] }))
    await market.call(buyer.caller, 'make_counter_offer', quoteId, offer({ currency: 'EUR' }))
    const { rows } = await app.owner.query(
      `select prices_kobo::text as prices, quantities::text as quantities, currency, total_kobo::int as total
       from public.counter_offers where quote_id = $1 order by created_at`,
      [quoteId],
    )
    expect(rows).toEqual([
      {
        ...{ prices: '{180500,100000,-5000}', quantities: '{20.5,1,1}', currency: 'USD' },
        total: 20.5 * 180_500 + 95_000,
      },
      { prices: '{180500,0,0}', quantities: '{38,1,1}', currency: 'EUR', total: 38 * 180_500 },
    ])
    const next = await market.call(admin.caller, 'quote_order', id, { ...quote, lines: bags })
    const more = { prices: [9_000], paymentTerms: 'Letter of Credit', terms }
    expect(
      await market.refuse(buyer.caller, 'make_counter_offer', next, { ...more, quantities: [40.5] }),
    ).toMatchObject({ hint: 'quantities', message: expect.stringContaining('counted whole') })
    // A quote of before may say half a sack: a buyer who bargains about its price need not change that.
    await app.owner.query('alter table public.quote_lines disable trigger user')
    await app.owner.query('update public.quote_lines set quantity = 40.5 where quote_id = $1', [next])
    await market.call(buyer.caller, 'make_counter_offer', next, {
      ...{ ...more, prices: [8_000] },
      quantities: [40.5],
    })
    await app.owner.query('update public.quote_lines set quantity = 40 where quote_id = $1', [next])
    await app.owner.query('alter table public.quote_lines enable trigger user')
    await market.call(buyer.caller, 'make_counter_offer', next, {
      ...more,
      quantities: [50],
      currency: 'GBP',
    })
    // Our next quote says just that, and the mail with it.
    const inPounds = { ...quote, currency: 'GBP', paymentTerms: 'Letter of Credit' }
    const takes = [40, 50].map((quantity) => ({ ...inPounds, lines: [{ ...bags[0], quantity }] }))
    for (const version of takes) await market.call(admin.caller, 'quote_order', id, version)
    expect((await mailsAbout(id, 'order_quoted')).slice(-2).map(({ data }) => data.takes_offer)).toEqual([
      false,
      true,
    ])
  })

  it('bears the tax of what is offered, and is taken only at the rate that was agreed', async () => {
    const { id } = await submitOrder(app, buyer)
    const cocoa = { description: 'Cocoa beans', quantity: 10, unit: 'Tons' }
    const taxed = (priceKobo: number, agreedRate: string) => ({
      ...{ ...quote, vatClass: 'standard', paymentTerms: 'Letter of Credit', agreedRate },
      lines: [
        { ...cocoa, priceKobo },
        { kind: 'tax', description: 'VAT 7.5%', quantity: 1, unit: 'lot', priceKobo: (priceKobo * 75) / 100 },
      ],
    })
    const rate = '₦1,540 for US$1'
    const quoteId = await market.call(admin.caller, 'quote_order', id, taxed(200_000, rate))
    const wish = offer({ prices: [180_000, 1], paymentTerms: 'Letter of Credit' })
    const large = { ...wish, prices: [100_000_000_000, 1], quantities: [1_000_000_000, 1] }
    expect((await market.refuse(buyer.caller, 'make_counter_offer', quoteId, large)).message).toContain(
      'The total must be more than nothing',
    )
    // A line of no quote of ours may say so much tax: 7.5 % of ₦15 billion is more than ₦1 billion.
    const dear = { ...wish, prices: [100_000_000_000, 1], quantities: [15, 1] }
    expect(await market.refuse(buyer.caller, 'make_counter_offer', quoteId, dear)).toMatchObject({
      ...{ code: '23514', hint: 'prices' },
      message:
        'The VAT on these prices is more than 1,000,000,000, the most that one quote can say. Offer a smaller quantity, or write to us.',
    })
    await expect(
      app.owner.query(
        `insert into public.counter_offers (order_id, quote_id, prices_kobo, quantities, currency, total_kobo, payment_terms)
         values ($1, $2, '{1,100000000001}', '{1,1}', 'USD', 100000000002, 'Bank Transfer')`,
        [id, quoteId],
      ),
    ).rejects.toMatchObject({ constraint: 'counter_offers_prices_kobo_range' })
    await market.call(buyer.caller, 'make_counter_offer', quoteId, wish)
    const { rows } = await app.owner.query(
      'select prices_kobo::text as prices, total_kobo::int as total from public.counter_offers where quote_id = $1',
      [quoteId],
    )
    expect(rows).toEqual([{ prices: '{180000,135000}', total: 1_935_000 }])
    for (const said of ['₦1,600 for US$1', rate])
      await market.call(admin.caller, 'quote_order', id, taxed(180_000, said))
    expect((await mailsAbout(id, 'order_quoted')).map(({ data }) => data.takes_offer)).toEqual([
      ...[false, false, true],
    ])
  })

  it('is of a quote that is read: one that was replaced or has run out takes none', async () => {
    const { id, quoteId } = await quoted()
    await market.call(admin.caller, 'quote_order', id, { ...quote, note: 'As we said on the phone' })
    expect((await market.refuse(buyer.caller, 'make_counter_offer', quoteId, offer())).message).toContain(
      'We have replaced this quote',
    )
    await app.owner.query('update public.quotes set expires_at = now() where order_id = $1', [id])
    const { rows } = await app.owner.query(
      "select id from public.quotes where order_id = $1 and status = 'open'",
      [id],
    )
    for (const [name, answer] of [
      ['make_counter_offer', offer()],
      ['decline_quote', 'Too dear'],
    ] as const)
      expect((await market.refuse(buyer.caller, name, rows[0]?.id, answer)).message).toBe(
        'This quote is not open any more',
      )
  })
})

const mailsAbout = async (id: string, template: string) =>
  (
    await app.owner.query(
      `select recipient, data from private.mail_outbox where template = $2 and data ->> 'order_id' = $1 order by created_at, id`,
      [id, template],
    )
  ).rows

describe('the mails of an answer', () => {
  it('notify who wrote the quote and who has the order, and no other staff; a quote that takes an offer says so', async () => {
    const colleague = await app.addPerson({ role: 'sales' })
    const { id, quoteId } = await quoted()
    await market.call(admin.caller, 'assign_record', 'orders', id, colleague.id)
    await market.call(buyer.caller, 'make_counter_offer', quoteId, offer())
    const lines = quote.lines.map((line) => (line.kind ? line : { ...line, priceKobo: 180_500 }))
    const other = { ...quote, lines, paymentTerms: '50% Advance 50% on Delivery' }
    await market.call(admin.caller, 'quote_order', id, other)
    const taken = { ...other, paymentTerms: offer().paymentTerms }
    await app.owner.query(`insert into public.company_facts (key, value)
      values ('legal_name', 'Agri App Limited'), ('registration_number', 'RC 1234567'), ('head_office', 'Lagos, Nigeria')
      on conflict (key) do update set value = excluded.value`)
    const last = await market.call(admin.caller, 'quote_order', id, taken)
    expect((await mailsAbout(id, 'order_quoted')).map(({ data }) => data.takes_offer)).toEqual([
      ...[false, false, true],
    ])
    expect((await mailsAbout(id, 'order_quoted')).at(-1)?.data.contract).toMatchObject({
      ...{
        namedPlace: 'Rotterdam',
        deliverTo: 'Apapa Port',
        seller: 'Agri App Limited, RC 1234567, Lagos, Nigeria',
      },
      buyer: 'Rotterdam Cocoa BV, Ada Obi, 12 Marina Road, Lagos, Nigeria',
    })
    await market.call(buyer.caller, 'accept_quote', last, 38 * 180_500 + 95_000)
    // Once more is no other answer.
    await market.call(buyer.caller, 'accept_quote', last, 38 * 180_500 + 95_000)
    // The list of orders knows by when it is delivered.
    const delivery = await app.owner.query(
      'select delivers_from::text as "windowFrom", delivers_until::text as "windowTo" from public.orders where id = $1',
      [id],
    )
    expect(terms).toMatchObject(delivery.rows[0])
    const heard = await mailsAbout(id, 'staff_order_answered')
    expect(
      heard
        .map(({ recipient, data }) => `${data.answer} ${data.total_kobo} ${data.currency} ${recipient}`)
        .sort(),
    ).toEqual(
      [admin.email, colleague.email]
        .flatMap((email) => ['accepted', 'offered'].map((answer) => `${answer} 6954000 USD ${email}`))
        .sort(),
    )
    expect(JSON.stringify(heard)).not.toContain('As last year')
    expect(heard.some(({ data }) => data.is_of_goods)).toBe(false)
    const { rows } = await app.owner.query(
      `select user_id from public.staff_notices where record_id = $1 and kind = 'answer'`,
      [id],
    )
    expect(rows.map(({ user_id }) => user_id).sort()).toEqual([admin.id, colleague.id].sort())
  })
})

it('in another currency its mail to staff says that the sum is of the goods alone', async () => {
  const { id, quoteId } = await quoted()
  await market.call(buyer.caller, 'make_counter_offer', quoteId, offer({ currency: 'EUR' }))
  const [mail] = await mailsAbout(id, 'staff_order_answered')
  expect(mail?.data).toMatchObject({ answer: 'offered', currency: 'EUR', is_of_goods: true })
})

describe('a quote', () => {
  it('is declined by its buyer with a reason, and the order can be quoted again', async () => {
    const { id, quoteId } = await quoted()
    expect((await market.refuse(stranger.caller, 'decline_quote', quoteId, 'Too dear')).code).toBe('P0002')
    expect((await market.refuse(buyer.caller, 'decline_quote', quoteId, ' ')).hint).toBe('reason')
    await market.call(buyer.caller, 'decline_quote', quoteId, 'Too dear')
    expect((await market.refuse(buyer.caller, 'accept_quote', quoteId, total)).code).toBe('23514')
    expect(await market.read(id)).toMatchObject({ status: 'pending', total: null })
    const next = await market.call(admin.caller, 'quote_order', id, quote)
    expect(await market.call(buyer.caller, 'accept_quote', next, total)).toMatchObject({ totalKobo: total })
    const { rows } = await app.owner.query(
      'select status, decline_reason from public.quotes where order_id = $1 order by created_at',
      [id],
    )
    expect(rows).toEqual([
      { status: 'declined', decline_reason: 'Too dear' },
      { status: 'accepted', decline_reason: null },
    ])
  })

  it('that was accepted is withdrawn with a reason; a request is withdrawn without', async () => {
    const { id, quoteId } = await quoted()
    await market.call(buyer.caller, 'accept_quote', quoteId, total)
    const context = { userId: buyer.id }
    expect(await market.refuse(service, 'withdraw_market_order', id, context)).toMatchObject({
      ...{ code: '23514', hint: 'reason', message: 'Say why you withdraw, in 3 to 500 characters' },
    })
    await market.call(service, 'withdraw_market_order', id, { ...context, reason: 'The ship is full' })
    expect(await market.read(id)).toMatchObject({
      ...{ status: 'declined', decline_reason: 'withdrawn_by_buyer', decline_code: 'withdrawn_by_buyer' },
    })
    const { rows } = await app.owner.query('select withdrawal_reason from public.orders where id = $1', [id])
    expect(rows).toEqual([{ withdrawal_reason: 'The ship is full' }])
    const other = await submitOrder(app, buyer)
    await market.call(service, 'withdraw_market_order', other.id, context)
    expect(await market.read(other.id)).toMatchObject({ status: 'declined' })
  })
})

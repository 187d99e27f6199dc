// The documents of a contract: the quote as it is sent, the contract as it is accepted; numbered, frozen, verified, and out of date.
import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { render } from '#server/mail/sample-mails.ts'
import { service } from '#tests/harness/migrated-database.ts'
import { goodRequest, submitOrder } from '#tests/harness/order-requests.ts'
import { openTill } from './market-till.ts'

const { app, market, buyer, stranger, admin, ...till } = await openTill()
afterAll(() => app.close())

interface IssuedDocument {
  id: string
  kind: string
  number: string
  code: string
  terms: Record<string, unknown> | null
  place: string | null
  note: string | null
  isReplaced: boolean
  isLapsed: boolean
}

/** The documents that this person reads, the oldest first, as /verify knows them. */
async function documentsOf(orderId: string, caller = buyer.caller): Promise<IssuedDocument[]> {
  const { rows } = await app.as<Omit<IssuedDocument, 'isReplaced' | 'isLapsed'>>(
    caller,
    `select id, kind, number, verification_code as code, content -> 'terms' as terms, content ->> 'incoterms' as place, content ->> 'note' as note
     from public.order_documents where order_id = $1 order by issued_at`,
    [orderId],
  )
  return Promise.all(
    rows.map(async (row) => {
      const verified = await market.call(service, 'verify_document', row.code)
      return { ...row, isReplaced: verified.isReplaced as boolean, isLapsed: verified.isLapsed as boolean }
    }),
  )
}

const states = (documents: readonly IssuedDocument[]) =>
  documents.map(({ kind, isReplaced, isLapsed }) => [
    kind,
    isReplaced ? 'replaced' : isLapsed ? 'lapsed' : 'good',
  ])
const quote = (priceKobo: number, namedPlace = 'Rotterdam') => ({
  lines: [{ description: 'Cocoa beans', quantity: 38, unit: 'Tons', priceKobo }],
  currency: 'USD',
  terms: { incoterms: 'CIF', namedPlace, tolerancePercent: '2' },
  expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
})

it('each quote has one when it is sent, the contract when it is accepted; what they say is what was agreed', async () => {
  const { id } = await submitOrder(app, buyer, { ...goodRequest, purchaseOrderNumber: 'PO 7' })
  await market.call(admin.caller, 'quote_order', id, quote(200_000, 'Hamburg'))
  const second = await market.call(admin.caller, 'quote_order', id, {
    ...quote(180_500),
    note: 'Loaded in week 49.',
  })
  expect(states(await documentsOf(id))).toEqual([
    ['quote', 'replaced'],
    ['quote', 'good'],
  ])
  await market.call(buyer.caller, 'accept_quote', second, 38 * 180_500)
  const documents = await documentsOf(id)
  expect(states(documents)).toEqual([
    ['quote', 'replaced'],
    ['quote', 'good'],
    ['contract', 'good'],
  ])
  const [first, , contract] = documents
  expect(first).toMatchObject({
    number: expect.stringMatching(/^QT-\d{4}-\d{5}$/),
    terms: { namedPlace: 'Hamburg' },
  })
  expect(contract).toMatchObject({
    number: expect.stringMatching(/^CT-\d{4}-\d{5}$/),
    place: 'CIF',
    terms: {
      incoterms: 'CIF',
      namedPlace: 'Rotterdam',
      tolerancePercent: 2,
      paymentTerms: 'Letter of Credit',
    },
  })
  // The same again is the same document, and every later one names what was agreed, and not what was requested.
  await market.call(buyer.caller, 'accept_quote', second, 38 * 180_500)
  await market.call(buyer.caller, 'issue_pro_forma', id)
  expect((await documentsOf(id)).at(-1)).toMatchObject({
    ...{ kind: 'pro_forma', place: 'CIF', terms: { namedPlace: 'Rotterdam' } },
    note: 'Loaded in week 49.',
  })
  expect(await documentsOf(id, stranger.caller)).toEqual([])
  for (const change of [
    `update public.order_documents set number = 'CT-1'`,
    'delete from public.order_documents',
  ])
    await expect(app.owner.query(`${change} where id = '${contract?.id}'`)).rejects.toThrow(
      'keeps what was written',
    )
})

it('name another buyer and place of delivery where a quote does, and so does the order once it is accepted', async () => {
  const { id } = await submitOrder(app, buyer)
  const read = async (from: string, caller = buyer.caller) =>
    (
      await app.as(
        caller,
        `select buyer_company as company, buyer_address as address, deliver_to as place from public.${from} where order_id = $1`,
        [id],
      )
    ).rows
  const deliveryAddress = async () =>
    (await app.owner.query('select delivery_address as said from public.orders where id = $1', [id])).rows[0]
      ?.said
  const first = quote(180_500)
  // What is typed as the order has it is no other party.
  const parties = {
    ...{
      buyerCompany: 'Lowland Foods BV',
      buyerContact: 'Purchasing',
      buyerAddress: '12 Marina Road, Lagos',
    },
    deliverTo: 'Port of Antwerp',
  }
  const terms = { ...first.terms, ...parties }
  const sent = await market.call(admin.caller, 'quote_order', id, { ...first, terms })
  const said = { company: 'Lowland Foods BV', address: null, place: 'Port of Antwerp' }
  expect(await read('quotes')).toEqual([said])
  expect(await read('quotes', stranger.caller)).toEqual([])
  // Left out with all terms it is what was said last.
  expect(await market.call(admin.caller, 'quote_order', id, { ...first, terms: undefined })).toBe(sent)
  await market.call(buyer.caller, 'make_counter_offer', sent, {
    ...{ prices: [170_000], paymentTerms: 'Letter of Credit' },
    terms: { ...terms, deliverTo: 'Apapa Port' },
  })
  expect(await read('counter_offers')).toEqual([{ ...said, place: null }])
  expect(await deliveryAddress()).toBe('Apapa Port')
  await market.call(buyer.caller, 'accept_quote', sent, 38 * 180_500)
  expect(await deliveryAddress()).toBe('Port of Antwerp')
  // The request keeps its own place.
  const requested = async () =>
    (
      await app.as(
        buyer.caller,
        'select delivery_location as place from public.order_requests where order_id = $1',
        [id],
      )
    ).rows[0]?.place
  expect(await requested()).toBe('Apapa Port')
  await market.call(buyer.caller, 'issue_pro_forma', id)
  const { rows } = await app.owner.query(
    `select kind, content #>> '{buyer,company}' as company, content #>> '{buyer,name}' as name,
       content #>> '{buyer,address}' as address, content #>> '{buyer,phone}' as phone, content ->> 'deliveryAddress' as place
     from public.order_documents where order_id = $1 order by issued_at`,
    [id],
  )
  // The number is that of who ordered, and of nobody else.
  const named = {
    ...{ company: 'Lowland Foods BV', name: 'Purchasing', address: '12 Marina Road, Lagos, Nigeria' },
    phone: null,
  }
  expect(rows).toEqual(
    ['quote', 'contract', 'pro_forma'].map((kind) => ({ kind, ...named, place: 'Port of Antwerp' })),
  )
  const mail = await app.owner.query(
    `select data -> 'contract' as contract from private.mail_outbox where template = 'order_quoted' and data ->> 'order_id' = $1`,
    [id],
  )
  expect(mail.rows[0]?.contract).toMatchObject({
    buyer: 'Lowland Foods BV, Purchasing, 12 Marina Road, Lagos, Nigeria',
    deliverTo: 'Port of Antwerp',
  })
  // Who it was goes with the account.
  await app.owner.query('select private.forget_buyer(array[$1::uuid])', [id])
  const nobody = { company: null, address: null, place: null }
  expect([...(await read('quotes')), ...(await read('counter_offers'))]).toEqual([nobody, nobody])
  expect(await deliveryAddress()).toBe('Erased')
  expect(await requested()).toBeNull()
})

it('the same request again is the same order, also once both sides agreed on another place', async () => {
  const key = randomUUID()
  const send = (change: object = {}) =>
    app.as<{ order: { id: string } }>(buyer.caller, 'select public.submit_order($1, $2) as order', [
      JSON.stringify({ ...goodRequest, ...change }),
      key,
    ])
  const id = (await send()).rows[0]?.order.id ?? ''
  const first = quote(180_500)
  const sent = await market.call(admin.caller, 'quote_order', id, {
    ...first,
    terms: { ...first.terms, deliverTo: 'Port of Antwerp' },
  })
  await market.call(buyer.caller, 'accept_quote', sent, 38 * 180_500)
  expect((await send()).rows[0]?.order.id).toBe(id)
  for (const change of [{ deliveryLocation: 'Port of Antwerp' }, { quantity: '1' }])
    await expect(send(change)).rejects.toMatchObject({ code: 'PT409' })
})

it('the mail of a first quote brings what was asked for, and the next one the quote before', async () => {
  const { id } = await submitOrder(app, buyer, {
    ...goodRequest,
    lines: [{ product: 'Ginger', quantity: '2', unit: 'Containers (20ft)' }],
  })
  const first = quote(180_500)
  const sent = await market.call(admin.caller, 'quote_order', id, {
    ...first,
    terms: { ...first.terms, buyerCompany: 'Lowland Foods BV', deliverTo: 'Port of Antwerp' },
  })
  const contracts = async () =>
    (
      await app.owner.query(
        `select data -> 'contract' as contract from private.mail_outbox
         where data ->> 'order_id' = $1 and template = 'order_quoted' order by created_at, id`,
        [id],
      )
    ).rows.map(({ contract }) => contract)
  expect((await contracts())[0]).not.toHaveProperty('before')
  expect((await contracts())[0]).toMatchObject({
    buyer: 'Lowland Foods BV, Ada Obi, 12 Marina Road, Lagos, Nigeria',
    deliverTo: 'Port of Antwerp',
    requested: {
      ...{ paymentTerms: 'Letter of Credit', incoterms: 'FOB', deliverTo: 'Apapa Port' },
      buyer: 'Rotterdam Cocoa BV, Ada Obi, 12 Marina Road, Lagos, Nigeria',
      products: [
        { product: 'Cocoa Beans', quantity: '1,250.5', unit: 'Tons' },
        { product: 'Ginger', quantity: '2', unit: 'Containers (20ft)' },
      ],
    },
  })
  await market.call(buyer.caller, 'decline_quote', sent, 'Too dear')
  await market.call(admin.caller, 'quote_order', id, quote(170_000))
  expect((await contracts())[1]).toMatchObject({ before: { totalKobo: 38 * 180_500 } })
})

it('end with what they are about: a declined quote, a withdrawn contract', async () => {
  const { id } = await submitOrder(app, buyer)
  const first = await market.call(admin.caller, 'quote_order', id, quote(200_000))
  await market.call(buyer.caller, 'decline_quote', first, 'Too dear')
  expect(states(await documentsOf(id))).toEqual([['quote', 'lapsed']])
  const second = await market.call(admin.caller, 'quote_order', id, quote(180_500))
  await market.call(buyer.caller, 'accept_quote', second, 38 * 180_500)
  await market.call(service, 'withdraw_market_order', id, { userId: buyer.id, reason: 'The ship is full' })
  expect(states(await documentsOf(id))).toEqual([
    ['quote', 'replaced'],
    ['quote', 'lapsed'],
    ['contract', 'lapsed'],
  ])
  for (const document of await documentsOf(id))
    expect((await market.refuse(admin.caller, 'send_order_document', document.id)).code).toBe('PT409')
})

it('of a quote that waits for a second person there is none, until it is sent', async () => {
  const seller = await app.addPerson({ role: 'sales' })
  await market.addProduct(null, 500_000, 'Cocoa Beans')
  const { id } = await submitOrder(app, buyer)
  const waiting = await market.call(seller.caller, 'quote_order', id, { ...quote(1), currency: 'NGN' })
  expect(await documentsOf(id, admin.caller)).toEqual([])
  await market.call(admin.caller, 'decide_waiting_quote', waiting, true)
  expect(states(await documentsOf(id))).toEqual([['quote', 'good']])
})

it('say of each line of several goods what is of it alone, from the quote to the invoice', async () => {
  const further = { product2: 'Sesame Seeds', quantity2: '5', unit2: 'Tons' }
  const { id } = await submitOrder(app, buyer, { ...goodRequest, ...further })
  const cocoa = { description: 'Cocoa beans', quantity: 38, unit: 'Tons', priceKobo: 1000 }
  const sesame = { ...cocoa, description: 'Sesame seeds', quantity: 5 }
  const freight = {
    ...cocoa,
    kind: 'delivery',
    description: 'Freight',
    quantity: 1,
    terms: { grade: 'None' },
  }
  const of = (terms: object) => ({
    ...quote(1000),
    paymentTerms: 'Bank Transfer',
    terms: { incoterms: 'CIF', namedPlace: 'Rotterdam', hsCode: '1801.00' },
    lines: [cocoa, { ...sesame, terms }, freight],
  })
  for (const [name, said, message] of [
    ['moistureMaxPercent', '101', 'Enter a percentage from 0 to 100, such as 2 or 7.5'],
    ['hsCode', 'sesame', 'An HS code has 4 to 10 digits: 1801.00, 0910.11'],
    ['grade', 'a'.repeat(201), 'Grade must be at most 200 characters'],
    ['packing', 'a'.repeat(201), 'Packing must be at most 200 characters'],
    ['origin', 'a'.repeat(121), 'Origin must be at most 120 characters'],
    ['grade', 7, 'Grade must be text'],
  ] as const)
    expect(await market.refuse(admin.caller, 'quote_order', id, of({ [name]: said }))).toMatchObject({
      ...{ code: '23514', hint: 'lines', message: `Line 2: ${message}` },
    })
  const terms = {
    grade: 'Hulled',
    moistureMaxPercent: '6.50',
    packing: '',
    hsCode: '1207.40',
    origin: 'Nasarawa',
  }
  const said = { grade: 'Hulled', moistureMaxPercent: '6.5', hsCode: '1207.40', origin: 'Nasarawa' }
  const first = await market.call(admin.caller, 'quote_order', id, of({ ...terms, grade: 'Natural' }))
  const second = await market.call(admin.caller, 'quote_order', id, of(terms))
  expect(second).not.toBe(first)
  // The same again, in other digits, is the same quote.
  expect(
    await market.call(admin.caller, 'quote_order', id, of({ ...terms, moistureMaxPercent: '6.5' })),
  ).toBe(second)
  const { rows: mails } = await app.owner.query(
    `select data, data -> 'contract' -> 'goods' as goods from private.mail_outbox where template = 'order_quoted' and data ->> 'order_id' = $1
     order by created_at desc limit 1`,
    [id],
  )
  expect(mails).toMatchObject([
    { goods: [{ name: 'Cocoa beans' }, { name: 'Sesame seeds', terms: said }, {}] },
  ])
  // Each line says its price, and what the one before said otherwise.
  const read = render('order_quoted', mails[0]?.data).text
  expect(read).toContain('Other than before: Sesame seeds: Grade Hulled, before Natural.')
  expect(mails[0]?.goods[0]).not.toHaveProperty('terms')
  const total = 44 * 1000
  await market.call(buyer.caller, 'accept_quote', second, total)
  await till.confirm(id, total)
  await till.decide(id, 'approved')
  const { rows: documents } = await app.owner.query(
    `select kind, content -> 'lines' as lines from public.order_documents
     where order_id = $1 and kind in ('quote', 'contract', 'invoice') order by issued_at`,
    [id],
  )
  expect(documents.map(({ kind }) => kind)).toEqual(['quote', 'quote', 'contract', 'invoice'])
  for (const { lines } of documents.slice(1)) {
    expect(lines[1]).toMatchObject({ name: 'Sesame seeds', terms: said })
    for (const other of [lines[0], lines[2]]) expect(other).not.toHaveProperty('terms')
  }
})

it('each says that the site is a demonstration, also in a currency without an account', async () => {
  const { id } = await submitOrder(app, buyer)
  const offer = { ...quote(180_500), currency: 'EUR' }
  const sent = await market.call(admin.caller, 'quote_order', id, offer)
  await market.call(buyer.caller, 'issue_pro_forma', id)
  await market.call(buyer.caller, 'accept_quote', sent, 38 * 180_500)
  await market.call(buyer.caller, 'issue_pro_forma', id)
  const { rows } = await app.owner.query(
    `select kind, content -> 'order' as said from public.order_documents where order_id = $1 order by issued_at`,
    [id],
  )
  expect(rows).toMatchObject(
    ['quote', 'pro_forma', 'contract', 'pro_forma'].map((kind) => ({
      ...{ kind, said: { isDemo: true, currency: 'EUR' } },
    })),
  )
})

it('mails of a quote and of an agreement bring our note, the buyer’s number, and when how much is to be paid', async () => {
  const { id } = await submitOrder(app, buyer, { ...goodRequest, purchaseOrderNumber: 'PO 7' })
  const offer = {
    ...quote(180_500),
    ...{ paymentTerms: '30% Advance 70% on Delivery', note: 'Loaded in week 49.' },
  }
  const sent = await market.call(admin.caller, 'quote_order', id, offer)
  await market.call(buyer.caller, 'accept_quote', sent, 38 * 180_500)
  for (const template of ['order_quoted', 'order_quote_accepted'] as const) {
    const { rows } = await app.owner.query(
      `select data from private.mail_outbox where template = $2 and data ->> 'order_id' = $1`,
      [id, template],
    )
    const { text } = render(template, rows[0]?.data)
    for (const words of [
      'Your order number: PO 7',
      'Our note, beside the terms: Loaded in week 49.',
      '30% in advance: US$20,577',
      '70% on delivery: US$48,013',
    ])
      expect(text).toContain(words)
  }
})

it('a pro-forma is out of date once something is taken off, and the next one says what', async () => {
  const { id } = await submitOrder(app, buyer)
  const sent = await market.call(admin.caller, 'quote_order', id, {
    ...quote(1000),
    paymentTerms: '30% Advance 70% on Delivery',
  })
  const before = await market.call(buyer.caller, 'issue_pro_forma', id)
  await market.call(buyer.caller, 'accept_quote', sent, 38_000)
  const agreed = await market.call(buyer.caller, 'issue_pro_forma', id)
  await till.confirm(id, 11_400)
  await till.decide(id, 'approved')
  await market.deliver(admin.caller, id)
  await market.call(buyer.caller, 'open_order_dispute', id, { reason: 'Half of it is wet' })
  const answer = { resolution: 'refunded', note: 'We are sorry', refundKobo: 8000 }
  const stateOf = async (paper: Record<string, unknown>) =>
    (await documentsOf(id)).find((one) => one.id === paper.id)
  expect(await stateOf(agreed)).toMatchObject({ isLapsed: false })
  await market.call(admin.caller, 'resolve_order_dispute', id, answer)
  for (const paper of [before, agreed]) expect(await stateOf(paper)).toMatchObject({ isLapsed: true })
  expect((await market.refuse(admin.caller, 'send_order_document', agreed.id)).code).toBe('PT409')
  const after = await market.call(buyer.caller, 'issue_pro_forma', id)
  expect(after.number).not.toBe(agreed.number)
  expect(await stateOf(after)).toMatchObject({ isLapsed: false, isReplaced: false })
  const { rows } = await app.owner.query('select content from public.order_documents where id = $1', [
    after.id,
  ])
  expect(rows[0]?.content).toMatchObject({ totalKobo: 38_000, creditedKobo: 8000 })
  // The answer says what is left of the price, and what came of it.
  const mail = await app.owner.query(
    `select data from private.mail_outbox where template = 'order_dispute_answered' and data ->> 'order_id' = $1`,
    [id],
  )
  const { text } = render('order_dispute_answered', mail.rows[0]?.data)
  for (const words of ['Taken off your balance: US$80', 'Net price: US$300', 'Received from you: US$114'])
    expect(text).toContain(words)
})

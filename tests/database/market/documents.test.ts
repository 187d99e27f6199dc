// The documents of orders: when each is issued and what it says.
import { createHash } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { anonymous, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { goodRequest, submitOrder } from '#tests/harness/order-requests.ts'
import { dollarAccount, type IssuedDocument, openDocuments } from './documents-till.ts'
import { findLedgerFaults } from './ledger-faults.ts'

const till = await openDocuments()
const { app, market, buyer, stranger, admin, rice, move } = till
const { setAccount, documentsOf, expectNoGap, kindsOf, placed, pay, approve, proForma } = till
afterAll(() => app.close())
const proFormasOf = async (orderId: string) =>
  (await documentsOf(orderId)).filter(({ kind }) => kind === 'pro_forma')

describe('a pro-forma', () => {
  it('is for the buyer alone, and only while the order can be paid', async () => {
    const id = await placed()
    for (const [caller, code] of [
      [anonymous, '42501'],
      [stranger.caller, 'P0002'],
      [admin.caller, 'P0002'],
      [service, 'P0002'],
    ] as const)
      expect((await market.refuse(caller, 'issue_pro_forma', id)).code).toBe(code)
    await app.as(
      admin.caller,
      `update public.orders set status = 'declined', decline_reason = 'None left' where id = $1`,
      [id],
    )
    expect(await proForma(id)).toEqual({ ok: false, code: 'not_payable' })
    expect(await kindsOf(id)).toEqual([])
  })

  it('says what is ordered, from whom, for whom, where to pay and when the account last changed', async () => {
    const order = await market.order(buyer.caller, [{ ...rice, quantity: 3 }])
    expect(await proForma(order.id)).toMatchObject({ ok: true, number: `PF-${order.code}` })
    const [document] = await documentsOf(order.id)
    expect(document?.content).toMatchObject({
      kind: 'pro_forma',
      company: { headOffice: 'Lagos', branchOffice: 'Nasarawa' },
      order: { code: order.code, currency: 'NGN', isDemo: false },
      buyer: { name: 'Ada Obi', phone: '+2348031234567', email: 'ada@example.com' },
      deliveryAddress: '12 Marina Road, Lagos Island, Lagos',
      lines: [{ name: 'Rice', quantity: '3', unit: '50 kg', priceKobo: 100_000, totalKobo: 300_000 }],
      totalKobo: 300_000,
      account: {
        bankName: 'First Bank',
        accountName: 'Agri App Limited',
        accountNumber: '0123456789',
        changedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      },
    })
  })

  it('is the same document when nothing has changed, and a new one that replaces it when the account has', async () => {
    const order = await market.order(buyer.caller, [rice])
    const [first, again] = [await proForma(order.id), await proForma(order.id)]
    expect(again).toEqual(first)
    await setAccount('Second Bank', '9876543210')
    expect(await proForma(order.id)).toMatchObject({ number: `PF-${order.code}-2` })
    const [old, latest] = await documentsOf(order.id)
    const verify = async (document?: IssuedDocument) =>
      (await market.call(service, 'verify_document', document?.verification_code)) as { isReplaced: boolean }
    expect((await verify(old)).isReplaced).toBe(true)
    expect((await verify(latest)).isReplaced).toBe(false)
  })

  it('is good until the day until which its mail says that the prices hold, and promises none after that', async () => {
    const { id, code } = await market.order(buyer.caller, [rice])
    await app.owner.query(
      `update public.orders set expires_at = date_trunc('second', now()) + interval '72 hours',
         price_locked_until = date_trunc('second', now()) + interval '24 hours' where id = $1`,
      [id],
    )
    await proForma(id)
    const until = (document?: IssuedDocument) =>
      document?.content.goodUntil ? Date.parse(document.content.goodUntil) : null
    const { price_locked_until: locked, expires_at: expires } = await market.read(id)
    expect(until((await documentsOf(id))[0])).toBe(Date.parse(locked))
    expect(Date.parse(locked)).toBeLessThan(Date.parse(expires))
    const isLapsed = async (content: object) =>
      (
        await app.owner.query<{ lapsed: boolean }>(
          `select private.is_lapsed(jsonb_populate_record(document, jsonb_build_object('content', document.content || $2::jsonb))) as lapsed
           from public.order_documents as document where order_id = $1`,
          [id, content],
        )
      ).rows[0]?.lapsed
    expect(await isLapsed({})).toBe(false)
    expect(await isLapsed({ goodUntil: '2026-01-01T00:00:00Z' })).toBe(true)
    await market.passTime(id, '25 hours')
    expect(await proForma(id)).toMatchObject({ number: `PF-${code}-2` })
    expect(until((await documentsOf(id))[1])).toBeNull()
    // Once money is here the price is this one, whatever becomes of the product: the rest is due as the page says it.
    await pay(id, 10_000)
    await proForma(id)
    const { rows } = await app.owner.query<{ kept: string }>(
      'select private.utc_text(private.kept_until(own)) as kept from public.orders as own where id = $1',
      [id],
    )
    const kept = Date.parse(rows[0]?.kept ?? '')
    expect(kept).toBeGreaterThan(Date.now() + 6 * 86_400_000)
    expect(until((await proFormasOf(id)).at(-1))).toBe(kept)
  })

  it('prompts about a changed price first', async () => {
    const dear = await market.addProduct(null, 200_000)
    const { id } = await market.order(buyer.caller, [dear])
    await app.owner.query('update public.products set price_kobo = 250000 where id = $1', [dear.productId])
    await market.passTime(id, '25 hours')
    expect(await proForma(id)).toMatchObject({ ok: false, code: 'price_changed', totalKobo: 250_000 })
    expect(await kindsOf(id)).toEqual([])
  })

  it('of a quote says its terms part by part, and no account before it is accepted', async () => {
    const { id, code } = await submitOrder(app, buyer, {
      ...goodRequest,
      paymentTerms: '30% Advance 70% on Delivery',
    })
    expect(await proForma(id)).toEqual({ ok: false, code: 'not_payable' })
    const quoteId = await market.call(admin.caller, 'quote_order', id, {
      lines: [{ description: 'Cocoa beans', quantity: 2.5, unit: 'Tons', priceKobo: 333_333 }],
      currency: 'USD',
      expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    })
    expect(await proForma(id)).toMatchObject({ number: `PF-${code}` })
    const [offered] = await proFormasOf(id)
    expect(offered?.content).toMatchObject({
      account: null,
      order: { currency: 'USD' },
      buyer: { company: 'Rotterdam Cocoa BV' },
      incoterms: 'FOB',
      totalKobo: 833_333,
      schedule: [
        { percent: 30, due: 'in_advance', amountKobo: 249_999 },
        { percent: 70, due: 'on_delivery', amountKobo: 583_334 },
      ],
    })
    await market.call(buyer.caller, 'accept_quote', quoteId as unknown as string, 833_333)
    // The account in naira is none for dollars.
    expect(await proForma(id)).toMatchObject({ ok: false, code: 'account_not_set', currency: 'USD' })
    await app.owner.query(dollarAccount)
    expect(await proForma(id)).toMatchObject({ number: `PF-${code}-2` })
    expect((await proFormasOf(id))[1]?.content.account).toMatchObject({
      bankName: 'Dollar Bank',
      swiftBic: 'TESTNGLA',
    })
  })
})

describe('a pro-forma by which nobody may pay any more', () => {
  const isLapsed = async (document?: IssuedDocument) =>
    ((await market.call(service, 'verify_document', document?.verification_code)) as { isLapsed: boolean })
      .isLapsed
  const quoted = async (priceKobo: number) => {
    const { id } = await submitOrder(app, buyer, { ...goodRequest, paymentTerms: 'Bank Transfer' })
    const quote = async (price: number) =>
      (await market.call(admin.caller, 'quote_order', id, {
        lines: [{ description: 'Cocoa beans', quantity: 1, unit: 'Tons', priceKobo: price }],
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      })) as unknown as string
    return { id, quote, quoteId: await quote(priceKobo) }
  }
  /** All of its time passes: the quote ended an hour ago, and the document says so. */
  const endQuote = async (quoteId: string) => {
    await app.owner.query(`update public.quotes set expires_at = now() - interval '1 hour' where id = $1`, [
      quoteId,
    ])
  }

  it('is that of a quote that has ended, and another one is not made', async () => {
    const { id, quoteId } = await quoted(500_000)
    await proForma(id)
    const [document] = await proFormasOf(id)
    expect(await isLapsed(document)).toBe(false)
    await endQuote(quoteId)
    expect(await isLapsed(document)).toBe(true)
    expect(await proForma(id)).toEqual({ ok: false, code: 'not_payable' })
  })

  it('is that of a quote that gave way to another one, but not that of the accepted one', async () => {
    const { id, quote } = await quoted(500_000)
    await proForma(id)
    const second = await quote(400_000)
    const [old] = await proFormasOf(id)
    expect(await isLapsed(old)).toBe(true)
    await proForma(id)
    await market.call(buyer.caller, 'accept_quote', second, 400_000)
    expect(await isLapsed((await proFormasOf(id))[1])).toBe(false)
  })

  it('is that of an order that is declined or has ended by itself', async () => {
    const [declined, ended] = [await placed(), await placed()]
    await proForma(declined)
    await proForma(ended)
    await app.as(
      admin.caller,
      `update public.orders set status = 'declined', decline_reason = 'None left' where id = $1`,
      [declined],
    )
    expect(await isLapsed((await documentsOf(declined))[0])).toBe(true)
    expect(await isLapsed((await documentsOf(ended))[0])).toBe(false)
    await market.passTime(ended, '10 days')
    expect(await isLapsed((await documentsOf(ended))[0])).toBe(true)
  })

  it('is one with another total than the order has now, though nobody made a newer one', async () => {
    const sacks = await market.addProduct(null, 200_000)
    const { id } = await market.order(buyer.caller, [sacks])
    await proForma(id)
    const [document] = await documentsOf(id)
    expect(await isLapsed(document)).toBe(false)
    await app.owner.query('update public.products set price_kobo = 250000 where id = $1', [sacks.productId])
    // For as long as the price was promised it can be paid by.
    expect(await isLapsed(document)).toBe(false)
    await market.passTime(id, '25 hours')
    expect(await isLapsed(document)).toBe(true)
    await market.call(buyer.caller, 'confirm_order_prices', id, 250_000)
    expect(await isLapsed(document)).toBe(true)
    await proForma(id)
    expect(await isLapsed((await documentsOf(id))[1])).toBe(false)
  })

  it('is one that names an account which is closed, whether another one is in force or none', async () => {
    const id = await placed()
    await proForma(id)
    const [document] = await documentsOf(id)
    const client = await app.owner.connect()
    try {
      await client.query('begin')
      await client.query(`insert into public.settlement_accounts
        (kind, bank_name, account_name, account_number, approved_at, effective_at, is_demo)
        values ('bank_account', 'Third Bank', 'The company', '2222222222', now(), now(), true)`)
      const verify = async () => {
        const { rows } = await client.query('select public.verify_document($1) as answer', [
          document?.verification_code,
        ])
        return rows[0]?.answer
      }
      expect(await verify()).toMatchObject({ isLapsed: true, isReplaced: false })
      await client.query('alter table public.settlement_accounts disable trigger user')
      await client.query('delete from public.settlement_accounts')
      expect(await verify()).toMatchObject({ isLapsed: true })
    } finally {
      await client.query('rollback')
      client.release()
    }
    expect(await isLapsed(document)).toBe(false)
  })
})

const refund = (id: string, kobo: number) =>
  market.call(withSecondFactor(admin), 'record_refund', id, market.receipt(kobo))

describe('a credit note', () => {
  it('is issued for each transfer back, in a series of its own, and says what it takes back from', async () => {
    const id = await placed()
    await pay(id, 300_700)
    await approve(id)
    expect(
      (await market.refuse(withSecondFactor(admin), 'record_refund', id, market.receipt(701))).hint,
    ).toBe('amountKobo')
    expect(await kindsOf(id)).toEqual(['receipt', 'invoice'])
    await refund(id, 500)
    await refund(id, 200)
    const documents = await documentsOf(id)
    expect(documents.map(({ kind }) => kind)).toEqual(['receipt', 'invoice', 'credit_note', 'credit_note'])
    const invoice = documents[1]
    expect(documents[2]?.content).toMatchObject({
      totalKobo: 300_000,
      payment: { amountKobo: 500, receivedKobo: 300_200 },
      credited: { number: invoice?.number, issuedAt: invoice?.content.issuedAt },
      reason: 'surplus',
    })
    expect(documents[3]?.content.payment).toMatchObject({ amountKobo: 200, receivedKobo: 300_000 })
    expect(await expectNoGap('CN')).toBe(2)
    expect(await market.call(service, 'verify_document', documents[2]?.verification_code)).toMatchObject({
      kind: 'credit_note',
      amountKobo: 500,
    })
  })

  it('of a declined order names no invoice, for there is none; and nobody changes or removes it', async () => {
    const id = await placed()
    await pay(id, 300_000)
    await app.as(
      admin.caller,
      `update public.orders set status = 'declined', decline_reason = 'None left' where id = $1`,
      [id],
    )
    await refund(id, 300_000)
    const note = (await documentsOf(id)).find(({ kind }) => kind === 'credit_note')
    expect(note?.content).toMatchObject({ credited: null, reason: 'declined', payment: { receivedKobo: 0 } })
    for (const statement of [
      `update public.order_documents set content = '{}' where id = '${note?.id}'`,
      `delete from public.order_documents where id = '${note?.id}'`,
    ])
      await expect(app.owner.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  it('is issued for what a complaint takes off the balance, as it is booked, and the answer names it', async () => {
    const id = await placed()
    await approve(id, 'Known for years')
    await pay(id, 100_000)
    await market.deliver(admin.caller, id)
    await market.call(buyer.caller, 'open_order_dispute', id, { reason: 'Half of it is wet' })
    const answer = { resolution: 'refunded', note: 'We are sorry', refundKobo: 250_000 }
    await market.call(admin.caller, 'resolve_order_dispute', id, answer)
    const documents = await documentsOf(id)
    const invoice = documents.find(({ kind }) => kind === 'invoice')
    const [note, ...more] = documents.filter(({ kind }) => kind === 'credit_note')
    expect(more).toEqual([])
    expect(note?.content).toMatchObject({
      ...{ totalKobo: 300_000, takenOffKobo: 200_000, creditedKobo: 200_000, receivedKobo: 100_000 },
      credited: { number: invoice?.number, issuedAt: invoice?.content.issuedAt },
      reason: 'complaint',
    })
    await refund(id, 50_000)
    expect((await documentsOf(id)).at(-1)?.content.payment).toMatchObject({ amountKobo: 50_000 })
    await expectNoGap('CN')
    const kind = 'credit_note'
    expect(await market.call(service, 'verify_document', note?.verification_code)).toMatchObject({
      ...{
        kind,
        number: note?.number,
        amountKobo: 200_000,
        isTakenOff: true,
        isLapsed: false,
        isReplaced: false,
      },
    })
    const { rows } = await app.owner.query(
      `select data -> 'dispute' ->> 'credit_note' as number from private.mail_outbox
       where template = 'order_dispute_answered' and data ->> 'order_id' = $1`,
      [id],
    )
    expect(rows).toEqual([{ number: note?.number }])
    expect(await findLedgerFaults(app.owner)).toEqual([])
    // A document about money is about one row of it.
    await expect(
      app.owner.query(
        `insert into public.order_documents (order_id, kind, number, verification_code, content, content_sha256, issued_at)
         select order_id, kind, 'CN-0', '2222-2222-2222', content, content_sha256, issued_at
         from public.order_documents where id = $1`,
        [note?.id],
      ),
    ).rejects.toMatchObject({ constraint: 'order_documents_payment_id_belongs' })
  })
})

describe('receipts, invoices and delivery notes', () => {
  it('an order that was approved on credit terms gets its invoice with its money', async () => {
    const id = await placed()
    await approve(id, 'Known for years')
    expect(await kindsOf(id)).toEqual([])
    await pay(id, 300_000)
    expect(await kindsOf(id)).toEqual(['receipt', 'invoice'])
  })

  it('are issued by the events that they prove, once each, whichever comes first', async () => {
    const id = await placed()
    await market.call(buyer.caller, 'claim_payment', id, { words: 'Paid' })
    expect(await kindsOf(id)).toEqual([])
    await pay(id, 100_000)
    expect(await kindsOf(id)).toEqual(['receipt'])
    await pay(id, 200_000)
    expect(await kindsOf(id)).toEqual(['receipt', 'receipt'])
    await approve(id)
    expect(await kindsOf(id)).toEqual(['receipt', 'receipt', 'invoice'])
    await move(id, 'none', 'preparing')
    await move(id, 'preparing', 'dispatched')
    await move(id, 'dispatched', 'delivered')
    await app.as(admin.caller, `update public.orders set status = 'completed' where id = $1`, [id])
    const [first, second, invoice, note] = await documentsOf(id)
    expect(await kindsOf(id)).toEqual(['receipt', 'receipt', 'invoice', 'delivery_note'])
    expect(first?.content.payment).toMatchObject({ amountKobo: 100_000, receivedKobo: 100_000 })
    expect(second?.content.payment).toMatchObject({ amountKobo: 200_000, receivedKobo: 300_000 })
    expect(invoice?.content).toMatchObject({ totalKobo: 300_000, receivedKobo: 300_000, account: null })
    expect(JSON.stringify(note?.content)).not.toContain('Kobo')
    expect(note?.content.lines).toEqual([{ name: 'Rice', detail: 'A farm', quantity: '3', unit: '50 kg' }])
  })

  it('name what was sent back of a surplus, beside what was received', async () => {
    const id = await placed()
    await pay(id, 330_000)
    await refund(id, 10_000)
    await approve(id)
    await pay(id, 5000)
    const documents = await documentsOf(id)
    const [first, second] = documents.filter(({ kind }) => kind === 'receipt')
    const invoice = documents.find(({ kind }) => kind === 'invoice')
    expect(first?.content).not.toHaveProperty('sentBackKobo')
    expect(invoice?.content).toMatchObject({ receivedKobo: 320_000, sentBackKobo: 10_000 })
    expect(second?.content).toMatchObject({ payment: { receivedKobo: 325_000 }, sentBackKobo: 10_000 })
  })

  it('goods that leave before all of the money have an invoice with the account for the rest', async () => {
    const { id } = await submitOrder(app, buyer, {
      ...goodRequest,
      paymentTerms: '30% Advance 70% on Delivery',
    })
    const quoteId = await market.call(admin.caller, 'quote_order', id, {
      lines: [{ description: 'Cocoa beans', quantity: 1, unit: 'Tons', priceKobo: 1_000_000 }],
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    })
    await market.call(buyer.caller, 'accept_quote', quoteId as unknown as string, 1_000_000)
    await approve(id)
    await pay(id, 300_000)
    await move(id, 'none', 'preparing')
    await move(id, 'preparing', 'dispatched')
    const invoice = (await documentsOf(id)).find(({ kind }) => kind === 'invoice')
    expect(invoice?.content).toMatchObject({
      totalKobo: 1_000_000,
      receivedKobo: 300_000,
      account: { bankName: 'Second Bank' },
    })
  })

  it('of a quote that names another contact, the delivery note brings who ordered and their number', async () => {
    const dispatch = async (terms: object) => {
      const { id } = await submitOrder(app, buyer, { ...goodRequest, paymentTerms: 'Cash on Delivery' })
      const quoteId = await market.call(admin.caller, 'quote_order', id, {
        lines: [{ description: 'Cocoa beans', quantity: 1, unit: 'Tons', priceKobo: 1_000_000 }],
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
        terms: { incoterms: 'FOB', namedPlace: 'Apapa', ...terms },
      })
      await market.call(buyer.caller, 'accept_quote', quoteId as unknown as string, 1_000_000)
      await approve(id)
      await move(id, 'none', 'preparing')
      await move(id, 'preparing', 'dispatched')
      const issued = await documentsOf(id)
      return ['delivery_note', 'contract', 'invoice'].map(
        (wanted) => issued.find(({ kind }) => kind === wanted)?.content,
      )
    }
    const [note, ...others] = await dispatch({ buyerContact: 'Purchasing' })
    expect(note).toMatchObject({
      buyer: { name: 'Purchasing', phone: null },
      orderedBy: { name: 'Ada Obi', phone: '+2348031234567' },
    })
    // Documents that go to others have no number of a person whom they do not name.
    for (const other of others) {
      expect(other).toBeDefined()
      expect(other).not.toHaveProperty('orderedBy')
    }
    const [usual] = await dispatch({})
    expect(usual).toMatchObject({ buyer: { name: 'Ada Obi', phone: '+2348031234567' } })
    expect(usual).not.toHaveProperty('orderedBy')
  })

  it('money of a declined order has its receipt, and never an invoice', async () => {
    const id = await placed()
    await app.as(
      admin.caller,
      `update public.orders set status = 'declined', decline_reason = 'None left' where id = $1`,
      [id],
    )
    await pay(id, 300_000)
    expect(await kindsOf(id)).toEqual(['receipt'])
  })
})

describe('a document that is issued', () => {
  it('stores a fingerprint of what it says', async () => {
    const { rows } = await app.owner.query<{ text: string; content_sha256: string }>(
      'select content::text as text, content_sha256 from public.order_documents limit 20',
    )
    expect(rows.length).toBeGreaterThan(5)
    for (const { text, content_sha256 } of rows)
      expect(createHash('sha256').update(text).digest('hex')).toBe(content_sha256)
  })
})

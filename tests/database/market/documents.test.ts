// The documents of orders: when each is issued, what it says, that its number leaves no gap, that nobody changes it, and
// who reads it when the site is gone around.
import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { parseVerificationCode } from '#domain/market/documents.ts'
import { createPrinter } from '#server/market/documents/print.ts'
import { anonymous, type Person, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { goodRequest, submitOrder } from '#tests/harness/order-requests.ts'
import { openTill } from './market-till.ts'

const { app, market, buyer, stranger, finance, admin, rice, move } = await openTill({ bankAccount: false })
const reviewer = await app.addPerson({ role: 'reviewer' })
await setAccount('First Bank', '0123456789')
afterAll(() => app.close())

async function setAccount(bankName: string, number: string) {
  const { rows } = await app.owner.query<{ id: string }>('select gen_random_uuid() as id')
  await app.owner.query(
    `insert into public.settlement_accounts (kind, bank_name, account_name, account_number, proposed_by, proposed_at,
       approved_by, approved_at, effective_at)
     values ('bank_account', $1, 'Agri App Limited', $2, $3, now() - interval '2 days', gen_random_uuid(), now() - interval '1 hour', now())`,
    [bankName, number, rows[0]?.id],
  )
}

const dollarAccount = `insert into public.settlement_accounts
  (kind, currency, bank_name, bank_address, swift_bic, account_name, account_number, approved_at, effective_at, is_demo)
  values ('bank_account', 'USD', 'Dollar Bank', '1 Marina, Lagos', 'TESTNGLA', 'The company', '4400123456', now(), now(), true)`

interface IssuedDocument {
  id: string
  kind: string
  number: string
  verification_code: string
  // biome-ignore lint/suspicious/noExplicitAny: what a paper says depends on its kind
  content: any
  content_sha256: string
}

async function documentsOf(orderId: string): Promise<IssuedDocument[]> {
  const { rows } = await app.owner.query<IssuedDocument>(
    'select * from public.order_documents where order_id = $1 order by issued_at',
    [orderId],
  )
  return rows
}
const proFormasOf = async (orderId: string) =>
  (await documentsOf(orderId)).filter(({ kind }) => kind === 'pro_forma')
const kindsOf = async (orderId: string) => (await documentsOf(orderId)).map(({ kind }) => kind)
const placed = async () => (await market.order(buyer.caller, [{ ...rice, quantity: 3 }])).id
const pay = (id: string, kobo: number) =>
  market.call(withSecondFactor(finance), 'confirm_payment', id, market.receipt(kobo))
/** Approved before its money only on credit terms. */
const approve = (id: string, credit: string | null = null) =>
  app.as(
    withSecondFactor(admin),
    `update public.orders set status = 'approved', credit_terms_reason = $2 where id = $1`,
    [id, credit],
  )
const proForma = (id: string, person = buyer) => market.call(person.caller, 'issue_pro_forma', id)

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

  it('is the same paper when nothing has changed, and a new one that replaces it when the account has', async () => {
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

  it('asks about a changed price first', async () => {
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
  /** All of its time passes: the quote ended an hour ago, and the paper says so. */
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
    await market.passTime(id, '25 hours')
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

describe('a credit note', () => {
  const refund = (id: string, kobo: number) =>
    market.call(withSecondFactor(admin), 'record_refund', id, market.receipt(kobo))

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

const numbersOf = async (prefix: string) => {
  const { rows } = await app.owner.query<{ number: string; issued_at: Date }>(
    `select number, issued_at from public.order_documents where number like $1 || '-%' order by number`,
    [prefix],
  )
  return rows
}

/** 1, 2, 3, … in the order of their issue. */
async function expectNoGap(prefix: string) {
  const rows = await numbersOf(prefix)
  const year = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', year: 'numeric' }).format(
    new Date(),
  )
  expect(rows.map(({ number }) => number)).toEqual(
    rows.map((_, place) => `${prefix}-${year}-${String(place + 1).padStart(5, '0')}`),
  )
  const moments = rows.map(({ issued_at }) => issued_at.getTime())
  expect(moments).toEqual(moments.toSorted((a, b) => a - b))
  return rows.length
}

describe('the numbers of invoices and receipts', () => {
  it('leave no gap when many are issued at once and some fail', async () => {
    const ids: string[] = []
    for (let nr = 0; nr < 20; nr++) {
      const { id } = await market.orderAsGuest([rice])
      await approve(id, 'Known for years')
      ids.push(id)
    }
    const before = await expectNoGap('RCT')
    const reference = crypto.randomUUID()
    const outcomes = await Promise.allSettled(
      ids.flatMap((id, nr) => [
        pay(id, 100_000),
        // The same line of the statement for every other order: all but one are refused, after they took a number.
        ...(nr % 2
          ? [market.call(withSecondFactor(finance), 'confirm_payment', id, market.receipt(1, reference))]
          : []),
      ]),
    )
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(9)
    expect(await expectNoGap('RCT')).toBe(before + 21)
    await expectNoGap('INV')
  })

  it('leave no gap when the process that takes one is killed before its commit', async () => {
    const [one, two] = [await placed(), await placed()]
    const before = await expectNoGap('RCT')
    const client = new pg.Client({ connectionString: app.url })
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await client.query('begin')
    const take = (id: string) =>
      `insert into public.payments (order_id, kind, amount_kobo, currency, value_date, bank_reference, recorded_by)
       values ('${id}', 'receipt', 5, 'NGN', now(), gen_random_uuid()::text, gen_random_uuid())`
    await client.query(take(one))
    const waiting = app.owner.query(take(two))
    await app.owner.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await waiting
    expect(await kindsOf(one)).toEqual([])
    expect(await kindsOf(two)).toEqual(['receipt'])
    expect(await expectNoGap('RCT')).toBe(before + 1)
  })
})

describe('a paper that is issued', () => {
  it('is changed by nobody, not even with the rights of the house', async () => {
    const id = await placed()
    await pay(id, 300_000)
    await approve(id)
    await proForma(id)
    for (const statement of [
      `update public.order_documents set content = '{}' where order_id = '${id}'`,
      `update public.order_documents set number = number || 'x' where order_id = '${id}'`,
      `delete from public.order_documents where order_id = '${id}'`,
      'truncate public.order_documents cascade',
    ])
      await expect(app.owner.query(statement)).rejects.toMatchObject({ code: '42501' })
    for (const caller of [buyer.caller, withSecondFactor(admin), withSecondFactor(finance), service])
      for (const statement of [
        `update public.order_documents set number = 'x'`,
        'delete from public.order_documents',
        `insert into public.order_documents (order_id, kind, number, verification_code, content, content_sha256, issued_at)
         values ('${id}', 'invoice', 'INV-1', 'x', '{}', 'x', now())`,
      ])
        expect((await app.refusalOf(caller, statement)).code).toBe('42501')
  })

  it('keeps a fingerprint of what it says', async () => {
    const { rows } = await app.owner.query<{ text: string; content_sha256: string }>(
      'select content::text as text, content_sha256 from public.order_documents limit 20',
    )
    expect(rows.length).toBeGreaterThan(5)
    for (const { text, content_sha256 } of rows)
      expect(createHash('sha256').update(text).digest('hex')).toBe(content_sha256)
  })

  it('is verified by its code, which tells what it is about and names nobody', async () => {
    const { rows } = await app.owner.query<IssuedDocument>(
      `select * from public.order_documents where kind = 'receipt' limit 1`,
    )
    const [document] = rows
    expect(parseVerificationCode(document?.verification_code ?? '')).toBe(document?.verification_code)
    const answer = await market.call(service, 'verify_document', document?.verification_code)
    expect(answer).toEqual({
      kind: 'receipt',
      number: document?.number,
      issuedAt: document?.content.issuedAt,
      orderCode: document?.content.order.code,
      currency: 'NGN',
      amountKobo: document?.content.payment.amountKobo,
      isDemo: false,
      isReplaced: false,
      isLapsed: false,
    })
    expect(await market.call(service, 'verify_document', 'AAAA-AAAA-AAAA')).toBeNull()
    for (const caller of [anonymous, buyer.caller])
      expect((await market.refuse(caller, 'verify_document', document?.verification_code)).code).toBe('42501')
  })
})

describe('whoever goes around the site', () => {
  it('reads the papers of own orders, staff with the right all, and nobody else any', async () => {
    const id = await placed()
    await pay(id, 300_000)
    await approve(id)
    const count = async (person: Person) =>
      (await app.as(person.caller, 'select id from public.order_documents where order_id = $1', [id])).rows
        .length
    expect(await count(buyer)).toBe(2)
    expect(await count(admin)).toBe(2)
    expect(await count(finance)).toBe(2)
    expect(await count(stranger)).toBe(0)
    expect(await count(reviewer)).toBe(0)
    expect((await app.refusalOf(anonymous, 'select id from public.order_documents')).code).toBe('42501')
  })

  it('reads the PDF of a paper only who reads the paper, and nobody puts one there', async () => {
    const id = await placed()
    await pay(id, 300_000)
    const [document] = await documentsOf(id)
    await app.owner.query(`insert into storage.objects (bucket_id, name) values ('documents', $1)`, [
      `${document?.id}.pdf`,
    ])
    const seen = async (person: Person) =>
      (
        await app.as(
          person.caller,
          `select name from storage.objects where bucket_id = 'documents' and name = $1`,
          [`${document?.id}.pdf`],
        )
      ).rows.length
    expect([await seen(buyer), await seen(finance)]).toEqual([1, 1])
    expect([await seen(stranger), await seen(reviewer)]).toEqual([0, 0])
    expect(
      (await app.as(anonymous, `select name from storage.objects where bucket_id = 'documents'`)).rows,
    ).toEqual([])
    for (const { caller } of [buyer, admin, finance])
      expect(
        (
          await app.refusalOf(
            caller,
            `insert into storage.objects (bucket_id, name) values ('documents', 'forged.pdf')`,
          )
        ).code,
      ).toBe('42501')
  })

  it('with the link of another guest finds no order', async () => {
    const [one, other] = [await market.orderAsGuest([rice]), await market.orderAsGuest([rice])]
    expect((await market.refuse(service, 'issue_pro_forma', one.id, other.context)).code).toBe('P0002')
    expect(await market.call(service, 'issue_pro_forma', one.id, one.context)).toMatchObject({ ok: true })
    expect((await market.refuse(buyer.caller, 'issue_pro_forma', one.id, one.context)).code).toBe('P0002')
  })
})

describe('when the account goes', () => {
  it('pro-forma and delivery note go along, invoice and receipt stay as tax law asks', async () => {
    const leaver = await app.addPerson()
    const { id } = await market.order(leaver.caller, [rice])
    await proForma(id, leaver)
    await pay(id, 100_000)
    await approve(id)
    await market.deliver(admin.caller, id)
    await app.as(admin.caller, `update public.orders set status = 'completed' where id = $1`, [id])
    expect((await kindsOf(id)).toSorted()).toEqual(['delivery_note', 'invoice', 'pro_forma', 'receipt'])
    await app.owner.query('select private.delete_account($1)', [leaver.id])
    expect((await kindsOf(id)).toSorted()).toEqual(['invoice', 'receipt'])
    const { rows } = await app.as(service, 'select private.list_dropped_documents(10)')
    expect(rows).toHaveLength(2)
  })

  it('no PDF stays behind of a paper that goes while it is being drawn', async () => {
    const leaver = await app.addPerson()
    const { id } = await market.order(leaver.caller, [rice])
    await proForma(id, leaver)
    const [document] = await documentsOf(id)
    if (!document) throw new Error('no paper was issued')
    const files = new Map<string, Buffer>()
    const printer = createPrinter({
      database: app.database,
      facts: () => ({ companyName: 'Agri App', siteUrl: 'https://www.example.com' }),
      store: {
        read: async (path) => files.get(path) ?? null,
        remove: async (paths) => paths.forEach((path) => void files.delete(path)),
        async replace(path, bytes) {
          await app.owner.query('select private.delete_account($1)', [leaver.id])
          await app.as(service, 'select private.forget_dropped_documents($1)', [[document.id]])
          files.set(path, bytes)
        },
      },
    })
    await printer.print(document.id, document.content)
    expect([...files.keys()]).toEqual([])
  })
})

describe('a document is sent again', () => {
  it('by staff who write to buyers or see to money alone, five times an hour, and it is written down', async () => {
    const id = await placed()
    await pay(id, 1_000)
    const [receipt] = await documentsOf(id)
    const send = ({ caller }: Person) => market.refuse(caller, 'send_order_document', receipt?.id ?? '')
    for (const person of [buyer, stranger, reviewer]) expect((await send(person)).code).toBe('42501')
    expect((await market.refuse(anonymous, 'send_order_document', receipt?.id ?? '')).code).toBe('42501')
    expect((await market.refuse(finance.caller, 'send_order_document', id)).code).toBe('P0002')
    for (const { caller } of [finance, admin, finance, admin, finance])
      await market.call(caller, 'send_order_document', receipt?.id ?? '')
    expect((await send(finance)).code).toBe('PT429')
    const { rows } = await app.owner.query(
      `select data -> 'document' as document from private.mail_outbox
       where template = 'order_document' and data ->> 'order_id' = $1`,
      [id],
    )
    expect(rows).toEqual(
      Array.from({ length: 5 }, () => ({
        document: { kind: 'receipt', number: receipt?.number },
      })),
    )
    const trail = await app.owner.query(
      `select distinct actor_id from public.audit_trail where action = 'send_document' and subject_id = $1`,
      [id],
    )
    expect(trail.rows.map(({ actor_id }) => actor_id).sort()).toEqual([finance.id, admin.id].sort())
  })

  it('a quote has one for staff who quote, the one that its buyer has, while it is open', async () => {
    const { id } = await submitOrder(app, buyer, goodRequest)
    expect((await market.refuse(admin.caller, 'issue_quote_document', id)).code).toBe('PT409')
    await market.call(admin.caller, 'quote_order', id, {
      lines: [{ description: 'Cocoa beans', quantity: 2, unit: 'Tons', priceKobo: 300_000 }],
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    })
    for (const { caller } of [buyer, stranger, reviewer, finance])
      expect((await market.refuse(caller, 'issue_quote_document', id)).code).toBe('42501')
    const made = await market.call(admin.caller, 'issue_quote_document', id)
    const [quoted] = await documentsOf(id)
    expect(made).toEqual({ ok: true, id: quoted?.id, number: quoted?.number })
    expect(await kindsOf(id)).toEqual(['quote'])
    await market.call(admin.caller, 'quote_order', id, {
      lines: [{ description: 'Cocoa beans', quantity: 3, unit: 'Tons', priceKobo: 300_000 }],
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    })
    const [replaced] = await documentsOf(id)
    expect((await market.refuse(admin.caller, 'send_order_document', replaced?.id ?? '')).code).toBe('PT409')
  })
})

// The documents of orders once they are issued: numbers without a gap, changed by nobody, read by whose they are, retained as tax law demands.
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { parseVerificationCode } from '#domain/market/documents.ts'
import { createPrinter } from '#server/market/documents/print.ts'
import { anonymous, type Person, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { goodRequest, submitOrder } from '#tests/harness/order-requests.ts'
import { type IssuedDocument, openDocuments } from './documents-till.ts'

const till = await openDocuments()
const { app, market, buyer, stranger, finance, admin, rice } = till
const { documentsOf, expectNoGap, kindsOf, placed, pay, approve, proForma } = till
const reviewer = await app.addPerson({ role: 'reviewer' })
afterAll(() => app.close())

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

describe('a document that is issued', () => {
  it('is changed by nobody, not even with the rights of the server', async () => {
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

  it('is verified by its code, which says what it is about and names nobody', async () => {
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
      isTakenOff: false,
      isDemo: false,
      isReplaced: false,
      isLapsed: false,
    })
    expect(await market.call(service, 'verify_document', 'AAAA-AAAA-AAAA')).toBeNull()
    for (const caller of [anonymous, buyer.caller])
      expect((await market.refuse(caller, 'verify_document', document?.verification_code)).code).toBe('42501')
  })
})

describe('a person who goes around the site', () => {
  it('reads the documents of own orders, staff with the right all, and nobody else any', async () => {
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

  it('reads the PDF of a document only who reads the document, and nobody puts one there', async () => {
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

describe('how a document stands', () => {
  const standings = async ({ caller }: Person, id: string) => {
    const { rows } = await app.as<{ kind: string; standing: string | null }>(
      caller,
      'select kind, document.standing from public.order_documents as document where order_id = $1 order by issued_at',
      [id],
    )
    return rows.map(({ kind, standing }) => [kind, standing])
  }

  it('is read by its buyer and by staff: current, replaced by a later one, or lapsed', async () => {
    const id = await placed()
    await proForma(id)
    for (const person of [buyer, finance, admin])
      expect(await standings(person, id)).toEqual([['pro_forma', 'current']])
    await till.setAccount('Second Bank', '0123456780')
    expect(await standings(finance, id)).toEqual([['pro_forma', 'lapsed']])
    await proForma(id)
    expect(await standings(finance, id)).toEqual([
      ['pro_forma', 'replaced'],
      ['pro_forma', 'current'],
    ])
    await till.setAccount('First Bank', '0123456789')
    expect(await standings(buyer, id)).toEqual([
      ['pro_forma', 'replaced'],
      ['pro_forma', 'lapsed'],
    ])
  })

  it('is read by nobody else, also of a row that they make up', async () => {
    const id = await placed()
    await proForma(id)
    const [document] = await documentsOf(id)
    const madeUp = `select public.standing(jsonb_populate_record(null::public.order_documents, $1)) as standing`
    const ask = async ({ caller }: Person, fields: object) =>
      (await app.as<{ standing: string | null }>(caller, madeUp, [fields])).rows[0]?.standing
    const row = { id: document?.id, order_id: id, kind: 'pro_forma', content: {} }
    expect(await standings(stranger, id)).toEqual([])
    expect(await ask(stranger, row)).toBeNull()
    expect(await ask(buyer, { ...row, id: crypto.randomUUID() })).toBeNull()
    expect(await ask(buyer, row)).toBe('current')
    expect((await app.refusalOf(anonymous, madeUp, [row])).code).toBe('42501')
  })
})

describe('when the account goes', () => {
  it('pro-forma and delivery note go along, invoice and receipt stay as tax law demands', async () => {
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

  it('no PDF stays behind of a document that goes while it is being drawn', async () => {
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
    const quoteDocument = await market.call(admin.caller, 'issue_quote_document', id)
    const [quoted] = await documentsOf(id)
    expect(quoteDocument).toEqual({ ok: true, id: quoted?.id, number: quoted?.number })
    expect(await kindsOf(id)).toEqual(['quote'])
    await market.call(admin.caller, 'quote_order', id, {
      lines: [{ description: 'Cocoa beans', quantity: 3, unit: 'Tons', priceKobo: 300_000 }],
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    })
    const [replaced] = await documentsOf(id)
    expect((await market.refuse(admin.caller, 'send_order_document', replaced?.id ?? '')).code).toBe('PT409')
  })
})

// One search over everything: what each kind of staff finds by code, name, phone, amount, bank reference and e-mail, and who finds nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchAnswer } from '#domain/admin/search.ts'
import type { Caller } from '#platform/database/caller.ts'
import { anonymous, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openAdminApp } from './admin-app.ts'

const app = await openAdminApp()
afterAll(() => app.close())

const search = (query: string, caller: Caller = app.admin.caller): Promise<SearchAnswer> =>
  app.call<SearchAnswer>(caller, 'select public.search_everything($1)', [query])
const people = async (query: string, caller?: Caller) =>
  ((await search(query, caller)).people ?? []).map(({ name }) => name)
const orders = async (query: string, caller?: Caller) =>
  ((await search(query, caller)).orders ?? []).map(({ code, via }) => `${code} by ${via}`)

beforeAll(async () => {
  await app.sql(
    `update public.profiles set full_name = 'Hauwa Sani', phone = '+2348035510066' where id = $1`,
    [app.member.id],
  )
  // Triggers are off: rows as they stand after a longer story.
  await app.sql(`begin; set local session_replication_role = replica;
    insert into public.farmers (reference, user_id, farm_name, location, contact_name, phone, contact_email, crops_grown, status, created_at)
    values ('FM7K4-2X9Q', null, 'Musa Farms', 'Zaria, Kaduna', 'Ibrahim Musa', '+2348035510091', 'ibrahim@musa.example', '{Rice}', 'approved', now() - interval '3 days'),
      ('FM7K5-2X9R', '${app.member.id}', 'Sani Fields', 'Kano, Kano', 'Hauwa Sani', '+2348035510066', null, '{Rice}', 'pending', now() - interval '2 days'),
      ('FM7K6-2X9S', null, 'Ibrahim Valley', 'Musawa, Katsina', 'Bala Danjuma', '+2348035519999', null, '{Rice}', 'pending', now()),
      ('FM7K7-2X9T', null, 'Erased Farm', 'Keffi, Nasarawa', 'Erased', '+0000000000', null, '{Rice}', 'pending', now());
    insert into public.investors (reference, investor_type, contact_name, contact_email, contact_phone, investment_amount, currency, status)
    values ('IV7K4-2X9Q', 'individual', 'Ibrahim Musa', 'ibrahim@musa.example', '+2348035510091', '1m-5m', 'NGN', 'pending');
    insert into public.orders (id, user_id, code, kind, crop_type, quantity, quantity_text, unit, delivery_address, total_amount_kobo, currency, created_at)
    values ('00000000-0000-4000-8000-000000000001', '${app.member.id}', 'AGG6X-7SCF', 'bulk', 'Maize', 20, '20', 'Tons', 'Plot 1, Ibrahim Road, Kano', 124000000, 'NGN', now() - interval '2 hours'),
      ('00000000-0000-4000-8000-000000000002', null, 'AG9TT-2M4Q', 'marketplace', 'Marketplace order', 2, '2', 'kg', 'Plot 2, Market Road, Kano', 16800000, 'NGN', now() - interval '1 hour'),
      ('00000000-0000-4000-8000-000000000003', null, 'AG8TT-2M5R', 'bulk', 'Ginger', 2, '2', 'Tons', 'Havenstraat 1, Rotterdam', 16800000, 'USD', now()),
      ('00000000-0000-4000-8000-000000000004', null, 'AG7TT-2M6S', 'bulk', 'Sesame', 9, '9', 'Tons', '4 Rue Neuve, Lyon', 6859000, 'EUR', now() - interval '9 hours'),
      ('00000000-0000-4000-8000-000000000005', null, 'AG7TT-2M7T', 'bulk', 'Sesame', 9, '9', 'Tons', '4 Kings Road, Leeds', 6859000, 'GBP', now() - interval '8 hours'),
      ('00000000-0000-4000-8000-000000000006', null, 'AG7TT-2M8U', 'bulk', 'Sesame', 9, '9', 'Tons', '4 Quay, Dublin', null, 'NGN', now() - interval '7 hours'),
      ('00000000-0000-4000-8000-000000000007', null, 'AG7TT-2M9V', 'bulk', 'Sesame', 9, '9', 'Tons', '5 Quay, Dublin', null, 'NGN', now() - interval '6 hours');
    insert into public.quotes (order_id, currency, payment_terms, total_kobo, expires_at, status)
    values ('00000000-0000-4000-8000-000000000006', 'EUR', 'Bank Transfer', 4410000, now() + interval '1 day', 'open'),
      ('00000000-0000-4000-8000-000000000007', 'EUR', 'Bank Transfer', 4410000, now() - interval '1 day', 'open'),
      ('00000000-0000-4000-8000-000000000007', 'EUR', 'Bank Transfer', 4420000, now() + interval '1 day', 'waiting');
    insert into public.order_requests (order_id, company_name, contact_person, email, phone, address, country, payment_terms, incoterms)
    values ('00000000-0000-4000-8000-000000000001', 'Sani Foods', 'Hauwa Sani', 'hauwa@sani.example', '+2348035510066', 'Plot 1, Ibrahim Road', 'Nigeria', 'Letter of Credit', 'FOB'),
      ('00000000-0000-4000-8000-000000000003', 'Rotterdam Ginger', 'Jan Smit', 'jan@ginger.example', '+442079460958', 'Havenstraat 1, Rotterdam', 'Netherlands', 'Letter of Credit', 'FOB');
    insert into public.order_contacts (order_id, name, phone, state, lga)
    values ('00000000-0000-4000-8000-000000000002', 'H. Sani', '+2348035510066', 'Kano', 'Dala');
    insert into public.payments (order_id, kind, amount_kobo, currency, value_date, bank_reference, recorded_by, transfer_kobo)
    values ('00000000-0000-4000-8000-000000000001', 'receipt', 5550000, 'NGN', current_date, 'FT26327ABC01', '${app.finance.id}', 7770000);
    insert into public.order_documents (order_id, payment_id, kind, number, verification_code, content, content_sha256, issued_at)
    values ('00000000-0000-4000-8000-000000000001', null, 'invoice', 'INV-2026-00007', '7K4M-2X9Q-HJ3T', '{}', repeat('a', 64), now());
    insert into public.contact_messages (topic, name, phone, message) values
      ('general', 'Hauwa Sani', '+2348035510066', 'When does my maize arrive in Kano?'),
      ('general', 'Somebody Else', '+2348010203040', 'Does Ibrahim Musa sell through you?');
    insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, status)
    values ('Kaduna ginger', 'Spices', 'Ibrahim Musa', 'Kaduna', 1, 'kg', 250000, 'published');
    commit`)
})

describe('the search over everything', () => {
  it('is refused to anyone who is no member of staff', async () => {
    for (const caller of [anonymous, service, app.member.caller])
      expect((await app.refusalOf(caller, `select public.search_everything('Musa')`)).code).toBe('42501')
    for (const inner of [
      `select private.search_texts('farmers', '{%Musa%}', '{}', 9)`,
      `select * from private.search_person_records('farmers', '{%Musa%}', '{}', '{}', 9)`,
      `select private.read_search('Musa')`,
      'select * from private.person_records',
      'select * from private.searched_texts',
    ])
      expect((await app.refusalOf(app.admin.caller, inner)).code).toBe('42501')
  })

  it('names to each the kinds that they may read, and no other', async () => {
    expect(Object.keys(await search('Musa')).sort()).toEqual([
      'applications',
      'documents',
      'mails',
      'messages',
      'orders',
      'partners',
      'people',
      'products',
      'registrations',
    ])
    expect(Object.keys(await search('Musa', app.finance.caller)).sort()).toEqual([
      'documents',
      'orders',
      'people',
    ])
    expect(Object.keys(await search('Musa', app.content.caller))).toEqual(['products'])
    expect(await search('Musa', withSecondFactor(app.agent))).toEqual({})
  })

  it('shows finance who ordered, and of them no registration, no message and no mail', async () => {
    const { people: hits } = await search('Hauwa Sani', app.finance.caller)
    expect(hits).toEqual([
      expect.objectContaining({ name: 'Hauwa Sani', orders: 2, messages: 0, records: [] }),
    ])
    expect(await people('Ibrahim Musa', app.finance.caller)).toEqual([])
    expect(await people('FM7K4-2X9Q', app.finance.caller)).toEqual([])
  })

  it('shows a reviewer who registered, and nothing of their orders', async () => {
    const { people: hits, ...others } = await search('Hauwa Sani', app.reviewer.caller)
    expect(hits).toEqual([expect.objectContaining({ orders: 0, messages: 1 })])
    expect(others).not.toHaveProperty('orders')
    expect(others).not.toHaveProperty('documents')
  })

  it('shows what an account says of itself to those who may read accounts, and finds nobody else by it', async () => {
    const { email } = app.member
    expect((await search('Sani Fields')).people).toEqual([expect.objectContaining({ email })])
    expect(await people(email)).toEqual(['Hauwa Sani'])
    await app.sql(
      `update public.profiles set full_name = 'Zainab Bello', phone = '+2348099990001' where id = $1`,
      [app.member.id],
    )
    for (const { caller } of [app.reviewer, app.finance]) {
      const hits = JSON.stringify(
        await Promise.all(['Hauwa Sani', 'Sani Fields'].map((name) => search(name, caller))),
      )
      expect(hits).toContain('Hauwa Sani')
      expect(hits).not.toContain(email)
      for (const typed of [email, 'Zainab Bello', '+2348099990001'])
        expect(await people(typed, caller)).toEqual([])
    }
    const listed = async (caller: Caller, typed: string) =>
      (await app.find({ list: 'farmers', search: typed }, caller)).count
    for (const typed of [email, 'Zainab Bello', '08099990001']) {
      expect(await listed(app.admin.caller, typed)).toBe(1)
      expect(await listed(app.reviewer.caller, typed)).toBe(0)
    }
    await app.sql(
      `update public.profiles set full_name = 'Hauwa Sani', phone = '+2348035510066' where id = $1`,
      [app.member.id],
    )
  })

  it('has one entry for each person, of an account or of a number, with all that they are', async () => {
    const { people: hits } = await search('Hauwa Sani')
    expect(hits).toHaveLength(1)
    expect(hits?.[0]).toMatchObject({
      phone: '+2348035510066',
      orders: 2,
      messages: 1,
      records: [{ recordType: 'farmers', reference: 'FM7K5-2X9R', status: 'pending' }],
    })
    const { people: others } = await search('ibrahim musa')
    expect(others).toEqual([
      expect.objectContaining({
        name: 'Ibrahim Musa',
        records: expect.arrayContaining([
          expect.objectContaining({ recordType: 'investors', reference: 'IV7K4-2X9Q', status: 'pending' }),
          expect.objectContaining({ recordType: 'farmers', reference: 'FM7K4-2X9Q', status: 'approved' }),
        ]),
      }),
    ])
  })

  it('finds people by what names them, not by where they live or what was written', async () => {
    expect(await people('Musa Ibrahim')).toEqual(['Ibrahim Musa'])
    expect(await people('ibrahim')).toEqual(['Ibrahim Musa', 'Bala Danjuma'])
    expect(await people('Zaria')).toEqual([])
    expect(await people('%')).toEqual([])
    expect(await people('a_a')).toEqual([])
  })

  it.each([
    '0803 551 0066',
    '08035510066',
    '+234 803 551 0066',
    '+234 (0) 803-551-0066',
    '2348035510066',
    '5510066',
  ])('finds a number in any spelling: %s', async (typed) => {
    const { people: hits } = await search(typed)
    expect(hits?.map(({ phone }) => phone)).toEqual(['+2348035510066'])
  })

  it('finds a foreign number as it is written at home', async () => {
    expect(await people('+44 (0)20 7946 0958')).toEqual(['Jan Smit'])
  })

  it('does not take the noughts of an erased number for a person', async () => {
    expect((await search('Erased Farm')).people?.[0]?.phone).toBeNull()
    expect(await people('000000')).toEqual([])
  })

  it.each(['ibrahim@musa.example', 'IBRAHIM@musa'])('finds an e-mail address: %s', async (typed) => {
    expect(await people(typed)).toEqual(['Ibrahim Musa'])
  })

  it.each(['AGG6X-7SCF', 'agg6x7scf', 'AG G6X 7SCF', 'G6X-7SC', 'g6x7scf', '7scf'])(
    'finds an order by its code: %s',
    async (typed) => {
      expect(await orders(typed)).toEqual(['AGG6X-7SCF by code'])
    },
  )

  it.each(['FM7K4-2X9Q', 'fm7k42x9q', 'fm7k42x', '7K4-2X9Q'])(
    'finds a registration by its reference: %s',
    async (typed) => {
      const { registrations, people: hits } = await search(typed)
      expect(registrations?.map(({ reference }) => reference)).toContain('FM7K4-2X9Q')
      expect(hits?.[0]?.name).toBe('Ibrahim Musa')
    },
  )

  it.each([
    ['1240000', ['AGG6X-7SCF by amount']],
    ['1,240,000', ['AGG6X-7SCF by amount']],
    ['₦1,240,000.00', ['AGG6X-7SCF by amount']],
    ['168000', ['AG8TT-2M5R by amount', 'AG9TT-2M4Q by amount']],
    ['N168,000', ['AG9TT-2M4Q by amount']],
    ['$168000', ['AG8TT-2M5R by amount']],
    ['€68,590', ['AG7TT-2M6S by amount']],
    ['EUR 68590', ['AG7TT-2M6S by amount']],
    ['£68,590', ['AG7TT-2M7T by amount']],
    ['gbp 68,590.00', ['AG7TT-2M7T by amount']],
    // The total of a quote that its buyer can still accept.
    ['44,100', ['AG7TT-2M8U by quote']],
    ['€44,100', ['AG7TT-2M8U by quote']],
    ['$44,100', []],
    ['55,500', ['AGG6X-7SCF by payment']],
    ['77,700', ['AGG6X-7SCF by payment']],
    ['168001', []],
  ])('finds an order by an amount: %s', async (typed, hits) => {
    expect(await orders(typed)).toEqual(hits)
  })

  it('says how the quote of an order without a price stands', async () => {
    const quoteOf = async (code: string) => (await search(code)).orders?.[0]?.quote
    expect([await quoteOf('AG7TT-2M8U'), await quoteOf('AG7TT-2M9V')]).toEqual(['open', 'waiting'])
    expect(await quoteOf('AGG6X-7SCF')).toBeNull()
  })

  it.each(['FT26327ABC01', 'ft26327', '6327abc'])('finds an order by a bank reference: %s', async (typed) => {
    expect(await orders(typed, app.finance.caller)).toEqual(['AGG6X-7SCF by bank_reference'])
  })

  it('finds a document by its number, and orders by who ordered', async () => {
    expect((await search('inv-2026-00007', app.finance.caller)).documents).toEqual([
      expect.objectContaining({ number: 'INV-2026-00007', kind: 'invoice', code: 'AGG6X-7SCF' }),
    ])
    expect(await orders('rotterdam ginger')).toEqual(['AG8TT-2M5R by buyer'])
  })

  it('finds products and messages', async () => {
    expect((await search('kaduna gin', app.content.caller)).products).toEqual([
      expect.objectContaining({ name: 'Kaduna ginger', farmerName: 'Ibrahim Musa' }),
    ])
    expect((await search('my maize', app.reviewer.caller)).messages).toEqual([
      expect.objectContaining({ name: 'Hauwa Sani' }),
    ])
  })

  it('shows mails to an address to those who may read mails, of what they may read', async () => {
    await app.sql(`insert into private.mail_outbox (template, recipient, record_type, record_id)
      select (select template from private.mail_templates where about = 'orders' limit 1), 'Hauwa@sani.example', 'orders', id
      from public.orders where code = 'AGG6X-7SCF'`)
    expect((await search('hauwa@sani.example')).mails).toHaveLength(1)
    expect((await search('hauwa@sani.example', app.reviewer.caller)).mails).toEqual([])
    expect(await search('hauwa@sani.example', app.finance.caller)).not.toHaveProperty('mails')
  })

  it('answers at most as many of a kind as were requested, and nothing to two letters', async () => {
    const { people: hits } = await app.call<SearchAnswer>(
      app.admin.caller,
      `select public.search_everything('ibrahim', 1)`,
    )
    expect(hits).toHaveLength(1)
    expect(await search('mu')).toEqual({})
    expect(await search(' \\ ')).toEqual({})
    // No amount that any order has, and no failure either.
    expect((await search('1,000,000,000,000,000,000,000')).orders).toEqual([])
  })

  it('leaves no entry in the trail', async () => {
    const [before] = await app.sql('select count(*) from public.audit_trail')
    await search('Hauwa Sani')
    expect(await app.sql('select count(*) from public.audit_trail')).toEqual([before])
  })
})

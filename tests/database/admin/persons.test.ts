// One person, one page: what find_person answers to each role, whom it takes for one person, and what it never answers.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type PersonSection, personSections } from '#domain/admin/persons.ts'
import type { Caller } from '#platform/database/caller.ts'
import { anonymous, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openAdminApp } from './admin-app.ts'

const app = await openAdminApp()
afterAll(() => app.close())
const [sales, auditor, stranger] = await Promise.all([
  app.app.addPerson({ role: 'sales' }),
  app.app.addPerson({ role: 'auditor' }),
  app.app.addPerson(),
])

const call = 'select public.find_person($1, $2)'
const find = (type: string, id: string, caller: Caller = app.admin.caller) =>
  app.call<Person>(caller, call, [type, id])
const countsOf = ({ sections }: Person) =>
  Object.fromEntries(Object.entries(sections).map(([name, { count }]) => [name, count]))

const phone = '+2348035510066'
const ids = {
  order: '00000000-0000-4000-8000-000000000001',
  guestOrder: '00000000-0000-4000-8000-000000000002',
  farmer: '00000000-0000-4000-8000-000000000011',
  byMail: '00000000-0000-4000-8000-000000000012',
  ofStranger: '00000000-0000-4000-8000-000000000013',
  other: '00000000-0000-4000-8000-000000000014',
  message: '00000000-0000-4000-8000-000000000021',
  partner: '00000000-0000-4000-8000-000000000031',
  erased: '00000000-0000-4000-8000-000000000041',
}

beforeAll(async () => {
  await app.sql(`update public.profiles set full_name = 'Hauwa Sani', phone = null where id = $1`, [
    app.member.id,
  ])
  // Triggers are off: rows as they stand after a longer story.
  await app.sql(`begin; set local session_replication_role = replica;
    insert into public.farmers (id, reference, user_id, farm_name, location, contact_name, phone, contact_email, crops_grown, status) values
      ('${ids.farmer}', 'FM7K5-2X9R', '${app.member.id}', 'Sani Fields', 'Kano', 'Hauwa Sani', '${phone}', 'hauwa@sani.example', '{Rice}', 'pending'),
      ('${ids.byMail}', 'FM7K4-2X9Q', null, 'Sani Garden', 'Kano', 'H. Sani', null, 'Hauwa@Sani.example', '{Rice}', 'approved'),
      ('${ids.ofStranger}', 'FM7K6-2X9S', '${stranger.id}', 'Another Farm', 'Jos', 'Bala Danjuma', '+2348010203040', null, '{Rice}', 'pending'),
      ('${ids.other}', 'FM7K7-2X9T', null, 'Third Farm', 'Jos', 'Bala D.', '+2348010203040', null, '{Rice}', 'pending'),
      ('${ids.erased}', 'FM7K8-2X9V', null, 'Erased', 'Erased', null, '+0000000000', null, '{Rice}', 'pending');
    insert into public.orders (id, user_id, code, kind, crop_type, quantity, quantity_text, unit, delivery_address, total_amount_kobo, currency, created_at) values
      ('${ids.order}', '${app.member.id}', 'AGG6X-7SCF', 'bulk', 'Maize', 20, '20', 'Tons', 'Plot 1, Ibrahim Road, Kano', 124000000, 'NGN', now() - interval '2 hours'),
      ('${ids.guestOrder}', null, 'AG9TT-2M4Q', 'marketplace', 'Marketplace order', 2, '2', 'kg', 'Plot 2, Market Road, Kano', 16800000, 'NGN', now());
    insert into public.order_request_lines (order_id, position, product, quantity, quantity_text, unit) values
      ('${ids.order}', 2, 'Ginger', 5, '5', 'Tons');
    insert into public.order_contacts (order_id, name, phone, state, lga) values ('${ids.guestOrder}', 'H. Sani', '${phone}', 'Kano', 'Dala');
    insert into public.quotes (order_id, currency, payment_terms, total_kobo, expires_at) values ('${ids.order}', 'NGN', 'Bank Transfer', 124000000, now());
    insert into public.order_documents (order_id, kind, number, verification_code, content, content_sha256, issued_at)
      values ('${ids.order}', 'invoice', 'INV-2026-00007', '7K4M-2X9Q-HJ3T', '{}', repeat('a', 64), now());
    insert into public.order_messages (order_id, is_from_staff, body) values ('${ids.order}', false, 'When does it arrive?');
    insert into public.contact_messages (id, topic, name, phone, message) values
      ('${ids.message}', 'general', 'Hauwa Sani', '${phone}', 'When does my maize arrive in Kano?');
    insert into public.partnership_applications (id, partnership_type, company_name, contact_person, email, phone, country, business_description)
      values ('${ids.partner}', 'franchise', 'Sani Foods', 'Hauwa Sani', 'office@sani.example', '0803 551 0066', 'Nigeria', 'Foods');
    insert into public.phone_calls (record_type, record_id, outcome, note) values
      ('farmers', '${ids.farmer}', 'reached', 'Ring in May'), ('orders', '${ids.order}', 'no_answer', null);
    insert into public.record_messages (record_type, record_id, is_from_staff, from_address, is_proved, body) values
      ('partnership_applications', '${ids.partner}', false, 'office@sani.example', true, 'Here is our plan.');
    insert into public.record_notes (record_type, record_id, author_name, body) values
      ('farmers', '${ids.farmer}', 'Bola Reviewer', 'Speaks Hausa'), ('orders', '${ids.order}', 'Sales', 'Pays late');
    insert into public.tasks (record_type, record_id, title, due_on) values
      ('farmers', '${ids.farmer}', 'Ring again', current_date - 3), ('orders', '${ids.order}', 'Send the quote', current_date + 3);
    insert into public.consents (user_id, record_type, record_id, purpose, text_version, is_given, channel)
      values ('${app.member.id}', 'farmers', '${ids.farmer}', 'registration', '2026-01', true, 'web');
    insert into private.mail_outbox (template, recipient, status, record_type, record_id)
      select template, 'hauwa@sani.example', 'sent', 'farmers', '${ids.farmer}' from private.mail_templates limit 1;
    commit`)
})

describe('the page of a person', () => {
  it('is refused to anyone who may not read the record that leads to it', async () => {
    const refused: [Caller, string, string][] = [
      [anonymous, 'farmers', ids.farmer],
      [service, 'farmers', ids.farmer],
      [app.member.caller, 'farmers', ids.farmer],
      [app.agent.caller, 'farmers', ids.farmer],
      [app.content.caller, 'farmers', ids.farmer],
      [app.finance.caller, 'farmers', ids.farmer],
      [sales.caller, 'farmers', ids.farmer],
      [app.reviewer.caller, 'orders', ids.order],
      [app.content.caller, 'orders', ids.order],
    ]
    for (const [caller, type, id] of refused)
      expect((await app.refusalOf(caller, call, [type, id])).code).toBe('42501')
    for (const inner of [
      `select * from private.list_person_records('{farmers}', '{}', '{${phone}}', '{}')`,
      `select private.identify_person(null, '{farmers}')`,
      `select private.label_record('farmers', '${ids.farmer}')`,
    ])
      expect((await app.refusalOf(app.admin.caller, inner)).code).toBe('42501')
  })

  it.each([
    ['products', ids.farmer, '22023'],
    ['user_roles', ids.farmer, '22023'],
    ['farmers', randomUUID(), 'P0002'],
    // The id of a record of another kind.
    ['farmers', ids.order, 'P0002'],
  ])('of %s %s is none', async (type, id, code) => {
    expect((await app.refusalOf(app.admin.caller, call, [type, id])).code).toBe(code)
  })

  const all: Partial<Record<PersonSection, number>> = {
    registrations: 2,
    orders: 2,
    quotes: 1,
    documents: 1,
    messages: 3,
    applications: 1,
    calls: 2,
    notes: 2,
    tasks: 2,
    mails: 1,
    consents: 1,
  }
  it('has every section for an admin, from each of their records', async () => {
    expect(Object.keys(all).sort()).toEqual([...personSections].sort())
    for (const [type, id] of [
      ['farmers', ids.farmer],
      ['farmers', ids.byMail],
      ['orders', ids.order],
      ['orders', ids.guestOrder],
      ['contact_messages', ids.message],
      ['partnership_applications', ids.partner],
    ] as const)
      expect(countsOf(await find(type, id)), id).toEqual(all)
    const { orders } = (await find('orders', ids.order)).sections
    expect(orders?.entries.map(({ words }) => words)).toContain('Maize, 20 Tons and 1 more')
  })

  it('has for each role what its rights open, and no word of the others', async () => {
    const { orders: _, quotes: __, documents: ___, ...ofReviewer } = all
    expect(countsOf(await find('farmers', ids.farmer, app.reviewer.caller))).toEqual({
      ...ofReviewer,
      messages: 2,
      calls: 1,
      notes: 1,
      tasks: 1,
    })
    expect(countsOf(await find('orders', ids.order, app.finance.caller))).toEqual({
      // The guest's order has another number than the account's order, which says none.
      orders: 1,
      quotes: 1,
      documents: 1,
      messages: 1,
      calls: 1,
      notes: 1,
      tasks: 1,
    })
    expect(countsOf(await find('orders', ids.guestOrder, sales.caller))).toEqual({
      orders: 1,
      quotes: 0,
      documents: 0,
      messages: 1,
      calls: 0,
      notes: 0,
      tasks: 0,
    })
    const { consents: ____, ...ofAuditor } = all
    expect(countsOf(await find('farmers', ids.farmer, withSecondFactor(auditor)))).toEqual(ofAuditor)
  })

  it('says of the account what who may read accounts may know', async () => {
    expect((await find('farmers', ids.farmer)).who).toMatchObject({
      name: 'Hauwa Sani',
      label: 'FM7K5-2X9R',
      accounts: 1,
      account: { name: 'Hauwa Sani', email: app.member.email },
    })
    const ofReviewer = await find('farmers', ids.farmer, app.reviewer.caller)
    expect(ofReviewer.who).toMatchObject({ accounts: 1, account: null })
    expect(JSON.stringify(ofReviewer)).not.toContain(app.member.email)
  })

  it('is joined by what the account says of itself for those alone who may read accounts', async () => {
    const own = await app.app.addPerson()
    await app.sql(`update public.profiles set phone = '+2348035510099' where id = $1`, [own.id])
    const [farmer] = await app.sql<{ id: string }>(
      `insert into public.farmers (user_id, farm_name, location, contact_name, crops_grown)
       values ($1, 'Own Farm', 'Kano', 'Aisha Own', '{Rice}') returning id`,
      [own.id],
    )
    await app.sql(
      `insert into public.contact_messages (topic, name, phone, email, message) values
        ('general', 'Not said', '+2348035510099', null, 'By the number of the account'),
        ('general', 'Not said', null, $1, 'By the address of the account')`,
      [own.email],
    )
    expect(countsOf(await find('farmers', farmer?.id ?? ''))).toMatchObject({ messages: 2 })
    expect(countsOf(await find('farmers', farmer?.id ?? '', app.reviewer.caller))).toMatchObject({
      messages: 0,
    })
  })

  it('says by what each record is theirs', async () => {
    const { sections } = await find('farmers', ids.farmer)
    expect(sections.registrations?.entries.map(({ code, via }) => [code, via]).sort()).toEqual([
      ['FM7K4-2X9Q', 'email'],
      ['FM7K5-2X9R', 'record'],
    ])
    expect(sections.orders?.entries.map(({ code, via }) => [code, via])).toEqual([
      ['AG9TT-2M4Q', 'phone'],
      ['AGG6X-7SCF', 'account'],
    ])
  })

  it('joins nobody by the noughts of an erased number, and no account by a number of two accounts', async () => {
    expect(countsOf(await find('farmers', ids.erased)).registrations).toBe(1)
    expect((await find('farmers', ids.other)).who.accounts).toBe(1)
    await app.sql('update public.contact_messages set phone = $1 where id = $2', [
      '+2348010203040',
      ids.message,
    ])
    await app.sql(`update public.farmers set phone = '+2348010203040' where id = $1`, [ids.farmer])
    const shared = await find('farmers', ids.other)
    expect(shared.who.accounts).toBe(0)
    // The two that share the number are named; what else is of either account is not.
    expect(countsOf(shared)).toMatchObject({ registrations: 3, orders: 0, messages: 1 })
  })

  it('names the newest twenty of many, and how many there are', async () => {
    await app.sql(
      `insert into public.record_notes (record_type, record_id, body, created_at)
       select 'farmers', $1, 'Note ' || n, now() + n * interval '1 second' from generate_series(1, 25) as n`,
      [ids.erased],
    )
    const { notes } = (await find('farmers', ids.erased)).sections
    expect(notes?.count).toBe(25)
    expect(notes?.entries.map(({ words }) => words)).toEqual(
      Array.from({ length: 20 }, (_, at) => `Note ${25 - at}`),
    )
  })

  it('goes on with one section page by page, by the same rights', async () => {
    const page = async (section: string, index: number, caller?: Caller) =>
      (
        await app.call<Person>(caller ?? app.admin.caller, 'select public.find_person($1, $2, $3, $4)', [
          'farmers',
          ids.erased,
          section,
          index,
        ])
      ).sections
    const second = await page('notes', 1)
    expect(Object.keys(second)).toEqual(['notes'])
    expect(second.notes?.count).toBe(25)
    expect(second.notes?.entries.map(({ words }) => words)).toEqual([5, 4, 3, 2, 1].map((n) => `Note ${n}`))
    expect(await page('notes', 7)).toEqual({ notes: { count: 25, entries: [] } })
    expect(await page('orders', 0, app.reviewer.caller)).toEqual({})
    expect(
      (
        await app.refusalOf(sales.caller, 'select public.find_person($1, $2, $3)', [
          'farmers',
          ids.erased,
          'notes',
        ])
      ).code,
    ).toBe('42501')
  })

  it('says of each quote how it stands, also that it ran out or was declined', async () => {
    const states = [
      ['open', '1 day', 'open'],
      ['open', '-1 day', 'ran_out'],
      ['waiting', '1 day', 'waiting'],
      ['waiting', '-1 day', 'ended'],
      ['declined', '-1 day', 'declined'],
      ['replaced', '-1 day', 'replaced'],
    ] as const
    for (const [status, left, state] of states) {
      await app.sql(`begin; set local session_replication_role = replica;
        update public.quotes set status = '${status}', expires_at = now() + interval '${left}',
          declined_at = case when '${status}' = 'declined' then now() end where order_id = '${ids.order}'; commit`)
      const { quotes } = (await find('orders', ids.order)).sections
      expect([status, left, quotes?.entries[0]?.state]).toEqual([status, left, state])
    }
  })

  it('never says what is secret, and leaves no entry in the trail', async () => {
    const id = await app.addFarmer()
    const [kept] = await app.sql<{ kept: Record<string, unknown> }>(
      'select to_jsonb(t) as kept from public.farmer_private as t where farmer_id = $1',
      [id],
    )
    const [before] = await app.sql('select count(*) from public.audit_trail')
    const answer = JSON.stringify(await find('farmers', id, withSecondFactor(app.admin)))
    const { farmer_id: _, ...secrets } = kept?.kept ?? {}
    const words = Object.entries(secrets)
      .filter(([name, value]) => !name.endsWith('_at') && typeof value === 'string' && value.length > 5)
      .map(([, value]) => value)
    expect(words.length).toBeGreaterThan(0)
    for (const word of words) expect(answer).not.toContain(word)
    expect(await app.sql('select count(*) from public.audit_trail')).toEqual([before])
  })
})

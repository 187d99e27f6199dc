// The admin area's lists by function: the same records as plain SQL finds, in the same order, by those who may read them.
import { afterAll, describe, expect, it } from 'vitest'
import { adminRecordTypes } from '#domain/admin/admin.ts'
import { searchedColumns, searchedWith } from '#domain/admin/searched-texts.ts'
import type { Caller } from '#platform/database/caller.ts'
import { anonymous, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { type AdminApp, openAdminApp } from './admin-app.ts'

const app = await openAdminApp()
await app.sql(`
  insert into public.farmers (farm_name, location, contact_name, phone, crops_grown, status, decline_reason, created_at)
  select (array['Green Farm', 'Oasis 50%_land', 'Ọmọ Farm', 'a,b).or(c'])[1 + n % 4], 'Keffi, Nasarawa',
    case when n % 5 = 0 then 'Chidi "Ben" Ode' end, '+2348031234' || lpad((n % 100)::text, 3, '0'), '{Rice}',
    (array['pending', 'approved', 'declined'])[1 + n % 3], case when n % 3 = 2 then 'No' end, now() - n * interval '1 hour'
  from generate_series(1, 300) as n`)
await app.sql(
  `update public.farmers set user_id = $1 where id in (select id from public.farmers order by created_at limit 3)`,
  [app.member.id],
)
afterAll(() => app.close())

const find: AdminApp['find'] = (...requested) => app.find(...requested)
function one<Row>([row]: Row[]): Row {
  if (!row) throw new Error('no row came back')
  return row
}
const plain = (condition: string) =>
  app.sql<{ id: string; status: string }>(
    `select id, status from public.farmers as t where ${condition} order by created_at desc, id`,
  )
const contains = (words: string) =>
  `strpos(lower(concat_ws(chr(1), farm_name, location, contact_name, phone, contact_email, reference)), lower('${words}')) > 0`

describe('a list of the desk', () => {
  it.each(adminRecordTypes)('of %s is refused to anyone who may not read it', async (list) => {
    for (const caller of [anonymous, app.member.caller, withSecondFactor(app.agent)])
      expect((await app.refusalOf(caller, 'select public.find_records($1)', [list])).code).toBe('42501')
    await expect(find({ list })).resolves.toMatchObject({ count: expect.any(Number) })
  })

  it('is of the desk’s records alone', async () => {
    expect(
      (await app.refusalOf(withSecondFactor(app.admin), `select public.find_records('user_roles')`)).code,
    ).toBe('22023')
  })

  it.each([
    ['everything', {}, 'true'],
    ['by status', { only_status: 'approved' }, `status = 'approved'`],
    ['by a word', { search: 'oasis' }, contains('oasis')],
    [
      'by a phone and a status',
      { search: '1234007', only_status: 'pending' },
      `${contains('1234007')} and status = 'pending'`,
    ],
    ['by two letters', { search: 'en' }, contains('en')],
    ['by a word with an accent', { search: 'ọmọ' }, contains('ọmọ')],
    ['by what would end a filter', { search: 'a,b).or(c' }, contains('a,b).or(c')],
    ['by what would match anything', { search: '%' }, contains('%')],
    ['by an underscore', { search: '0%_l' }, contains('0%_l')],
    ['by quotes', { search: '"ben"' }, contains('"ben"')],
    ['by words of two columns that only meet', { search: 'farm keffi' }, 'false'],
    ['by a reference', { search: 'FM' }, contains('fm')],
    ['overdue', { only_overdue: true }, `status = 'pending' and created_at < now() - interval '48 hours'`],
  ] as const)('finds what plain SQL finds: %s', async (_, filter, condition) => {
    const newestFirst = await plain(condition)
    // What is late begins with what is latest.
    const wanted = 'only_overdue' in filter ? newestFirst.reverse() : newestFirst
    const { count, ids, records } = await find({ list: 'farmers', page_size: 500, ...filter })
    expect(records).toEqual(wanted)
    expect(ids).toEqual(wanted.map(({ id }) => id))
    expect(count).toBe(wanted.length)
  })

  it('finds people by the name of their account too', async () => {
    const { records } = await find({ list: 'farmers', search: app.member.email })
    expect(records.map(({ id }) => id)).toEqual(
      (await plain(`user_id = '${app.member.id}'`)).map(({ id }) => id),
    )
  })

  it('finds an order by who requested it', async () => {
    const { id } = await app.placeOrder()
    expect((await find({ list: 'orders', search: 'rotterdam cocoa' })).records).toEqual([
      { id, status: 'pending' },
    ])
  })

  it.each(['0803 123 4007', '+234 803-123-4007', '2348031234007', '08031234007'])(
    'finds a phone number in any writing: %s',
    async (search) => {
      const { records } = await find({ list: 'farmers', search, page_size: 500 })
      expect(records).toEqual(await plain(`phone = '+2348031234007'`))
      expect(records).toHaveLength(3)
    },
  )

  it('comes in pages, and one behind the end is empty', async () => {
    const wanted = await plain('true')
    for (const page of [0, 7, 29, 30]) {
      const { count, records } = await find({ list: 'farmers', page_index: page })
      expect(count).toBe(300)
      expect(records).toEqual(wanted.slice(page * 10, page * 10 + 10))
    }
  })
})

describe('what is late', () => {
  it('is late in its row and in the filter alike, row by row, no matter who has been rung', async () => {
    const { id } = await app.placeOrder()
    await app.sql(`begin; set local session_replication_role = replica;
      insert into public.orders (user_id, code, kind, crop_type, quantity, quantity_text, unit, currency, delivery_address,
        status, decline_reason, created_at, sort_name)
      select user_id, 'AGNNN-' || translate((1000 + n)::text, '01', 'AB'), (array['bulk', 'bulk', 'marketplace'])[1 + n % 3], crop_type, quantity,
        quantity_text, unit, currency, delivery_address, (array['pending', 'pending', 'declined', 'approved'])[1 + n % 4], case n % 4 when 2 then 'No' end,
        now() - n * interval '1 hour' + interval '5 minutes', private.find_buyer_name(null, user_id)
      from public.orders, generate_series(1, 96) as n where id = '${id}';
      insert into public.record_work (record_type, record_id, contacted_by, contacted_at)
      select 'orders', id, '${app.admin.id}', now() from public.orders where right(code, 1) in ('2', '6');
      insert into public.contact_messages (topic, name, email, message, created_at)
      select 'general', 'Ada', 'ada@example.com', 'When do you open?', now() - n * interval '1 hour' + interval '5 minutes' from generate_series(1, 40) as n;
      commit`)
    for (const list of ['orders', 'farmers', 'contact_messages'] as const) {
      const all = await app.sql<{ id: string }>(`select id from public.${list}`)
      const { rows } = await app.as<{ record_id: string; due_at: Date | null }>(
        app.admin.caller,
        'select record_id, due_at from public.find_record_work($1, $2)',
        [list, all.map((row) => row.id)],
      )
      const late = rows.filter(({ due_at }) => due_at && due_at.getTime() < Date.now())
      const { records, count } = await find({ list, only_overdue: true, page_size: 500 })
      expect(rows).toHaveLength(all.length)
      expect(late.length).toBeGreaterThan(10)
      expect(records.map((record) => record.id).sort()).toEqual(late.map((row) => row.record_id).sort())
      expect(count).toBe(late.length)
    }
  })
})

describe('a queue of orders', () => {
  /** What the queue is about, and whether it is listed without a choice. */
  const queues = [
    ['payments', `total_amount_kobo = 100000, payment_status = 'claimed'`, 'claimed'],
    ['quotes', `total_amount_kobo = null`, 'pending'],
    ['disputes', `fulfilment_status = 'disputed'`, 'pending'],
  ] as const
  const place = async (change: string) => {
    const { id } = await app.placeOrder()
    await app.sql(`begin; set local session_replication_role = replica;
      update public.orders set ${change} where id = '${id}'; commit`)
    return id
  }

  it.each(queues)('%s is refused to anyone who may not read orders', async (list) => {
    for (const caller of [anonymous, app.member.caller, withSecondFactor(app.agent), app.reviewer.caller])
      expect((await app.refusalOf(caller, 'select public.find_records($1)', [list])).code).toBe('42501')
  })

  it.each(queues)('%s is searched by name, phone, company, place and code', async (list, change, status) => {
    const id = await place(change)
    const { code } = one(
      await app.sql<{ code: string }>('select code from public.orders where id = $1', [id]),
    )
    for (const search of ['rotterdam cocoa', '0803 123 4567', app.member.email, code, code.toLowerCase()]) {
      const { records } = await find({ list, search, page_size: 500 })
      expect([search, records]).toEqual([search, expect.arrayContaining([{ id, status }])])
    }
    expect(await find({ list, search: 'nobody of this name' })).toEqual({ count: 0, ids: [], records: [] })
  })

  it('holds only what belongs there', async () => {
    const settled = await place(`total_amount_kobo = 100000, payment_status = 'confirmed'`)
    const isIn = async (list: string, filter = {}) =>
      (await find({ list, page_size: 500, ...filter })).records.some(({ id }) => id === settled)
    for (const { list } of [{ list: 'payments' }, { list: 'quotes' }, { list: 'disputes' }])
      expect([list, await isIn(list)]).toEqual([list, false])
    expect(await isIn('payments', { only_status: 'confirmed' })).toBe(true)
    expect(await isIn('orders')).toBe(true)
  })

  it('of payments is searched by the bank’s reference', async () => {
    const id = await place(`total_amount_kobo = 100000, payment_status = 'underpaid'`)
    await app.sql(
      `insert into public.payments (order_id, kind, amount_kobo, currency, value_date, bank_reference, recorded_by)
       values ($1, 'receipt', 4000, 'NGN', '2026-01-04', 'TRF/77-A', $2)`,
      [id, app.admin.id],
    )
    expect((await find({ list: 'payments', search: 'trf/77' })).records).toEqual([
      { id, status: 'underpaid' },
    ])
  })
})

describe('the readers of the newsletter', () => {
  it('are a list like the others, for those who may read them', async () => {
    const { id } = one(
      await app.sql<{ id: string }>(
        `insert into public.newsletter_subscriptions (email, confirmed_at, unsubscribe_token)
         values ('obi@reader.example', now(), repeat('u', 64)) returning id`,
      ),
    )
    const list = 'newsletter_subscriptions'
    expect((await find({ list, search: 'OBI@reader', only_status: 'confirmed' })).records).toEqual([
      { id, status: 'confirmed' },
    ])
    expect((await find({ list, search: 'obi@reader', only_status: 'left' })).count).toBe(0)
    for (const caller of [anonymous, app.member.caller, app.reviewer.caller])
      expect((await app.refusalOf(caller, 'select public.find_records($1)', [list])).code).toBe('42501')
  })

  it('are taken off by staff with the right, which is written down; only they themselves come back', async () => {
    const { id } = one(
      await app.sql<{ id: string }>(
        `insert into public.newsletter_subscriptions (email, confirmed_at, unsubscribe_token)
         values ('ada@reader.example', now(), repeat('v', 64)) returning id`,
      ),
    )
    const end = 'select public.end_subscription($1)'
    for (const caller of [anonymous, app.member.caller, app.reviewer.caller])
      expect((await app.refusalOf(caller, end, [id])).code).toBe('42501')
    await app.call(app.admin.caller, end, [id])
    const list = 'newsletter_subscriptions'
    expect((await find({ list, search: 'ada@reader' })).records).toEqual([{ id, status: 'left' }])
    expect((await app.refusalOf(app.admin.caller, end, [id])).code).toBe('P0002')
    expect(
      await app.sql(
        `select is_given, recorded_by from public.consents where record_id = $1 order by id desc limit 1`,
        [id],
      ),
    ).toEqual([{ is_given: false, recorded_by: app.admin.id }])
    expect(
      await app.sql(`select action, actor_id from public.audit_trail where subject_id = $1`, [id]),
    ).toEqual([{ action: 'unsubscribe', actor_id: app.admin.id }])
  })
})

describe('the counts of the dashboard', () => {
  it('are what plain SQL counts, of what the caller may read', async () => {
    const counts = await app.call<Record<string, { total: number; pending: number }>>(
      app.reviewer.caller,
      'select public.admin_counts()',
    )
    expect(counts.farmers).toEqual({
      total: (await plain('true')).length,
      pending: (await plain(`status = 'pending'`)).length,
    })
    expect(counts).not.toHaveProperty('orders')
    expect(await app.call(app.member.caller, 'select public.admin_counts()')).toEqual({})
  })
})

describe('what a list is searched in', () => {
  it('is read by its index also for the mails of a person, each table where its right is', async () => {
    const arms = Object.entries(searchedColumns).filter(([, columns]) =>
      columns.some((column) => /email$/.test(column)),
    )
    await app.sql('begin; set local enable_seqscan = off')
    const plan = await app
      .sql<{ 'QUERY PLAN': string }>(
        `explain select unnest(addresses) from private.addressees
          where words ilike any (array['%adaeze%', '%8031234%']) and names ilike any (array['%adaeze%', '%8031234%'])`,
      )
      .finally(() => app.sql('rollback'))
    const text = plan.map((row) => row['QUERY PLAN']).join('\n')
    for (const [table] of arms)
      if (table !== 'newsletter_subscriptions') expect(text).toContain(`${table}_searched_idx`)
    expect(text.match(/One-Time Filter/g)).toHaveLength(arms.length - 1)
  })

  it.each(adminRecordTypes)('has an index of letters in each of its tables: %s', async (list) => {
    // A table of a few rows is read whole, or by any other index, were there one.
    await app.sql(`begin;
      do $$
      declare
        other regclass;
      begin
        for other in select indexrelid::regclass from pg_index
          where indrelid::regclass::text = any ('{${[list, ...(searchedWith[list] ?? []).map(({ table }) => table)]}}')
            and indexrelid::regclass::text not like '%_searched_idx'
            and not exists (select from pg_constraint where conindid = indexrelid)
        loop
          execute 'drop index ' || other;
        end loop;
      end $$;
      set local enable_seqscan = off; set local enable_indexonlyscan = off;
      -- What a join reads by its key was not searched: of few rows that may be cheaper, as their statistics stand.
      set local enable_indexscan = off; set local enable_nestloop = off`)
    const plan = await app
      .sql<{ 'QUERY PLAN': string }>(
        `explain select id from private.${list}_list where id in
          (select id from private.${list}_texts where words ilike any (array['%adaeze%', '%8031234%']))`,
      )
      .finally(() => app.sql('rollback'))
    const text = plan.map((row) => row['QUERY PLAN']).join(' ')
    for (const { table } of [{ table: list }, ...(searchedWith[list] ?? [])])
      expect(text).toContain(`${table}_searched_idx`)
  })
})

const accountName = '(select full_name from public.profiles as account where account.id = t.user_id)'
const buyerName = `lower(coalesce(
  (select company_name from public.order_requests where order_id = t.id),
  (select name from public.order_contacts where order_id = t.id), ${accountName})) collate "C"`

describe('further filters and orders', () => {
  const idsOf = async (values: Parameters<typeof find>[0]) => (await find({ page_size: 500, ...values })).ids
  const plainIds = async (condition: string) => (await plain(condition)).map(({ id }) => id)

  it.each([
    [{ crop: 'Rice' }, `'Rice' = any (crops_grown)`],
    [{ photo: 'missing' }, 'not has_photo'],
    [{ channel: 'walk_in' }, `channel = 'walk_in'`],
    [{ state: 'Kano' }, `state = 'Kano'`],
    [
      { twin: 'possible' },
      'exists (select from public.farmers as other where other.phone = t.phone and other.id <> t.id)',
    ],
    [{ crop: "R'); drop table x; --" }, 'false'],
  ] as const)('find what plain SQL finds: %o', async (filters, condition) => {
    expect(await idsOf({ list: 'farmers', filters })).toEqual(await plainIds(condition))
  })

  it('begin and end with whole days in Lagos', async () => {
    const day = "(now() at time zone 'Africa/Lagos')::date - 3"
    const [{ text } = { text: '' }] = await app.sql<{ text: string }>(`select (${day})::text as text`)
    expect(await idsOf({ list: 'farmers', filters: { since: text, until: text } })).toEqual(
      await plainIds(`(created_at at time zone 'Africa/Lagos')::date = ${day}`),
    )
  })

  it('turn the list around', async () => {
    const newest = await idsOf({ list: 'farmers' })
    expect(await idsOf({ list: 'farmers', sort: 'oldest' })).toEqual(newest.reverse())
    const byDay = await idsOf({ list: 'orders', sort: 'delivery' })
    expect(await idsOf({ list: 'orders', sort: 'delivery_last' })).toEqual(byDay.toReversed())
  })

  it.each([
    'farmers',
    'training_enrolments',
    'buyers',
    'investors',
    'partnership_applications',
    'job_applications',
    'contact_messages',
    'products',
    'low_stock',
  ])('order %s by name, in both directions', async (list) => {
    const byName = await idsOf({ list, sort: 'name' })
    expect(await idsOf({ list, sort: 'name_last' })).toEqual(byName.toReversed())
    if (list !== 'farmers') return
    expect(
      (
        await app.sql<{ id: string }>(
          `select id from public.farmers order by lower(farm_name) collate "C", id`,
        )
      ).map(({ id }) => id),
    ).toEqual(byName)
  })

  it.each([
    ['orders', 'product', 'crop_type'],
    ['orders', 'code', 'code'],
    ['orders', 'buyer', buyerName],
    ['orders', 'money', 'payment_status'],
    ['products', 'farmer', 'lower(farmer_name)'],
    ['products', 'price', 'price_kobo'],
    ['products', 'available', 'stock'],
    ['orders', 'status', 'status'],
    ['farmers', 'status', 'status'],
    // As the row says it: of an account its name, else the form's.
    ['farmers', 'contact', `lower(coalesce(${accountName}, contact_name)) collate "C"`],
    [
      'buyers',
      'contact',
      `lower(coalesce(${accountName}, concat_ws(' ', contact_first_name, contact_last_name))) collate "C"`,
    ],
    ['investors', 'contact', `lower(coalesce(${accountName}, contact_name)) collate "C"`],
    ['farmers', 'place', 'lower(location) collate "C"'],
    ['buyers', 'type', 'business_type'],
    ['buyers', 'place', 'lower(city) collate "C"'],
    ['investors', 'type', 'investor_type'],
    ['investors', 'investment', 'currency, investment_amount_min'],
    [
      'training_enrolments',
      'education',
      `array_position('{primary,secondary,tertiary,vocational,other}', education_level)`,
    ],
    [
      'training_enrolments',
      'experience',
      `array_position('{beginner,basic,intermediate,advanced}', experience)`,
    ],
    ['contact_messages', 'topic', 'topic'],
    ['job_applications', 'position', 'lower(position_title)'],
    ['partnership_applications', 'contact', 'lower(contact_person)'],
    ['partnership_applications', 'type', 'partnership_type'],
    ['partnership_applications', 'country', 'lower(country)'],
  ])('order %s by %s, in both directions', async (list, sort, column) => {
    const sorted = await idsOf({ list, sort })
    expect(await idsOf({ list, sort: `${sort}_last` })).toEqual(sorted.toReversed())
    const plainly = await app.sql<{ id: string }>(
      `select id from public.${list} as t order by ${column}, created_at desc, id limit 500`,
    )
    expect(sorted).toEqual(plainly.map(({ id }) => id))
  })

  it('find those that were chosen', async () => {
    const ids = (await idsOf({ list: 'farmers' })).slice(1, 3)
    expect(await idsOf({ list: 'farmers', filters: { ids: ids.join(',') } })).toEqual(ids)
  })

  it('are refused where the list has none of that name', async () => {
    for (const args of [
      `filters => '{"password": "x"}'`,
      `filters => '{"payment": "claimed"}'`,
      `sort => 'total'`,
      `sort => 'name; x'`,
      `sort => 'id; drop table x'`,
    ])
      expect(
        (await app.refusalOf(app.admin.caller, `select public.find_records('farmers', ${args})`)).code,
      ).toBe('22023')
  })
})

describe('thousands of rows', () => {
  it('are listed, filtered, searched and counted as plain SQL finds them, to the last page', async () => {
    await app.sql(`
      begin; set local session_replication_role = replica;
      insert into public.investors (reference, investor_type, contact_name, contact_email, investment_amount, currency, created_at, status, decline_reason)
      select 'IV' || translate(upper(substr(md5(n::text), 1, 3)), '01', 'ZZ') || '-' || translate(upper(substr(md5((n * 31)::text), 1, 4)), '01', 'ZZ'),
        'individual', 'Ada ' || md5(n::text), 'ada' || n || '@example.com', 'under-500k', 'NGN', now() - n * interval '1 minute', 'pending', null
      from generate_series(1, 5050) as n on conflict do nothing; commit`)
    await app.sql('vacuum analyze public.investors')
    const wanted = await app.sql<{ id: string; status: string; contact_email: string; late: boolean }>(
      `select id, status, contact_email, created_at < now() - interval '48 hours' as late
       from public.investors order by created_at desc, id`,
    )
    expect(wanted.length).toBeGreaterThan(5_000)
    const late = wanted.filter((row) => row.late).reverse()
    for (const [filter, rows] of [
      [{}, wanted],
      [{ only_status: 'pending' }, wanted],
      [{ search: 'ada4242' }, wanted.filter(({ contact_email }) => contact_email.includes('ada4242'))],
      [{ page_index: 504 }, wanted],
      [{ only_overdue: true }, late],
    ] as const) {
      const { count, records } = await find({ list: 'investors', ...filter })
      const from = ('page_index' in filter ? filter.page_index : 0) * 10
      expect([filter, count]).toEqual([filter, rows.length])
      expect(records).toEqual(rows.slice(from, from + 10).map(({ id, status }) => ({ id, status })))
    }
  })
})

describe('the rows of what was found', () => {
  const sources = [...adminRecordTypes, 'newsletter_subscriptions'] as const
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  /** As if all of them had been found. */
  const hangingOn = (source: string, columns: string) =>
    `select ${columns} from public.${source}(row (0, $1::uuid[])::public.record_page)`

  it.each(sources)('of %s are those that the table itself shows to the caller', async (source) => {
    const ids = idsOf(await app.sql<{ id: string }>(`select id from public.${source} limit 400`))
    expect((await app.refusalOf(anonymous, hangingOn(source, 'id'), [ids])).code).toBe('42501')
    const { admin, reviewer, finance, content, agent, member } = app
    for (const { caller } of [admin, reviewer, finance, content, agent, member]) {
      const shown = await app.as<{ id: string }>(
        caller,
        `select id from public.${source} where id = any ($1) order by array_position($1, id)`,
        [ids],
      )
      const { rows } = await app.as<{ id: string }>(caller, hangingOn(source, 'id'), [ids])
      expect(idsOf(rows)).toEqual(idsOf(shown.rows))
    }
    expect((await app.as(admin.caller, hangingOn(source, 'id'), [ids])).rows).toHaveLength(ids.length)
  })

  it('are none of others’ for members and for staff without the right, and few for a member of their own', async () => {
    const farmers = idsOf(await plain('true'))
    const orders = idsOf(await app.sql<{ id: string }>('select id from public.orders'))
    const read = async (caller: Caller, source: string, ids: string[]) =>
      (await app.as(caller, hangingOn(source, 'id'), [ids])).rows.length
    expect(await read(app.content.caller, 'farmers', farmers)).toBe(0)
    expect(await read(app.member.caller, 'farmers', farmers)).toBe(3)
    expect(await read(app.reviewer.caller, 'farmers', farmers)).toBe(farmers.length)
    expect(await read(app.reviewer.caller, 'orders', orders)).toBe(0)
  })

  it('leave out what a policy hides, whatever was found', async () => {
    const [first, second] = await plain('true')
    await app.sql(`create policy "Not this one" on public.farmers as restrictive for select to authenticated
      using (id <> '${first?.id}')`)
    const { ids, records } = await find({ list: 'farmers' }).finally(() =>
      app.sql('drop policy "Not this one" on public.farmers'),
    )
    expect(ids.slice(0, 2)).toEqual([first?.id, second?.id])
    expect(records[0]).toEqual(second)
    expect(records).toHaveLength(9)
  })

  it('of the newsletter have no tokens, which nobody reads', async () => {
    const stored = await app.sql<{ id: string }>(
      'select * from public.newsletter_subscriptions order by created_at desc, id',
    )
    const { rows } = await app.as(app.content.caller, hangingOn('newsletter_subscriptions', '*'), [
      idsOf(stored),
    ])
    expect(rows.length).toBeGreaterThan(0)
    expect(rows).toEqual(stored.map((row) => ({ ...row, confirm_token_hash: null, unsubscribe_token: null })))
  })

  it('come from nowhere else: the shape itself is no table to read', async () => {
    for (const { caller } of [app.admin, app.member])
      expect((await app.refusalOf(caller, 'select * from public.record_page')).code).toBe('42501')
  })
})

// The desk's lists by function: the same records as plain SQL finds, in the same order, by those who may read them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deskRecordTypes } from '#domain/desk.ts'
import { type DeskHouse, openDeskHouse, strong } from './desk-house.ts'
import { anonymous } from './house.ts'

interface Found {
  count: number
  records: { id: string; status: string }[]
}

let desk: DeskHouse
beforeAll(async () => {
  desk = await openDeskHouse()
  await desk.sql(`
    insert into public.farmers (farm_name, location, contact_name, phone, crops_grown, status, decline_reason, created_at)
    select (array['Green Farm', 'Oasis 50%_land', 'Ọmọ Farm', 'a,b).or(c'])[1 + n % 4], 'Keffi, Nasarawa',
      case when n % 5 = 0 then 'Chidi "Ben" Ode' end, '+2348031234' || lpad((n % 100)::text, 3, '0'), '{Rice}',
      (array['pending', 'approved', 'declined'])[1 + n % 3], case when n % 3 = 2 then 'No' end, now() - n * interval '1 hour'
    from generate_series(1, 300) as n`)
  await desk.sql(
    `update public.farmers set user_id = $1 where id in (select id from public.farmers order by created_at limit 3)`,
    [desk.member.id],
  )
})
afterAll(() => desk.close())

const find = (values: Record<string, unknown>, caller = desk.admin.caller) => {
  const names = Object.keys(values)
  return desk.call<Found>(
    caller,
    `select public.find_records(${names.map((name, at) => `${name} => $${at + 1}`).join(', ')})`,
    Object.values(values),
  )
}
const plain = (condition: string) =>
  desk.sql<{ id: string; status: string }>(
    `select id, status from public.farmers as t where ${condition} order by created_at desc, id`,
  )
const contains = (words: string) =>
  `strpos(lower(concat_ws(chr(1), farm_name, location, contact_name, phone, contact_email, reference)), lower('${words}')) > 0`

describe('a list of the desk', () => {
  it.each(deskRecordTypes)('of %s is refused to whoever may not read it', async (list) => {
    for (const caller of [anonymous, desk.member.caller, strong(desk.agent)])
      expect((await desk.refusalOf(caller, 'select public.find_records($1)', [list])).code).toBe('42501')
    await expect(find({ list })).resolves.toMatchObject({ count: expect.any(Number) })
  })

  it('is of the desk’s records alone', async () => {
    expect((await desk.refusalOf(strong(desk.admin), `select public.find_records('user_roles')`)).code).toBe(
      '22023',
    )
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
    const wanted = await plain(condition)
    const { count, records } = await find({ list: 'farmers', page_size: 500, ...filter })
    expect(records).toEqual(wanted)
    expect(count).toBe(wanted.length)
  })

  it('finds people by the name of their account too', async () => {
    const { records } = await find({ list: 'farmers', search: desk.member.email })
    expect(records.map(({ id }) => id)).toEqual(
      (await plain(`user_id = '${desk.member.id}'`)).map(({ id }) => id),
    )
  })

  it('finds an order by who asked for it', async () => {
    const { id } = await desk.placeOrder()
    expect((await find({ list: 'orders', search: 'rotterdam cocoa' })).records).toEqual([
      { id, status: 'pending' },
    ])
  })

  it('comes in pages, and one behind the end is empty', async () => {
    const wanted = await plain('true')
    for (const page of [0, 7, 29, 30]) {
      const { count, records } = await find({ list: 'farmers', page_index: page })
      expect(count).toBe(300)
      expect(records).toEqual(wanted.slice(page * 10, page * 10 + 10))
    }
  })
})

describe('the counts of the dashboard', () => {
  it('are what plain SQL counts, of what the caller may read', async () => {
    const counts = await desk.call<Record<string, { total: number; pending: number }>>(
      desk.reviewer.caller,
      'select public.desk_counts()',
    )
    expect(counts.farmers).toEqual({ total: 300, pending: (await plain(`status = 'pending'`)).length })
    expect(counts).not.toHaveProperty('orders')
    expect(await desk.call(desk.member.caller, 'select public.desk_counts()')).toEqual({})
  })
})

describe('thousands of rows', () => {
  it('are listed, filtered, searched and counted as plain SQL finds them, to the last page', async () => {
    await desk.sql(`
      begin; set local session_replication_role = replica;
      insert into public.investors (reference, investor_type, contact_name, contact_email, investment_amount, currency, created_at, status, decline_reason)
      select 'IV' || translate(upper(substr(md5(n::text), 1, 3)), '01', 'ZZ') || '-' || translate(upper(substr(md5((n * 31)::text), 1, 4)), '01', 'ZZ'),
        'individual', 'Ada ' || md5(n::text), 'ada' || n || '@example.com', 'under-500k', 'NGN', now() - n * interval '1 minute', 'pending', null
      from generate_series(1, 5050) as n on conflict do nothing; commit`)
    await desk.sql('vacuum analyze public.investors')
    const wanted = await desk.sql<{ id: string; status: string; contact_email: string; late: boolean }>(
      `select id, status, contact_email, created_at < now() - interval '48 hours' as late
       from public.investors order by created_at desc, id`,
    )
    expect(wanted.length).toBeGreaterThan(5_000)
    const late = wanted.filter((row) => row.late)
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

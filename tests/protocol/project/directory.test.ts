// The calls that the client library's own documentation and tests make, on tables of the same shape.
import { createClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, test } from 'vitest'
import { mustWork } from '#tests/harness/must-work.ts'
import { fixture, type ServedFixture, serveFixture } from './served-fixture.ts'

const served = await serveFixture(fixture('directory'))
const db = served.client()
afterAll(() => served.stop())

describe('reading', () => {
  test('all columns of all rows', async () => {
    const { data, status, statusText, count } = await db.from('users').select()
    expect({ rows: data?.length, status, statusText, count }).toEqual({
      rows: 4,
      status: 200,
      statusText: 'OK',
      count: null,
    })
    expect(data?.[0]).toEqual({
      username: 'supabot',
      data: null,
      age_range: '[1,2)',
      status: 'ONLINE',
      catchphrase: "'cat' 'fat'",
    })
  })

  test('another schema', async () => {
    const personal = db.schema('personal')
    expect(mustWork(await personal.from('users').select('username').order('username'))).toEqual([
      { username: 'leroyjenkins' },
      { username: 'supabot' },
    ])
    expect(mustWork(await personal.rpc('get_status', { name_param: 'leroyjenkins' }))).toBe('ONLINE')
    const hidden = createClient(served.url, served.keys.publishableKey, { db: { schema: 'auth' } })
    expect((await hidden.from('users').select()).error?.code).toBe('PGRST106')
  })

  test.each([
    ['not', (q: Filtered) => q.not('status', 'eq', 'OFFLINE'), 3],
    ['or', (q: Filtered) => q.or('status.eq.OFFLINE,username.eq.supabot'), 2],
    ['neq', (q: Filtered) => q.neq('username', 'supabot'), 3],
    ['gt', (q: Filtered) => q.gt('username', 'dragarcia'), 2],
    ['like', (q: Filtered) => q.like('username', '%supa%'), 1],
    ['likeAllOf', (q: Filtered) => q.likeAllOf('username', ['%supa%', '%bot%']), 1],
    ['likeAnyOf', (q: Filtered) => q.likeAnyOf('username', ['%supa%', '%kiwi%']), 2],
    ['ilike', (q: Filtered) => q.ilike('username', '%SUPA%'), 1],
    ['is', (q: Filtered) => q.is('data', null), 4],
    ['in', (q: Filtered) => q.in('username', ['supabot', 'kiwicopple', 'comma,name']), 2],
    ['notIn', (q: Filtered) => q.not('username', 'in', '(supabot,kiwicopple)'), 2],
    ['contains', (q: Filtered) => q.contains('age_range', '[1,2)'), 1],
    ['containedBy', (q: Filtered) => q.containedBy('age_range', '[1,2)'), 1],
    ['rangeLt', (q: Filtered) => q.rangeLt('age_range', '[2,25)'), 1],
    ['rangeGt', (q: Filtered) => q.rangeGt('age_range', '[2,20)'), 3],
    ['rangeGte', (q: Filtered) => q.rangeGte('age_range', '[2,25)'), 3],
    ['rangeLte', (q: Filtered) => q.rangeLte('age_range', '[2,25)'), 1],
    ['rangeAdjacent', (q: Filtered) => q.rangeAdjacent('age_range', '[2,25)'), 3],
    ['overlaps', (q: Filtered) => q.overlaps('age_range', '[2,25)'), 1],
    ['textSearch', (q: Filtered) => q.textSearch('catchphrase', `'fat' & 'cat'`, { config: 'english' }), 1],
    ['plain', (q: Filtered) => q.textSearch('catchphrase', 'cat bat', { type: 'plain' }), 1],
    ['phrase', (q: Filtered) => q.textSearch('catchphrase', 'cat', { type: 'phrase', config: 'english' }), 2],
    ['websearch', (q: Filtered) => q.textSearch('catchphrase', 'cat or rat', { type: 'websearch' }), 4],
    ['match', (q: Filtered) => q.match({ username: 'supabot', status: 'ONLINE' }), 1],
    ['filter', (q: Filtered) => q.filter('username', 'eq', 'supabot'), 1],
    ['isDistinct', (q: Filtered) => q.filter('status', 'isdistinct', 'ONLINE'), 1],
  ])('%s', async (_name, narrow, rows) => {
    const { data, error } = await narrow(db.from('users').select('username'))
    expect(error).toBeNull()
    expect(data).toHaveLength(rows)
  })

  test('order, limit, range, single and maybeSingle', async () => {
    const names = async (query: PromiseLike<{ data: { username: string }[] | null }>) =>
      ((await query).data ?? []).map(({ username }) => username)
    const users = () => db.from('users').select('username')
    expect(await names(users().order('username', { ascending: false }).limit(1))).toEqual(['supabot'])
    expect(await names(users().order('status').order('username').range(1, 2))).toEqual([
      'dragarcia',
      'supabot',
    ])
    expect((await users().single()).error?.code).toBe('PGRST116')
    expect((await users().eq('username', 'nobody').maybeSingle()).data).toBeNull()
    expect((await users().limit(1).single()).data).toEqual({ username: 'supabot' })
  })

  test('counts, with and without rows', async () => {
    expect(await db.from('users').select('*', { count: 'exact', head: true })).toMatchObject({
      count: 4,
      data: null,
    })
    expect((await db.from('users').select('*', { count: 'planned' })).data).toHaveLength(4)
  })

  test('CSV, and a body that stops', async () => {
    const csv = await db.from('channels').select('id, slug').order('id').csv()
    expect(csv.data).toBe('id,slug\n1,public\n2,random\n3,other')
    const controller = new AbortController()
    controller.abort()
    const { error } = await db.from('users').select().abortSignal(controller.signal)
    expect(error?.message).toMatch(/AbortError/)
  })

  test('an unknown table and column are reported', async () => {
    expect(await db.from('user').select()).toMatchObject({ status: 404, error: { code: 'PGRST205' } })
    expect(await db.from('users').select('usrname')).toMatchObject({
      status: 400,
      error: { code: '42703', message: 'column users.usrname does not exist' },
    })
  })
})

type Filtered = ReturnType<ReturnType<ReturnType<ServedFixture['client']>['from']>['select']>

describe('embedding', () => {
  test('one, many, and filtered', async () => {
    expect(
      mustWork(
        await db.from('messages').select('message, users(username), channels!inner(slug)').eq('id', 1),
      ),
    ).toEqual([{ message: 'Hello World', users: { username: 'supabot' }, channels: { slug: 'public' } }])
    const result = await db
      .from('users')
      .select('username, messages(id)')
      .eq('messages.channel_id', 1)
      .eq('username', 'supabot')
    expect(mustWork(result)).toEqual([{ username: 'supabot', messages: [{ id: 1 }] }])
    const limited = await db
      .from('users')
      .select('messages(id)')
      .eq('username', 'supabot')
      .order('id', { referencedTable: 'messages', ascending: false })
      .limit(1, { referencedTable: 'messages' })
    expect(mustWork(limited)).toEqual([{ messages: [{ id: 3 }] }])
  })

  test('one to one, and spread', async () => {
    expect(
      mustWork(await db.from('channels').select('slug, channel_details(details)').order('id').limit(3)),
    ).toEqual([
      { slug: 'public', channel_details: { details: 'Details for public channel' } },
      { slug: 'random', channel_details: { details: 'Details for random channel' } },
      { slug: 'other', channel_details: null },
    ])
    expect(mustWork(await db.from('messages').select('id, ...channels(slug)').eq('id', 2))).toEqual([
      { id: 2, slug: 'random' },
    ])
  })

  test('several keys to one table need the hint', async () => {
    expect((await db.from('best_friends').select('id, users(username)')).error?.code).toBe('PGRST201')
    expect(
      mustWork(
        await db
          .from('best_friends')
          .select('first:users!best_friends_first_user_fkey(username), third_wheel(username)')
          .order('id'),
      ),
    ).toEqual([
      { first: { username: 'supabot' }, third_wheel: { username: 'awailas' } },
      { first: { username: 'supabot' }, third_wheel: null },
    ])
  })

  test('a table of its own kind, many to many, views, and functions of the row', async () => {
    expect(
      mustWork(await db.from('collections').select('description, collections(description)').eq('id', 1)),
    ).toEqual([
      { description: 'root', collections: [{ description: 'child one' }, { description: 'child two' }] },
    ])
    expect(
      mustWork(await db.from('collections').select('description, parent_id(description)').eq('id', 4)),
    ).toEqual([{ description: 'leaf', parent_id: { description: 'child one' } }])
    expect(mustWork(await db.from('products').select('name, categories(name)').eq('id', 3))).toEqual([
      { name: 'Headphones', categories: [{ name: 'Electronics' }, { name: 'Audio' }] },
    ])
    expect(
      mustWork(
        await db.from('recent_messages').select('message, users(username), channels(slug)').eq('id', 2),
      ),
    ).toEqual([
      { message: 'Perfection is attained', users: { username: 'supabot' }, channels: { slug: 'random' } },
    ])
    expect(
      mustWork(await db.from('messages').select('blurb_message, author_of(username)').eq('id', 1)),
    ).toEqual([{ blurb_message: 'Hel', author_of: { username: 'supabot' } }])
    expect(mustWork(await db.from('profiles_of_users').select('id, users(username)').order('id'))).toEqual([
      { id: 1, users: { username: 'supabot' } },
      { id: 2, users: null },
    ])
  })

  test('older counts of what is embedded', async () => {
    expect(
      mustWork(await db.from('users').select('username, messages(count)').eq('username', 'supabot')),
    ).toEqual([{ username: 'supabot', messages: [{ count: 3 }] }])
    expect((await db.from('messages').select('id.sum()')).error?.code).toBe('PGRST123')
  })
})

describe('writing', () => {
  test('insert, update, upsert and delete return what was requested', async () => {
    const inserted = await db
      .from('messages')
      .insert({ message: 'foo', username: 'supabot', channel_id: 1 })
      .select('id, message')
      .single()
    const { id } = mustWork(inserted) as { id: number }
    expect(inserted.status).toBe(201)
    const plain = await db.from('messages').update({ message: 'bar' }).eq('id', id)
    expect({ data: plain.data, status: plain.status }).toEqual({ data: null, status: 204 })
    const upserted = await db
      .from('messages')
      .upsert({ id, message: 'baz', username: 'supabot', channel_id: 2 })
      .select('message, channels(slug)')
    expect(mustWork(upserted)).toEqual([{ message: 'baz', channels: { slug: 'random' } }])
    const ignored = await db
      .from('users')
      .upsert(
        { username: 'dragarcia', status: 'OFFLINE' },
        { onConflict: 'username', ignoreDuplicates: true },
      )
      .select()
    expect(mustWork(ignored)).toEqual([])
    const deleted = await db.from('messages').delete({ count: 'exact' }).eq('id', id).select('message')
    expect({ data: deleted.data, count: deleted.count }).toEqual({ data: [{ message: 'baz' }], count: 1 })
  })

  test('several rows, defaults for what is missing', async () => {
    const rows = [{ username: 'new-1', status: 'OFFLINE' }, { username: 'new-2' }]
    const { data } = await db.from('users').insert(rows, { defaultToNull: false }).select('username, status')
    expect(data).toEqual([
      { username: 'new-1', status: 'OFFLINE' },
      { username: 'new-2', status: 'ONLINE' },
    ])
    await db.from('users').delete().in('username', ['new-1', 'new-2'])
  })

  test('what the database refuses is reported in its own words', async () => {
    expect((await db.from('users').insert({ username: 'supabot' })).error).toMatchObject({
      code: '23505',
      message: 'duplicate key value violates unique constraint "users_pkey"',
      details: 'Key (username)=(supabot) already exists.',
    })
    expect((await db.from('messages').insert({ message: 'x' })).error?.code).toBe('23502')
    expect((await db.from('non_updatable_view').insert({ username: 'x' })).status).toBeGreaterThanOrEqual(400)
    const view = await db.from('updatable_view').update({ username: 'dragarcia' }).eq('username', 'dragarcia')
    expect(view.status).toBe(204)
  })
})

describe('calling', () => {
  test('values, rows, nothing', async () => {
    expect(mustWork(await db.rpc('get_status', { name_param: 'supabot' }))).toBe('ONLINE')
    expect(mustWork(await db.rpc('get_username_and_status', { name_param: 'supabot' }))).toEqual([
      { username: 'supabot', status: 'ONLINE' },
    ])
    expect(await db.rpc('void_func')).toMatchObject({ data: null, status: 204 })
    expect(mustWork(await db.rpc('get_integer'))).toBe(1)
    expect(mustWork(await db.rpc('function_with_optional_param'))).toBe('')
    expect(mustWork(await db.rpc('get_array_element', { arr: [37, 420, 64], index: 2 }))).toBe(420)
    expect(mustWork(await db.rpc('get_array_element', { arr: [37, 420, 64], index: 2 }, { get: true }))).toBe(
      420,
    )
    expect(mustWork(await db.rpc('get_status', { name_param: 'supabot' }, { get: true }))).toBe('ONLINE')
    expect(await db.rpc('get_status', { name_param: 'supabot' }, { head: true })).toMatchObject({
      data: null,
      status: 200,
    })
  })

  test('what changes rows, and its rows filtered and embedded', async () => {
    expect(mustWork(await db.rpc('offline_user', { name_param: 'awailas' }))).toBe('OFFLINE')
    const changed = await db
      .rpc('set_users_offline', { name_param: '%a%' })
      .select('username, status')
      .eq('username', 'awailas')
    expect(mustWork(changed)).toEqual([{ username: 'awailas', status: 'OFFLINE' }])
    expect(
      mustWork(
        await db.rpc('get_all_messages', {}, { count: 'exact' }).select('id, channels(slug)').eq('id', 2),
      ),
    ).toEqual([{ id: 2, channels: { slug: 'random' } }])
  })

  test('an unknown name is reported, with the one that was meant', async () => {
    const { error } = await db.rpc('get_statu', { name_param: 'x' })
    expect(error).toMatchObject({ code: 'PGRST202', hint: expect.stringContaining('get_status') })
  })
})

// Writing through the unmodified client library: insert, upsert, update, delete, and what is sent back.
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { anonKey, maxAffected, serviceKey, startRestService } from './rest-service.ts'

const rest = await startRestService({ maxRows: 100, maxBodyBytes: 200_000 })
afterAll(() => rest.stop())
afterEach(() => rest.sql('delete from places where id > 2'))

const places = () => rest.service.from('places')
const stored = () => rest.sql('select id, name from places where id > 2 order by id')

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  rest.fetch(path, {
    method: 'POST',
    key: serviceKey,
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })

describe('inserting', () => {
  test('one row, with nothing sent back', async () => {
    const { data, status, error } = await places().insert({ id: 10, name: 'Kano' })
    expect({ data, status, error }).toEqual({ data: null, status: 201, error: null })
    expect(await stored()).toEqual([{ id: 10, name: 'Kano' }])
  })

  test('one row, sent back as stored, with what the database filled in and what hangs on it', async () => {
    const { data, status, error } = await rest.service
      .from('farms')
      .insert({ name: 'New Farm', owner_id: '00000000-0000-0000-0000-000000000001' })
      .select('name, state, kind:tags, shouted, people(full_name), harvests(count)')
      .single()
    expect(error).toBeNull()
    expect({ data, status }).toEqual({
      data: {
        name: 'New Farm',
        state: 'Oyo',
        kind: [],
        shouted: 'NEW FARM',
        people: { full_name: 'Ada Obi' },
        harvests: [{ count: 0 }],
      },
      status: 201,
    })
    await rest.sql("delete from farms where name = 'New Farm'")
  })

  test('several rows at once; a key that one lacks becomes null, or the default on request', async () => {
    const rows = [
      { crop: 'yam', market: 'a', naira: 5 },
      { crop: 'yam', market: 'b' },
    ]
    const strict = await rest.service.from('prices').insert(rows)
    expect(strict.error?.code).toBe('23502')
    const { data, error } = await rest.service
      .from('prices')
      .insert(rows, { defaultToNull: false })
      .select('market, naira')
    expect(error).toBeNull()
    expect(data).toEqual([
      { market: 'a', naira: 5 },
      { market: 'b', naira: 100 },
    ])
    await rest.sql("delete from prices where crop = 'yam'")
  })

  test('defaults are computed for each row, identity included', async () => {
    const { data, error } = await rest.service
      .from('farms')
      .insert([{ name: 'A1', id: 2001 }, { name: 'A2' }, { name: 'A3' }], { defaultToNull: false })
      .select('id')
    expect(error).toBeNull()
    const ids = (data as { id: number }[]).map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
    expect(ids[0]).toBe(2001)
    await rest.sql("delete from farms where name in ('A1', 'A2', 'A3')")
  })

  test('an empty list inserts nothing, an empty object a row of defaults', async () => {
    expect((await places().insert([])).status).toBe(201)
    expect(await stored()).toEqual([])
    const { error } = await places().insert({})
    expect(error?.code).toBe('23502')
  })

  test('large numbers keep every digit', async () => {
    const response = await post('/rpc/echo_jsonb', '{"value": {"n": 12345678901234567890.123456789}}')
    expect(await response.text()).toBe('{"n": 12345678901234567890.123456789}')
  })

  test('CSV and form bodies', async () => {
    const csv = await post('/places', 'id,name\n10,"Aba, ""north"""\n11,Jos\n', {
      'content-type': 'text/csv',
    })
    expect({ status: csv.status, body: await csv.text() }).toEqual({ status: 201, body: '' })
    const form = await post('/places', 'id=12&name=Port+Harcourt', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(form.status).toBe(201)
    expect(await stored()).toEqual([
      { id: 10, name: 'Aba, "north"' },
      { id: 11, name: 'Jos' },
      { id: 12, name: 'Port Harcourt' },
    ])
    const uneven = await post('/places', 'id,name\n1\n', { 'content-type': 'text/csv' })
    expect(await uneven.json()).toMatchObject({
      code: 'PGRST102',
      message: 'All lines must have same number of fields',
    })
  })

  test('columns= leaves the rest of the body unread', async () => {
    const response = await post(
      '/places?columns=id,name',
      '[{"id":10,"name":"Kano","junk":1},{"id":11,"name":"Jos"}]',
    )
    expect(response.status).toBe(201)
    expect(await stored()).toHaveLength(2)
  })

  test('headers-only answers where the row is', async () => {
    const response = await post('/prices', '{"crop":"yam","market":"Oja Oba & co"}', {
      prefer: 'return=headers-only',
    })
    expect({
      status: response.status,
      location: response.headers.get('location'),
      body: await response.text(),
    }).toEqual({
      status: 201,
      location: '/prices?crop=eq.yam&market=eq.Oja%20Oba%20%26%20co',
      body: '',
    })
    await rest.sql("delete from prices where crop = 'yam'")
  })

  test('into a table that may be written and not read', async () => {
    expect((await rest.anon.from('letters').insert({ id: 1, body: 'hello' })).status).toBe(201)
    const { status, error } = await rest.anon.from('letters').insert({ id: 2, body: 'hello' }).select()
    expect({ status, code: error?.code }).toEqual({ status: 401, code: '42501' })
    expect(await rest.sql('select id from letters')).toEqual([{ id: 1 }])
  })
})

describe('upserting', () => {
  test('merges by primary key: 201 when anything was new, 200 when nothing was', async () => {
    const merge = { prefer: 'resolution=merge-duplicates,return=representation' }
    const first = await post('/places', '[{"id":10,"name":"Kano"}]', merge)
    expect({ status: first.status, applied: first.headers.get('preference-applied') }).toEqual({
      status: 201,
      applied: 'resolution=merge-duplicates, return=representation',
    })
    const second = await post('/places', '[{"id":10,"name":"Kano City"}]', merge)
    expect({ status: second.status, data: await second.json() }).toEqual({
      status: 200,
      data: [{ id: 10, name: 'Kano City' }],
    })
    const mixed = await post('/places', '[{"id":10,"name":"Kano"},{"id":11,"name":"Jos"}]', merge)
    expect(mixed.status).toBe(201)
  })

  test('ignores duplicates', async () => {
    await places().insert({ id: 10, name: 'Kano' })
    const { data, status } = await places()
      .upsert(
        [
          { id: 10, name: 'Other' },
          { id: 11, name: 'Jos' },
        ],
        { ignoreDuplicates: true },
      )
      .select()
    expect({ data, status }).toEqual({ data: [{ id: 11, name: 'Jos' }], status: 201 })
    expect(await stored()).toEqual([
      { id: 10, name: 'Kano' },
      { id: 11, name: 'Jos' },
    ])
  })

  test('by the columns named in onConflict', async () => {
    const { data, error } = await rest.service
      .from('farms')
      .upsert({ name: 'Red Hill', organic: true }, { onConflict: 'name' })
      .select('id, organic')
    expect(error).toBeNull()
    expect(data).toEqual([{ id: 3, organic: true }])
    await rest.sql('update farms set organic = null where id = 3')
    expect((await rest.service.from('farms').upsert({ name: 'x' }, { onConflict: 'nmae' })).error?.code).toBe(
      '42703',
    )
    expect(
      (await rest.service.from('farms').upsert({ name: 'x' }, { onConflict: 'state' })).error?.code,
    ).toBe('42P10')
  })

  test('one row named twice is the request’s mistake', async () => {
    const { error, status } = await places().upsert([
      { id: 10, name: 'a' },
      { id: 10, name: 'b' },
    ])
    expect({ status, code: error?.code }).toEqual({ status: 400, code: '21000' })
  })
})

describe('updating', () => {
  test('the rows that match, and says how many', async () => {
    await places().insert([
      { id: 10, name: 'a' },
      { id: 11, name: 'b' },
    ])
    const { data, status, count } = await places().update({ name: 'c' }, { count: 'exact' }).gte('id', 10)
    expect({ data, status, count }).toEqual({ data: null, status: 204, count: 2 })
    const back = await places().update({ name: 'd' }).eq('id', 10).select()
    expect({ data: back.data, status: back.status }).toEqual({ data: [{ id: 10, name: 'd' }], status: 200 })
    const none = await places().update({ name: 'd' }).eq('id', 99).select()
    expect({ data: none.data, status: none.status }).toEqual({ data: [], status: 200 })
  })

  test('null and logic filters too', async () => {
    await places().insert([
      { id: 10, name: 'a' },
      { id: 11, name: 'b' },
    ])
    const { error } = await places().update({ name: 'x' }).or('id.eq.10,name.eq.nobody')
    expect(error).toBeNull()
    expect(await stored()).toEqual([
      { id: 10, name: 'x' },
      { id: 11, name: 'b' },
    ])
  })

  test('nothing at all when the body names nothing', async () => {
    expect((await places().update({}).eq('id', 1)).status).toBe(204)
    expect((await places().update({}).eq('id', 1).select()).data).toEqual([])
  })

  test('never every row for want of a filter', async () => {
    const { error, status } = await rest.service.from('places').update({ name: 'all' })
    expect({ status, error }).toMatchObject({
      status: 400,
      error: { code: '21000', message: 'UPDATE requires a WHERE clause' },
    })
    expect((await rest.service.from('places').delete()).error?.message).toBe('DELETE requires a WHERE clause')
    expect(await rest.sql('select count(*)::int as n from places')).toEqual([{ n: 2 }])
  })
})

test('columns may bear any name, also those of the service’s own SQL', async () => {
  const table = () => rest.service.from('short_names')
  const { data, error } = await table().select('*, e(t, up:r), short_names(*)').eq('r', 2)
  expect(error).toBeNull()
  expect(data).toMatchObject([{ r: 2, t: 'two', e: { t: 'one', up: 1 }, short_names: [] }])
  const row = {
    r: 3,
    e: 2,
    t: 't',
    t0: 't0',
    t1: 't1',
    x: 'x',
    j: 'j',
    v: 'v',
    body: 'b',
    rows: 7,
    total: 8,
    pgrst_source: 's',
  }
  expect((await table().insert(row).select().single()).data).toEqual(row)
  expect((await table().update({ x: 'z', t: 'u' }).eq('r', 3).select('x, t, rows, above:e(r)')).data).toEqual(
    [{ x: 'z', t: 'u', rows: 7, above: { r: 2 } }],
  )
  const counted = await table().select('body, total, rows', { count: 'exact' }).eq('r', 3)
  expect({ data: counted.data, count: counted.count }).toEqual({
    data: [{ body: 'b', total: 8, rows: 7 }],
    count: 1,
  })
  expect((await table().select('r, rows').eq('r', 3).csv()).data).toBe('r,rows\n3,7')
  expect((await table().delete().eq('r', 3).select('body')).data).toEqual([{ body: 'b' }])
})

describe('deleting', () => {
  test('the rows that match, sent back on request', async () => {
    await places().insert([
      { id: 10, name: 'a' },
      { id: 11, name: 'b' },
    ])
    const { data, status } = await places().delete().eq('id', 10).select('name')
    expect({ data, status }).toEqual({ data: [{ name: 'a' }], status: 200 })
    expect((await places().delete({ count: 'exact' }).eq('id', 11)).count).toBe(1)
    expect((await places().delete().eq('id', 11)).status).toBe(204)
  })
})

describe('what is refused leaves nothing behind', () => {
  test('a write of several rows when one was requested', async () => {
    await places().insert([
      { id: 10, name: 'a' },
      { id: 11, name: 'b' },
    ])
    const { error, status } = await places().update({ name: 'x' }).gte('id', 10).select().single()
    expect({ status, code: error?.code, details: error?.details }).toEqual({
      status: 406,
      code: 'PGRST116',
      details: 'The result contains 2 rows',
    })
    expect((await places().delete().gte('id', 10).select().single()).error?.code).toBe('PGRST116')
    expect(
      (
        await places()
          .insert([
            { id: 12, name: 'c' },
            { id: 13, name: 'd' },
          ])
          .select()
          .single()
      ).error?.code,
    ).toBe('PGRST116')
    expect(await stored()).toEqual([
      { id: 10, name: 'a' },
      { id: 11, name: 'b' },
    ])
  })

  test('a write of more rows than max-affected allows', async () => {
    await places().insert([
      { id: 10, name: 'a' },
      { id: 11, name: 'b' },
    ])
    const { error, status } = await maxAffected(places().update({ name: 'x' }).gte('id', 10), 1)
    expect({ status, error }).toMatchObject({
      status: 400,
      error: {
        code: 'PGRST124',
        message: 'Query result exceeds max-affected preference constraint',
        details: 'The query affects 2 rows',
      },
    })
    expect(await stored()).toEqual([
      { id: 10, name: 'a' },
      { id: 11, name: 'b' },
    ])
    expect((await maxAffected(places().delete().gte('id', 10), 2)).status).toBe(204)
  })

  const refused: [
    string,
    () => PromiseLike<{ status: number; error: { code: string } | null }>,
    number,
    string,
  ][] = [
    [
      'a value that breaks a check',
      () => rest.service.from('farms').insert({ name: 'x', area_ha: -1 }),
      400,
      '23514',
    ],
    ['a missing value', () => rest.service.from('farms').insert({ name: null }), 400, '23502'],
    ['a duplicate', () => rest.service.from('farms').insert({ name: 'Red Hill' }), 409, '23505'],
    [
      'a reference to nothing',
      () => rest.service.from('harvests').insert({ id: 99, farm_id: 99, crop: 'x' }),
      409,
      '23503',
    ],
    ['the wrong type', () => rest.service.from('places').insert({ id: 'ten', name: 'x' }), 400, '22P02'],
    [
      'a value outside its list',
      () => rest.service.from('farms').insert({ name: 'x', state: 'Paris' }),
      400,
      '22P02',
    ],
    [
      'a date that does not exist',
      () => rest.service.from('farms').insert({ name: 'x', created_at: '2026-02-31' }),
      400,
      '22008',
    ],
    [
      'a number too large',
      () => rest.service.from('places').insert({ id: 3_000_000_000, name: 'x' }),
      400,
      '22003',
    ],
    [
      'a domain’s rule',
      () => rest.service.from('harvests').insert({ id: 99, farm_id: 1, crop: 'x', weight_kg: -1 }),
      400,
      '23514',
    ],
    [
      'a generated column',
      () => rest.service.from('farms').insert({ name: 'x', double_area: 1 }),
      400,
      '428C9',
    ],
    ['an unknown column', () => rest.service.from('places').insert({ id: 10, nam: 'x' }), 400, 'PGRST204'],
    [
      'a view that takes no writes',
      () => rest.service.from('farm_totals').insert({ farm_id: 1 }),
      400,
      '55000',
    ],
    ['a NUL character', () => rest.service.from('places').insert({ id: 10, name: 'a\0b' }), 400, '22P05'],
  ]
  test.each(refused)('%s', async (_name, write, status, code) => {
    const result = await write()
    expect({ status: result.status, code: result.error?.code }).toEqual({ status, code })
    expect(await stored()).toEqual([])
  })

  test('an error carries PostgreSQL’s message, details and hint', async () => {
    const { error } = await rest.service.from('farms').insert({ name: 'Red Hill' })
    expect(error).toEqual({
      code: '23505',
      message: 'duplicate key value violates unique constraint "farms_name_key"',
      details: 'Key (name)=(Red Hill) already exists.',
      hint: null,
    })
  })

  test.each([
    ['no JSON', '{"id":', 'Empty or invalid json'],
    ['an empty body', '', 'Empty or invalid json'],
    ['rows that differ in their keys', '[{"id":10},{"name":"x"}]', 'All object keys must match'],
    ['a list of something else', '[1,2]', 'All object keys must match'],
    [
      'nesting without end',
      `${'['.repeat(5000)}${']'.repeat(5000)}`,
      'JSON is nested deeper than 100 levels',
    ],
  ])('%s', async (_name, body, message) => {
    const response = await post('/places', body)
    expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({
      status: 400,
      code: 'PGRST102',
      message,
    })
  })

  test('a body of another kind, or too large', async () => {
    const xml = await post('/places', '<x/>', { 'content-type': 'application/xml' })
    expect(await xml.json()).toMatchObject({
      code: 'PGRST102',
      message: 'Content-Type not acceptable: application/xml',
    })
    const large = await post('/places', JSON.stringify({ id: 10, name: 'x'.repeat(200_000) }))
    expect(large.status).toBe(413)
  })

  test('unknown preferences under handling=strict', async () => {
    const response = await post('/places', '{"id":10,"name":"x"}', { prefer: 'handling=strict, anything' })
    expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({
      status: 400,
      code: 'PGRST122',
      details: 'Invalid preferences: anything',
    })
    expect(await stored()).toEqual([])
    const lenient = await post('/places', '{"id":10,"name":"x"}', {
      prefer: 'handling=lenient, anything, tx=rollback',
    })
    expect({ status: lenient.status, applied: lenient.headers.get('preference-applied') }).toEqual({
      status: 201,
      applied: 'handling=lenient',
    })
    expect(await stored()).toHaveLength(1)
  })

  test('methods that a table does not have', async () => {
    const response = await rest.fetch('/places', { method: 'PUT', key: anonKey, body: '{}' })
    expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({
      status: 405,
      code: 'PGRST117',
    })
  })
})

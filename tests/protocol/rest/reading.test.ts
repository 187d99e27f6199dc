// Reading through the unmodified client library: columns, filters, order, pages and counts.
import { afterAll, describe, expect, test } from 'vitest'
import { ada, startRestService } from './rest-service.ts'

const rest = await startRestService({ maxRows: 100 })
afterAll(() => rest.stop())

const farms = (columns = 'id') => rest.anon.from('farms').select(columns)

/** The ids of the farms that a query finds. */
async function ids(query: PromiseLike<{ data: unknown; error: unknown }>): Promise<number[]> {
  const { data, error } = await query
  expect(error).toBeNull()
  return (data as { id: number }[]).map(({ id }) => id).sort((a, b) => a - b)
}

async function rows(query: PromiseLike<{ data: unknown; error: unknown }>): Promise<unknown> {
  const { data, error } = await query
  expect(error).toBeNull()
  return data
}

describe('choosing columns', () => {
  test('all of them, in their own types', async () => {
    const [farm] = (await rows(farms('*').eq('id', 1))) as Record<string, unknown>[]
    expect(farm).toMatchObject({
      id: 1,
      name: 'Green Acres',
      state: 'Oyo',
      area_ha: 10.5,
      double_area: 21,
      tags: ['maize', 'yam'],
      season: '[2026-03-01,2026-09-01)',
      details: { soil: { type: 'loam' }, wells: [3, 5], rating: 4 },
      organic: true,
    })
  })

  test('with aliases, casts and both', async () => {
    expect(await rows(farms('title:name, area_ha::text, whole:area_ha::int').eq('id', 1))).toEqual([
      { title: 'Green Acres', area_ha: '10.50', whole: 11 },
    ])
  })

  test('an alias may be any text, since it never becomes SQL', async () => {
    const alias = `x"; drop table farms; --'é`
    const url = `/farms?select="${encodeURIComponent(alias.replaceAll('"', '\\"'))}":id&id=eq.1`
    const response = await rest.fetch(url)
    expect(await response.json()).toEqual([{ [alias]: 1 }])
  })

  test('out of JSON, by key and by index, as JSON and as text', async () => {
    const query = farms(
      'details->soil->>type, wells:details->wells, last:details->wells->-1, details->wells->0',
    ).eq('id', 1)
    expect(await rows(query)).toEqual(
      [{ type: 'loam', wells: [3, 5], last: 5 }].map((row) => ({ ...row, wells: expect.anything() })),
    )
    expect(await rows(farms('first:details->wells->0, raw->a').eq('id', 1))).toEqual([{ first: 3, a: 1 }])
  })

  test('out of arrays, which are read as JSON', async () => {
    expect(await rows(farms('second:tags->1').eq('id', 1))).toEqual([{ second: 'yam' }])
  })

  test('computed by a function of the row', async () => {
    expect(await rows(farms('id, shouted').eq('id', 1))).toEqual([{ id: 1, shouted: 'GREEN ACRES' }])
    expect(await ids(farms().eq('shouted', 'RED HILL'))).toEqual([3])
  })

  test('more of them than one function call could name', async () => {
    const names = Array.from({ length: 60 }, (_, i) => `n${i + 1}:c${i + 1}`).join(',')
    const [row] = (await rows(rest.anon.from('wide_rows').select(names))) as Record<string, number>[]
    expect(Object.keys(row ?? {})).toHaveLength(60)
    expect(row?.n60).toBe(60)
  })

  test('under names that must be quoted', async () => {
    expect(
      await rows(rest.anon.from('odd name').select('"a column", "sel\\"ect"').order('a column')),
    ).toEqual([
      { 'a column': 1, 'sel"ect': 'one' },
      { 'a column': 2, 'sel"ect': null },
    ])
  })

  test('a misspelt column is named, with the one that was meant', async () => {
    const { error, status } = await farms('nmae')
    expect(status).toBe(400)
    expect(error).toMatchObject({
      code: '42703',
      message: 'column farms.nmae does not exist',
      hint: 'Perhaps you meant to reference the column "farms.name".',
    })
  })

  test('a type that does not exist is refused before the database sees it', async () => {
    const { error, status } = await farms('id::nonsense')
    expect({ status, code: error?.code }).toEqual({ status: 400, code: '42704' })
  })
})

describe('filters', () => {
  test('a misspelt operator is refused with its place', async () => {
    const response = await rest.fetch('/farms?id=equals.1')
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      code: 'PGRST100',
      message: '"failed to parse filter (equals.1)" (line 1, column 1)',
      details: 'unexpected "e" expecting "not" or operator (eq, gt, ...)',
      hint: null,
    })
  })

  test('a value of the wrong type is a bad request', async () => {
    const { error, status } = await farms().eq('id', 'one')
    expect({ status, code: error?.code }).toEqual({ status: 400, code: '22P02' })
  })

  const cases: [string, () => PromiseLike<{ data: unknown; error: unknown }>, number[]][] = [
    ['eq', () => farms().eq('id', 2), [2]],
    ['neq', () => farms().neq('id', 2), [1, 3, 4]],
    ['gt', () => farms().gt('area_ha', 10.5), [2]],
    ['gte', () => farms().gte('area_ha', 10.5), [1, 2]],
    ['lt', () => farms().lt('area_ha', 10.5), [3]],
    ['lte', () => farms().lte('area_ha', 10.5), [1, 3]],
    ['like', () => farms().like('name', '%l%R%'), [2]],
    ['like with a star', () => farms().like('name', 'Red*'), [3]],
    ['ilike', () => farms().ilike('name', '%RED%'), [3]],
    ['likeAllOf', () => farms().likeAllOf('name', ['%e%', '%l%']), [2, 3]],
    ['likeAnyOf', () => farms().likeAnyOf('name', ['Red%', 'Blue%']), [2, 3]],
    ['ilikeAllOf', () => farms().ilikeAllOf('name', ['%RED%', '%hill%']), [3]],
    ['ilikeAnyOf', () => farms().ilikeAnyOf('name', ['RED%', 'blue%']), [2, 3]],
    ['eq(any)', () => farms().filter('id', 'eq(any)', '{1,3}'), [1, 3]],
    ['gt(all)', () => farms().filter('id', 'gt(all)', '{1,2}'), [3, 4]],
    ['match', () => farms().regexMatch('name', '^(Red|Blue)'), [2, 3]],
    ['imatch', () => farms().regexIMatch('name', '^red'), [3]],
    ['is null', () => farms().is('owner_id', null), [4]],
    ['is true', () => farms().is('organic', true), [1]],
    ['is unknown', () => farms().filter('organic', 'is', 'unknown'), [3, 4]],
    ['is not_null', () => farms().filter('organic', 'is', 'not_null'), [1, 2]],
    ['isdistinct', () => farms().isDistinct('organic', true), [2, 3, 4]],
    ['in', () => farms().in('id', [1, 4, 99]), [1, 4]],
    [
      'in, with quotes and commas',
      () =>
        farms().in(
          'name',
          ['Lone, "Quoted" (Farm)'].map((n) => n.replaceAll('"', '\\"')),
        ),
      [4],
    ],
    ['in nothing', () => farms().in('id', []), []],
    ['notIn', () => farms().notIn('id', [1, 4]), [2, 3]],
    ['contains an array', () => farms().contains('tags', ['yam']), [1, 3]],
    ['contains json', () => farms().contains('details', { soil: { type: 'clay' } }), [2]],
    ['contained by', () => farms().containedBy('tags', ['rice', 'yam', 'pepper']), [2, 3, 4]],
    ['overlaps', () => farms().overlaps('tags', ['rice', 'pepper']), [2, 3]],
    ['overlaps a range', () => farms().overlaps('season', '[2026-08-15,2026-08-20)'), [1, 2]],
    ['range sl', () => farms().rangeLt('plots', '[10,20)'), [1, 2]],
    ['range sr', () => farms().rangeGt('plots', '[6,8)'), [3]],
    ['range nxl', () => farms().rangeGte('plots', '[5,9)'), [2, 3]],
    ['range nxr', () => farms().rangeLte('plots', '[5,9)'), [1, 2]],
    ['range adj', () => farms().rangeAdjacent('plots', '[9,20)'), [2, 3]],
    ['fts', () => farms().textSearch('search', 'river & rice'), [2]],
    [
      'plfts with a language',
      () => farms().textSearch('search', 'growing rice rivers', { type: 'plain', config: 'english' }),
      [],
    ],
    ['phfts', () => farms().textSearch('search', 'blue river', { type: 'phrase' }), [2]],
    ['wfts', () => farms().textSearch('search', 'river -yam', { type: 'websearch' }), [2]],
    ['fts on plain text', () => farms().textSearch('notes', 'maize', { config: 'english' }), [1]],
    ['not', () => farms().not('id', 'in', '(1,2)'), [3, 4]],
    ['not is null', () => farms().not('owner_id', 'is', null), [1, 2, 3]],
    ['or', () => farms().or('id.eq.1,name.eq.Red Hill'), [1, 3]],
    ['or with and inside', () => farms().or('id.eq.4,and(state.eq.Oyo,organic.is.true)'), [1, 4]],
    ['or with not inside', () => farms().or('id.eq.4,not.and(id.lt.3,id.gt.0)'), [3, 4]],
    ['or with quoted values', () => farms().or('name.eq."Lone, \\"Quoted\\" (Farm)",id.in.(1,2)'), [1, 2, 4]],
    ['or with an array', () => farms().or('tags.cs.{yam,maize},id.eq.2'), [1, 2]],
    ['two filters on one column', () => farms().gt('id', 1).lt('id', 4), [2, 3]],
    ['match several', () => farms().match({ state: 'Oyo', organic: true }), [1]],
    ['JSON text', () => farms().eq('details->soil->>type', 'loam'), [1]],
    ['JSON value', () => farms().gt('details->rating', 4), [2]],
    ['enum', () => farms().eq('state', 'Kano'), [2]],
    ['percent signs and stars are data', () => farms().eq('notes', '100% organic*'), [4]],
  ]
  test.each(cases)('%s', async (_name, query, expected) => {
    expect(await ids(query())).toEqual(expected)
  })

  test('negated logic from the query string', async () => {
    const response = await rest.fetch('/farms?select=id&not.or=(id.eq.1,id.eq.2)&order=id')
    expect(await response.json()).toEqual([{ id: 3 }, { id: 4 }])
  })

  test('citext compares without case, as its column says', async () => {
    const { data } = await rest.anon.from('people').select('full_name').eq('email', 'ADA@Example.com')
    expect(data).toEqual([{ full_name: 'Ada Obi' }])
  })
})

describe('order', () => {
  const list = async (query: PromiseLike<{ data: unknown; error: unknown }>) =>
    ((await rows(query)) as { id: number }[]).map(({ id }) => id)

  test('ascending, descending, by several columns, nulls first and last', async () => {
    expect(await list(farms().order('area_ha'))).toEqual([3, 1, 2, 4])
    expect(await list(farms().order('area_ha', { ascending: false }))).toEqual([4, 2, 1, 3])
    expect(await list(farms().order('area_ha', { ascending: false, nullsFirst: false }))).toEqual([
      2, 1, 3, 4,
    ])
    expect(await list(farms().order('area_ha', { nullsFirst: true }))).toEqual([4, 3, 1, 2])
    expect(await list(farms().order('state').order('id', { ascending: false }))).toEqual([4, 1, 2, 3])
    expect(await list(farms().order('details->rating', { nullsFirst: false }))).toEqual([1, 2, 3, 4])
  })

  test('what is no order is refused with its place', async () => {
    const response = await rest.fetch('/farms?order=id.up')
    expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({
      status: 400,
      code: 'PGRST100',
      message: '"failed to parse order (id.up)" (line 1, column 3)',
    })
  })
})

describe('pages and counts', () => {
  test('limit and offset', async () => {
    expect(await ids(farms().order('id').limit(2))).toEqual([1, 2])
    expect(await ids(farms().order('id').range(1, 2))).toEqual([2, 3])
  })

  test('an exact count beside a page is a partial content', async () => {
    const { data, count, status } = await rest.anon
      .from('farms')
      .select('id', { count: 'exact' })
      .order('id')
      .range(1, 2)
    expect({ data, count, status }).toEqual({ data: [{ id: 2 }, { id: 3 }], count: 4, status: 206 })
  })

  test('an exact count that the page holds whole needs no second look', async () => {
    const { count, status } = await rest.anon
      .from('farms')
      .select('id', { count: 'exact' })
      .eq('state', 'Oyo')
    expect({ count, status }).toEqual({ count: 2, status: 200 })
  })

  test('a count alone, by HEAD', async () => {
    const { count, data, status } = await rest.anon
      .from('farms')
      .select('*', { count: 'exact', head: true })
      .gt('id', 1)
    expect({ count, data, status }).toEqual({ count: 3, data: null, status: 200 })
    const paged = await rest.fetch('/farms?limit=2&offset=1', {
      method: 'HEAD',
      headers: { prefer: 'count=exact' },
    })
    expect({ status: paged.status, range: paged.headers.get('content-range') }).toEqual({
      status: 206,
      range: '1-2/4',
    })
  })

  test('planned and estimated counts', async () => {
    const planned = await rest.anon.from('farms').select('id', { count: 'planned' })
    expect(planned.error).toBeNull()
    expect(planned.count).toBeGreaterThan(0)
    const estimated = await rest.anon.from('farms').select('id', { count: 'estimated' }).lt('id', 3)
    expect(estimated.count).toBe(2)
  })

  test('an offset beyond the end is not satisfiable', async () => {
    const { error, status } = await rest.anon.from('farms').select('id', { count: 'exact' }).range(50, 59)
    expect(status).toBe(416)
    expect(error).toEqual({
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: 'An offset of 50 was requested, but there are only 4 rows.',
      hint: null,
    })
  })

  test('Range headers count like limit and offset', async () => {
    const response = await rest.fetch('/farms?select=id&order=id', {
      headers: { range: '1-2', 'range-unit': 'items' },
    })
    expect({
      status: response.status,
      range: response.headers.get('content-range'),
      data: await response.json(),
    }).toEqual({
      status: 200,
      range: '1-2/*',
      data: [{ id: 2 }, { id: 3 }],
    })
    const open = await rest.fetch('/farms?select=id&order=id', { headers: { range: '3-' } })
    expect(await open.json()).toEqual([{ id: 4 }])
    const both = await rest.fetch('/farms?select=id&order=id&limit=3', { headers: { range: '2-9' } })
    expect(await both.json()).toEqual([{ id: 3 }])
    const backwards = await rest.fetch('/farms', { headers: { range: '5-2' } })
    expect({ status: backwards.status, code: ((await backwards.json()) as { code: string }).code }).toEqual({
      status: 416,
      code: 'PGRST103',
    })
  })

  test('no answer holds more rows than the service allows', async () => {
    await rest.sql('insert into places select i, i::text from generate_series(1000, 1300) as i')
    const { data, count, status } = await rest.anon.from('places').select('id', { count: 'exact' })
    expect({ rows: data?.length, count, status }).toEqual({ rows: 100, count: 303, status: 206 })
    const head = await rest.anon.from('places').select('id', { count: 'exact', head: true })
    expect({ count: head.count, status: head.status }).toEqual({ count: 303, status: 206 })
    const estimated = await rest.anon.from('places').select('id', { count: 'estimated' })
    expect(estimated.count).toBeGreaterThan(100)
    const { data: embedded } = await rest.anon.from('places').select('id').limit(5000)
    expect(embedded).toHaveLength(100)
    await rest.sql('delete from places where id >= 1000')
  })

  test('a negative limit is refused, a senseless one ignored', async () => {
    expect((await rest.fetch('/farms?limit=-1')).status).toBe(416)
    expect((await rest.fetch('/farms?limit=many')).status).toBe(200)
    expect((await rest.fetch('/farms?limit=99999999999999999999999999')).status).toBe(200)
    expect((await rest.fetch('/farms?offset=99999999999999999999999999')).status).toBe(200)
  })
})

describe('one object instead of a list', () => {
  test('single() takes the one row', async () => {
    const { data, error } = await farms('id, name').eq('id', 1).single()
    expect(error).toBeNull()
    expect(data).toEqual({ id: 1, name: 'Green Acres' })
  })

  test.each([
    [0, 99],
    [3, 1],
  ])('single() of %i rows is not acceptable', async (result, above) => {
    const { error, status } = await farms()
      .gte('id', above === 99 ? 99 : 2)
      .single()
    expect(status).toBe(406)
    expect(error).toEqual({
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: `The result contains ${result} rows`,
      hint: null,
    })
  })

  test('maybeSingle() takes none for null and refuses several', async () => {
    expect(await farms().eq('id', 99).maybeSingle()).toMatchObject({ data: null, error: null })
    expect((await farms().maybeSingle()).error?.code).toBe('PGRST116')
  })

  test('nulls are left out on request', async () => {
    const { data } = await farms('id, owner_id').eq('id', 4).stripNulls()
    expect(data).toEqual([{ id: 4 }])
    const one = await farms('id, owner_id').eq('id', 4).single().stripNulls()
    expect(one.data).toEqual({ id: 4 })
  })
})

describe('CSV', () => {
  test('with its header and quoting', async () => {
    const { data } = await farms('id, title:name, tags').gte('id', 3).order('id').csv()
    expect(data).toBe('id,title,tags\n3,"Red Hill","{yam,pepper}"\n4,"Lone, ""Quoted"" (Farm)",{}')
  })
})

describe('where to look', () => {
  test('an unknown table is not found, with the one that was meant', async () => {
    const { error, status } = await rest.anon.from('farm').select()
    expect(status).toBe(404)
    expect(error).toEqual({
      code: 'PGRST205',
      message: "Could not find the table 'public.farm' in the schema cache",
      details: null,
      hint: "Perhaps you meant the table 'public.farms'",
    })
  })

  test('a table of another schema is not found either, and its schema not offered', async () => {
    expect((await rest.anon.from('vault').select()).status).toBe(404)
    const { error, status } = await rest.anon.schema('hidden').from('vault').select()
    expect({ status, code: error?.code }).toEqual({ status: 406, code: 'PGRST106' })
  })

  test('views are read like tables', async () => {
    const { data } = await rest.anon.from('farm_cards').select('title').eq('owner_id', ada)
    expect(data).toEqual([{ title: 'GREEN ACRES' }])
  })
})

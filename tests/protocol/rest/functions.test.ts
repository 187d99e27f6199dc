// Calling functions through the unmodified client library, by POST, GET and HEAD.
import { afterAll, describe, expect, test } from 'vitest'
import { maxAffected, serviceKey, startRestService } from './rest-service.ts'

const rest = await startRestService({ maxRows: 100 })
afterAll(() => rest.stop())

async function call(name: string, args?: object, options?: { get?: boolean }): Promise<unknown> {
  const { data, error } = await rest.service.rpc(name, args ?? {}, options)
  expect(error).toBeNull()
  return data
}

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  rest.fetch(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })

describe('what comes back', () => {
  test('a value, with arguments by name and by default', async () => {
    expect(await call('add_numbers', { a: 1, b: 2 })).toBe(3)
    expect(await call('add_numbers', { a: 1 })).toBe(11)
    expect(await call('greet')).toBe('Hello, world')
    expect(await call('greet', { name: null })).toBeNull()
  })

  test('nothing', async () => {
    const { data, status, error } = await rest.service.rpc('do_nothing')
    expect({ data, status, error }).toEqual({ data: null, status: 204, error: null })
  })

  test('one row, as an object', async () => {
    expect(await call('first_farm')).toMatchObject({ id: 1, name: 'Green Acres' })
    expect(await call('a_pair')).toEqual({ x: 1, y: 'two' })
  })

  test('rows, values and tables of its own', async () => {
    expect(await call('farms_larger_than', { hectares: 8 })).toMatchObject([{ id: 1 }, { id: 2 }])
    expect(await call('farm_names')).toEqual([
      'Green Acres',
      'Blue River',
      'Red Hill',
      'Lone, "Quoted" (Farm)',
    ])
    expect(await call('one_column')).toEqual([{ only_one: 1 }, { only_one: 2 }])
    const { data } = await rest.service.rpc('crop_totals').order('total', { ascending: false }).limit(2)
    expect(data).toEqual([
      { crop: 'rice', total: 800 },
      { crop: 'yam', total: 120 },
    ])
  })

  test('only the columns, rows and order that are requested, with what hangs on them', async () => {
    const { data, error } = await rest.service
      .rpc('farms_larger_than', { hectares: 1 })
      .select('title:name, people(full_name)')
      .neq('id', 1)
      .order('id', { ascending: false })
    expect(error).toBeNull()
    expect(data).toEqual([
      { title: 'Red Hill', people: { full_name: 'Bola Ade' } },
      { title: 'Blue River', people: { full_name: 'Bola Ade' } },
    ])
  })

  test('a count and a page; the function runs once', async () => {
    const { data, count, status, error } = await rest.service
      .rpc('add_certificates', { titles: ['a', 'b', 'c'] }, { count: 'exact' })
      .order('id')
      .range(0, 1)
    expect(error).toBeNull()
    expect({ data, count, status }).toEqual({
      data: [
        { id: 101, title: 'a' },
        { id: 102, title: 'b' },
      ],
      count: 3,
      status: 206,
    })
    expect(await rest.sql('select count(*)::int as n from certificates where id > 100')).toEqual([{ n: 3 }])
    await rest.sql('delete from certificates where id > 100')
    const names = await rest.service.rpc('farm_names', {}, { count: 'exact' }).range(1, 2)
    expect({ data: names.data, count: names.count }).toEqual({ data: ['Blue River', 'Red Hill'], count: 4 })
  })

  test('one object when one was requested, and nothing written when there are several', async () => {
    expect((await rest.service.rpc('farms_larger_than', { hectares: 15 }).single()).data).toMatchObject({
      id: 2,
    })
    const { error, status } = await rest.service.rpc('add_certificates', { titles: ['a', 'b'] }).single()
    expect({ status, code: error?.code }).toEqual({ status: 406, code: 'PGRST116' })
    expect(await rest.sql('select from certificates where id > 100')).toEqual([])
  })

  test('CSV', async () => {
    const response = await rest.fetch('/rpc/crop_totals?order=crop', { headers: { accept: 'text/csv' } })
    expect(await response.text()).toBe('crop,total\nmaize,100\nrice,800\nyam,120')
  })

  test('json arguments arrive as they were sent', async () => {
    expect(await call('echo_jsonb', { value: { a: [1, 'x', null] } })).toEqual({ a: [1, 'x', null] })
    expect(await call('echo_jsonb', { value: 'text' })).toBe('text')
    const whole = await post('/rpc/echo', '[{"a": 1}, 2]')
    expect(await whole.json()).toEqual([{ a: 1 }, 2])
  })

  test('a variadic list, as JSON and repeated in the URL', async () => {
    expect(await call('sum_all', { numbers: [1, 2, 3] })).toBe(6)
    const response = await rest.fetch('/rpc/sum_all?numbers=1&numbers=2')
    expect(await response.json()).toBe(3)
  })

  test('overloads are distinguished by the names of their arguments', async () => {
    expect(await call('pick', { id: 1 })).toBe('by id')
    expect(await call('pick', { name: 'x' })).toBe('by name')
    const { error, status } = await rest.service.rpc('same_arguments', { a: 1 })
    expect({ status, code: error?.code }).toEqual({ status: 300, code: 'PGRST203' })
  })

  test('forms', async () => {
    const response = await post('/rpc/add_numbers', 'a=3&b=4', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(await response.json()).toBe(7)
    const again = await post('/rpc/add_numbers', 'a=5&b=4', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(await again.json()).toBe(9)
  })
})

describe('by GET', () => {
  test('arguments come from the URL, filters from what has an operator', async () => {
    expect(await call('add_numbers', { a: 1, b: 2 }, { get: true })).toBe(3)
    const response = await rest.fetch('/rpc/farms_larger_than?hectares=1&id=gt.1&select=id&order=id')
    expect(await response.json()).toEqual([{ id: 2 }, { id: 3 }])
  })

  test('HEAD sends the count alone', async () => {
    const { count, data } = await rest.service.rpc(
      'farms_larger_than',
      { hectares: 1 },
      { head: true, count: 'exact' },
    )
    expect({ count, data }).toEqual({ count: 3, data: null })
  })

  test('nothing may be written', async () => {
    const response = await rest.fetch('/rpc/add_farm?farm_name=Sneaky', { key: serviceKey })
    expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({
      status: 405,
      code: '25006',
      message: 'cannot execute INSERT in a read-only transaction',
    })
    expect(await rest.sql("select from farms where name = 'Sneaky'")).toEqual([])
  })

  test('other methods are refused', async () => {
    const response = await rest.fetch('/rpc/greet', { method: 'DELETE' })
    expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({
      status: 405,
      code: 'PGRST101',
      message: 'Cannot use the DELETE method on RPC',
    })
  })
})

describe('what goes wrong', () => {
  test('an unknown function, with the one that was meant', async () => {
    const { error, status } = await rest.service.rpc('greeet')
    expect(status).toBe(404)
    expect(error).toEqual({
      code: 'PGRST202',
      message: 'Could not find the function public.greeet without parameters in the schema cache',
      details:
        'Searched for the function public.greeet without parameters or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
      hint: 'Perhaps you meant to call the function public.greet',
    })
  })

  test('arguments that it does not have', async () => {
    const { error, status } = await rest.service.rpc('add_numbers', { a: 1, c: 2 })
    expect(status).toBe(404)
    expect(error).toMatchObject({
      code: 'PGRST202',
      message: 'Could not find the function public.add_numbers(a, c) in the schema cache',
      hint: 'Perhaps you meant to call the function public.add_numbers(a, b)',
    })
  })

  test('an argument of the wrong type', async () => {
    const { error, status } = await rest.service.rpc('add_numbers', { a: 'one' })
    expect({ status, code: error?.code }).toEqual({ status: 400, code: '22P02' })
  })

  test.each([
    ['P0001', 400],
    ['PT418', 418],
    ['PT999', 500],
    ['23514', 400],
    ['23505', 409],
    ['42501', 403],
    ['40001', 500],
    ['40P01', 500],
    ['53000', 503],
    ['53400', 500],
    ['57014', 500],
    ['54001', 400],
    ['28000', 403],
    ['P0002', 404],
    ['P0003', 500],
  ])('%s raised by a function is answered with %i', async (state, expected) => {
    const { error, status } = await rest.service.rpc('raise_status', { state, message: 'so it is' })
    expect(status).toBe(expected)
    expect(error).toEqual({ code: state, message: 'so it is', details: 'the detail', hint: 'the hint' })
  })

  test('a function may write the whole response', async () => {
    const response = await post('/rpc/raise_response', '{}')
    expect({
      status: response.status,
      powered: response.headers.get('x-powered-by'),
      body: await response.json(),
    }).toEqual({
      status: 402,
      powered: 'yam',
      body: { code: '123', message: 'Payment required', details: 'Quota exceeded', hint: 'Upgrade' },
    })
  })

  test('or only its status and headers', async () => {
    const response = await post('/rpc/set_response', '{}')
    expect({
      status: response.status,
      cache: response.headers.get('cache-control'),
      body: await response.json(),
    }).toEqual({
      status: 202,
      cache: 'max-age=60',
      body: 'later',
    })
  })

  test('max-affected needs a function that returns rows', async () => {
    const { error } = await maxAffected(rest.service.rpc('add_farm', { farm_name: 'x' }), 1)
    expect(error?.code).toBe('PGRST128')
    const call = rest.service.rpc('add_certificates', { titles: ['a', 'b'] })
    const { error: tooMany } = await maxAffected(call, 1)
    expect(tooMany?.code).toBe('PGRST124')
    expect(await rest.sql('select from certificates where id > 100')).toEqual([])
  })
})

import { expect, test } from 'vitest'
import { parseQuery } from './parse-query.ts'

const eq = (value: string) => ({ kind: 'compare', operator: 'eq', value })

test('each parameter goes to the resource that its name addresses', () => {
  const query = parseQuery(
    'select=id,items(id)&id=eq.1&items.name=eq.x&items.kinds.data->>a=eq.y&or=(a.eq.1)&items.not.or=(b.eq.2)' +
      '&order=id.desc&items.order=name&limit=5&items.offset=2',
  )
  expect(query.select).toHaveLength(2)
  expect(query.conditions).toMatchObject([
    { path: [], value: { field: { name: 'id' }, operation: eq('1') } },
    { path: ['items'], value: { field: { name: 'name' }, operation: eq('x') } },
    { path: ['items', 'kinds'], value: { field: { name: 'data', path: [{ asText: true, key: 'a' }] } } },
    { path: [], value: { kind: 'logic', operator: 'or', negated: false } },
    { path: ['items'], value: { kind: 'logic', operator: 'or', negated: true } },
  ])
  expect(query.orders).toMatchObject([
    { path: [], value: [{ field: { name: 'id' }, direction: 'desc' }] },
    { path: ['items'], value: [{ field: { name: 'name' } }] },
  ])
  expect(query.limits).toEqual([{ path: [], value: 5 }])
  expect(query.offsets).toEqual([{ path: ['items'], value: 2 }])
})

test('everything is selected when nothing is said', () => {
  for (const text of ['', 'select=', 'select'])
    expect(parseQuery(text).select).toMatchObject([{ field: { name: '*' } }])
})

test('columns and on_conflict are lists of names', () => {
  expect(parseQuery('columns=a,"b c",a&on_conflict=x,y')).toMatchObject({
    columns: ['a', 'b c'],
    onConflict: ['x', 'y'],
  })
  expect(() => parseQuery('columns=a b,')).toThrow('failed to parse columns parameter')
})

test('arguments of a call are what has no operator', () => {
  const query = parseQuery('a=1&b=eq.2&c.d=eq.3', true)
  expect(query.args).toEqual([['a', '1']])
  expect(query.conditions).toHaveLength(2)
})

test('a value without an operator is refused for a table', () => {
  expect(() => parseQuery('id=5')).toThrow('"failed to parse filter (5)" (line 1, column 1)')
})

test('counts that no table reaches are cut, negative ones refused', () => {
  expect(parseQuery('limit=99999999999999999999').limits).toEqual([
    { path: [], value: Number.MAX_SAFE_INTEGER },
  ])
  expect(parseQuery('limit=1e3&offset=').limits).toEqual([])
  expect(() => parseQuery('offset=-1')).toThrow('Requested range not satisfiable')
})

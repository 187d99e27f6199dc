// The small parts: suggestions, prepared names, remembered plans, status of database errors, columns of views.
import { describe, expect, test } from 'vitest'
import { fromDatabaseError } from './database-errors.ts'
import { createPlanCache } from './plan-cache.ts'
import { createPreparedNames } from './prepared-names.ts'
import { arrayLiteral } from './sql-writer.ts'
import { suggestName } from './suggest.ts'
import { readViewColumns, resolveViewColumns } from './view-columns.ts'

describe('suggestions', () => {
  test('the nearest name, or none when nothing is near', () => {
    expect(suggestName('ordres', ['orders', 'order_requests', 'farms'])).toBe('orders')
    expect(suggestName('Farms', ['farms'])).toBe('farms')
    expect(suggestName('xyz', ['orders', 'farms'])).toBeNull()
    expect(suggestName('x'.repeat(1000), ['x'.repeat(999)])).toBeNull()
  })
})

describe('prepared statements', () => {
  test('are named on their second use, the same ever after', () => {
    const nameOf = createPreparedNames()
    expect(nameOf('select 1')).toBeUndefined()
    const name = nameOf('select 1')
    expect(name).toMatch(/^rest_.{24}$/)
    expect(nameOf('select 1')).toBe(name)
    expect(nameOf('select 2')).toBeUndefined()
  })

  test('are never more than a connection should hold', () => {
    const nameOf = createPreparedNames(2)
    for (const text of ['a', 'a', 'b', 'b']) nameOf(text)
    expect([nameOf('c'), nameOf('c'), nameOf('c')]).toEqual([undefined, undefined, undefined])
    expect(nameOf('a')).toBeDefined()
    expect([1, 2].map(() => createPreparedNames()('x'.repeat(9000)))).toEqual([undefined, undefined])
  })
})

test('of cached plans those go that nobody used since the last generation', () => {
  const cache = createPlanCache<number>(2, 10)
  cache.set('a', 1)
  cache.set('b', 2)
  cache.set('c', 3)
  expect(cache.get('a')).toBe(1)
  cache.set('d', 4)
  expect([cache.get('b'), cache.get('d'), cache.get('a'), cache.get('c')]).toEqual([undefined, 4, 1, 3])
  cache.set('far too long a key', 4)
  expect(cache.get('far too long a key')).toBeUndefined()
  cache.clear()
  expect(cache.get('c')).toBeUndefined()
})

test('array literals hold any text', () => {
  expect(arrayLiteral(['a', 'b"c', 'd\\e', '', '{,}', 'NULL'])).toBe('{"a","b\\"c","d\\\\e","","{,}","NULL"}')
})

describe('database errors', () => {
  test.each([
    ['42501', 'anon', 401],
    ['42501', 'authenticated', 403],
    ['23505', 'anon', 409],
    ['23503', 'anon', 409],
    ['23514', 'anon', 400],
    ['22P02', 'anon', 400],
    ['42P01', 'anon', 404],
    ['42883', 'anon', 404],
    ['25006', 'anon', 405],
    ['P0001', 'anon', 400],
    ['PT404', 'anon', 404],
    ['PTabc', 'anon', 500],
    ['57014', 'anon', 500],
    ['53300', 'anon', 503],
    ['08006', 'anon', 503],
    ['XX000', 'anon', 500],
  ] as const)('%s of %s is %i', (code, role, status) => {
    expect(fromDatabaseError({ code, message: 'm' }, role).status).toBe(status)
  })

  test('a response raised in the wrong form says what form it should have', () => {
    expect(fromDatabaseError({ code: 'PGRST', message: 'x', detail: '{}' }, 'anon')).toMatchObject({
      status: 500,
      code: 'PGRST121',
      details: "Invalid JSON value for MESSAGE: 'x'",
    })
    const message = '{"code":"1","message":"m"}'
    expect(fromDatabaseError({ code: 'PGRST', message }, 'anon').details).toBe(
      'DETAIL is missing in the RAISE statement',
    )
    const split = '{"status":402,"headers":{"X-A":"b\\r\\nSet-Cookie: c","X-B":"d"}}'
    expect(fromDatabaseError({ code: 'PGRST', message, detail: split }, 'anon').headers).toEqual({
      'x-b': 'd',
    })
  })
})

describe('columns of views', () => {
  const entry = (number: number, name: string, table: number, column: number, inside = '{VAR}') =>
    `{TARGETENTRY :expr ${inside} :resno ${number} :resname ${name} :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk false}`

  test('only those of the outermost query that pass a column through', () => {
    const inner = `{QUERY :targetList (${entry(1, 'inner', 7, 7)})}`
    const rule = `({QUERY :rtable (${inner}) :targetList (${entry(1, 'id', 100, 1)} ${entry(2, 'odd\\ \\{name', 100, 3)} ${entry(3, 'sum', 0, 0, inner)})})`
    expect(readViewColumns(rule)).toEqual([
      { column: 1, relation: 100, relationColumn: 1 },
      { column: 2, relation: 100, relationColumn: 3 },
    ])
  })

  test('through views of views, and not round and round', () => {
    const origin = (column: number, relation: number, relationColumn: number) => ({
      column,
      relation,
      relationColumn,
    })
    const resolved = resolveViewColumns(
      new Map([
        [1, [origin(1, 2, 5)]],
        [2, [origin(5, 100, 9)]],
        [3, [origin(1, 3, 1)]],
      ]),
    )
    expect(resolved.get(1)).toEqual([origin(1, 100, 9)])
    expect(resolved.get(3)).toEqual([])
  })
})

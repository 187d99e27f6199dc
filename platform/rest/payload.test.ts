import { describe, expect, test } from 'vitest'
import { parseCsv } from './csv.ts'
import { readPayload } from './payload.ts'

const row = { isCall: false }
const call = { isCall: true }

describe('JSON bodies', () => {
  test('an object, a list of alike objects, and nothing', () => {
    expect(readPayload('{"a":1,"b":2}', undefined, row)).toMatchObject({ kind: 'object', keys: ['a', 'b'] })
    expect(readPayload('[{"a":1},{"a":2}]', 'application/json; charset=utf-8', row)).toMatchObject({
      kind: 'array',
      keys: ['a'],
    })
    expect(readPayload('[]', undefined, row)).toEqual({ kind: 'array', body: '[]', keys: [] })
    expect(readPayload('5', undefined, row)).toEqual({ kind: 'array', body: '[]', keys: [] })
    expect(readPayload('', undefined, call)).toEqual({ kind: 'object', body: '{}', keys: [] })
  })

  test('named columns count in place of the keys', () => {
    expect(
      readPayload('[{"a":1,"x":1},{}]', undefined, { columns: ['a', 'b'], isCall: false }),
    ).toMatchObject({ keys: ['a', 'b'] })
  })

  test('rows of unlike keys are refused, also when they have as many', () => {
    for (const body of [
      '[{"a":1},{"b":1}]',
      '[{"a":1},{"a":1,"b":2}]',
      '[{"a":1},{}]',
      '[1]',
      '[{"constructor":1},{"a":1}]',
    ])
      expect(() => readPayload(body, undefined, row)).toThrow('All object keys must match')
  })

  test('a hundred levels are read, more are refused, brackets in text do not count', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${' '.repeat(300)}${']'.repeat(depth)}`
    expect(() => readPayload(nested(100), undefined, call)).not.toThrow()
    expect(() => readPayload(nested(101), undefined, call)).toThrow('nested deeper than 100 levels')
    expect(() => readPayload(JSON.stringify({ a: '\\"['.repeat(300) }), undefined, row)).not.toThrow()
  })
})

describe('other bodies', () => {
  test('a form is one row, or the repeatable arguments of a call', () => {
    expect(readPayload('a=1&b=x+y%21', 'application/x-www-form-urlencoded', row)).toEqual({
      kind: 'object',
      body: '{"a":"1","b":"x y!"}',
      keys: ['a', 'b'],
    })
    expect(readPayload('a=1&a=2', 'application/x-www-form-urlencoded', call).form).toEqual([
      ['a', '1'],
      ['a', '2'],
    ])
  })

  test('plain text is for calls alone', () => {
    expect(readPayload('hi', 'text/plain', call)).toEqual({ kind: 'text', body: 'hi', keys: [] })
    expect(() => readPayload('hi', 'text/plain', row)).toThrow('Content-Type not acceptable: text/plain')
  })
})

describe('CSV', () => {
  test('quotes, commas, line ends of both kinds, NULL and empty fields', () => {
    expect(parseCsv('a,b\r\n"x, ""y""\nz",NULL\r\n,1\n')).toEqual([
      { a: 'x, "y"\nz', b: null },
      { a: '', b: '1' },
    ])
    expect(parseCsv('a,b\n1,')).toEqual([{ a: '1', b: '' }])
    expect(parseCsv('a\n')).toEqual([])
  })

  test.each([
    ['', 'CSV body has no header'],
    ['a,b\n1', 'All lines must have same number of fields'],
    ['a\n"x', 'CSV body has a quote that is not closed'],
    ['a\n"x"y', 'CSV body is malformed'],
  ])('%j is refused', (text, message) => {
    expect(() => parseCsv(text)).toThrow(message)
  })
})

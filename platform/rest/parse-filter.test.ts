import { describe, expect, test } from 'vitest'
import { looksLikeFilter, parseLogic, parseOperation } from './parse-filter.ts'

describe('one filter', () => {
  test.each([
    ['eq.1', { kind: 'compare', operator: 'eq', value: '1' }],
    ['eq.', { kind: 'compare', operator: 'eq', value: '' }],
    ['eq.a.b,c)', { kind: 'compare', operator: 'eq', value: 'a.b,c)' }],
    ['like(any).{a*,b*}', { kind: 'compare', operator: 'like', quantifier: 'any', value: '{a*,b*}' }],
    ['gte(all).{1,2}', { kind: 'compare', operator: 'gte', quantifier: 'all', value: '{1,2}' }],
    ['in.(1,2)', { kind: 'in', values: ['1', '2'] }],
    ['in.("a,b","c\\"d",e"f)', { kind: 'in', values: ['a,b', 'c"d', 'e"f'] }],
    ['in.()', { kind: 'in', values: [] }],
    ['in.("")', { kind: 'in', values: [] }],
    ['is.NULL', { kind: 'is', value: 'null' }],
    ['is.not_null', { kind: 'is', value: 'not null' }],
    ['isdistinct.x', { kind: 'distinct', value: 'x' }],
    ['fts(english).a & b', { kind: 'search', operator: 'fts', language: 'english', value: 'a & b' }],
    ['wfts.a b', { kind: 'search', operator: 'wfts', value: 'a b' }],
  ])('%s', (text, operation) => {
    expect(parseOperation(text)).toEqual({ negated: false, operation })
  })

  test('not. turns it round, once', () => {
    expect(parseOperation('not.is.null')).toEqual({ negated: true, operation: { kind: 'is', value: 'null' } })
    expect(() => parseOperation('not.not.is.null')).toThrow('failed to parse filter')
  })

  test.each([
    '1',
    'equals.1',
    'eq',
    'eq(some).{1}',
    'cs(any).{1}',
    'is.nil',
    'is.null!',
    'in.1',
    'in.(1',
    'in.(1)x',
    'fts().x',
    'constructor.1',
    'toString(any).1',
    '',
  ])('%s is refused', (text) => {
    expect(() => parseOperation(text)).toThrow('failed to parse filter')
  })
})

describe('logic', () => {
  const eq = (name: string, value: string) => ({
    kind: 'filter',
    negated: false,
    field: { name, path: [] },
    operation: { kind: 'compare', operator: 'eq', value },
  })

  test('nests, and its values end at a delimiter unless quoted or an array', () => {
    expect(parseLogic('or', false, '(a.eq.1, not.and(b.eq."x,y)",c.eq.{1,2}))')).toEqual({
      kind: 'logic',
      operator: 'or',
      negated: false,
      terms: [
        eq('a', '1'),
        { kind: 'logic', operator: 'and', negated: true, terms: [eq('b', 'x,y)'), eq('c', '{1,2}')] },
      ],
    })
  })

  test('a column may be called and, or or not', () => {
    expect(parseLogic('or', false, '(and.eq.1,or.eq.2,not.eq.3)')).toMatchObject({
      terms: [eq('and', '1'), eq('or', '2'), eq('not', '3')],
    })
  })

  test.each(['', '()', '(a.eq.1', 'a.eq.1', '(a.eq.1))', '(xor(a.eq.1))', '(a)', '(a.is.1)'])(
    '%s is refused',
    (text) => {
      expect(() => parseLogic('or', false, text)).toThrow('failed to parse')
    },
  )

  test('is refused beyond twenty levels', () => {
    const nested = (depth: number) => `${'(and'.repeat(depth)}(a.eq.1)${')'.repeat(depth)}`
    expect(() => parseLogic('or', false, nested(19))).not.toThrow()
    expect(() => parseLogic('or', false, nested(20))).toThrow('failed to parse logic tree')
  })
})

test('arguments and filters of a call are distinguished by the operator', () => {
  for (const value of ['eq.1', 'not.in.(1)', 'is.null', 'in.(1)', 'fts(x).y', 'like(any).{a}'])
    expect(looksLikeFilter(value)).toBe(true)
  for (const value of ['1', 'equal.1', 'constructor.x', 'is', 'x.eq.1', '', '2026-01-01'])
    expect(looksLikeFilter(value)).toBe(false)
})

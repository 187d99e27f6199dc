// Prefer, Accept and Range: the headers that shape an answer.
import { describe, expect, test } from 'vitest'
import { negotiate } from './media-type.ts'
import { appliedPreferences, parsePreferences } from './preferences.ts'
import { capRange, contentRange, intersectRanges, parseRangeHeader, rangeStatus } from './range.ts'

describe('Prefer', () => {
  test('the first of each counts, the unknown is collected for handling=strict', () => {
    expect(
      parsePreferences(
        'return=minimal,  count=exact , return=representation, x, handling=maybe, max-affected=5',
      ),
    ).toEqual({
      return: 'minimal',
      count: 'exact',
      maxAffected: 5,
      invalid: ['x', 'handling=maybe'],
    })
    expect(parsePreferences(undefined)).toEqual({ invalid: [] })
    expect(parsePreferences('constructor=x, __proto__=y').invalid).toHaveLength(2)
  })

  test('what was applied is said in upstream’s order; max-affected only when it binds', () => {
    const preferences = parsePreferences('max-affected=5, count=exact, missing=default, return=minimal')
    expect(appliedPreferences(preferences, ['missing', 'return', 'count', 'handling', 'max-affected'])).toBe(
      'missing=default, return=minimal, count=exact',
    )
    expect(
      appliedPreferences(parsePreferences('handling=strict,max-affected=1'), ['handling', 'max-affected']),
    ).toBe('handling=strict, max-affected=1')
    expect(appliedPreferences(parsePreferences(''), ['count'])).toBeUndefined()
  })
})

describe('Accept', () => {
  test('the best that can be written, by quality and then by place', () => {
    expect(negotiate(undefined).kind).toBe('array')
    expect(negotiate('application/json;q=0.5, text/csv').kind).toBe('csv')
    expect(negotiate('image/png, application/vnd.pgrst.object+json').kind).toBe('object')
    expect(negotiate('application/vnd.pgrst.object+json; nulls=stripped')).toMatchObject({
      kind: 'object',
      stripNulls: true,
    })
    expect(() => negotiate('image/png')).toThrow('None of these media types are available: image/png')
    expect(() => negotiate('constructor')).toThrow('None of these')
  })
})

describe('Range', () => {
  test('rows from and to, or to the end; nonsense is ignored', () => {
    expect(parseRangeHeader('0-9')).toEqual({ offset: 0, limit: 10 })
    expect(parseRangeHeader('items=5-')).toEqual({ offset: 5 })
    for (const text of [undefined, '', 'bytes=0-1', '-5', 'a-b'])
      expect(parseRangeHeader(text)).toBeUndefined()
    expect(() => parseRangeHeader('5-2')).toThrow('Requested range not satisfiable')
  })

  test('with parameters and the service’s own maximum: what all allow', () => {
    expect(intersectRanges({ offset: 0, limit: 3 }, { offset: 2, limit: 8 })).toEqual({ offset: 2, limit: 1 })
    expect(intersectRanges({ offset: 4 }, { offset: 2 })).toEqual({ offset: 4 })
    expect(intersectRanges({ offset: 0, limit: 2 }, { offset: 5 })).toEqual({ offset: 5, limit: 0 })
    expect(capRange({ offset: 4 }, 10)).toEqual({ offset: 4, limit: 10 })
    expect(capRange({ offset: 4, limit: 3 }, 10)).toEqual({ offset: 4, limit: 3 })
  })

  test('the answer’s range and status', () => {
    expect(contentRange(0, 9, 200)).toBe('0-9/200')
    expect(contentRange(0, -1, undefined)).toBe('*/*')
    expect(contentRange(0, -1, 0)).toBe('*/0')
    expect([
      rangeStatus(0, 10, undefined),
      rangeStatus(0, 10, 10),
      rangeStatus(0, 5, 10),
      rangeStatus(11, 0, 10),
    ]).toEqual([200, 200, 206, 416])
  })
})

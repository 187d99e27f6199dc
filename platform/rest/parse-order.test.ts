import { expect, test } from 'vitest'
import { parseOrder } from './parse-order.ts'

const field = (name: string) => ({ name, path: [] })

test('columns, directions, nulls, JSON paths and embedded columns', () => {
  expect(parseOrder('a,b.desc,c.nullsfirst, d.asc.nullslast ,rel(e).desc,data->>f.desc')).toEqual([
    { field: field('a') },
    { field: field('b'), direction: 'desc' },
    { field: field('c'), nulls: 'first' },
    { field: field('d'), direction: 'asc', nulls: 'last' },
    { field: field('e'), relation: 'rel', direction: 'desc' },
    { field: { name: 'data', path: [{ asText: true, key: 'f' }] }, direction: 'desc' },
  ])
})

test.each([
  ['id.up', 3, '"asc", "desc", "nullsfirst" or "nullslast"'],
  ['id.asc.nullsup', 7, '"nullsfirst" or "nullslast"'],
  ['id.nullslast.asc', 13, '"," or end of input'],
  ['id,', 4, 'field name (* or [a..z0..9_$])'],
  ['rel(a,b)', 6, '")"'],
])('%s is refused at character %i', (text, column, expecting) => {
  expect(() => parseOrder(text)).toThrow(
    expect.objectContaining({
      code: 'PGRST100',
      message: `"failed to parse order (${text})" (line 1, column ${column})`,
      details: expect.stringContaining(`expecting ${expecting}`),
    }),
  )
})

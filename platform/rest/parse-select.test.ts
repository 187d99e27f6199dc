import { expect, test } from 'vitest'
import { RestError } from './errors.ts'
import { parseSelect } from './parse-select.ts'

const field = (name: string, more: object = {}) => ({ kind: 'field', field: { name, path: [] }, ...more })

test('columns, aliases, casts and stars', () => {
  expect(parseSelect('*')).toEqual([field('*')])
  expect(parseSelect('id, title:name ,total::text,t:total::numeric')).toEqual([
    field('id'),
    field('name', { alias: 'title' }),
    field('total', { cast: 'text' }),
    field('total', { alias: 't', cast: 'numeric' }),
  ])
})

test('names may hold dashes, spaces, other letters, and anything in quotes', () => {
  expect(parseSelect('first-name,last name,größe,"a,b(c)","say \\"hi\\""')).toEqual([
    field('first-name'),
    field('last name'),
    field('größe'),
    field('a,b(c)'),
    field('say "hi"'),
  ])
})

test('JSON paths, by key and by index', () => {
  const path = [
    { asText: false, key: 'a' },
    { asText: false, key: -1 },
    { asText: true, key: 'b' },
  ]
  expect(parseSelect('data->a->-1->>b')).toEqual([{ kind: 'field', field: { name: 'data', path } }])
  expect(parseSelect('data->1st')).toEqual([
    { kind: 'field', field: { name: 'data', path: [{ asText: false, key: '1st' }] } },
  ])
})

test('embedded resources with alias, hint and join, in either order, and spread', () => {
  expect(parseSelect('owner:people!farms_owner_id_fkey!inner(id,...places!left(name))')).toEqual([
    {
      kind: 'embed',
      relation: 'people',
      alias: 'owner',
      hint: 'farms_owner_id_fkey',
      join: 'inner',
      spread: false,
      items: [
        field('id'),
        { kind: 'embed', relation: 'places', join: 'left', spread: true, items: [field('name')] },
      ],
    },
  ])
  expect(parseSelect('people!inner!hint()')).toMatchObject([{ join: 'inner', hint: 'hint', items: [] }])
})

test('counts and sums', () => {
  expect(parseSelect('count(),n:count()::text,amount.sum()')).toEqual([
    { kind: 'aggregate', function: 'count' },
    { kind: 'aggregate', function: 'count', alias: 'n', cast: 'text' },
    { kind: 'aggregate', function: 'sum', field: { name: 'amount', path: [] } },
  ])
  expect(parseSelect('count')).toEqual([field('count')])
})

test.each([
  ['id,', 4],
  ['id)', 3],
  ['people(', 8],
  ['people(id', 10],
  ['id::', 5],
  ['"id', 4],
  ['a!b', 4],
  ['...people', 10],
  ['id->', 5],
  [':id', 1],
])('%s is refused at character %i', (text, column) => {
  try {
    parseSelect(text)
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(RestError)
    expect(error).toMatchObject({
      status: 400,
      code: 'PGRST100',
      message: `"failed to parse select parameter (${text})" (line 1, column ${column})`,
    })
  }
})

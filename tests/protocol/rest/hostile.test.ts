// Requests nobody would mean: whatever a client writes, it is answered, never with a 500, and changes no row.

import { request } from 'node:http'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { anonKey, serviceKey, startRestService } from './rest-service.ts'

const rest = await startRestService({ maxRows: 100, aggregates: true, allowTxPreference: true })
afterAll(() => rest.stop())

/** One figure over all that is stored. */
async function fingerprint(): Promise<unknown> {
  const tables = (
    await rest.sql<{ name: string }>(
      "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'hidden'::regnamespace, 'auth'::regnamespace) order by 1",
    )
  ).map(({ name }) => name)
  const sums = tables.map(
    (table) => `(select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${table} as t)`,
  )
  return (await rest.sql(`select array[${sums.join(', ')}] as sum`))[0]?.sum
}

function send(
  method: string,
  path: string,
  key: string,
  headers: Record<string, string>,
  body: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      rest.url,
      { method, path: `/rest/v1${path}`, headers: { apikey: key, ...headers } },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    sent.on('error', reject)
    sent.end(method === 'GET' || method === 'HEAD' ? undefined : body)
  })
}

// `npm run test:long` sends ten thousand, `npm test` five hundred; the seeds keep both the same from run to run.
const times = process.env.TEST_LONG ? 20 : 1
const timeoutMs = 10_000 + times * 20_000

/** Answered, refused, or sent away to retry because all connections were taken. */
function expectAnswer(status: number, request: string): void {
  expect((status >= 200 && status < 500) || status === 503, `${status} ${request}`).toBe(true)
}

const nasty = fc.constantFrom(
  "'; drop table farms; --",
  '"',
  "'",
  '\\',
  '%',
  '%00',
  '\0',
  '(',
  ')',
  '((',
  '))',
  '{',
  '}',
  '{{',
  '[',
  ',',
  '.',
  '..',
  ':',
  '::',
  '->',
  '->>',
  '!',
  '!!inner',
  '...',
  '*',
  '**',
  'null',
  'NaN',
  '-1',
  '1e400',
  '99999999999999999999',
  'eq',
  'eq.',
  'not.not.eq.1',
  'in.(',
  'in.()',
  'is.nul',
  'fts(.x',
  'fts(english).&',
  'fts(nope).x',
  'cs.{',
  'cs.[',
  'cs.{"a":',
  'ov.[1,2',
  'adj.(,)',
  'like(any).{',
  '$1',
  '$$',
  'pg_sleep(5)',
  'constructor',
  '__proto__',
  'toString',
  '\ud800',
  '🌾',
  'é',
  '\u202e',
  'pg_catalog.pg_class',
  'ctid',
  'xmin',
  'tableoid',
  'count',
  'count()',
  'sum',
  'id.sum()',
  'area_ha.avg()::text',
  'details->rating.max()',
  '...people(id.count())',
  '...harvests(weight_kg.sum())',
  'farms',
  'people(',
  'people(*)',
  'farms(people(farms(*)))',
  '[[[[[[[[',
  'x'.repeat(300),
  'match.(((',
  'match.*',
  'imatch.[',
  '1,2',
  'true',
  'a->-0',
  'details->99999999999',
  'details->>a->b',
  'tags->0',
  'search->a',
  'id::int4',
  'id::regclass',
  'id::pg_catalog',
)
const column = fc.constantFrom(
  'id',
  'name',
  'state',
  'area_ha',
  'tags',
  'season',
  'details',
  'raw',
  'search',
  'organic',
  'owner_id',
  'created_at',
  'plots',
  'nope',
)
const operator = fc.constantFrom(
  'eq',
  'neq',
  'gt',
  'like',
  'ilike',
  'match',
  'in',
  'is',
  'isdistinct',
  'cs',
  'cd',
  'ov',
  'fts',
  'wfts',
  'sl',
  'sr',
  'nxl',
  'nxr',
  'adj',
  'not.eq',
  'eq(any)',
  'like(all)',
)
const text = fc.oneof(nasty, fc.string({ maxLength: 20 }), fc.string({ maxLength: 12, unit: 'binary' }))
const glued = fc
  .array(fc.oneof(column, nasty, fc.constantFrom('(', ')', ',', ':', '.', '!inner', '::text')), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''))
const parameter = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(column, operator, text).map(([name, op, value]) => [name, `${op}.${value}`]),
  },
  fc.tuple(
    fc.constantFrom(
      'select',
      'order',
      'or',
      'and',
      'not.or',
      'columns',
      'on_conflict',
      'limit',
      'offset',
      'people.order',
      'harvests.limit',
      'people.or',
    ),
    fc.oneof(
      glued,
      text.map((value) => `(${value})`),
      glued.map((value) => `(id.eq.${value})`),
    ),
  ),
  fc.tuple(text, text),
)
const written = (value: string) =>
  fc
    .constantFrom(encodeURIComponent, encodeURI, (raw: string) => raw.replace(/[^!-~]/g, ''))
    .map((how) => {
      try {
        return how(value)
      } catch {
        return '%ED%A0%80'
      }
    })
const query = fc
  .array(
    parameter.chain(([name, value]) =>
      fc.tuple(written(name as string), written(value as string)).map((pair) => pair.join('=')),
    ),
    { maxLength: 3 },
  )
  .map((parts) => parts.join('&').replaceAll('#', ''))
const path = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '/farms',
      '/farms',
      '/farms',
      '/people',
      '/harvests',
      '/farm_cards',
      '/odd%20name',
      '/',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '/rpc/greet',
      '/rpc/add_numbers',
      '/rpc/farms_larger_than',
      '/rpc/farm_names',
      '/rpc/echo',
      '/rpc/sum_all',
      '/rpc/echo_jsonb',
      '/rpc/a_pair',
      '/rpc/whoami',
    ),
  },
  {
    weight: 1,
    arbitrary: text.map((value) => `/${encodeURIComponent(value.replace(/[\ud800-\udfff]/g, ''))}`),
  },
)
const json = fc.oneof(
  fc.json({ maxDepth: 3 }),
  text,
  fc.constantFrom(
    '',
    '{',
    '[]',
    '[{}]',
    '{"a":1}',
    '{"id":"\\u0000"}',
    '{"id":1e999}',
    '"\\ud800"',
    '{"__proto__":1}',
    '{"constructor":1}',
    `${'{"a":'.repeat(150)}1${'}'.repeat(150)}`,
  ),
)
const headers = fc.record(
  {
    accept: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom('application/json', 'text/csv', '*/*;q=x') },
      fc.constantFrom(
        'application/vnd.pgrst.object+json',
        ';;;',
        'application/vnd.pgrst.array+json;nulls=stripped',
      ),
    ),
    prefer: fc.constantFrom(
      'count=exact',
      'count=planned',
      'count=estimated',
      'return=representation',
      'return=headers-only',
      'resolution=merge-duplicates',
      'missing=default',
      'handling=strict',
      'max-affected=0, handling=strict',
      'tx=rollback',
      'timezone=Africa/Lagos, handling=strict',
      "timezone='; select 1",
      '=,=,,',
    ),
    range: fc.constantFrom('0-1', '5-', '9-3', '-', 'items=0-0', '999999999999999999999-'),
    'content-type': fc.constantFrom(
      'application/json',
      'text/csv',
      'application/x-www-form-urlencoded',
      'text/plain',
      'text/xml',
      'application/octet-stream',
      'x',
      '',
    ),
    'accept-profile': fc.constantFrom('public', 'public', 'public', 'public', 'hidden', ''),
  },
  { requiredKeys: [] },
)

test(
  'no request is a 500, and reading changes nothing',
  async () => {
    const before = await fingerprint()
    const property = fc.asyncProperty(
      fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'),
      path,
      query,
      headers,
      json,
      async (method, where, parameters, input, body) => {
        // Writing verbs are sent by a caller without the right to write, so that no accident of chance is one.
        const key = method === 'GET' || method === 'HEAD' ? serviceKey : anonKey
        const status = await send(method, `${where}?${parameters}`, key, input, body)
        expectAnswer(status, `${method} ${where}?${parameters}`)
      },
    )
    await fc.assert(property, { numRuns: 350 * times, seed: 20260101 })
    expect(await fingerprint()).toEqual(before)
  },
  timeoutMs,
)

test(
  'bodies from someone who may write are answered too, and refused ones write nothing',
  async () => {
    const property = fc.asyncProperty(
      fc.constantFrom('POST', 'PATCH'),
      headers,
      json,
      query,
      async (method, input, body, parameters) => {
        // No row has this id: an update finds nothing, whatever it would set.
        const where = method === 'PATCH' ? '/places?id=eq.-5' : '/places?select=id'
        const status = await send(method, `${where}&${parameters}`, serviceKey, input, body)
        expectAnswer(status, `${method} ${where}&${parameters} ${body}`)
        if (status >= 400) expect(await rest.sql('select from places where id > 2')).toHaveLength(0)
        else await rest.sql('delete from places where id > 2 or id < 1')
      },
    )
    await fc.assert(property, { numRuns: 150 * times, seed: 20260102 })
  },
  timeoutMs,
)

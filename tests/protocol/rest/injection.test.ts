// What a client writes never becomes SQL: aliases, keys, values, languages and lists travel beside the statement.
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { compile } from '#platform/rest/compile.ts'
import type { Compiled, CompileRequest } from '#platform/rest/compiled.ts'
import { RestError } from '#platform/rest/errors.ts'
import { loadSchema } from '#platform/rest/load-schema.ts'
import { negotiate } from '#platform/rest/media-type.ts'
import { readPayload } from '#platform/rest/payload.ts'
import { parsePreferences } from '#platform/rest/preferences.ts'
import { startRestService } from './rest-service.ts'

const rest = await startRestService()
const cache = await loadSchema(rest.database.rest, ['public'])
afterAll(() => rest.stop())

const times = process.env.TEST_LONG ? 20 : 1

/** No name of the schema and no SQL of ours holds it, so wherever it is, the client wrote it. */
const mark = 'ж'
const quotes = fc.constantFrom(
  "'",
  '"',
  '\\',
  ';',
  '--',
  '/*',
  '*/',
  '$1',
  '$$',
  "\\'",
  "''",
  ' ',
  '🌾',
  '%',
  '*',
)
const written = fc
  .array(fc.oneof(quotes, fc.string({ maxLength: 4 })), { maxLength: 5 })
  .map((parts) => `${mark}${parts.join('')}${mark}`)
/** The same where a quoted name may stand. */
const named = written.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`)
const column = fc.constantFrom('id', 'name', 'state', 'details', 'tags', 'created_at', 'shouted')
const field = fc.oneof(
  column,
  named.map((key) => `details->${key}`),
  named.map((key) => `details->a->>${key}`),
)
const condition = fc
  .tuple(
    field,
    fc.constantFrom('eq', 'neq', 'like', 'match', 'not.eq', 'cs', 'fts', 'isdistinct', 'like(any)'),
    written,
  )
  .map(([left, operator, value]) => [left, `${operator}.${value}`] as const)
const quoted = written.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`)
const selected = fc.oneof(
  column,
  fc.tuple(named, field).map(([alias, of]) => `${alias}:${of}`),
  fc.tuple(named, named).map(([alias, inner]) => `${alias}:people!inner(${inner}:full_name)`),
  named.map((alias) => `...harvests(${alias}:crop)`),
  named.map((alias) => `${alias}:area_ha.sum()`),
)
const parameter = fc.oneof(
  condition,
  fc.array(selected, { minLength: 1, maxLength: 4 }).map((list) => ['select', list.join(',')] as const),
  fc.array(quoted, { maxLength: 3 }).map((list) => ['name', `in.(${list.join(',')})`] as const),
  fc
    .array(fc.tuple(field, quoted), { minLength: 1, maxLength: 3 })
    .map((list) => ['or', `(${list.map(([of, value]) => `${of}.eq.${value}`).join(',')})`] as const),
  field.map((of) => ['order', `${of}.desc`] as const),
  fc.tuple(written, written).map(([language, value]) => ['search', `fts(${language}).${value}`] as const),
  written.map((name) => ['on_conflict', name] as const),
)

/** Undefined when it is refused before there is any SQL. */
function tryCompile(request: Partial<CompileRequest>): Compiled | undefined {
  try {
    return compile(
      cache,
      { maxRows: 100, aggregates: true },
      {
        verb: 'read',
        schema: 'public',
        name: 'farms',
        query: '',
        readOnly: true,
        withoutBody: false,
        shape: negotiate(undefined),
        preferences: parsePreferences('count=exact, return=representation'),
        ...request,
      },
    )
  } catch (error) {
    if (error instanceof RestError && error.status < 500) return undefined
    throw error
  }
}

test('of the query', () => {
  let compiled = 0
  const property = fc.property(
    fc.array(parameter, { minLength: 1, maxLength: 4 }),
    fc.constantFrom<Partial<CompileRequest>>(
      { verb: 'read' },
      { verb: 'read', shape: negotiate('text/csv') },
      { verb: 'delete', readOnly: false },
      { verb: 'update', readOnly: false, payload: readPayload('{"name":"x"}', undefined, { isCall: false }) },
      {
        verb: 'call',
        name: 'farms_larger_than',
        payload: readPayload('{"hectares":1}', undefined, { isCall: true }),
      },
    ),
    (parameters, request) => {
      const query = parameters
        .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
        .join('&')
      const result = tryCompile({ ...request, query })
      if (!result) return
      compiled++
      expect(result.text).not.toContain(mark)
      expect(result.explain?.text ?? '').not.toContain(mark)
    },
  )
  fc.assert(property, { numRuns: 500 * times, seed: 20260103 })
  // Most of them mean something: a test of refusals alone would prove nothing.
  expect(compiled).toBeGreaterThan(250 * times)
})

test('of the body, whose keys must be columns or arguments', () => {
  const property = fc.property(
    fc.dictionary(
      fc.oneof(fc.constantFrom('name', 'notes', 'details'), written),
      fc.oneof(written, fc.integer()),
      {
        maxKeys: 4,
      },
    ),
    fc.constantFrom<Partial<CompileRequest>>(
      { verb: 'insert' },
      { verb: 'call', name: 'greet' },
      { verb: 'call', name: 'echo' },
    ),
    (body, request) => {
      const payload = readPayload(JSON.stringify(body), undefined, { isCall: request.verb === 'call' })
      expect(tryCompile({ ...request, readOnly: false, payload })?.text ?? '').not.toContain(mark)
    },
  )
  fc.assert(property, { numRuns: 100 * times, seed: 20260104 })
})

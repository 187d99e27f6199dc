// Says what happened: status, headers and body of the response, as upstream puts them together.
import type { Compiled } from './compiled.ts'
import { isHeader, validStatus } from './database-errors.ts'
import { notOneRow, offsetBeyondTotal, RestError } from './errors.ts'
import type { Outcome } from './execute.ts'
import { appliedPreferences, type PreferenceName } from './preferences.ts'
import { contentRange, rangeStatus } from './range.ts'

export interface RestResponse {
  status: number
  headers: Record<string, string>
  body: string | null
}

const honoured: Record<Compiled['verb'], PreferenceName[]> = {
  read: ['count', 'handling', 'tx', 'timezone'],
  insert: ['resolution', 'missing', 'return', 'count', 'handling', 'tx', 'timezone'],
  update: ['missing', 'return', 'count', 'handling', 'max-affected', 'tx', 'timezone'],
  delete: ['return', 'count', 'handling', 'max-affected', 'tx', 'timezone'],
  call: ['count', 'handling', 'max-affected', 'tx', 'timezone'],
}

export function respond(compiled: Compiled, outcome: Outcome): RestResponse {
  const response =
    compiled.verb === 'read' || compiled.verb === 'call'
      ? readResponse(compiled, outcome)
      : writeResponse(compiled, outcome)
  const { preferences, verb, hasConflictTarget } = compiled
  const names = hasConflictTarget ? honoured[verb] : honoured[verb].filter((name) => name !== 'resolution')
  const applied = appliedPreferences(preferences, names)
  if (applied) response.headers['preference-applied'] = applied
  return outcome.responseHeaders || outcome.responseStatus ? overridden(response, outcome) : response
}

const longestContentLocation = 4096

function readResponse(compiled: Compiled, outcome: Outcome): RestResponse {
  const { verb, shape, range, withoutBody, isVoid, contentLocation } = compiled
  if (verb === 'read' && shape.kind === 'object' && !withoutBody && outcome.rows !== 1)
    throw notOneRow(outcome.rows)
  const { total } = outcome
  const { offset, limit } = range
  // HEAD with an exact count needs the total alone; the page follows from it.
  const rows =
    verb === 'read' && withoutBody && outcome.rows === 0 && total !== undefined
      ? Math.max(0, Math.min(limit ?? Number.POSITIVE_INFINITY, total - offset))
      : outcome.rows
  const status = rangeStatus(offset, rows, total)
  if (status === 416) throw offsetBeyondTotal(offset, total ?? 0)
  const headers: Record<string, string> = { 'content-range': contentRange(offset, offset + rows - 1, total) }
  if (isVoid) return { status: 204, headers, body: null }
  headers['content-type'] = shape.contentType
  // A client takes headers of some kilobytes: an address that it sent itself must not cost it the answer.
  if (contentLocation && contentLocation.length <= longestContentLocation)
    headers['content-location'] = contentLocation
  return { status, headers, body: withoutBody ? null : (outcome.body ?? '') }
}

function writeResponse(compiled: Compiled, outcome: Outcome): RestResponse {
  const { verb, shape, preferences } = compiled
  const { rows } = outcome
  const counted = preferences.count === 'exact' || preferences.count === 'estimated' ? rows : undefined
  const headers: Record<string, string> = {
    'content-range': verb === 'update' ? contentRange(0, rows - 1, counted) : contentRange(1, 0, counted),
  }
  const location = verb === 'insert' && outcome.location && locationOf(compiled, outcome.location)
  if (location) headers.location = location
  const full = preferences.return === 'representation'
  if (full) headers['content-type'] = shape.contentType
  const onlyUpdated = compiled.upserts && (outcome.inserted ?? 0) <= 0 && outcome.inserted !== undefined
  const status = verb === 'insert' ? (onlyUpdated ? 200 : 201) : full ? 200 : 204
  return { status, headers, body: full ? (outcome.body ?? '') : null }
}

/** `/orders?id=eq.7`: where the one inserted row is to be found. */
function locationOf({ name, locationColumns }: Compiled, keys: string): string {
  const values = JSON.parse(keys) as (string | null)[]
  const filters = locationColumns.map((column, i) => {
    const value = values[i]
    return `${encodeURIComponent(column)}=${value == null ? 'is.null' : `eq.${encodeURIComponent(value)}`}`
  })
  return `/${encodeURIComponent(name)}?${filters.join('&')}`
}

// A function may set response.headers and response.status.
// https://docs.postgrest.org/en/v13/references/transactions.html#response-headers
function overridden(response: RestResponse, { responseHeaders, responseStatus }: Outcome): RestResponse {
  const headers = { ...response.headers, ...(responseHeaders && parseHeaders(responseHeaders)) }
  if (!responseStatus) return { ...response, headers }
  const status = validStatus(Number(responseStatus))
  if (String(status) !== responseStatus.trim()) {
    throw new RestError(500, 'PGRST112', 'response.status guc must be a valid status code')
  }
  return { ...response, headers, status }
}

function parseHeaders(text: string): Record<string, string> {
  const headers: Record<string, string> = {}
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw badHeaders()
  }
  if (!Array.isArray(list)) throw badHeaders()
  for (const item of list) {
    const [pair, ...more] = Object.entries((item ?? {}) as object)
    if (!pair || more.length || !isHeader(pair[0], pair[1])) throw badHeaders()
    const name = pair[0].toLowerCase()
    const earlier = headers[name]
    headers[name] = earlier === undefined ? pair[1] : `${earlier}, ${pair[1]}`
  }
  return headers
}

const badHeaders = () =>
  new RestError(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  )

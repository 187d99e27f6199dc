// Turns PostgreSQL's own errors into responses: upstream's table of SQLSTATE to HTTP status.
import type { Role } from '#platform/database/caller.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import { RestError } from './errors.ts'

export interface DatabaseErrorFields {
  code: string
  message: string
  detail?: string
  hint?: string
  /** PostgreSQL's own function that reported it. */
  routine?: string
}

export function isDatabaseError(error: unknown): error is DatabaseErrorFields & Error {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.length === 5
  )
}

// https://docs.postgrest.org/en/v13/references/errors.html#http-status-codes, by whole code first, then by class.
// Three classes differ, because a client can write a request that causes them, and such a request is not our
// failure: 21000 (an upsert that names one row twice), 54 (nesting or length beyond PostgreSQL's own limits)
// and 55000 (a view that takes no writes) are 400 here and 500 upstream.
const statusByCode: Record<string, number> = {
  // Not the connection but how we used it.
  '08P01': 500,
  '21000': 400,
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '55000': 400,
  '57P01': 503,
  P0001: 400,
  // What a function did not find was requested by a client (docs/deviations.md).
  P0002: 404,
}
const statusByClass: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 400,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}

export function fromDatabaseError(error: DatabaseErrorFields, role: Role, concealRows = false): RestError {
  const { code } = error
  if (code === 'PGRST') return fromRaisedResponse(error)
  const status = statusOf(error, role)
  const headers: Record<string, string> =
    status === 401 ? { 'www-authenticate': 'Bearer' } : status === 503 ? { 'retry-after': '1' } : {}
  return new RestError(status, code, error.message, {
    details: concealRows && repeatsRow(error) ? null : (error.detail ?? null),
    hint: error.hint ?? null,
    headers,
  })
}

/** The database is away or has too much to do: what rest answers with 503, and others must too. */
export function isTemporary(error: unknown): boolean {
  if (isDatabaseUnavailable(error)) return true
  return isDatabaseError(error) && error.code !== 'PGRST' && statusOf(error, 'anon') === 503
}

/** Not null, check, partition and `with check option`: their detail is the whole row, in the language of the server. */
const codesWithRow = new Set(['23502', '23514', '44000'])

/** A function that runs as its owner writes columns that its caller may not read. What it raises itself is its own words. */
function repeatsRow({ code, detail, routine }: DatabaseErrorFields): boolean {
  if (detail?.startsWith('Failing row contains')) return true
  return codesWithRow.has(code) && routine !== 'exec_stmt_raise'
}

function statusOf(error: DatabaseErrorFields, role: Role): number {
  const { code, message } = error
  // Someone who has not signed in may try again after signing in; for anyone else the answer is final.
  if (code === '42501') return role === 'anon' ? 401 : 403
  // A role of a token that the database does not have (upstream issue 3601).
  if (code === '22023' && message.startsWith('role') && message.endsWith('does not exist')) return 401
  // `raise sqlstate 'PT402'` chooses the status itself.
  if (code.startsWith('PT')) return validStatus(Number(code.slice(2)))
  // PostgreSQL's parser of text searches reports too many nested operators as an error of its own.
  if (code === 'XX000' && message === 'tsquery stack too small') return 400
  return statusByCode[code] ?? statusByClass[code.slice(0, 2)] ?? 400
}

/** A status that an HTTP response may carry with a body; anything else is the function's mistake. */
export function validStatus(status: unknown): number {
  return typeof status === 'number' && Number.isInteger(status) && status >= 200 && status <= 599
    ? status
    : 500
}

// `raise sqlstate 'PGRST' using message = '{"code",...}', detail = '{"status",...}'`: the function writes the
// whole response. https://docs.postgrest.org/en/v13/references/errors.html#raise-errors-with-http-status-codes
function fromRaisedResponse(error: DatabaseErrorFields): RestError {
  const body = parseObject(error.message)
  if (!body || typeof body.code !== 'string' || typeof body.message !== 'string') {
    return unparsable(
      `Invalid JSON value for MESSAGE: '${error.message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    )
  }
  const envelopeHint =
    "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."
  if (error.detail === undefined) return unparsable('DETAIL is missing in the RAISE statement', envelopeHint)
  const envelope = parseObject(error.detail)
  if (!envelope || typeof envelope.status !== 'number' || !isPlainObject(envelope.headers)) {
    return unparsable(`Invalid JSON value for DETAIL: '${error.detail}'`, envelopeHint)
  }
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(envelope.headers)) {
    if (isHeader(name, value)) headers[name.toLowerCase()] = value
  }
  return new RestError(validStatus(envelope.status), body.code, body.message, {
    details: typeof body.details === 'string' ? body.details : null,
    hint: typeof body.hint === 'string' ? body.hint : null,
    headers,
  })
}

export function isHeader(name: string, value: unknown): value is string {
  return (
    /^[\w!#$%&'*+.^`|~-]+$/.test(name) && typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
  )
}

const unparsable = (details: string, hint: string) =>
  new RestError(500, 'PGRST121', `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, {
    details,
    hint,
  })

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isPlainObject(value) ? value : null
  } catch {
    return null
  }
}

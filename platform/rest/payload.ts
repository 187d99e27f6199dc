// Reads a request's body far enough to know its keys; PostgreSQL reads the values from the same text.
import { isNestedTooDeeply, maxJsonDepth } from '../json-depth.ts'
import { parseCsv } from './csv.ts'
import { invalidBody } from './errors.ts'
import { splitQuery } from './query-string.ts'

export interface Payload {
  /** The last three are the one unnamed argument of a function. */
  kind: 'object' | 'array' | 'text' | 'xml' | 'bytea'
  /** JSON, or the body as it came. */
  body: string | Buffer
  keys: readonly string[]
  /** For a form sent to a function: its pairs, which may repeat. */
  form?: [name: string, value: string][]
}

const maxKeys = 1000

const decoder = new TextDecoder()

const emptyArray: Payload = { kind: 'array', body: '[]', keys: [] }

/** `columns`, if set, names the keys that count; objects may then differ in their keys. */
export function readPayload(
  raw: string | Buffer,
  contentType: string | undefined,
  options: PayloadOptions,
): Payload {
  const type =
    (contentType ?? 'application/json').split(';', 1)[0]?.trim().toLowerCase() || 'application/json'
  if (type === 'application/octet-stream' && options.isCall)
    return { kind: 'bytea', body: Buffer.from(raw), keys: [] }
  const body = typeof raw === 'string' ? raw : decoder.decode(raw)
  switch (type) {
    case 'application/json':
      return readJson(body, options)
    case 'text/csv':
      return readCsv(body, options)
    case 'application/x-www-form-urlencoded':
      return readForm(body, options)
    case 'text/plain':
    case 'text/xml':
      if (options.isCall) return { kind: type === 'text/xml' ? 'xml' : 'text', body, keys: [] }
  }
  throw invalidBody(`Content-Type not acceptable: ${type}`)
}

interface PayloadOptions {
  columns?: readonly string[] | undefined
  isCall: boolean
}

function readCsv(body: string, options: PayloadOptions): Payload {
  const rows = parseCsv(body)
  return fromValue(JSON.stringify(rows), rows, options)
}

function readJson(body: string, options: PayloadOptions): Payload {
  if (body === '' && options.isCall) return { kind: 'object', body: '{}', keys: [] }
  if (isNestedTooDeeply(body)) throw invalidBody(`JSON is nested deeper than ${maxJsonDepth} levels`)
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw invalidBody('Empty or invalid json')
  }
  return fromValue(body, value, options)
}

function fromValue(body: string, value: unknown, { columns, isCall }: PayloadOptions): Payload {
  if (isObject(value)) return { kind: 'object', body, keys: checkKeys(columns ?? Object.keys(value)) }
  // Anything that is no row counts as no rows, as upstream; a function may still take it whole.
  if (!Array.isArray(value) || value.length === 0)
    return isCall ? { kind: 'array', body, keys: [] } : emptyArray
  const keys = isObject(value[0]) ? Object.keys(value[0]) : []
  const uniform = value.every((row) => isObject(row) && (columns !== undefined || hasKeys(row, keys)))
  if (!uniform && !isCall) throw invalidBody('All object keys must match')
  return { kind: 'array', body, keys: checkKeys(columns ?? keys) }
}

function checkKeys(keys: readonly string[]): readonly string[] {
  if (keys.length > maxKeys) throw invalidBody(`More than ${maxKeys} keys in one object`)
  return keys
}

function readForm(body: string, options: { isCall: boolean }): Payload {
  const pairs = splitQuery(body)
  const object = Object.fromEntries(pairs)
  const keys = Object.keys(object)
  const payload: Payload = { kind: 'object', body: JSON.stringify(object), keys }
  return options.isCall ? { ...payload, form: pairs } : payload
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function hasKeys(row: Record<string, unknown>, keys: readonly string[]): boolean {
  let count = 0
  for (const _ in row) count++
  return count === keys.length && keys.every((key) => Object.hasOwn(row, key))
}

// Every refusal of this service, with PostgREST's status, code, message, details and hint.
// Source of the codes: https://docs.postgrest.org/en/v13/references/errors.html

export interface ErrorBody {
  code: string
  message: string
  details: unknown
  hint: string | null
}

interface Extra {
  details?: unknown
  hint?: string | null
  headers?: Record<string, string>
}

export class RestError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown
  readonly hint: string | null
  readonly headers: Record<string, string>

  constructor(status: number, code: string, message: string, extra: Extra = {}) {
    super(message)
    this.name = 'RestError'
    this.status = status
    this.code = code
    this.details = extra.details ?? null
    this.hint = extra.hint ?? null
    this.headers = extra.headers ?? {}
  }

  /** Key order as upstream writes it. */
  toBody(): ErrorBody {
    return { code: this.code, details: this.details, hint: this.hint, message: this.message }
  }
}

/** PGRST100: a query parameter does not parse. `column` counts from 1. */
export function parseFailure(what: string, text: string, column: number, details: string): RestError {
  const shown = text.length > 200 ? `${text.slice(0, 200)}...` : text
  return new RestError(400, 'PGRST100', `"failed to parse ${what} (${shown})" (line 1, column ${column})`, {
    details,
  })
}

export const invalidQuery = (message: string, details: string | null = null) =>
  new RestError(400, 'PGRST100', message, { details })

export const urlTooLong = (limit: number) =>
  new RestError(414, 'PGRST100', `The request URL is longer than ${limit} characters`)

export const bodyTooLarge = (limitBytes: number) =>
  new RestError(413, 'PGRST102', `The request body is larger than ${limitBytes} bytes`)

export const rpcMethodNotAllowed = (method: string) =>
  new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)

export const invalidBody = (message: string) => new RestError(400, 'PGRST102', message)

export const invalidRange = (details: string) =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details })

export const offsetBeyondTotal = (offset: number, total: number) =>
  invalidRange(`An offset of ${offset} was requested, but there are only ${total} rows.`)

export const unknownSchema = (schema: string, exposed: readonly string[]) =>
  new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })

export const unacceptableMediaType = (accepts: readonly string[]) =>
  new RestError(406, 'PGRST107', `None of these media types are available: ${accepts.join(', ')}`)

export const notEmbedded = (resource: string) =>
  new RestError(400, 'PGRST108', `'${resource}' is not an embedded resource in this request`, {
    hint: `Verify that '${resource}' is included in the 'select' query parameter.`,
  })

export const notOneRow = (rows: number) =>
  new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })

export const methodNotAllowed = (method: string) =>
  new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)

export const orderNotToOne = (origin: string, target: string) =>
  new RestError(400, 'PGRST118', `A related order on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  })

export const badEmbedFilter = (target: string) =>
  new RestError(400, 'PGRST120', `Bad operator on the '${target}' embedded resource`, {
    details: 'Only is null or not is null filters are allowed on embedded resources',
  })

export const invalidPreferences = (names: readonly string[]) =>
  new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${names.join(', ')}`,
  })

export const aggregatesNotAllowed = () =>
  new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')

export const tooManyAffected = (rows: number) =>
  new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  })

export const unknownPath = () => new RestError(404, 'PGRST125', 'Invalid path specified in request URL')

/** As Supabase's gateway: the whole schema is shown to servers alone. */
export const secretKeyRequired = () =>
  new RestError(401, 'PGRST302', 'Secret API key required', {
    hint: 'Only secret API keys can be used for this endpoint.',
  })

export const rootDisabled = () => new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled')

export const maxAffectedNeedsSet = () =>
  new RestError(
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  )

export const unknownColumnToWrite = (table: string, column: string) =>
  new RestError(400, 'PGRST204', `Could not find the '${column}' column of '${table}' in the schema cache`)

export const unknownTable = (schema: string, table: string, suggestion: string | null) =>
  new RestError(404, 'PGRST205', `Could not find the table '${schema}.${table}' in the schema cache`, {
    hint: suggestion && `Perhaps you meant the table '${schema}.${suggestion}'`,
  })

/** What PostgreSQL itself says of a column that is not there; we know it before the query. */
export const unknownColumn = (table: string, column: string, suggestion: string | null) =>
  new RestError(400, '42703', `column ${table}.${column} does not exist`, {
    hint: suggestion && `Perhaps you meant to reference the column "${table}.${suggestion}".`,
  })

export const unknownType = (name: string) => new RestError(400, '42704', `type "${name}" does not exist`)

/** As pg-safeupdate, which Supabase loads for its API: a forgotten filter must not touch every row. */
export const whereRequired = (verb: 'UPDATE' | 'DELETE') =>
  new RestError(400, '21000', `${verb} requires a WHERE clause`)

/** The code of a function that raises it by itself. */
export const tooManyCalls = (waitSeconds: number) =>
  new RestError(429, 'PT429', 'Too many requests. Please try again later.', {
    headers: { 'retry-after': String(Math.ceil(waitSeconds)) },
  })

export const databaseUnavailable = () =>
  new RestError(503, 'PGRST000', 'Database connection error. Retrying the connection.', {
    headers: { 'retry-after': '1' },
  })

export const schemaNotLoaded = () =>
  new RestError(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.', {
    headers: { 'retry-after': '1' },
  })

export const internalError = () => new RestError(500, 'PGRSTX00', 'An unexpected error occurred')

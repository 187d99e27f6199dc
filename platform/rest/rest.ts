// /rest/v1: the PostgREST dialect. Parse -> plan -> one SQL statement -> response.
import { type Context, Hono } from 'hono'
import { isBrokenRequest } from '#platform/broken-request.ts'
import type { Caller } from '#platform/database/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import type { Log } from '#platform/log.ts'
import { readWithin } from '#platform/read-within.ts'
import { compile } from './compile.ts'
import type { Compiled } from './compiled.ts'
import { addCors } from './cors.ts'
import { fromDatabaseError, isDatabaseError } from './database-errors.ts'
import {
  bodyTooLarge,
  databaseUnavailable,
  internalError,
  invalidBody,
  methodNotAllowed,
  RestError,
  rootDisabled,
  rpcMethodNotAllowed,
  schemaNotLoaded,
  secretKeyRequired,
  tooManyCalls,
  unknownSchema,
} from './errors.ts'
import { execute } from './execute.ts'
import { createLiveSchema } from './live-schema.ts'
import { negotiate } from './media-type.ts'
import { negotiateOpenApi, writeOpenApi } from './openapi.ts'
import { readOpenApiFacts } from './openapi-facts.ts'
import { describeOptions } from './options.ts'
import { parseColumns } from './parse-query.ts'
import { type Payload, readPayload } from './payload.ts'
import { createPlanCache } from './plan-cache.ts'
import { parsePreferences } from './preferences.ts'
import { createPreparedNames } from './prepared-names.ts'
import { splitQuery } from './query-string.ts'
import { parseRangeHeader } from './range.ts'
import { type RawRequest, readRequest, readTarget, type Target } from './request.ts'
import { type RestResponse, respond } from './respond.ts'
import { quoteIdentifier, type SchemaCache } from './schema-cache.ts'

export interface RestOptions {
  database: Database
  /** From a request's key and token to a database role; rejects with `{ code, message }` for a 401. */
  verifyCaller: (headers: { apikey?: string; authorization?: string }) => Promise<Caller>
  /** Exposed schemas; the first is the default. */
  schemas: readonly string[]
  /** Behind the active schema on the search_path of each request (db-extra-search-path). */
  extraSearchPath?: readonly string[]
  /** No response carries more rows (db-max-rows). */
  maxRows?: number
  /** Planned and estimated counts are counted, no further than one past it; unset: the planner's guess, as upstream. */
  countsUpTo?: number
  /** Leave the row that broke a rule out of errors; upstream shows it. */
  concealRows?: boolean
  /** Answers to anyone who is more than anon are stored by no cache, unless a function says otherwise; upstream says nothing. */
  privateAnswers?: boolean
  maxBodyBytes?: number
  /** Serve count(), sum(), avg(), min() and max(); unset: as the database says (db-aggregates-enabled), off as upstream. */
  aggregates?: boolean
  /** False: the root answers 404 rather than with the OpenAPI document (openapi-mode: disabled). */
  openApi?: boolean
  /** Follow `Prefer: tx=rollback` (db-tx-end: commit-allow-override); off as upstream. */
  allowTxPreference?: boolean
  /** Counts a call of this caller; answers how many seconds to wait when there were too many, else 0. Unset: none is counted. */
  takeCall?: (call: CountedCall) => number
  /** Whose request it is: what `request.headers` says as x-forwarded-for, whatever the client wrote there. */
  clientAddress?: (request: Request, env: unknown) => string
  /** By which a failure in the log is found beside its request. */
  requestId?: (env: unknown) => string | undefined
  /** Where the app is mounted. */
  basePath?: string
  log: Log
}

/** What a limit of calls may count by. */
export interface CountedCall {
  method: string
  /** As the schema has it, whatever the address encodes. */
  name: string
  caller: Caller
  env: unknown
}

export interface Rest {
  app: Hono
  /** Reads the schema again; resolves once requests are served by it. */
  reload(): Promise<void>
  close(): Promise<void>
}

/** The caller, once known: a refusal may name rows too. */
interface Asked {
  role: Caller['role']
}

const neverCached = 'private, no-store'
const defaultMaxBodyBytes = 10 * 1024 * 1024
const defaultExtraSearchPath = ['public', 'extensions']

/** The pools report a database that is away, once; not every request that finds it so. */
const reportedOnce = new Set([databaseUnavailable().code, schemaNotLoaded().code])

export function createRest(options: RestOptions): Rest {
  const { database, verifyCaller, schemas, maxRows, countsUpTo, log } = options
  const { basePath = '/rest/v1', maxBodyBytes = defaultMaxBodyBytes } = options
  const searchPaths = createSearchPaths(schemas, options.extraSearchPath ?? defaultExtraSearchPath)
  const plans = createPlanCache<Compiled>()
  const nameOf = createPreparedNames()
  const keeper = createLiveSchema({ database, schemas, log, onChange: plans.clear })

  async function answer(context: Context, request: RawRequest, requested: Asked): Promise<RestResponse> {
    const target = readTarget(request)
    const { method } = request
    if (method === 'OPTIONS')
      return describeOptions(request, target, await keeper.current(), schemaOf(request))
    const caller = await authenticate(request)
    requested.role = caller.role
    checkMethod(method, target)
    if (target.kind === 'root') return describeApi(request, caller)
    const waitSeconds = options.takeCall?.({ method, name: target.name, caller, env: context.env }) ?? 0
    if (waitSeconds > 0) throw tooManyCalls(waitSeconds)
    const writes = method === 'POST' || method === 'PATCH'
    const payload = writes ? payloadOf(request, target, await readBody(context, request)) : undefined
    const cache = keeper.current()
    try {
      const compiled = compileOnce(cache instanceof Promise ? await cache : cache, request, target, payload)
      const body = payload?.body ?? ''
      const headers = request.headers()
      if (options.clientAddress)
        headers['x-forwarded-for'] = options.clientAddress(context.req.raw, context.env)
      const searchPath = searchPaths.get(schemaOf(request)) ?? ''
      const runOptions = { method, path: request.path, headers, searchPath }
      const outcome = await execute(database, caller, compiled, { body, nameOf, options: runOptions })
      const response = respond(compiled, outcome)
      if (schemas.length > 1) response.headers['content-profile'] = schemaOf(request)
      return response
    } catch (error) {
      throw asRestError(error, caller)
    }
  }

  /** The OpenAPI document, for the secret key alone. */
  async function describeApi(request: RawRequest, caller: Caller): Promise<RestResponse> {
    if (options.openApi === false) throw rootDisabled()
    if (caller.role !== 'service_role') throw secretKeyRequired()
    const contentType = negotiateOpenApi(request.header('accept'))
    const cache = await keeper.current()
    const schema = schemaOf(request)
    const host = request.header('host') ?? 'localhost'
    const facts = await readOpenApiFacts(database.rest, schema)
    const document = writeOpenApi({ cache, schema, facts, host, basePath })
    const headers: Record<string, string> = { 'content-type': `${contentType}; charset=utf-8` }
    if (schemas.length > 1) headers['content-profile'] = schema
    return { status: 200, headers, body: request.method === 'HEAD' ? null : JSON.stringify(document) }
  }

  async function authenticate(request: RawRequest): Promise<Caller> {
    const apikey = request.header('apikey')
    const authorization = request.header('authorization')
    try {
      return await verifyCaller({ ...(apikey && { apikey }), ...(authorization && { authorization }) })
    } catch (error) {
      throw isRefusal(error) ? invalidToken(error) : error
    }
  }

  /** As upstream, writes name their schema by Content-Profile and reads by Accept-Profile. */
  function schemaOf(request: RawRequest): string {
    const reads = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS'
    const schema = request.header(reads ? 'accept-profile' : 'content-profile')
    if (schema === undefined) return schemas[0] ?? 'public'
    if (!schemas.includes(schema)) throw unknownSchema(schema, schemas)
    return schema
  }

  async function readBody(context: Context, request: RawRequest): Promise<Buffer> {
    const declaredLength = request.header('content-length')
    if (declaredLength !== undefined && Number(declaredLength) <= maxBodyBytes)
      return Buffer.from(await context.req.arrayBuffer())
    const body = declaredLength === undefined ? await readWithin(context.req.raw, maxBodyBytes) : undefined
    if (!body) throw bodyTooLarge(maxBodyBytes)
    return body
  }

  function compileOnce(
    cache: SchemaCache,
    request: RawRequest,
    target: Target,
    payload: Payload | undefined,
  ): Compiled {
    const { method } = request
    const accept = request.header('accept') ?? ''
    const prefer = request.header('prefer') ?? ''
    const range = method === 'GET' || method === 'HEAD' ? request.header('range') : undefined
    const schema = schemaOf(request)
    const shapeOfBody = payload ? `${payload.kind}${JSON.stringify(payload.keys)}` : ''
    const key = `${method}\n${request.url}\n${accept}\n${prefer}\n${range}\n${schema}\n${shapeOfBody}`
    // The arguments of a form are values of the statement: such a call is not remembered.
    const known = payload?.form ? undefined : plans.get(key)
    if (known) return known
    const compiled = compile(
      cache,
      { maxRows, countsUpTo, aggregates: options.aggregates ?? cache.aggregates },
      {
        verb: verbOf(method, target),
        schema,
        name: target.kind === 'root' ? '' : target.name,
        query: request.query,
        readOnly: method === 'GET' || method === 'HEAD',
        withoutBody: method === 'HEAD',
        shape: negotiate(accept),
        preferences: parsePreferences(prefer, options.allowTxPreference),
        headerRange: parseRangeHeader(range),
        payload,
      },
    )
    if (!payload?.form) plans.set(key, compiled)
    return compiled
  }

  function asRestError(error: unknown, caller: Caller): unknown {
    if (!isDatabaseError(error)) return error
    // The cache says that it is there, the database that it is not.
    if (error.code === '42P01' || error.code === '42703') keeper.suspectStale()
    return fromDatabaseError(error, caller.role, options.concealRows)
  }

  function refuse(error: unknown, request: RawRequest, requestId: string | undefined): RestResponse {
    const refusal =
      error instanceof RestError
        ? error
        : isBrokenRequest(error)
          ? invalidBody('The request was broken off')
          : isDatabaseUnavailable(error)
            ? databaseUnavailable()
            : internalError()
    if (refusal.status >= 500 && !reportedOnce.has(refusal.code)) {
      // The message and details may hold what a person wrote; the code says enough.
      const cause = refusal.code === 'PGRSTX00' && error instanceof Error ? { reason: error.stack } : {}
      log.error(
        { requestId, method: request.method, code: refusal.code, status: refusal.status, ...cause },
        'rest request failed',
      )
    }
    const headers = { 'content-type': 'application/json; charset=utf-8', ...refusal.headers }
    return {
      status: refusal.status,
      headers,
      body: request.method === 'HEAD' ? null : JSON.stringify(refusal.toBody()),
    }
  }

  const app = new Hono()
  app.all('*', async (context) => {
    const request = readRequest(context, basePath)
    const requested: Asked = { role: 'anon' }
    let response: RestResponse
    try {
      response = await answer(context, request, requested)
    } catch (error) {
      response = refuse(error, request, options.requestId?.(context.env))
    }
    if (request.header('origin') !== undefined) addCors(response.headers)
    if (options.privateAnswers && requested.role !== 'anon') response.headers['cache-control'] ??= neverCached
    const { status, headers } = response
    // These statuses may carry no body (RFC 9110).
    const body = status === 204 || status === 205 || status === 304 ? null : response.body
    return new Response(body, { status, headers })
  })
  return { app, reload: keeper.reload, close: keeper.close }
}

/** The search path of each exposed schema, as SQL: itself, then the further ones. */
function createSearchPaths(schemas: readonly string[], extra: readonly string[]): Map<string, string> {
  return new Map(
    schemas.map((schema) => [schema, [...new Set([schema, ...extra])].map(quoteIdentifier).join(', ')]),
  )
}

function verbOf(method: string, target: Target): Compiled['verb'] {
  if (target.kind === 'function') return 'call'
  return method === 'POST'
    ? 'insert'
    : method === 'PATCH'
      ? 'update'
      : method === 'DELETE'
        ? 'delete'
        : 'read'
}

function checkMethod(method: string, target: Target): void {
  if (target.kind === 'root') {
    if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method)
    return
  }
  if (target.kind === 'function') {
    if (!['GET', 'HEAD', 'POST'].includes(method)) throw rpcMethodNotAllowed(method)
  } else if (!['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'].includes(method)) throw methodNotAllowed(method)
}

function payloadOf(request: RawRequest, target: Target, body: Buffer): Payload {
  const named = request.query.includes('columns=')
    ? splitQuery(request.query).find(([name]) => name === 'columns')?.[1]
    : undefined
  return readPayload(body, request.header('content-type'), {
    columns: named === undefined ? undefined : parseColumns('columns parameter', named),
    isCall: target.kind === 'function',
  })
}

interface Refusal {
  code: string
  message: string
  hint?: string | null
}

const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('PGRST30')

// https://docs.postgrest.org/en/v13/references/errors.html#group-3-jwt, with RFC 6750's header
function invalidToken({ code, message, hint }: Refusal): RestError {
  const challenge =
    code === 'PGRST302'
      ? 'Bearer'
      : `Bearer error="invalid_token", error_description="${message.replaceAll('"', "'")}"`
  return new RestError(401, code, message, { hint: hint ?? null, headers: { 'www-authenticate': challenge } })
}

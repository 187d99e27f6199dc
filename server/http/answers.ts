// How addresses that speak JSON to our own pages say no, and what they need to know of a request.
import type { HttpBindings } from '@hono/node-server'
import type { Context, ErrorHandler } from 'hono'
import type { z } from 'zod'
import type { FieldProblem } from '#domain/forms.ts'
import {
  type DatabaseError,
  findDatabaseRefusal,
  type Refusal,
  type RefusalCode,
  refusals,
} from '#domain/refusals.ts'
import { makeStorable } from '#domain/text.ts'
import { vaultMessages } from '#domain/vault.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import type { Log } from '#platform/log.ts'
import type { IsOwnOrigin } from './own-origin.ts'

export type AppContext = Context<{ Bindings: HttpBindings }>

/** Thrown wherever a request cannot go on; answered in one place. */
export class RefusedError extends Error {
  readonly code: RefusalCode
  readonly errors: FieldProblem[]
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: RefusalCode,
    details: { message?: string; errors?: FieldProblem[]; retryAfter?: number } = {},
  ) {
    super(details.message ?? details.errors?.[0]?.message ?? refusals[code].message)
    this.code = code
    this.errors = details.errors ?? []
    this.retryAfterSeconds = details.retryAfter
  }
}

export function answerJson(
  status: number,
  body: object | null,
  headers: Record<string, string> = {},
): Response {
  return Response.json(body, { status, headers: headers })
}

/** From a limiter: 0 goes on. */
export function refuseWait(seconds: number): void {
  if (seconds > 0) throw new RefusedError('too_many', { retryAfter: seconds })
}

function answerRefusal({ code, message, errors, retryAfterSeconds }: RefusedError): Response {
  const wait = retryAfterSeconds ?? (code === 'unavailable' ? 2 : undefined)
  const body: Refusal = { ok: false, code, message, errors }
  return answerJson(refusals[code].status, body, wait === undefined ? {} : { 'retry-after': String(wait) })
}

/**
 * What the database refuses, in this wire's words: a rule broken, a right not held, a record that is not there or has
 * moved on. Anything else is a fault of ours.
 */
export function asRefusal(error: unknown): RefusedError | null {
  if (error instanceof RefusedError) return error
  if (isDatabaseUnavailable(error)) return new RefusedError('unavailable')
  const { code, message, hint, constraint } = error as DatabaseError & { constraint?: string }
  // The account was deleted while its session was still good.
  if (code === '23503' && constraint?.endsWith('_user_id_fkey')) return new RefusedError('sign_in')
  const refusal = findDatabaseRefusal({ code })
  if (!refusal || refusal.isFaultOnServer) return null
  switch (refusal.code) {
    case 'invalid':
      // Without the field it is the sentence of a constraint, which names tables and may repeat the row.
      return new RefusedError(
        'invalid',
        hint && message ? { message, errors: [{ field: hint, message }] } : {},
      )
    case 'forbidden':
      return new RefusedError('forbidden', hint === 'aal2' ? { message: vaultMessages.secondFactor } : {})
    case 'conflict':
      return new RefusedError('conflict', message ? { message } : {})
    default:
      return new RefusedError(refusal.code)
  }
}

/** For the log. PostgreSQL's sentences may repeat what was sent: of its refusals only code and place are logged. */
export function describeFault(error: unknown): object {
  const { code, table, constraint, routine } = error as Record<string, unknown>
  return typeof routine === 'string' ? { code, table, constraint, routine } : { error }
}

/** Where staff or members must have shown a second factor first. */
export function answerSecondFactor(): Response {
  return answerJson(403, {
    ok: false,
    code: 'second_factor',
    message: vaultMessages.secondFactor,
    errors: [],
  })
}

interface ErrorAnswers {
  /** What this area has its own words for; the rest as `asRefusal` says. */
  known?: (error: Error) => RefusedError | Response | null
  /** What people read about a fault of ours, where it is more than the usual sentence. */
  fault?: (error: Error) => { message?: string }
}

/** For `onError`: what is expected is answered in its own words, a fault of ours is logged and answered without them. */
export function answerErrors(
  log: Log,
  failure: string,
  { known, fault }: ErrorAnswers = {},
): ErrorHandler<{ Bindings: HttpBindings }> {
  return (error, c) => {
    const refusal = known?.(error) ?? asRefusal(error)
    if (refusal instanceof Response) return refusal
    if (refusal) return answerRefusal(refusal)
    const requestId = c.env.outgoing?.getHeader('x-request-id')
    log.error({ ...describeFault(error), requestId }, failure)
    return answerRefusal(new RefusedError('unavailable', fault?.(error)))
  }
}

/** A browser says from which site a request comes; anyone who says nothing of the kind is no browser. */
export function refuseOtherSites(c: AppContext, isOwnOrigin: IsOwnOrigin): void {
  const site = c.req.header('sec-fetch-site')
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none'
  const origin = c.req.header('origin')
  if (!isOwnSite || (origin !== undefined && !isOwnOrigin(origin, c.req.url)))
    throw new RefusedError('wrong_origin')
}

/** The body against its shape; unknown keys are left out. */
export async function readBody<Schema extends z.ZodType>(
  c: AppContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  // A form of another site can send any body, and never this type.
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) throw new RefusedError('unreadable')
  const read = schema.safeParse(parseJson(await c.req.text()))
  if (!read.success) throw new RefusedError('unreadable')
  return read.data
}

/** Every text in it such that the database can hold it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_, value) => (typeof value === 'string' ? makeStorable(value) : value))
  } catch {
    return undefined
  }
}

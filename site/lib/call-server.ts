/** The one client of our own server: who calls, how long it may take, and one error in words for people. */
import { formMessages } from '#domain/form-messages.ts'
import type { FieldProblem } from '#domain/forms.ts'
import { trackedRecordHeader, trackingTokenHeader } from '#domain/guest-links.ts'
import type { Refusal } from '#domain/refusals.ts'
import { networkHint } from '#site/lib/network.ts'

/** Longest wait for one answer: slow networks get their time, a dead one gets a message. */
const timeoutMs = 30_000
/** For what is large, or worked on for long. */
export const longTimeoutMs = 60_000

/** The server or the database said no, or nothing. */
export class ServerError extends Error {
  /** 0: there was no answer. */
  readonly status: number
  readonly problems: readonly FieldProblem[]
  readonly code: string | null

  constructor(
    status: number,
    message: string,
    problems: readonly FieldProblem[] = [],
    code: string | null = null,
  ) {
    super(message)
    this.name = 'ServerError'
    this.status = status
    this.problems = problems
    this.code = code
  }

  /** There is no such record, or it is not theirs: trying again does not help. */
  get isUnknown(): boolean {
    return [400, 401, 404].includes(this.status) && this.problems.length === 0
  }

  /** The service did not answer, or has to be spared briefly. */
  get mayTryAgain(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}

/** The signed-in account; nobody; a token at hand; a guest's link, by its secret or by the record that its open page shows. */
export type Caller =
  | 'account'
  | 'nobody'
  | { accessToken: string | null }
  | { trackingToken: string }
  | { trackedRecord: string }

export interface CallOptions {
  as?: Caller
  timeoutMs?: number
  /** In place of the timeout. */
  signal?: AbortSignal
  /** Names the attempt, where the body does not. */
  idempotencyKey?: string
  /** Refusals that are answers here. */
  answers?: readonly number[]
  /** What is said of a refusal without a sentence. */
  fallback?: string
  /** For a path of Supabase's services: the publishable key that they want. */
  serviceKey?: string
}

type Body = object | string | undefined

/** The answer of a call that went well, or rejects with a ServerError. Not for the services' own tables: see supabase.ts. */
export async function callServer(
  method: 'GET' | 'POST',
  path: string,
  body?: Body,
  options: CallOptions = {},
): Promise<Response> {
  const { as = 'account', fallback = formMessages.unavailable } = options
  const signal = options.signal ?? AbortSignal.timeout(options.timeoutMs ?? timeoutMs)
  const isRaw = body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob
  const send = (credentials: Record<string, string>) =>
    fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...credentials,
        ...(method === 'POST' && !isRaw && { 'content-type': 'application/json' }),
        ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
        ...(options.serviceKey && { apikey: options.serviceKey, 'x-supabase-api-version': '2024-01-01' }),
      },
      body: method === 'POST' ? (isRaw ? body : JSON.stringify(body ?? {})) : undefined,
      cache: 'no-store',
      signal,
    }).catch(() => {
      throw new ServerError(0, networkHint)
    })
  const response = as === 'account' ? await sendAsAccount(send) : await send(credentialsOf(as))
  if (response.ok || options.answers?.includes(response.status)) return response
  const refusal: Partial<Refusal> & { msg?: unknown } = (await response.json().catch(() => null)) ?? {}
  const sentence = refusal.message ?? refusal.msg
  throw new ServerError(
    response.status,
    typeof sentence === 'string' ? sentence : response.status === 429 ? formMessages.tooMany : fallback,
    Array.isArray(refusal.errors) ? refusal.errors : [],
    typeof refusal.code === 'string' ? refusal.code : null,
  )
}

/** As callServer, read as JSON; null where there is nothing to read. An answer that breaks off is none. */
export async function fetchJson<Answer>(...call: Parameters<typeof callServer>): Promise<Answer> {
  const response = await callServer(...call)
  const text = await response.text().catch(() => {
    throw new ServerError(0, networkHint)
  })
  return JSON.parse(text || 'null')
}

/** A token that was refused is renewed once; the request has done nothing. */
async function sendAsAccount(send: (credentials: Record<string, string>) => Promise<Response>) {
  // Pages that nobody signs in to do not load what a session needs.
  const connect = async () => (await import('#site/lib/auth-state.ts')).connectAuth()
  const client = await connect().catch(() => {
    throw new ServerError(0, networkHint)
  })
  const token = (await client.auth.getSession()).data.session?.access_token ?? null
  const response = await send(credentialsOf({ accessToken: token }))
  if (response.status !== 401 || !token) return response
  const renewed = await (await import('#site/lib/supabase.ts')).renewToken(token)
  return renewed ? send(credentialsOf({ accessToken: renewed })) : response
}

function credentialsOf(caller: Exclude<Caller, 'account'>): Record<string, string> {
  if (caller === 'nobody') return {}
  if ('trackingToken' in caller) return { [trackingTokenHeader]: caller.trackingToken }
  if ('trackedRecord' in caller) return { [trackedRecordHeader]: caller.trackedRecord }
  return caller.accessToken ? { authorization: `Bearer ${caller.accessToken}` } : {}
}

// The front of the process: what every request gets, whatever answers it.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { isBrokenRequest } from '#platform/broken-request.ts'
import type { Log } from '#platform/log.ts'
import { maskAddresses } from '#server/lib/log.ts'
import {
  type AnswerTooLarge,
  bodyLimitBytes,
  isObject,
  limitStreamedBodies,
  refuseTooLarge,
} from './body-limit.ts'
import { compressResponse } from './compress-response.ts'
import type { Metrics } from './metrics.ts'
import { brokenOff, refuse, unexpected } from './refusal.ts'

export interface ListenerOptions {
  fetch: (request: Request, env: HttpBindings) => Response | Promise<Response>
  /** Sent with every response unless the response says otherwise. */
  headers: Record<string, string>
  log: Log
  metrics: Metrics
  answerTooLarge?: AnswerTooLarge
  before?: Middleware | undefined
}

export type Middleware = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void

export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

export function createListener(options: ListenerOptions): Listener {
  const { log, metrics, answerTooLarge = () => null } = options
  const common = Object.entries(options.headers)
  const answer = getRequestListener(
    limitStreamedBodies(options.fetch, answerTooLarge) as (request: Request) => Response | Promise<Response>,
    {
      errorHandler: (error) => {
        if (error instanceof Error && error.name === 'RequestError')
          return refuse(400, { code: 'bad_request', message: 'The request is malformed.' })
        if (isBrokenRequest(error)) return refuse(400, brokenOff)
        log.error({ error }, 'a request failed outside its handler')
        return refuse(500, unexpected)
      },
    },
  )
  return (incoming, outgoing) => {
    const started = performance.now()
    const requestId = readRequestId(incoming)
    outgoing.setHeader('x-request-id', requestId)
    for (const [name, value] of common) outgoing.setHeader(name, value)
    const path = (incoming.url ?? '/').split('?', 1)[0] ?? '/'
    const method = incoming.method ?? 'GET'
    outgoing.once('close', () => {
      const ms = performance.now() - started
      // 499: the client went away before the answer was complete.
      const status = outgoing.writableFinished ? outgoing.statusCode : 499
      metrics.observeRequest({ area: areaOf(path), method, status, seconds: ms / 1000 })
      if (log.isLevelEnabled?.('info') === false) return
      log.info(
        { requestId, method, path: describePath(path), status, ms: Math.round(ms * 10) / 10 },
        'request',
      )
    })
    if (Number(incoming.headers['content-length'] ?? 0) > bodyLimitBytes(path)) {
      const { accept, 'content-type': contentType } = incoming.headers
      void refuseBody(incoming, outgoing, answerTooLarge({ path, accept, contentType }))
      return
    }
    if (!isObject(path)) compressResponse(incoming, outgoing)
    if (options.before) options.before(incoming, outgoing, () => void answer(incoming, outgoing))
    else void answer(incoming, outgoing)
  }
}

/**
 * A client that is cut off while it sends never reads the answer: so its body is swallowed, briefly; where a person
 * waits for a page, for as long as a large file takes on a slow line.
 */
const swallowMs = { page: 120_000, other: 500 }

async function refuseBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: Response | null,
): Promise<void> {
  incoming.resume()
  const timeout = new AbortController()
  await Promise.race([
    once(incoming, 'close'),
    once(incoming, 'end'),
    setTimeout(answer ? swallowMs.page : swallowMs.other, undefined, { signal: timeout.signal }),
  ]).catch(() => {})
  timeout.abort()
  const refusal = answer ?? refuseTooLarge()
  outgoing.writeHead(refusal.status, Object.fromEntries(refusal.headers))
  outgoing.end(await refusal.text())
}

/** A proxy's id is stored when it has the form of one, so that both logs can be read side by side. */
function readRequestId(incoming: IncomingMessage): string {
  const input = incoming.headers['x-request-id']
  return typeof input === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(input) ? input : randomUUID()
}

/** A path can carry what a person typed: it is shortened, and addresses are masked, as are the secrets of links. */
export function describePath(path: string): string {
  return maskAddresses(path.slice(0, 200)).replace(/(\/|%2f)track((?:\/|%2f)+)[^/]+/gi, '$1track$2[secret]')
}

const areas = ['rest', 'auth', 'storage', 'realtime', 'functions']

function areaOf(path: string): string {
  const [, first = '', second] = path.split('/', 3)
  if (second === 'v1' && areas.includes(first)) return first
  if (first === 'assets') return 'assets'
  return first === 'healthz' || first === 'readyz' || first === 'metrics' ? 'probes' : 'pages'
}

// Takes a request apart: its path below the base, raw query string and headers.
import type { Context } from 'hono'
import { unknownPath, urlTooLong } from './errors.ts'
import { decodePercent } from './query-string.ts'

const maxUrlLength = 16_384

export type Target =
  | { kind: 'root' }
  | { kind: 'relation'; name: string }
  | { kind: 'function'; name: string }

export interface RawRequest {
  method: string
  /** Path and query, relative to the base. */
  url: string
  path: string
  query: string
  header(name: string): string | undefined
  /** All of them, for `request.headers`; cookies stay out, as upstream. */
  headers(): Record<string, string>
}

export function readRequest(context: Context, basePath: string): RawRequest {
  // @hono/node-server passes Node's own request; reading from it spares building a Headers object.
  const incoming = (context.env as { incoming?: NodeRequest } | undefined)?.incoming
  const whole = incoming?.url ?? withoutOrigin(context.req.url)
  const url = whole.startsWith(basePath) ? whole.slice(basePath.length) || '/' : whole
  const question = url.indexOf('?')
  const request = {
    method: context.req.method,
    url,
    path: question < 0 ? url : url.slice(0, question),
    query: question < 0 ? '' : url.slice(question + 1),
  }
  if (incoming) {
    const { headers } = incoming
    return { ...request, header: (name) => single(headers[name]), headers: () => flatten(headers) }
  }
  const { headers } = context.req.raw
  return {
    ...request,
    header: (name) => headers.get(name) ?? undefined,
    headers: () => flatten(Object.fromEntries(headers)),
  }
}

interface NodeRequest {
  url?: string
  headers: Record<string, string | string[] | undefined>
}

const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value)

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const name in headers) {
    const value = single(headers[name])
    if (value !== undefined && name !== 'cookie') flat[name] = value
  }
  return flat
}

function withoutOrigin(url: string): string {
  const slash = url.indexOf('/', url.indexOf('://') + 3)
  return slash < 0 ? '/' : url.slice(slash)
}

export function readTarget({ url, path }: RawRequest): Target {
  if (url.length > maxUrlLength) throw urlTooLong(maxUrlLength)
  const parts = path.split('/').slice(1)
  if (parts.at(-1) === '') parts.pop()
  const [first, second] = parts
  if (first === undefined) return { kind: 'root' }
  if (parts.length === 1) return { kind: 'relation', name: decodePercent(first) }
  if (parts.length === 2 && first === 'rpc' && second)
    return { kind: 'function', name: decodePercent(second) }
  throw unknownPath()
}

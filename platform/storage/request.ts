// Takes a request apart: the bucket and key in its path, its query, its JSON body.
import type { Context } from 'hono'
import { isNestedTooDeeply } from '#platform/json-depth.ts'
import { readBody } from './body.ts'
import { invalidKey, invalidParameter, tooLarge } from './errors.ts'
import type { Target } from './upload.ts'

const maxJsonBytes = 1024 * 1024

/** Names in one request. */
export const maxNames = 1000

/** The path below `base` as it was sent: nothing decoded, nothing normalised. */
export function rawPath(context: Context, base: string): string {
  const { url } = context.req
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const path = url.slice(start).split(/[?#]/, 1)[0] ?? '/'
  return path.startsWith(base) ? path.slice(base.length) : path
}

/**
 * A path with `..` in it is tidied up before it gets here, and would name another object than its sender wrote:
 * @hono/node-server has what was sent.
 */
export function refuseClimbing(context: Context): void {
  const sent = (context.env as { incoming?: { url?: string } } | undefined)?.incoming?.url ?? ''
  const path = sent.split('?', 1)[0] ?? ''
  if (path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment)))
    throw invalidKey(path, 'it holds a relative path')
}

/** `skip` is the number of path segments before the bucket. */
export function readTarget(context: Context, base: string, skip: number): Target {
  const [bucket = '', ...key] = rawPath(context, base)
    .split('/')
    .slice(skip + 1)
  return { bucket: decode(bucket), key: decode(key.join('/')) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalidKey(text, 'it is not encoded as a URL should be')
  }
}

export function readQuery(context: Context): URLSearchParams {
  const { url } = context.req
  const question = url.indexOf('?')
  return new URLSearchParams(question < 0 ? '' : url.slice(question + 1))
}

export async function readJson(context: Context): Promise<Record<string, unknown>> {
  let text = ''
  const decoder = new TextDecoder()
  let bytes = 0
  for await (const chunk of readBody(context)) {
    bytes += chunk.length
    if (bytes > maxJsonBytes) throw tooLarge()
    text += decoder.decode(chunk, { stream: true })
  }
  if (text.trim() === '') return {}
  if (isNestedTooDeeply(text)) throw invalidParameter('Body is nested too deeply')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidParameter('Body is not valid JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidParameter('body must be object')
  return value as Record<string, unknown>
}

export function requireText(body: Record<string, unknown>, name: string): string {
  const value = body[name]
  if (typeof value !== 'string' || value === '')
    throw invalidParameter(`body must have required property '${name}'`)
  return value
}

export function optionalText(body: Record<string, unknown>, name: string): string | undefined {
  return body[name] === undefined || body[name] === null ? undefined : requireText(body, name)
}

/** Seconds from now; a hundred years are enough for anybody. */
export function readExpiry(body: Record<string, unknown>): number {
  const { expiresIn } = body
  if (typeof expiresIn !== 'number' || !Number.isSafeInteger(expiresIn) || expiresIn > 3_155_760_000)
    throw invalidParameter('body/expiresIn must be integer')
  if (expiresIn < 1) throw invalidParameter('body/expiresIn must be >= 1')
  return expiresIn
}

export function readNames(input: unknown, field: string): string[] {
  if (!Array.isArray(input) || input.some((name) => typeof name !== 'string'))
    throw invalidParameter(`body/${field} must be array of strings`)
  if (input.length > maxNames)
    throw invalidParameter(`body/${field} must not have more than ${maxNames} items`)
  return input
}

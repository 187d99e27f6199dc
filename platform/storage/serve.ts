// Answers an object's bytes: whole, in part, or "you have it already", with headers under which nothing can run.
import type { StorageContext } from './context.ts'
import { type ByteRange, MissingVersionError } from './drivers/driver.ts'
import { invalidRange, noSuchKey } from './errors.ts'
import { isShownInPlace, servedType } from './mime.ts'
import type { ObjectRow } from './objects.ts'

export interface ServeOptions {
  /** The value of `download=`: '' for the object's own name, undefined when not requested. */
  download?: string | undefined
  /** The end of a signed URL, in place of the object's cache-control. */
  expires?: Date | undefined
  /** A cache must distinguish callers. */
  personal?: boolean | undefined
}

/** The row of an object, and whether its bucket is for everybody. */
export interface FoundObject {
  object: ObjectRow
  isPublic: boolean
}

export const neverCached = { 'cache-control': 'private, no-store' }

/** Who may cache it, and how long. */
export function describeKeeping(
  { settings }: StorageContext,
  { object, isPublic }: FoundObject,
  { expires }: ServeOptions,
): Record<string, string> {
  if (settings.privateAnswers && !isPublic) return neverCached
  return expires
    ? { expires: expires.toUTCString() }
    : { 'cache-control': object.metadata?.cacheControl ?? 'no-cache' }
}

/** Objects share the site's origin: whatever they hold, nothing of it may act there. */
export const inertHeaders: Record<string, string> = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
  'x-robots-tag': 'none',
}

/**
 * `reread` finds the object again when its bytes are gone: it may just have been replaced, and again while it was read
 * again. Bytes are missing only when the row still names the version that has none.
 */
export async function serveObject(
  context: StorageContext,
  request: Request,
  first: FoundObject,
  options: ServeOptions,
  reread: () => Promise<FoundObject>,
): Promise<Response> {
  const { bytes, log } = context
  let result = first
  for (;;) {
    try {
      return await answer(result)
    } catch (error) {
      if (!(error instanceof MissingVersionError)) throw error
      const again = await reread()
      const { object } = result
      if (again.object.version === object.version) {
        log.error({ objectId: object.id, version: object.version }, 'an object has no bytes')
        throw noSuchKey()
      }
      result = again
    }
  }

  async function answer(answered: FoundObject): Promise<Response> {
    const { object } = answered
    const { name, metadata, updated_at: updatedAt } = object
    const size = metadata?.size ?? 0
    const headers = describeObject(metadata?.mimetype ?? '', name, options)
    const validators = {
      eTag: metadata?.eTag ?? '',
      modifiedAt: new Date(metadata?.lastModified ?? updatedAt),
    }
    headers.etag = validators.eTag
    headers['last-modified'] = validators.modifiedAt.toUTCString()
    headers['accept-ranges'] = 'bytes'
    Object.assign(headers, describeKeeping(context, answered, options))
    if (isUnchanged(request.headers, validators)) return new Response(null, { status: 304, headers })
    if (metadata?.contentEncoding) headers['content-encoding'] = metadata.contentEncoding

    const range = readRange(request.headers, size, validators)
    if (range === 'unsatisfiable') throw invalidRange(size)
    if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${size}`
    headers['content-length'] = String(range ? range.end - range.start + 1 : size)
    const status = range ? 206 : 200
    if (request.method === 'HEAD' || size === 0) return new Response(null, { status, headers })
    return new Response(await bytes.read(object, range ?? { start: 0, end: size - 1 }), { status, headers })
  }
}

export function describeObject(
  type: string,
  key: string,
  { download, personal }: ServeOptions,
): Record<string, string> {
  return {
    ...inertHeaders,
    'content-type': servedType(type),
    ...(personal && { vary: 'authorization, apikey' }),
    ...(download !== undefined || !isShownInPlace(type)
      ? { 'content-disposition': attachment(download || (key.split('/').at(-1) ?? '')) }
      : {}),
  }
}

/** RFC 6266: the name for everybody, and the plain rest of it for those who read no other. */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

interface Validators {
  eTag: string
  modifiedAt: Date
}

/** RFC 9110, 13.2.2: If-None-Match counts, and only without it If-Modified-Since. */
export function isUnchanged(headers: Headers, { eTag, modifiedAt }: Validators): boolean {
  const known = headers.get('if-none-match')
  if (known !== null)
    return known.split(',').some((tag) => ['*', eTag].includes(tag.trim().replace(/^W\//, '')))
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  return !Number.isNaN(since) && Math.floor(modifiedAt.getTime() / 1000) * 1000 <= since
}

/** One range; several at once are answered with the whole, as RFC 9110 allows. */
function readRange(
  headers: Headers,
  size: number,
  { eTag, modifiedAt }: Validators,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get('range') ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  const condition = headers.get('if-range')
  if (
    condition !== null &&
    condition !== eTag &&
    Date.parse(condition) !== Math.floor(modifiedAt.getTime() / 1000) * 1000
  )
    return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return undefined
  return start >= size || (first === '' && Number(last) === 0) ? 'unsatisfiable' : { start, end }
}

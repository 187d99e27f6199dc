// What an upload request brings: its bytes as a stream, raw or as the file of a form, and what it says about them.
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { Context } from 'hono'
import { isNestedTooDeeply } from '#platform/json-depth.ts'
import { readBody } from './body.ts'
import { invalidParameter, metadataTooLarge, noContent, StorageError, uploadInterrupted } from './errors.ts'

export interface Incoming {
  bytes: AsyncIterable<Uint8Array>
  declaredType: string
  cacheControl: string
  contentEncoding: string | undefined
  userMetadata: Record<string, unknown> | null
  /** When the request states it. */
  size: number | undefined
}

const metadataBytes = 1024 * 1024

export async function readIncoming(context: Context): Promise<Incoming> {
  const { headers } = context.req.raw
  const type = headers.get('content-type') ?? 'application/octet-stream'
  if (/^multipart\/form-data\b/i.test(type)) return readForm(context, type)
  const length = headers.get('content-length')
  const metadata = headers.get('x-metadata')
  return {
    bytes: untilInterrupted(readBody(context)),
    declaredType: type,
    cacheControl: readCacheControl(headers.get('cache-control')),
    contentEncoding: readEncoding(headers.get('content-encoding')),
    userMetadata: metadata === null ? null : readMetadata(Buffer.from(metadata, 'base64').toString()),
    size: length === null ? undefined : Number(length),
  }
}

/** Resolves as soon as the file begins: the client sends the fields before it. */
function readForm(context: Context, type: string): Promise<Incoming> {
  const { promise, resolve, reject } = Promise.withResolvers<Incoming>()
  let form: InstanceType<typeof Busboy>
  try {
    form = new Busboy({
      headers: { 'content-type': type },
      limits: { files: 1, fields: 10, fieldSize: metadataBytes, fieldNameSize: 100, headerPairs: 20 },
    })
  } catch {
    throw noContent()
  }
  // Whatever ends the form early ends the file with it. It may report one fault several times.
  const stop = new AbortController()
  const fail = () => {
    stop.abort()
    reject(uploadInterrupted())
  }
  const fields = new Map<string, string>()
  form.on('field', (name, value, _nameTruncated, valueTruncated) => {
    if (valueTruncated) reject(metadataTooLarge())
    fields.set(name, value)
  })
  form.on('file', (_name, file, _fileName, _encoding, mimeType) => {
    file.on('error', fail)
    file.once('close', () => {
      if (!file.readableEnded) stop.abort()
    })
    stop.signal.addEventListener('abort', () => file.destroy(uploadInterrupted()))
    const seconds = fields.get('cacheControl')
    try {
      resolve({
        bytes: untilInterrupted(file),
        declaredType: fields.get('contentType') ?? mimeType,
        cacheControl: readCacheControl(seconds === undefined ? null : `max-age=${seconds}`),
        contentEncoding: readEncoding(fields.get('contentEncoding') ?? null),
        userMetadata: readMetadata(fields.get('metadata') ?? fields.get('userMetadata') ?? ''),
        size: undefined,
      })
    } catch (error) {
      reject(error)
      stop.abort()
    }
  })
  form.on('finish', () => reject(noContent()))
  form.on('error', fail)
  feed(form, context, stop.signal).catch(fail)
  return promise
}

/** Back-pressure both ways: the next bytes are read when the form has taken the ones before. */
async function feed(form: Writable, context: Context, stop: AbortSignal): Promise<void> {
  for await (const chunk of readBody(context)) {
    if (stop.aborted) return
    if (!form.write(chunk)) await once(form, 'drain', { signal: stop }).catch(() => {})
  }
  form.end()
}

/** A connection that ends early is the sender's doing, not ours. */
async function* untilInterrupted(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source
  } catch (error) {
    throw error instanceof StorageError ? error : uploadInterrupted()
  }
}

function readCacheControl(value: string | null): string {
  // It becomes a header of every download.
  return value !== null && /^[\w=, -]{1,200}$/.test(value) ? value : 'no-cache'
}

function readEncoding(value: string | null): string | undefined {
  if (value === null || value === '' || value === 'identity') return undefined
  if (!/^(gzip|br|deflate|zstd)$/.test(value)) throw invalidParameter('Invalid Content-Encoding')
  return value
}

function readMetadata(text: string): Record<string, unknown> | null {
  if (text === '') return null
  if (Buffer.byteLength(text) > metadataBytes) throw metadataTooLarge()
  if (isNestedTooDeeply(text)) throw invalidParameter('Metadata is nested too deeply')
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    // As upstream: metadata that is not JSON is left out.
    return null
  }
}

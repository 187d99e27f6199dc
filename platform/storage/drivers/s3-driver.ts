// Stores objects in a bucket of any S3 service, through a signer of a few kilobytes (ADR 0005).
import { AwsClient } from 'aws4fetch'
import {
  type ByteRange,
  checkVersion,
  isVersion,
  MissingVersionError,
  type StorageDriver,
  StorageUnavailableError,
} from './driver.ts'

export interface S3Options {
  /** For instance https://s3.eu-west-1.amazonaws.com, or the address of another service. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Before each name, for a bucket that is shared. */
  prefix?: string
  /** Until the first byte of an answer. */
  timeoutMs?: number
  /** bucket.host/key instead of host/bucket/key. */
  virtualHost?: boolean
}

/** Larger objects go up in parts of this size, of which one is in memory; S3 demands 5 MiB at least. */
const partBytes = 8 * 1024 * 1024
/** Until the first byte of an answer; what is sent has a second more for each 256 KiB. */
const answerTimeoutMs = 10_000
const sentBytesPerMs = 256

export function createS3Driver(options: S3Options): StorageDriver {
  const { bucket, region, accessKeyId, secretAccessKey, prefix = '', timeoutMs = answerTimeoutMs } = options
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 })
  const endpoint = new URL(options.endpoint)
  if (options.virtualHost) endpoint.hostname = `${bucket}.${endpoint.hostname}`
  const base = endpoint.origin + (options.virtualHost ? '' : `/${bucket}`)

  const nameOf = (version: string): string => {
    checkVersion(version)
    return `${prefix}${version}`
  }

  async function request(
    method: string,
    path: string,
    init: { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> | string } = {},
  ): Promise<Response> {
    const timeout = new AbortController()
    const sentBytes = typeof init.body === 'object' ? init.body.byteLength : 0
    const timer = setTimeout(() => timeout.abort(), timeoutMs + sentBytes / sentBytesPerMs)
    const response = await client
      .fetch(`${base}/${path}`, { method, signal: timeout.signal, redirect: 'error', ...init })
      .catch((error: Error) => {
        const reason = timeout.signal.aborted ? 'no answer in time' : describe(error)
        throw new StorageUnavailableError(`S3 cannot be reached: ${reason}`, error)
      })
      // The rest of an answer takes as long as its reader does.
      .finally(() => clearTimeout(timer))
    if (response.ok) return response
    const { status } = response
    const code = textOf(await response.text(), 'Code') ?? ''
    if (status >= 500) throw new StorageUnavailableError(`S3 answered ${status} ${code} to ${method}`)
    throw new S3Error(status, `S3 answered ${status} ${code} to ${method}`)
  }

  async function uploadParts(name: string, first: Buffer, rest: AsyncIterator<Buffer>): Promise<void> {
    const started = await (await request('POST', `${name}?uploads=`)).text()
    const upload = encodeURIComponent(textOf(started, 'UploadId') ?? '')
    try {
      const tags: string[] = []
      for (let part: Buffer | undefined = first; part; part = (await rest.next()).value) {
        const { headers } = await request('PUT', `${name}?partNumber=${tags.length + 1}&uploadId=${upload}`, {
          body: new Uint8Array(part),
        })
        tags.push(headers.get('etag') ?? '')
      }
      const parts = tags.map(
        (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
      )
      const done = await request('POST', `${name}?uploadId=${upload}`, {
        body: `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
      })
      // This answer may begin with 200 and still report a failure.
      const text = await done.text()
      if (text.includes('<Error>'))
        throw new S3Error(500, `S3 could not complete an upload: ${textOf(text, 'Code')}`)
    } catch (error) {
      await request('DELETE', `${name}?uploadId=${upload}`).catch(() => {})
      throw error
    }
  }

  return {
    async write(version, bytes) {
      const parts = cut(bytes, partBytes)
      const first = (await parts.next()).value ?? Buffer.alloc(0)
      if (first.length === partBytes) return uploadParts(nameOf(version), first, parts)
      await discard(await request('PUT', nameOf(version), { body: new Uint8Array(first) }))
    },

    async read(version, range?: ByteRange) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      const response = await request('GET', nameOf(version), { headers }).catch((error: unknown) => {
        throw isMissing(error) ? new MissingVersionError(version, error) : error
      })
      return response.body ?? new Blob([]).stream()
    },

    async copy(from, to) {
      const source = `/${bucket}/${nameOf(from)}`
      await request('PUT', nameOf(to), { headers: { 'x-amz-copy-source': source } })
        .then(discard)
        .catch((error: unknown) => {
          throw isMissing(error) ? new MissingVersionError(from, error) : error
        })
    },

    async remove(versions) {
      for (const version of versions)
        await request('DELETE', nameOf(version))
          .then(discard)
          .catch((error: unknown) => {
            if (!isMissing(error)) throw error
          })
    },

    async *list() {
      for (let token: string | undefined = ''; token !== undefined; ) {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix,
          ...(token && { 'continuation-token': token }),
        })
        const page = await (await request('GET', `?${query}`)).text()
        for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const version = textOf(entry, 'Key')?.slice(prefix.length) ?? ''
          if (isVersion(version)) yield { version, modifiedAt: new Date(textOf(entry, 'LastModified') ?? 0) }
        }
        token = textOf(page, 'IsTruncated') === 'true' ? textOf(page, 'NextContinuationToken') : undefined
      }
    },

    // S3 has a rule of its own for uploads that stopped half way: AbortIncompleteMultipartUpload (ADR 0005).
    async removeUnfinished() {},

    async check() {
      await request('HEAD', '')
        .then(discard)
        .catch((error: unknown) => {
          if (error instanceof StorageUnavailableError) throw error
          throw new StorageUnavailableError((error as Error).message, error)
        })
    },

    close() {},
  }
}

class S3Error extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.name = 'S3Error'
    this.status = status
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof S3Error && error.status === 404
}

/** Pieces of exactly `size`, the last one shorter. */
async function* cut(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer, undefined> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    waiting.push(chunk)
    length += chunk.length
    while (length >= size) {
      const whole = Buffer.concat(waiting)
      yield whole.subarray(0, size)
      waiting = [whole.subarray(size)]
      length -= size
    }
  }
  if (length > 0) yield Buffer.concat(waiting)
}

/** The system's own word (`connect ECONNREFUSED …`) says more than "fetch failed". */
function describe(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message
}

/** A body that nobody reads would hold its connection. */
async function discard(response: Response): Promise<void> {
  await response.body?.cancel()
}

// The few answers of S3 that matter are flat, and the values looked for hold no markup but entities.
function textOf(xml: string, element: string): string | undefined {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
  return text
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

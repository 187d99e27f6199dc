// Compresses what the services answer, just before it goes to the socket.
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { isCompressible, minBytesToCompress, negotiateEncoding } from './encoding.ts'

/** Up to this size, compressing at once (tens of microseconds) is cheaper than a trip through the thread pool. */
const inlineBytes = 64 * 1024

/** A body that comes in pieces is gathered up to this size; a larger one passes through as it comes. */
const maxBytesHeld = 1024 * 1024

// Level 1: an answer that is sent once should not cost more than the network saves.
const cheap = { level: 1, memLevel: 7 }

type WriteHead = (status: number, headers?: OutgoingHttpHeaders) => ServerResponse

/**
 * Holds the head back until the body is known: a whole body of compressible text goes out compressed, anything
 * else (streams, images, bodies that bring their own encoding) passes as it is.
 */
export function compressResponse(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.method === 'HEAD') return
  const encoding = preferGzip(incoming.headers['accept-encoding'])
  if (encoding === 'identity') return
  const { writeHead, write, end, flushHeaders } = outgoing
  let head: { status: number; headers: OutgoingHttpHeaders } | undefined
  const chunks: Uint8Array[] = []

  const release = () => {
    Object.assign(outgoing, { writeHead, write, end, flushHeaders })
    if (head) outgoing.writeHead(head.status, head.headers)
  }
  const holdHead: WriteHead = (status, headers = {}) => {
    head = { status, headers }
    return outgoing
  }
  const finish = (last?: unknown): ServerResponse => {
    if (last !== undefined && last !== null) chunks.push(toBytes(last))
    const body = chunks.length === 1 ? (chunks[0] ?? empty) : Buffer.concat(chunks)
    if (!head || !isWorthIt(head.status, head.headers, body.length)) {
      release()
      return body.length > 0 ? outgoing.end(body) : outgoing.end()
    }
    const { status, headers } = head
    const send = (bytes: Buffer) => {
      head = { status, headers: describeEncoded(headers, encoding, bytes.length) }
      release()
      outgoing.end(bytes)
    }
    if (encoding === 'br') send(brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }))
    else if (body.length <= inlineBytes) send(gzipSync(body, cheap))
    else gzip(body, cheap, (error, bytes) => (error ? outgoing.destroy(error) : send(bytes)))
    return outgoing
  }
  Object.assign(outgoing, {
    writeHead: holdHead,
    end: finish,
    write: (...parameters: Parameters<typeof write>) => {
      // With a length in the head this is a whole body that comes in pieces.
      const bytes = Number(find(head?.headers ?? {}, 'content-length') ?? Number.NaN)
      if (head && bytes <= maxBytesHeld && isWorthIt(head.status, head.headers, bytes)) {
        chunks.push(toBytes(parameters[0]))
        return true
      }
      release()
      return outgoing.write(...parameters)
    },
    flushHeaders: () => {
      release()
      outgoing.flushHeaders()
    },
  })
}

const empty = new Uint8Array()

function toBytes(chunk: unknown): Uint8Array {
  return chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk))
}

function isWorthIt(status: number, headers: OutgoingHttpHeaders, bytes: number): boolean {
  if (bytes < minBytesToCompress || status === 206) return false
  const type = find(headers, 'content-type')
  return typeof type === 'string' && isCompressible(type) && find(headers, 'content-encoding') === undefined
}

function describeEncoded(headers: OutgoingHttpHeaders, encoding: string, bytes: number): OutgoingHttpHeaders {
  const cached = Object.entries(headers).filter(
    ([name]) => name.toLowerCase() !== 'content-length' && name.toLowerCase() !== 'vary',
  )
  const vary = find(headers, 'vary')
  return {
    ...Object.fromEntries(cached),
    vary: vary ? `${vary}, accept-encoding` : 'accept-encoding',
    'content-encoding': encoding,
    'content-length': bytes,
  }
}

function find(headers: OutgoingHttpHeaders, wanted: string): OutgoingHttpHeaders[string] {
  for (const name in headers) if (name.toLowerCase() === wanted) return headers[name]
  return undefined
}

// At this effort gzip beats brotli in time and is as small; brotli is for clients that take nothing else.
function preferGzip(accept: string | string[] | undefined): 'br' | 'gzip' | 'identity' {
  const text = String(accept ?? '')
  const withoutBrotli = negotiateEncoding(text.replace(/\bbr\b/g, 'none'))
  return withoutBrotli === 'identity' ? negotiateEncoding(text) : withoutBrotli
}

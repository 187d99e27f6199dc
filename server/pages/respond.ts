// Answers a request from bytes that are stored: the right encoding, or "not modified".
import { createHash } from 'node:crypto'
import { type EncodedBody, pickBody } from '#server/http/encoding.ts'

export interface CachedBody {
  status: number
  /** Without etag, vary, content-encoding and content-length, which depend on the request. */
  headers: Record<string, string>
  /** None of what is immutable: the hash in its name says as much, and a visit gets fifty of them. */
  etag?: string | undefined
  body: EncodedBody
}

/** Weak, since one tag stands for all encodings of the same content; 72 bits tell two contents apart. */
export function tagOf(content: Buffer): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 12)}"`
}

export interface RequestHeaders {
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

export function respondWith(cached: CachedBody, requested: RequestHeaders): Response {
  const varied: Record<string, string> = cached.body.br ? { vary: 'accept-encoding' } : {}
  const tagged: Record<string, string> = cached.status === 200 && cached.etag ? { etag: cached.etag } : {}
  if (tagged.etag && matchesTag(requested.ifNoneMatch, tagged.etag)) {
    const { 'content-type': _, ...headers } = cached.headers
    return new Response(null, { status: 304, headers: { ...headers, ...varied, ...tagged } })
  }
  const { bytes, encoding } = pickBody(cached.body, requested.acceptEncoding)
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    status: cached.status,
    headers: {
      ...cached.headers,
      ...varied,
      ...tagged,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      'content-length': String(bytes.length),
    },
  })
}

// RFC 9110, 13.1.2: a weak comparison with each tag of the list.
function matchesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  const bare = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === bare)
}

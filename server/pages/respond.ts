// Answers a request from bytes that are kept: the right encoding, or "not modified".
import { createHash } from 'node:crypto'
import { type EncodedBody, pickBody } from '#server/http/encoding.ts'

export interface KeptBody {
  status: number
  /** Without etag, vary, content-encoding and content-length, which depend on the request. */
  headers: Record<string, string>
  etag: string
  body: EncodedBody
}

/** Weak, since one tag stands for all encodings of the same content. */
export function tagOf(content: Buffer): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

export interface AskedHeaders {
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

export function respondWith(kept: KeptBody, asked: AskedHeaders): Response {
  const varied: Record<string, string> = kept.body.br ? { vary: 'accept-encoding' } : {}
  if (kept.status === 200 && matchesTag(asked.ifNoneMatch, kept.etag)) {
    const { 'content-type': _, ...headers } = kept.headers
    return new Response(null, { status: 304, headers: { ...headers, ...varied, etag: kept.etag } })
  }
  const { bytes, encoding } = pickBody(kept.body, asked.acceptEncoding)
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    status: kept.status,
    headers: {
      ...kept.headers,
      ...varied,
      ...(kept.status === 200 ? { etag: kept.etag } : {}),
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

// How much a request may bring: judged by its declared length before a byte is read, or counted when it declares none.
import type { HttpBindings } from '@hono/node-server'
import { adminPaths, boardPhotoBytesMax } from '#domain/admin/admin.ts'
import { messageFileUploadBytesMax } from '#domain/admin/conversations.ts'
import { jobApplicationForm } from '#domain/company/job-applications.ts'
import { refuse } from './refusal.ts'

/** Infinity where the service counts for itself while the bytes stream through. */
export function bodyLimitBytes(path: string): number {
  if (isObject(path)) return Number.POSITIVE_INFINITY
  if (path.startsWith('/rest/v1/')) return 5_000_000
  // A CV of 2 MB, and room above it: one that is a little too large is refused in the form's own words.
  if (path === jobApplicationForm.path) return 4_000_000
  // Some return the whole mail.
  if (path === '/mail/bounces') return 1_000_000
  // Five files as mails write them, and what is too large beside them.
  if (path === '/mail/replies') return 12_000_000
  if (path === adminPaths.boardPhoto) return boardPhotoBytesMax
  if (path === adminPaths.messageFile) return messageFileUploadBytesMax
  // The longest answers, in letters that take nine bytes each on their way.
  if (path.startsWith('/forms/') || path.startsWith('/registrations/')) return 300_000
  // As much as a broadcast by websocket.
  return path.startsWith('/realtime/v1/') ? 262_144 : 100_000
}

/** Objects are files of any kind and length: they pass as a stream, in and out. */
export function isObject(path: string): boolean {
  return path.startsWith('/storage/v1/')
}

export function refuseTooLarge(): Response {
  return refuse(
    413,
    { code: 'request_too_large', message: 'The request is too large.' },
    { connection: 'close' },
  )
}

/** A request that is not read: all that is known of it. */
export interface UnreadRequest {
  path: string
  accept: string | undefined
  contentType: string | undefined
}

/** What people see instead, where a page of theirs sent it; null: nobody is there who would read a page. */
export type AnswerTooLarge = (request: UnreadRequest) => Response | null

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>

/**
 * Bodies without a length (rare) are read here, up to the limit, before anything else sees them; requests with one
 * were judged by it (listener.ts) and pass straight on.
 */
export function limitStreamedBodies(fetch: Fetch, answerTooLarge: AnswerTooLarge): Fetch {
  return (request, env) => {
    if (env.incoming.headers['transfer-encoding'] === undefined) return fetch(request, env)
    const path = new URL(request.url).pathname
    const limitBytes = bodyLimitBytes(path)
    if (limitBytes === Number.POSITIVE_INFINITY) return fetch(request, env)
    return readWithin(request, limitBytes).then((body) => {
      if (!body) {
        const { accept, 'content-type': contentType } = env.incoming.headers
        return answerTooLarge({ path, accept, contentType }) ?? refuseTooLarge()
      }
      const { url, method, headers } = request
      return fetch(new Request(url, { method, headers, body: body.length > 0 ? body : null }), env)
    })
  }
}

async function readWithin(
  request: Request,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length
    if (bytes > limitBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

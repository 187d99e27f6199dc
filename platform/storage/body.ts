// Reads a request's body without ever destroying it: a destroyed body takes its connection, and the answer, along.
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'

/** Enough for a photo that is too large, on a slow line. */
const maxDrainedBytes = 16 * 1024 * 1024
const drainMs = 10_000

/** Anyone who stops early leaves the rest unread, for `drainBody`. */
export function readBody(context: Context): AsyncIterable<Uint8Array> {
  const incoming = incomingOf(context)
  // Node's own stream is less work than the web's around it; unless someone has read it and made a new request.
  if (incoming && !incoming.readableDidRead) return incoming.iterator({ destroyOnReturn: false })
  return readStream(context.req.raw.body)
}

/**
 * Reads on, for nothing, so that a client which is still sending gets to hear the refusal.
 * False when there is too much of it: then the connection has to end with the answer.
 */
export async function drainBody(context: Context): Promise<boolean> {
  const incoming = incomingOf(context)
  if (!incoming || incoming.readableEnded || context.req.method === 'GET') return true
  if (incoming.destroyed || Number(incoming.headers['content-length'] ?? 0) > maxDrainedBytes) return false
  const chunks: AsyncIterator<Uint8Array> = incoming.iterator({ destroyOnReturn: false })
  const late = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => late.resolve('late'), drainMs)
  try {
    for (let bytes = 0; bytes <= maxDrainedBytes; ) {
      const read = await Promise.race([chunks.next(), late.promise])
      if (read === 'late') return false
      if (read.done) return true
      bytes += read.value.length
    }
    return false
  } catch {
    // The client is gone.
    return false
  } finally {
    clearTimeout(timer)
  }
}

/** @hono/node-server passes Node's request in `env`. */
function incomingOf({ env }: Context): IncomingMessage | undefined {
  return (env as { incoming?: IncomingMessage } | undefined)?.incoming
}

async function* readStream(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    reader.releaseLock()
  }
}

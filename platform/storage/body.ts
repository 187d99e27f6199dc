// Reads a request's body without ever cancelling it: a cancelled body takes its connection, and the answer, along.

/** Enough for a photo that is too large, on a slow line. */
const mostDrainedBytes = 16 * 1024 * 1024
const drainMs = 10_000

/** Whoever stops early leaves the rest unread, for `drainBody`. */
export async function* readBody(request: Request): AsyncGenerator<Uint8Array> {
  if (!request.body) return
  const reader = request.body.getReader()
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

/**
 * Reads on, for nothing, so that a client which is still sending gets to hear the refusal.
 * False when there is too much of it: then the connection has to end with the answer.
 */
export async function drainBody(request: Request): Promise<boolean> {
  const { body } = request
  if (!body) return true
  if (body.locked || Number(request.headers.get('content-length') ?? 0) > mostDrainedBytes) return false
  const reader = body.getReader()
  const late = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => late.resolve('late'), drainMs)
  try {
    for (let bytes = 0; bytes <= mostDrainedBytes; ) {
      const read = await Promise.race([reader.read(), late.promise])
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
    reader.releaseLock()
  }
}

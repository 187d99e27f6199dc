// Compresses cached bodies as well as can be, one after the other, when nobody waits for it.
import { encodeBody } from '#server/http/encoding.ts'
import type { CachedBody } from './respond.ts'

export interface BestEncoding {
  /** Replaces the body's quick encodings when the best ones are ready; each body once. */
  improve(cached: CachedBody): void
  stop(): void
}

export function createBestEncoding(): BestEncoding {
  const begun = new WeakSet<CachedBody>()
  let stopped = false
  let tail = Promise.resolve()
  return {
    improve: (cached) => {
      if (!cached.body.br || begun.has(cached)) return
      begun.add(cached)
      tail = tail.then(async () => {
        if (!stopped) cached.body = await encodeBody(cached.body.identity, 'best')
      })
    },
    stop: () => {
      stopped = true
    },
  }
}

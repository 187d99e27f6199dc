// Compresses cached bodies as well as can be, one after the other, when nobody waits for it.
import { encodeBody } from '#server/http/encoding.ts'
import type { CachedBody } from './respond.ts'

export interface BestEncoding {
  /** Replaces the body's quick encodings when the best ones are ready. */
  improve(cached: CachedBody): void
  /** Resolves when nothing is left to do. */
  settled(): Promise<void>
  stop(): void
}

export function createBestEncoding(): BestEncoding {
  let stopped = false
  let tail = Promise.resolve()
  return {
    improve: (cached) => {
      if (!cached.body.br) return
      tail = tail.then(async () => {
        if (!stopped) cached.body = await encodeBody(cached.body.identity, 'best')
      })
    },
    settled: () => tail,
    stop: () => {
      stopped = true
    },
  }
}

// Compresses kept bodies as well as can be, one after the other, when nobody waits for it.
import { encodeBody } from '#server/http/encoding.ts'
import type { KeptBody } from './respond.ts'

export interface BestEncoding {
  /** Replaces the body's quick encodings when the best ones are ready. */
  improve(kept: KeptBody): void
  /** Resolves when nothing is left to do. */
  settled(): Promise<void>
  stop(): void
}

export function createBestEncoding(): BestEncoding {
  let stopped = false
  let tail = Promise.resolve()
  return {
    improve: (kept) => {
      if (!kept.body.br) return
      tail = tail.then(async () => {
        if (!stopped) kept.body = await encodeBody(kept.body.identity, 'best')
      })
    },
    settled: () => tail,
    stop: () => {
      stopped = true
    },
  }
}

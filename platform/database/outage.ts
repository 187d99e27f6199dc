// One warning when the database goes away and one line when it is back, however many requests find it gone.
import type { Log } from '../log.ts'

export interface Outage {
  /** A connection could not be had, or was lost. */
  noticed(reason: string): void
  /** A connection was had. */
  answered(): void
}

/** Quiet for so long means over: while a pool is full, some requests are served between those that are not. */
const overAfterMs = 5_000

export function watchOutage(log: Log, nowMs: () => number = () => performance.now()): Outage {
  let lastMs: number | undefined
  return {
    noticed(reason) {
      if (lastMs === undefined)
        log.warn({ reason }, 'the database does not answer: requests are told to come back')
      lastMs = nowMs()
    },
    answered() {
      if (lastMs === undefined || nowMs() - lastMs < overAfterMs) return
      lastMs = undefined
      log.info({}, 'the database answers again')
    },
  }
}

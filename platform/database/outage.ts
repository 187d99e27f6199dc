// One warning when the database goes away and one line when it is back, however many requests find it gone.
import type { Log } from '../log.ts'

export interface Outage {
  /** A connection could not be had, or was lost. */
  noticed(reason: string): void
  /** A connection was had. */
  answered(): void
}

export interface OutageWords {
  began: string
  over: string
  /** Quiet for so long means over: while a pool is full, some requests are served between those that are not. */
  overAfterMs: number
}

const databaseAway: OutageWords = {
  began: 'the database does not answer: requests are answered with 503 and Retry-After',
  over: 'the database answers again',
  overAfterMs: 5_000,
}

/** Reads go on meanwhile, so that only time without a refused write shows that it is over. */
export const diskFull: OutageWords = {
  began: 'the disk is full: writes are answered with 503 and Retry-After',
  over: 'no write has found the disk full for a minute',
  overAfterMs: 60_000,
}

export const objectsAway: OutageWords = {
  began: 'the object storage does not answer: requests are answered with 503 and Retry-After',
  over: 'the object storage has answered for a while',
  overAfterMs: 30_000,
}

export function watchOutage(
  log: Log,
  words: OutageWords = databaseAway,
  nowMs: () => number = () => performance.now(),
): Outage {
  let lastMs: number | undefined
  return {
    noticed(reason) {
      if (lastMs === undefined) log.warn({ reason }, words.began)
      lastMs = nowMs()
    },
    answered() {
      if (lastMs === undefined || nowMs() - lastMs < words.overAfterMs) return
      lastMs = undefined
      log.info({}, words.over)
    },
  }
}

// Work beside the requests: a job is defined once, beside its noun, and started by this one runner.
import type { Database } from './database/database.ts'
import { isDatabaseUnavailable } from './database/unavailable.ts'
import type { Log } from './log.ts'

export interface Job {
  /** In the log, in the metrics and in its lock. */
  name: string
  /** Run as soon as it is started. */
  atStart?: true
  /** Run once so long after it is started: what is not urgent leaves the first requests alone. */
  firstAfterMs?: number
  everyMs?: number
  /** For times of the calendar: how long until the next one. */
  msUntilNext?: (now: Date) => number
  /** Run when this channel is notified, and after each reconnection, since notifications may have been missed. */
  channel?: string
  /** Takes the notifications of the channel in place of a run. */
  onNotify?: (payload: string) => void
  /** By one process at a time: a run that finds another process at it is left out. */
  isExclusive?: true
  /** The signal aborts when the process stops; what is under way may end in order. May request further runs (shortestPauseMs). */
  run(signal: AbortSignal): Promise<{ runAgainInMs: readonly number[] } | undefined> | Promise<void>
}

export type JobOutcome = 'done' | 'failed' | 'busy'

export interface JobsOptions {
  database: Pick<Database, 'listen' | 'tryLock'>
  log: Log
  clock?: () => Date
  /** What the log may know of an error. */
  describeError?: (error: unknown) => object
  onRun?: (run: { job: string; outcome: JobOutcome; seconds: number }) => void
}

export interface Jobs {
  /** Resolves when their channels are listened to. */
  start(jobs: readonly Job[]): Promise<void>
  /** Now, or once more after the run under way. Resolves when nothing of it waits any more; failures are logged. */
  run(name: string): Promise<void>
  /** Starts nothing new, and waits for what is under way. */
  stop(): Promise<void>
}

const firstRetryMs = 1_000
/** Where no period says how soon it would run again by itself. */
const longestRetryMs = 10 * 60_000
/** Between a run and the next that it requests: no job keeps a processor busy by itself. */
const shortestPauseMs = 250
/** setTimeout takes no longer one; a job that wakes early reads the clock again. */
const longestTimerMs = 2 ** 31 - 1

export function createJobs(options: JobsOptions): Jobs {
  const running = new Map<string, ReturnType<typeof runJob>>()
  const ending = new AbortController()
  return {
    async start(jobs) {
      for (const job of jobs) {
        if (running.has(job.name)) throw new Error(`two jobs are named ${job.name}`)
        const started = runJob(job, options, ending.signal)
        running.set(job.name, started)
        await started.start()
      }
    },
    async run(name) {
      await running.get(name)?.run()
    },
    async stop() {
      ending.abort()
      await Promise.all([...running.values()].map((job) => job.stop()))
    },
  }
}

function runJob(job: Job, options: JobsOptions, signal: AbortSignal) {
  const { database, log, clock = () => new Date(), describeError = messageOf } = options
  const timers = new Map<string, NodeJS.Timeout>()
  let working: Promise<void> | undefined
  let isWanted = false
  let failures = 0
  /** After a failure of its own, notifications and periods do not make it fail faster. */
  let isHeld = false
  let unlisten: (() => Promise<void>) | undefined

  function setTimer(name: string, ms: number, then: () => void): void {
    clearTimeout(timers.get(name))
    if (signal.aborted) return
    const timer = setTimeout(then, Math.min(Math.max(ms, 0), longestTimerMs))
    timers.set(name, timer.unref())
  }

  function trigger(): void {
    if (!isHeld) void run()
  }

  /** A call during a run is served by one more run. */
  function run(): Promise<void> {
    if (signal.aborted) return working ?? Promise.resolve()
    isWanted = true
    working ??= work().finally(() => {
      working = undefined
    })
    return working
  }

  async function work(): Promise<void> {
    while (isWanted && !signal.aborted) {
      isWanted = false
      const began = performance.now()
      const outcome = await runOnce()
      options.onRun?.({ job: job.name, outcome, seconds: (performance.now() - began) / 1000 })
    }
  }

  async function runOnce(): Promise<JobOutcome> {
    try {
      const release = job.isExclusive ? await database.tryLock(`job ${job.name}`) : () => {}
      if (!release) return 'busy'
      try {
        const result = await job.run(signal)
        if (result) lookAgain(result.runAgainInMs)
      } finally {
        await release()
      }
      failures = 0
      isHeld = false
      clearTimeout(timers.get('retry'))
      return 'done'
    } catch (error) {
      fail(error)
      return 'failed'
    }
  }

  function fail(error: unknown): void {
    failures += 1
    const pauseMs = Math.min(firstRetryMs * 2 ** (failures - 1), job.everyMs ?? longestRetryMs)
    // That the database is away is said once, by its pools; when it is back, its channels call at once.
    const isAway = isDatabaseUnavailable(error)
    if (!isAway)
      log.error(
        { job: job.name, failures, retryMs: pauseMs, ...describeError(error) },
        'a job failed; it is tried again',
      )
    isHeld = !isAway
    setTimer('retry', pauseMs, () => {
      isHeld = false
      trigger()
    })
  }

  /** In place of those that the run before requested. */
  function lookAgain(pausesMs: readonly number[]): void {
    for (const name of timers.keys())
      if (name.startsWith('again')) {
        clearTimeout(timers.get(name))
        timers.delete(name)
      }
    for (const [index, ms] of pausesMs.entries())
      setTimer(`again ${index}`, Math.max(ms, shortestPauseMs), trigger)
  }

  function runEvery(ms: number): void {
    setTimer('every', ms, () => {
      trigger()
      runEvery(ms)
    })
  }

  function runAtNext(msUntilNext: (now: Date) => number): void {
    setTimer('next', msUntilNext(clock()), () => {
      trigger()
      runAtNext(msUntilNext)
    })
  }

  return {
    run,
    async start(): Promise<void> {
      if (job.channel !== undefined) unlisten = await database.listen(job.channel, job.onNotify ?? trigger)
      if (job.everyMs !== undefined) runEvery(job.everyMs)
      if (job.msUntilNext) runAtNext(job.msUntilNext)
      if (job.firstAfterMs !== undefined) setTimer('first', job.firstAfterMs, trigger)
      if (job.atStart) trigger()
    },
    async stop(): Promise<void> {
      for (const timer of timers.values()) clearTimeout(timer)
      await unlisten?.().catch(() => {})
      await working
    },
  }
}

function messageOf(error: unknown): object {
  return { reason: error instanceof Error ? error.message : String(error) }
}

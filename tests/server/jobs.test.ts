// The one runner of jobs, with the locks and notifications of a real PostgreSQL.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { DatabaseUnavailableError } from '#platform/database/unavailable.ts'
import { createJobs, type Job, type JobOutcome, type Jobs } from '#platform/jobs.ts'
import { type Log, silentLog } from '#platform/log.ts'
import { msUntilMidnightInLagos } from '#server/jobs/midnight.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'
import { within } from '#tests/harness/within.ts'

let home: TestDatabase
/** As two processes have them. */
let databases: [Database, Database]
let processes: Jobs[] = []
let ended: { job: string; outcome: JobOutcome }[] = []

beforeAll(async () => {
  home = await createTestDatabase({ migrations: false })
  const open = () => openDatabase({ url: home.url, secret: testSecret, log: silentLog, poolSize: 2 })
  databases = await Promise.all([open(), open()])
})
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()))
  await home.drop()
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(processes.map((jobs) => jobs.stop()))
  processes = []
  ended = []
})

function startProcess(options: { database?: Database; log?: Log; clock?: () => Date } = {}): Jobs {
  const jobs = createJobs({
    database: databases[0],
    log: silentLog,
    onRun: ({ job, outcome }) => ended.push({ job, outcome }),
    ...options,
  })
  processes.push(jobs)
  return jobs
}

/** Runs until it is let go; counts how often, and how many at once. */
function slowJob(job: Partial<Job> = {}) {
  const state = { runs: 0, atOnce: 0, maxAtOnce: 0, letGo: () => {}, wasAborted: false }
  let gate = Promise.withResolvers<void>()
  state.letGo = () => {
    gate.resolve()
    gate = Promise.withResolvers<void>()
  }
  const whole: Job = {
    name: 'slow',
    ...job,
    async run(signal) {
      state.runs += 1
      state.atOnce += 1
      state.maxAtOnce = Math.max(state.maxAtOnce, state.atOnce)
      await gate.promise
      state.wasAborted = signal.aborted
      state.atOnce -= 1
    },
  }
  return { state, job: whole }
}

const until = (isSo: () => boolean) => vi.waitFor(() => expect(isSo()).toBe(true), within)

describe('a job', () => {
  it('that is called during its run runs once more after it, and never twice at once', async () => {
    const { state, job } = slowJob()
    const jobs = startProcess()
    await jobs.start([job])
    const calls = [jobs.run('slow'), jobs.run('slow'), jobs.run('slow')]
    await until(() => state.runs === 1)
    state.letGo()
    await until(() => state.runs === 2)
    state.letGo()
    await Promise.all(calls)
    expect([state.runs, state.maxAtOnce]).toEqual([2, 1])
  })

  it('runs at the start, each period, and when its channel is notified', async () => {
    let runs = 0
    const run = async () => void runs++
    const jobs = startProcess()
    await jobs.start([
      { name: 'first', atStart: true, run },
      { name: 'often', everyMs: 20, run },
      { name: 'called', channel: 'test_jobs', run },
    ])
    await asOwner(home.url, (client) => client.query('notify test_jobs'))
    await until(() => ['first', 'often', 'called'].every((name) => ended.some(({ job }) => job === name)))
    await until(() => ended.filter(({ job }) => job === 'often').length > 2)
    expect(ended.every(({ outcome }) => outcome === 'done')).toBe(true)
  })

  it('may take what its channel sends instead of running', async () => {
    const reported: string[] = []
    const { state, job } = slowJob({ channel: 'test_told', onNotify: (payload) => reported.push(payload) })
    await startProcess().start([job])
    await asOwner(home.url, (client) => client.query(`select pg_notify('test_told', 'one')`))
    await until(() => reported.includes('one'))
    expect(state.runs).toBe(0)
  })

  it('runs again when its run requests it; a later run replaces the request of the one before', async () => {
    const pauses = [[40_000, 10], [10], []]
    const jobs = startProcess()
    await jobs.start([
      { name: 'asking', atStart: true, run: async () => ({ runAgainInMs: pauses.shift() ?? [] }) },
    ])
    await until(() => ended.length === 3)
    await pause(50)
    expect(ended).toHaveLength(3)
  })

  it('rests between runs, also when each run asks for the next one at once', async () => {
    vi.useFakeTimers()
    const jobs = startProcess()
    let runs = 0
    await jobs.start([
      {
        name: 'restless',
        atStart: true,
        run: async () => {
          runs++
          return { runAgainInMs: [0] }
        },
      },
    ])
    await vi.advanceTimersByTimeAsync(1_100)
    expect(runs).toBe(5)
    await jobs.stop()
  })

  it('that is not urgent runs once, so long after the start', async () => {
    vi.useFakeTimers()
    const jobs = startProcess()
    let runs = 0
    await jobs.start([{ name: 'later', firstAfterMs: 60_000, run: async () => void runs++ }])
    await vi.advanceTimersByTimeAsync(59_999)
    expect(runs).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(runs).toBe(1)
    await vi.advanceTimersByTimeAsync(24 * 3_600_000)
    expect(runs).toBe(1)
    await jobs.stop()
  })

  it('comes at midnight in Lagos every day until it is stopped', async () => {
    vi.useFakeTimers()
    vi.setSystemTime('2026-11-20T22:00:00.000Z')
    const jobs = startProcess({ clock: () => new Date() })
    let days = 0
    await jobs.start([{ name: 'daily', msUntilNext: msUntilMidnightInLagos, run: async () => void days++ }])
    vi.advanceTimersByTime(3_600_000)
    expect(days).toBe(1)
    await vi.advanceTimersByTimeAsync(24 * 3_600_000)
    expect(days).toBe(2)
    await jobs.stop()
    await vi.advanceTimersByTimeAsync(48 * 3_600_000)
    expect(days).toBe(2)
  })
})

describe('a job for one process at a time', () => {
  it('is left out by the second process while the first is at it, and done by it afterwards', async () => {
    const { state, job } = slowJob({ isExclusive: true })
    const [first, second] = [startProcess(), startProcess({ database: databases[1] })]
    await Promise.all([first.start([job]), second.start([job])])
    const running = first.run('slow')
    await until(() => state.runs === 1)
    await second.run('slow')
    expect([state.runs, ended]).toEqual([1, [{ job: 'slow', outcome: 'busy' }]])
    state.letGo()
    await running
    const next = second.run('slow')
    await until(() => state.runs === 2)
    state.letGo()
    await next
    expect(state.maxAtOnce).toBe(1)
  })

  it('is free for others when the process that is at it has lost its connection', async () => {
    const { state, job } = slowJob({ isExclusive: true })
    const lost = await openDatabase({ url: home.url, secret: testSecret, log: silentLog, poolSize: 2 })
    const [first, second] = [startProcess({ database: lost }), startProcess({ database: databases[1] })]
    await Promise.all([first.start([job]), second.start([job])])
    void first.run('slow')
    await until(() => state.runs === 1)
    await lost.close()
    void second.run('slow')
    await until(() => state.runs === 2)
    state.letGo()
  })

  it('gives its lock back when it fails', async () => {
    const fail = async () => {
      throw new Error('broken')
    }
    const job: Job = { name: 'failing', isExclusive: true, run: fail }
    const [first, second] = [startProcess(), startProcess({ database: databases[1] })]
    await Promise.all([first.start([job]), second.start([job])])
    await first.run('failing')
    await second.run('failing')
    expect(ended.map(({ outcome }) => outcome)).toEqual(['failed', 'failed'])
  })
})

describe('a job that fails', () => {
  const lines: object[] = []
  const log: Log = { ...silentLog, error: (fields) => lines.push(fields) }
  afterEach(() => {
    lines.length = 0
  })

  it('is logged by its name, and tried again after a pause that grows', async () => {
    let runs = 0
    const jobs = startProcess({ log })
    const run = async () => {
      runs += 1
      if (runs < 3) throw new Error('broken')
    }
    const began = performance.now()
    await jobs.start([{ name: 'failing', atStart: true, run }])
    await until(() => ended.at(-1)?.outcome === 'done')
    expect(performance.now() - began).toBeGreaterThan(2_900)
    expect(runs).toBe(3)
    expect(lines).toEqual([
      { job: 'failing', failures: 1, retryMs: 1_000, reason: 'broken' },
      { job: 'failing', failures: 2, retryMs: 2_000, reason: 'broken' },
    ])
  })

  it('is not called faster by its notifications meanwhile, and leaves the others alone', async () => {
    const jobs = startProcess({ log })
    const fail = async () => {
      throw new Error('broken')
    }
    await jobs.start([
      { name: 'failing', atStart: true, channel: 'test_held', run: fail },
      { name: 'sound', channel: 'test_held', run: async () => {} },
    ])
    await until(() => lines.length === 1)
    await asOwner(home.url, (client) => client.query('notify test_held'))
    await until(() => ended.some(({ job }) => job === 'sound'))
    expect(lines).toHaveLength(1)
  })

  it('because the database is away is no line of its own, and is tried as soon as it is called', async () => {
    let isAway = true
    const jobs = startProcess({ log })
    const run = async () => {
      if (isAway) throw new DatabaseUnavailableError(new Error('gone'))
    }
    await jobs.start([{ name: 'waiting', atStart: true, channel: 'test_back', run }])
    await until(() => ended.length === 1)
    isAway = false
    await asOwner(home.url, (client) => client.query('notify test_back'))
    await until(() => ended.at(-1)?.outcome === 'done')
    expect(lines).toEqual([])
  })
})

describe('a stop', () => {
  it('signals the run under way, waits for it, and lets nothing begin any more', async () => {
    const { state, job } = slowJob({ atStart: true, everyMs: 10, channel: 'test_stop' })
    const jobs = startProcess()
    await jobs.start([job])
    await until(() => state.runs === 1)
    let hasStopped = false
    const stopping = jobs.stop().then(() => {
      hasStopped = true
    })
    await asOwner(home.url, (client) => client.query('notify test_stop'))
    await pause(50)
    expect(hasStopped).toBe(false)
    state.letGo()
    await stopping
    await jobs.run('slow')
    await pause(30)
    expect([state.runs, state.wasAborted]).toEqual([1, true])
  })
})

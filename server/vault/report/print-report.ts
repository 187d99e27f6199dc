// The PDF of a report, drawn in a thread of its own: a long one takes a second, in which the server answers others. One at a
// time, since each takes memory, and one of each person, so that nobody waits behind many of another person.
import { Worker } from 'node:worker_threads'
import type { DataReport } from '#domain/data-report.ts'
import { RefusedError } from '#server/http/answers.ts'
import type { ReportFacts } from './draw-report.ts'

const timeoutMs = 30_000

/** With so many waiting, the next request is refused with Retry-After. */
const waitingMax = 20

/** Whose report waits or is drawn. */
const waiting = new Set<string>()
let last: Promise<unknown> = Promise.resolve()

export async function printReport(
  report: DataReport,
  facts: ReportFacts,
  ownerId: string,
): Promise<Uint8Array<ArrayBuffer>> {
  if (waiting.has(ownerId)) throw new RefusedError('too_many', { retryAfter: 5 })
  if (waiting.size >= waitingMax) throw new RefusedError('unavailable')
  waiting.add(ownerId)
  const printed = last.then(() => draw(report, facts))
  last = printed.catch(() => undefined).then(() => waiting.delete(ownerId))
  return printed
}

function draw(report: DataReport, facts: ReportFacts): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./report-thread.ts', import.meta.url), {
      workerData: { report, facts },
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    const timer = setTimeout(() => void thread.terminate(), timeoutMs)
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => {
      clearTimeout(timer)
      // After a message this changes nothing.
      reject(new Error('the thread that draws a report ended without one'))
    })
  })
}

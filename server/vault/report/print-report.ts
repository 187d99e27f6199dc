// The PDF of a report, drawn in a thread of its own: a long one takes a second, in which the server answers others. One at a
// time, since each takes memory.
import { Worker } from 'node:worker_threads'
import type { DataReport } from '#domain/data-report.ts'
import { RefusedError } from '#server/http/answers.ts'
import type { ReportFacts } from './draw-report.ts'

const timeoutMs = 30_000

export type PrintReport = (report: DataReport, facts: ReportFacts) => Promise<Uint8Array<ArrayBuffer>>

/** Whoever comes when so many wait is asked to come again. */
const waitingMax = 20

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

export const printReport: PrintReport = async (report, facts) => {
  if (waiting >= waitingMax) throw new RefusedError('unavailable')
  waiting++
  const printed = last.then(() => draw(report, facts))
  last = printed.catch(() => undefined).then(() => waiting--)
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

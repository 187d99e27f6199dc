// The PDF of a report, drawn in a thread of its own: a long one takes a second, in which the server answers others. One at a
// time, since each takes memory.
import { Worker } from 'node:worker_threads'
import type { DataReport } from '#domain/data-report.ts'
import type { ReportFacts } from './draw-report.ts'

const timeoutMs = 30_000

export type PrintReport = (report: DataReport, facts: ReportFacts) => Promise<Uint8Array<ArrayBuffer>>

let last: Promise<unknown> = Promise.resolve()

export const printReport: PrintReport = (report, facts) => {
  const printed = last.then(() => draw(report, facts))
  last = printed.catch(() => undefined)
  return printed
}

function draw(report: DataReport, facts: ReportFacts): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./report-thread.ts', import.meta.url), {
      workerData: { report, facts },
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

// The thread of print-report.ts: draws one report, answers with its bytes, and ends.
import { parentPort, workerData } from 'node:worker_threads'
import type { DataReport } from '#domain/data-report.ts'
import { drawReport, type ReportFacts } from './draw-report.ts'

const { report, facts } = workerData as { report: DataReport; facts: ReportFacts }
// A copy with a buffer of its own: small buffers share one.
const pdf = new Uint8Array(await drawReport(report, facts))
parentPort?.postMessage(pdf, [pdf.buffer])

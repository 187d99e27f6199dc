// What the process counts for Prometheus; labels are few and fixed, never a path that a client made up.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  observeRequest(request: { area: string; method: string; status: number; seconds: number }): void
  observeJob(run: { job: string; outcome: string; seconds: number }): void
  countMail(outcome: 'sent' | 'retried' | 'failed'): void
  countUnknownPage(): void
  watch(name: string, help: string, read: () => number): void
  /** The text that Prometheus reads, with its content type. */
  expose(): Promise<{ text: string; contentType: string }>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const seriesOf = new Map<string, { observe(seconds: number): void }>()
  const requests = new Histogram({
    name: 'app_request_seconds',
    help: 'Time from the first byte in to the last byte out',
    labelNames: ['area', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const jobs = new Histogram({
    name: 'app_job_seconds',
    help: 'Time that a run of a job took; busy: another process was at it',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60],
    registers,
  })
  const mails = new Counter({
    name: 'app_mails_total',
    help: 'Mails by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const unknownPages = new Counter({
    name: 'app_unknown_pages_total',
    help: 'Requests for pages that do not exist',
    registers,
  })
  return {
    observeRequest: ({ area, method, status, seconds }) => {
      const known = knownMethods.has(method) ? method : 'other'
      // Looked up once for each of the few combinations: hashing the labels again would cost every request.
      const key = `${area} ${known} ${status}`
      let series = seriesOf.get(key)
      if (!series) {
        series = requests.labels({ area, method: known, status })
        seriesOf.set(key, series)
      }
      series.observe(seconds)
    },
    observeJob: ({ job, outcome, seconds }) => jobs.observe({ job, outcome }, seconds),
    countMail: (outcome) => mails.inc({ outcome }),
    countUnknownPage: () => unknownPages.inc(),
    watch: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
    },
    expose: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  }
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])

// One measurement: a closed loop of connections against one server, every answer checked.
import { createHistogram } from 'node:perf_hooks'
import autocannon from 'autocannon'
import { countRows, type Scenario } from './scenarios.ts'
import type { BenchServer } from './servers.ts'

export interface Measurement {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Processor time of the server's process for one request; undefined where the system does not say. */
  cpuMicroseconds: number | undefined
  /** Share of one processor that the load generator took: near 1 it measures itself. */
  generatorLoad: number
}

/** Throws when a single answer was not the one that was verified before. */
export async function measure(
  server: BenchServer,
  scenario: Scenario,
  options: { connections: number; seconds: number; expectBody: string },
): Promise<Measurement> {
  const { method, path, headers, body, title, fills } = scenario
  if (fills) await server.database.query(`truncate ${fills}`)
  // autocannon's own percentiles are whole milliseconds; these are microseconds.
  const latencies = createHistogram({ figures: 4 })
  const cpuBefore = await server.cpuSeconds()
  const ownBefore = process.cpuUsage()
  const started = performance.now()
  const run = autocannon({
    url: `${server.url}${path}`,
    method,
    headers,
    body,
    connections: options.connections,
    duration: options.seconds,
    expectBody: options.expectBody === '' ? undefined : options.expectBody,
  })
  let last = started
  run.on('response', (_client, _status, _bytes, milliseconds) => {
    latencies.record(Math.max(1, Math.round(milliseconds * 1000)))
    last = performance.now()
  })
  const result = await run
  const seconds = (last - started) / 1000
  const own = process.cpuUsage(ownBefore)
  const cpuAfter = await server.cpuSeconds()
  const failures = result.non2xx + result.errors + result.timeouts + result.mismatches
  if (failures > 0 || latencies.count === 0)
    throw new Error(
      `${server.name}, "${title}": ${result.non2xx} refused, ${result.errors} broken, ${result.timeouts} timed out, ${result.mismatches} other bodies`,
    )
  // A request that was cut at the end may have written its row all the same.
  if (fills) {
    const rows = await countRows(server.database, scenario)
    if (rows < latencies.count || rows > latencies.count + options.connections)
      throw new Error(`${server.name}, "${title}": ${latencies.count} answers, but ${rows} rows`)
  }
  return {
    perSecond: latencies.count / seconds,
    p50Ms: latencies.percentile(50) / 1000,
    p99Ms: latencies.percentile(99) / 1000,
    cpuMicroseconds:
      cpuBefore === undefined || cpuAfter === undefined
        ? undefined
        : ((cpuAfter - cpuBefore) * 1_000_000) / latencies.count,
    generatorLoad: (own.user + own.system) / 1_000_000 / seconds,
  }
}

// The figures as a table, and where they are short of a bar.

import { alignColumns } from '../align-columns.ts'
import type { Shortfall } from '../verdict.ts'
import type { Measurement } from './measure.ts'
import type { Scenario } from './scenarios.ts'

export interface Line {
  scenario: Scenario
  connections: number
  /** One measurement for each round; round by round the peer's was taken right after ours. */
  ours: Measurement[]
  peers: Measurement[]
}

export interface Memory {
  residentMegabytes: number | undefined
  loadSeconds: number
}

const maxResidentMegabytes = 200

export function medianOf(values: number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

function figuresOf({ ours, peers }: Line) {
  const of = (measurements: Measurement[]) => ({
    perSecond: medianOf(measurements.map((one) => one.perSecond)),
    p50Ms: medianOf(measurements.map((one) => one.p50Ms)),
    p99Ms: medianOf(measurements.map((one) => one.p99Ms)),
    cpuMicroseconds: medianOf(measurements.map((one) => one.cpuMicroseconds ?? Number.NaN)),
  })
  const [app, peer] = [of(ours), of(peers)]
  return { app, peer, ratio: app.perSecond / peer.perSecond }
}

export function formatTable(lines: Line[]): string {
  const head = [
    'medians of all rounds',
    'conn',
    'ours/s',
    'peer/s',
    'ratio',
    'bar',
    'p50 ms ours',
    'peer',
    'p99 ms ours',
    'peer',
    'CPU µs ours',
    'peer',
  ]
  const rows = lines.map((line) => {
    const { app, peer, ratio } = figuresOf(line)
    return [
      line.scenario.title,
      String(line.connections),
      app.perSecond.toFixed(0),
      peer.perSecond.toFixed(0),
      `${ratio.toFixed(2)}x`,
      line.scenario.bar ? `${line.scenario.bar}x` : '',
      app.p50Ms.toFixed(1),
      peer.p50Ms.toFixed(1),
      app.p99Ms.toFixed(1),
      peer.p99Ms.toFixed(1),
      formatMicroseconds(app.cpuMicroseconds),
      formatMicroseconds(peer.cpuMicroseconds),
    ]
  })
  return alignColumns([head, ...rows])
}

function formatMicroseconds(microseconds: number): string {
  return Number.isNaN(microseconds) ? '-' : microseconds.toFixed(0)
}

/** The bars that are not met: all are ratios, but for the memory, which the load of the machine does not change. */
export function listShortfalls(lines: Line[], memory: Memory): Shortfall[] {
  const shortfalls = lines.flatMap((line) => {
    const { app, peer, ratio } = figuresOf(line)
    const where = `${line.scenario.title}, ${line.connections} connections`
    const { bar } = line.scenario
    return [
      ...(bar && ratio < bar ? [`${where}: ${ratio.toFixed(2)} times the peer, the bar is ${bar}`] : []),
      ...(app.p99Ms < peer.p99Ms
        ? []
        : [`${where}: p99 ${app.p99Ms.toFixed(1)} ms, the peer's is ${peer.p99Ms.toFixed(1)} ms`]),
    ]
  })
  const { residentMegabytes: resident, loadSeconds } = memory
  if (resident !== undefined && resident > maxResidentMegabytes)
    shortfalls.push(
      `${resident.toFixed(0)} MB of memory after ${loadSeconds} s of load, the bar is ${maxResidentMegabytes} MB`,
    )
  return shortfalls.map((sentence) => ({ sentence, isAbsolute: false }))
}

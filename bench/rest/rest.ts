// bench:rest: our /rest/v1 as shipped beside @supabase/lite, request by request the same, in turns on one PostgreSQL.
import { randomBytes } from 'node:crypto'
import { type BenchStart, endBench } from '../verdict.ts'
import { startPostgres } from './database.ts'
import { measure } from './measure.ts'
import { formatTable, type Line, listShortfalls, medianOf } from './report.ts'
import { listScenarios, verifyAnswer } from './scenarios.ts'
import { startServers } from './servers.ts'

const defaultSeconds = 5
const rounds = 3
const connectionCounts = [10, 50]
const warmUpSeconds = 2

/** Answers whether every bar is met. */
export async function benchRest(start: BenchStart): Promise<boolean> {
  const { seconds = defaultSeconds, interrupted } = start
  const say = (text: string) => console.log(text)
  const secret = randomBytes(32).toString('base64url')
  say('Starting PostgreSQL and filling two equal databases...')
  const postgres = await startPostgres(secret)
  try {
    say('Starting both servers...')
    const { app, peer, publishableKey } = await startServers(postgres, secret)
    try {
      return await Promise.race([interrupted, compare()])
    } finally {
      await Promise.all([app.stop(), peer.stop()])
    }

    async function compare(): Promise<boolean> {
      const scenarios = listScenarios(publishableKey, secret)
      const runs = scenarios.length * connectionCounts.length * rounds * 2
      const minutes = (runs * (seconds + 0.3) + scenarios.length * 2 * warmUpSeconds) / 60
      say(
        `PostgreSQL ${postgres.version}; ${runs} measurements of ${seconds} s: about ${Math.ceil(minutes)} minutes.`,
      )
      const lines: Line[] = []
      let loadSeconds = 0
      let residentMegabytes: number | undefined
      for (const scenario of scenarios) {
        const expected = new Map<string, string>()
        for (const server of [app, peer]) {
          const expectBody = await verifyAnswer(server.url, server.database, scenario)
          expected.set(server.name, expectBody)
          await measure(server, scenario, {
            connections: 10,
            seconds: Math.min(seconds, warmUpSeconds),
            expectBody,
          })
        }
        say(`\n${scenario.title}: both answer what the database holds`)
        for (const connections of connectionCounts) {
          const line: Line = { scenario, connections, ours: [], peers: [] }
          for (let round = 1; round <= rounds; round++) {
            for (const [server, measurements] of [
              [app, line.ours],
              [peer, line.peers],
            ] as const) {
              const expectBody = expected.get(server.name) ?? ''
              measurements.push(await measure(server, scenario, { connections, seconds, expectBody }))
            }
            loadSeconds += seconds
            const resident = await app.residentMegabytes()
            if (resident !== undefined) residentMegabytes = Math.max(residentMegabytes ?? 0, resident)
            const [ours, theirs] = [line.ours.at(-1), line.peers.at(-1)]
            if (ours && theirs)
              say(
                `  ${connections} connections, round ${round} of ${rounds}: ours ${ours.perSecond.toFixed(0)}/s, ` +
                  `peer ${theirs.perSecond.toFixed(0)}/s`,
              )
          }
          lines.push(line)
        }
      }
      const memory = { residentMegabytes, loadSeconds }
      say(`\n${formatTable(lines)}\n`)
      const generator = medianOf(lines.flatMap((line) => line.ours.map((one) => one.generatorLoad)))
      say(`Load generator: ${(generator * 100).toFixed(0)} % of one processor at our throughput (median).`)
      say(
        residentMegabytes === undefined
          ? 'Resident memory: this system does not report it.'
          : `Resident memory of our process, the maximum after ${loadSeconds} s of load: ${residentMegabytes.toFixed(0)} MB.`,
      )
      const results = { lines, memory, seconds, postgres: postgres.version }
      return endBench('rest', start, listShortfalls(lines, memory), results)
    }
  } finally {
    await postgres.stop()
  }
}

// Runs the bench that is named, and ends with 1 when it is short of a bar.
import { availableParallelism, loadavg } from 'node:os'
import { benchAdmin } from './admin/admin.ts'
import { benchMarket } from './market/market.ts'
import { benchPage } from './page/page.ts'
import { benchRest } from './rest/rest.ts'
import { benchServices } from './services/services.ts'
import { benchStart } from './start/start.ts'
import type { BenchStart } from './verdict.ts'

const benches: Record<string, (start: BenchStart) => Promise<boolean>> = {
  rest: benchRest,
  services: benchServices,
  page: benchPage,
  market: benchMarket,
  admin: benchAdmin,
  start: benchStart,
}
/** The load of the last minute, below which absolute times hold. */
const maxQuietLoad = 0.5

const [name = ''] = process.argv.slice(2)
const bench = benches[name]
try {
  if (!bench) throw new Error(`no bench is called "${name}": there is ${Object.keys(benches).join(', ')}`)
  const seconds = readSeconds()
  const [load = 0] = loadavg()
  const isQuiet = load < maxQuietLoad
  console.log(
    `bench:${name}: Node ${process.versions.node}, ${availableParallelism()} processors, load ${load.toFixed(2)}, ` +
      (isQuiet ? 'quiet.' : 'not quiet: the ratios decide.'),
  )
  process.exitCode = (await bench({ seconds, interrupted: rejectAtSignal(), isQuiet })) ? 0 : 1
} catch (error) {
  console.error(`\n✗ bench:${name} ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

function rejectAtSignal(): Promise<never> {
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Error('was interrupted')))
  })
  interrupted.catch(() => {})
  return interrupted
}

function readSeconds(): number | undefined {
  const text = process.env.BENCH_SECONDS
  if (!text) return undefined
  const seconds = Number(text)
  if (!Number.isFinite(seconds) || seconds < 1) throw new Error('BENCH_SECONDS must be a number from 1 on')
  return seconds
}

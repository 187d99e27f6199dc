// Runs the bench that is named, and ends with 1 when it is short of its bar.
import { benchAdmin } from './admin/admin.ts'
import { benchMarket } from './market/market.ts'
import { benchPage } from './page/page.ts'
import { benchRest } from './rest/rest.ts'
import { benchServices } from './services/services.ts'

const benches: Record<string, (seconds: number | undefined) => Promise<boolean>> = {
  rest: benchRest,
  services: benchServices,
  page: benchPage,
  market: benchMarket,
  admin: benchAdmin,
}

const [name = ''] = process.argv.slice(2)
const bench = benches[name]
try {
  if (!bench) throw new Error(`no bench is called "${name}": there is ${Object.keys(benches).join(', ')}`)
  process.exitCode = (await bench(readSeconds())) ? 0 : 1
} catch (error) {
  console.error(`\n✗ bench:${name} ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

/** BENCH_SECONDS: how long each single measurement takes. */
function readSeconds(): number | undefined {
  const text = process.env.BENCH_SECONDS
  if (!text) return undefined
  const seconds = Number(text)
  if (!Number.isFinite(seconds) || seconds < 1) throw new Error('BENCH_SECONDS must be a number from 1 on')
  return seconds
}

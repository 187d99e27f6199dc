// What every bench shares: how it was started, and how it ends.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface BenchStart {
  /** BENCH_SECONDS: how long each single measurement takes. */
  seconds?: number
  /** Rejects at Ctrl-C, so that no PostgreSQL is left behind. */
  interrupted: Promise<never>
  /** Whether the machine had no other work when the bench was started: else only ratios decide. */
  isQuiet: boolean
}

export interface Shortfall {
  sentence: string
  /** A time or a rate of this machine alone, beside nothing that was measured in the same run. */
  isAbsolute: boolean
}

/** Stores the single measurements, prints where the bench is short of a bar, and answers whether every bar that decides is met. */
export async function endBench(
  name: string,
  { isQuiet }: BenchStart,
  shortfalls: Shortfall[],
  results: object,
): Promise<boolean> {
  const folder = join(import.meta.dirname, 'results')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify({ isQuiet, ...results }, null, 1)}\n`)
  const deciding = shortfalls.filter(({ isAbsolute }) => isQuiet || !isAbsolute)
  for (const shortfall of shortfalls)
    console.log(
      deciding.includes(shortfall)
        ? `✗ ${shortfall.sentence}`
        : `· ${shortfall.sentence} (not quiet: no verdict)`,
    )
  const without =
    shortfalls.length > deciding.length ? ` that decides (${shortfalls.length - deciding.length} do not)` : ''
  console.log(
    deciding.length === 0
      ? `bench:${name}: every bar${without} is met`
      : `\nbench:${name}: short of ${deciding.length} bars${without}`,
  )
  return deciding.length === 0
}

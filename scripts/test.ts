// `npm test`: every check in one go (types, lint, build, then unit, database, protocol, server and browser tests).
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { ensureChromium } from './chromium.ts'
import { startOldestPostgres } from './oldest-postgres.ts'

interface Outcome {
  passed: number
  failed: number
}

const started = Date.now()
const long = process.argv.includes('--long')
const total: Outcome = { passed: 0, failed: 0 }

function add({ passed, failed }: Outcome): void {
  total.passed += passed
  total.failed += failed
}

/** Runs a program to its end; its output is shown when it fails, or as it comes when `live`. */
function run(
  file: string,
  args: string[],
  options: { live?: boolean; env?: Record<string, string> } = {},
): Promise<number> {
  return new Promise((done) => {
    const child = spawn(file, args, {
      stdio: options.live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...options.env },
    })
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', (error) => {
      console.log(error.message)
      done(1)
    })
    child.on('close', (code) => {
      if (code !== 0) console.log(output)
      done(code ?? 1)
    })
  })
}

async function check(
  title: string,
  steps: [string, string[]][],
  env: Record<string, string> = {},
): Promise<boolean> {
  const from = Date.now()
  process.stdout.write(`${title}... `)
  for (const [module, args] of steps) {
    if ((await run(process.execPath, [module, ...args], { env })) !== 0) {
      console.log(`✗ ${title} failed`)
      add({ passed: 0, failed: 1 })
      return false
    }
  }
  console.log(`ok (${((Date.now() - from) / 1000).toFixed(1)} s)`)
  add({ passed: 1, failed: 0 })
  return true
}

async function suite(title: string, env: Record<string, string>, args: string[] = []): Promise<void> {
  const resultFile = '.tmp/vitest.json'
  console.log(`${title}...`)
  mkdirSync('.tmp', { recursive: true })
  // The result of an earlier run is not this one's.
  rmSync(resultFile, { force: true })
  const code = await run(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${resultFile}`,
      ...args,
    ],
    { live: true, env },
  )
  const report = JSON.parse(readFileSync(resultFile, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numFailedTestSuites: number
  }
  add({ passed: report.numPassedTests, failed: report.numFailedTests })
  // A file that does not load, or an error outside any test, fails the run without a failed test to count.
  if (code !== 0 && report.numFailedTests === 0)
    add({ passed: 0, failed: Math.max(1, report.numFailedTestSuites) })
}

/** What needs a database, once more on the oldest PostgreSQL that we promise; not its long loops. */
async function suiteOnOldest(): Promise<void> {
  const postgres = await startOldestPostgres()
  try {
    await suite('Services on PostgreSQL 15', { TEST_DATABASE_URL: postgres.url }, ['--project', 'services'])
  } finally {
    await postgres.stop()
  }
}

try {
  const chromium = ensureChromium()
  const routes = 'node_modules/@react-router/dev/bin.cjs'
  await check('Types', [
    [routes, ['typegen']],
    ['node_modules/typescript/bin/tsc', ['--noEmit']],
  ])
  await check('Lint', [['node_modules/@biomejs/biome/bin/biome', ['check', '.', '--error-on-warnings']]])
  const built = await check('Build', [[routes, ['build']]], { NODE_ENV: 'production' })
  if (built) {
    const env = { CHROMIUM_PATH: chromium, ...(long ? { TEST_LONG: '1' } : {}) }
    await suite(long ? 'Tests, the full form' : 'Tests', env)
    if (long) await suiteOnOldest()
  }
} catch (error) {
  console.log(`✗ ${error instanceof Error ? error.message : error}`)
  add({ passed: 0, failed: 1 })
}

console.log(`\nTook ${((Date.now() - started) / 1000).toFixed(0)} s.`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

// `npm test`: every check in one go (types, lint, build, then unit, database, protocol, server and browser tests).
// `npm test -- PATH...` runs the tests of these files or folders alone.
import { spawn } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { ensureChromium } from './chromium.ts'
import { startOldestPostgres } from './oldest-postgres.ts'

interface Outcome {
  passed: number
  failed: number
}

const started = Date.now()
const long = process.argv.includes('--long')
const paths = process.argv.slice(2).filter((argument) => argument !== '--long')
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
  for (const [module, args] of steps) {
    if ((await run(process.execPath, [module, ...args], { env })) !== 0) {
      console.log(`✗ ${title} failed`)
      add({ passed: 0, failed: 1 })
      return false
    }
  }
  console.log(`${title}... ok (${((Date.now() - from) / 1000).toFixed(1)} s)`)
  add({ passed: 1, failed: 0 })
  return true
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  testResults: { name: string; status: 'passed' | 'failed' }[]
}

const resultFile = '.tmp/vitest.json'

async function runVitest(env: Record<string, string>, args: string[]): Promise<Outcome & { weak: string[] }> {
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
  const report = JSON.parse(readFileSync(resultFile, 'utf8')) as Report
  const weak = report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
  // A file that does not load, or an error outside any test, fails the run without a failed test to count.
  const failed =
    code === 0
      ? 0
      : Math.max(1, report.numFailedTests, report.numFailedTests ? 0 : report.numFailedTestSuites)
  return { passed: report.numPassedTests, failed, weak }
}

/** A browser beside PostgreSQL on two cores: few files that fail get one more run, alone, on a database of their own. */
const maxRetried = 3

async function suite(title: string, env: Record<string, string>, args: string[] = []): Promise<void> {
  console.log(`${title}...`)
  const first = await runVitest(env, args)
  add(first)
  if (first.weak.length === 0 || first.weak.length > maxRetried) return
  const names = first.weak.map((file) => relative(process.cwd(), file))
  console.log(`\nOnce more, alone: ${names.join(', ')}`)
  const second = await runVitest(env, [...args, ...names])
  if (second.failed > 0) return
  console.log(`\n! Passed only at the second run: ${names.join(', ')}. Look into it.`)
  add({ passed: first.failed, failed: -first.failed })
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

async function runEverything(): Promise<void> {
  console.log(`Types, lint and build, then ${countFiles()} files of tests without a browser and with one:
about ${long ? 'two hours' : '15 to 25 minutes'} on two quiet cores. One file or folder alone, in seconds: npm test -- domain/\n`)
  const chromium = ensureChromium()
  const routes = 'node_modules/@react-router/dev/bin.cjs'
  // Beside one another: each leaves a core idle for a part of its time.
  const [, , built] = await Promise.all([
    check('Types', [
      [routes, ['typegen']],
      // Its default of four checks the shared types again in each: a third more work than two cores have room for.
      ['node_modules/typescript/bin/tsc', ['--noEmit', '--checkers', '2']],
    ]),
    check('Lint', [['node_modules/@biomejs/biome/bin/biome', ['check', '.', '--error-on-warnings']]]),
    check('Build', [['scripts/launch.mjs', ['build']]]),
  ])
  if (!built) return
  const env = { CHROMIUM_PATH: chromium, ...(long ? { TEST_LONG: '1' } : {}) }
  await suite(long ? 'Tests, the full form' : 'Tests', env)
  if (long) await suiteOnOldest()
}

const countFiles = () =>
  globSync('{domain,platform,server,site,scripts,tests,e2e}/**/*.test.ts', { exclude: ['**/node_modules'] })
    .length

/** The site is built by now, where its sources have changed (launch.mjs). */
async function runPaths(): Promise<void> {
  const needsBrowser = paths.some((path) => /^(\.\/)?e2e\b/.test(path))
  const env = {
    ...(needsBrowser ? { CHROMIUM_PATH: ensureChromium() } : {}),
    ...(long ? { TEST_LONG: '1' } : {}),
  }
  add(await runVitest(env, paths))
}

try {
  await (paths.length > 0 ? runPaths() : runEverything())
} catch (error) {
  console.log(`✗ ${error instanceof Error ? error.message : error}`)
  add({ passed: 0, failed: 1 })
}

console.log(`\nTook ${((Date.now() - started) / 1000).toFixed(0)} s.`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

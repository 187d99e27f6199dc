// bench:start: `npm start` of this tree beside the last release's, on an empty data folder and on a filled one.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { medianOf } from '../rest/report.ts'
import { freePort } from '../rest/servers.ts'
import { type Bar, formatBars, listShortfalls } from '../services/bars.ts'
import { type BenchStart, endBench } from '../verdict.ts'

/** Release 0.2.0. */
const releaseCommit = '952ce4d7313e78e916651c420b7739a33db0e67d'
const root = join(import.meta.dirname, '../..')
const defaultRounds = 5
/** How much slower than the release a start may be before it is a regression and not the noise of the machine. */
const maxRatio = 1.1

interface Starts {
  firstMs: number
  secondMs: number
}

/** Answers whether neither start is slower than the release's. BENCH_SECONDS is the number of rounds here. */
export async function benchStart(start: BenchStart): Promise<boolean> {
  const rounds = Math.max(1, Math.min(defaultRounds, Math.floor(start.seconds ?? defaultRounds)))
  const folder = await mkdtemp(join(tmpdir(), 'bench-start-'))
  try {
    return await Promise.race([start.interrupted, compareStarts(start, folder, rounds)])
  } finally {
    for (const child of running.keys()) child.kill('SIGTERM')
    await Promise.all(running.values())
    await rm(folder, { recursive: true, force: true })
  }
}

async function compareStarts(start: BenchStart, folder: string, rounds: number): Promise<boolean> {
  const release = process.env.BENCH_RELEASE ?? (await unpackRelease(join(folder, 'release')))
  console.log('Both start once before anything is timed: packages, build and the cache of compiled code...')
  await measureStarts(release, folder)
  await measureStarts(root, folder)
  const ours: Starts[] = []
  const theirs: Starts[] = []
  for (let round = 1; round <= rounds; round++) {
    theirs.push(await measureStarts(release, folder))
    ours.push(await measureStarts(root, folder))
    console.log(`  round ${round} of ${rounds}: ours ${describe(ours)}, release 0.2.0 ${describe(theirs)}`)
  }
  const bars = [
    barOf('first start: an empty data folder until "Ready"', ours, theirs, 'firstMs'),
    barOf('second start', ours, theirs, 'secondMs'),
  ]
  console.log(`\n${formatBars(bars)}\n`)
  return endBench('start', start, listShortfalls(bars), { rounds, ours, theirs })
}

/** The release as a clone has it; its packages are installed and its site is built by its own first start. */
async function unpackRelease(folder: string): Promise<string> {
  await mkdir(folder)
  let archive: Buffer
  try {
    archive = execFileSync('git', ['archive', releaseCommit], {
      cwd: root,
      maxBuffer: 1 << 30,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (cause) {
    const message = `release 0.2.0 (${releaseCommit.slice(0, 8)}) is not in this clone: fetch it, or name a folder of it in BENCH_RELEASE`
    throw new Error(message, { cause })
  }
  execFileSync('tar', ['x', '-C', folder], { input: archive })
  return folder
}

/** Each with its end: nothing is removed under a server that is still stopping. */
const running = new Map<ChildProcess, Promise<void>>()

async function measureStarts(tree: string, folder: string): Promise<Starts> {
  const data = await mkdtemp(join(folder, 'data-'))
  const firstMs = await timeStart(tree, data)
  const secondMs = await timeStart(tree, data)
  await rm(data, { recursive: true })
  return { firstMs, secondMs }
}

/** From the command to its ready line, in milliseconds; the server is stopped again. */
async function timeStart(tree: string, data: string): Promise<number> {
  if (!existsSync(join(tree, 'scripts/launch.mjs'))) throw new Error(`${tree} is no clone of this project`)
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, ['scripts/launch.mjs', 'start'], {
    cwd: tree,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: port, DATA_DIR: data, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  running.set(child, ended)
  let readyMs: number | undefined
  for await (const line of createInterface(child.stdout)) {
    if (!line.includes('Ready at') || readyMs !== undefined) continue
    readyMs = performance.now() - started
    child.kill('SIGTERM')
  }
  await ended
  running.delete(child)
  if (readyMs === undefined) throw new Error(`${tree} did not start: see above`)
  return readyMs
}

function barOf(title: string, ours: Starts[], theirs: Starts[], key: keyof Starts): Bar {
  const [our, their] = [ours, theirs].map((starts) => medianOf(starts.map((each) => each[key])))
  return {
    title,
    figure: (our ?? Number.NaN) / (their ?? Number.NaN),
    unit: 'x',
    max: maxRatio,
    note: `${our?.toFixed(0)} ms, release 0.2.0 ${their?.toFixed(0)} ms (medians of ${ours.length})`,
  }
}

function describe(starts: Starts[]): string {
  const { firstMs = Number.NaN, secondMs = Number.NaN } = starts.at(-1) ?? {}
  return `${firstMs.toFixed(0)} and ${secondMs.toFixed(0)} ms`
}

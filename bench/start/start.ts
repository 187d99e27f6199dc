// bench:start: how long the server takes until it is ready, with an empty data directory and with its own, beside release 0.2.0.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ourProcess from '../../scripts/server-process.json' with { type: 'json' }
import { medianOf } from '../rest/report.ts'
import { type Bar, formatBars, listShortfalls } from '../services/bars.ts'
import { type BenchStart, endBench } from '../verdict.ts'

const root = join(import.meta.dirname, '../..')
const release = {
  name: '0.2.0',
  commit: '952ce4d7313e78e916651c420b7739a33db0e67d',
  process: { file: 'scripts/server-memory.json', script: 'server/main.ts' },
}
const defaultRounds = 5
/** What single starts differ by on a quiet machine. */
const tolerance = 1.1
const say = (text: string) => console.log(text)

/** How `npm start` runs the server. */
type Process = Pick<typeof ourProcess, 'script' | 'flags'> & { environment: Record<string, string> }

interface Starts {
  /** Makes the database, migrates it and adds the demo rows. */
  firstMs: number[]
  secondMs: number[]
}

/** Answers whether every bar is met. `BENCH_SECONDS` below 5 means as many rounds. */
export async function benchStart(start: BenchStart): Promise<boolean> {
  const rounds = Math.max(1, Math.min(defaultRounds, Math.floor(start.seconds ?? defaultRounds)))
  const folder = await mkdtemp(join(tmpdir(), 'bench-start-'))
  // PostgreSQL's own user must get through to its files.
  await chmod(folder, 0o755)
  const running = new Set<ChildProcess>()
  try {
    return await Promise.race([start.interrupted, compare()])
  } finally {
    for (const server of running) await stop(server)
    await rm(folder, { recursive: true, force: true })
  }

  async function compare(): Promise<boolean> {
    say(`Installing and building release ${release.name}: about a minute...`)
    const peerRoot = join(folder, 'release')
    installRelease(peerRoot)
    const ours: Starts = { firstMs: [], secondMs: [] }
    const peers: Starts = { firstMs: [], secondMs: [] }
    const peerProcess = {
      ...(JSON.parse(await readFile(join(peerRoot, release.process.file), 'utf8')) as Omit<
        Process,
        'script'
      >),
      script: release.process.script,
    }
    const both = [
      ['ours', { root, ...ourProcess }, ours],
      [release.name, { root: peerRoot, ...peerProcess }, peers],
    ] as const
    // One more before, which fills the caches of compiled code; then each is the first in every second round.
    for (let round = 0; round <= rounds; round++)
      for (const [name, program, starts] of round % 2 ? both : both.toReversed()) {
        const dataDir = join(folder, `data-${name}-${round}`)
        const firstMs = await timeStart(program, dataDir)
        const secondMs = await timeStart(program, dataDir)
        await rm(dataDir, { recursive: true, force: true })
        if (round === 0) continue
        starts.firstMs.push(firstMs)
        starts.secondMs.push(secondMs)
        say(`  round ${round}, ${name}: ${firstMs.toFixed(0)} ms, then ${secondMs.toFixed(0)} ms`)
      }
    const bars = listBars(ours, peers)
    say(`\n${formatBars(bars)}\n`)
    return endBench('start', start, listShortfalls(bars), { ours, peers })
  }

  /** Milliseconds from the process to its "Ready at"; it is stopped afterwards. */
  async function timeStart(program: Process & { root: string }, dataDir: string): Promise<number> {
    const { PATH, HOME } = process.env
    const began = performance.now()
    const server = spawn(process.execPath, [...program.flags, program.script], {
      cwd: program.root,
      env: { PATH, HOME, ...program.environment, PORT: '0', DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(server)
    await untilReady(server)
    const ms = performance.now() - began
    await stop(server)
    running.delete(server)
    return ms
  }
}

function listBars(ours: Starts, peers: Starts): Bar[] {
  return (['firstMs', 'secondMs'] as const).flatMap((which) => {
    const [own, peer] = [medianOf(ours[which]), medianOf(peers[which])]
    const title = which === 'firstMs' ? 'first start' : 'second start'
    const ratio = { title: `${title} beside ${release.name}`, figure: own / peer, unit: 'x', max: tolerance }
    const note = `${own.toFixed(0)} and ${peer.toFixed(0)} ms`
    return which === 'firstMs'
      ? [{ ...ratio, note }]
      : [
          { ...ratio, note },
          { title, figure: own / 1000, unit: 's', max: 3, isAbsolute: true },
        ]
  })
}

function installRelease(folder: string): void {
  execFileSync('mkdir', [folder])
  const archive = execFileSync('git', ['archive', release.commit], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  for (const [command, args, env] of [
    ['npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {}],
    [process.execPath, ['node_modules/@react-router/dev/bin.cjs', 'build'], { NODE_ENV: 'production' }],
  ] as const) {
    const result = spawnSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    })
    if (result.status !== 0)
      throw new Error(`could not make release ${release.name}: ${result.error ?? result.stderr.slice(-2000)}`)
  }
}

async function untilReady(server: ChildProcess): Promise<void> {
  let output = ''
  const ready = new Promise<void>((done) => {
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk
        if (output.includes('Ready at ')) done()
      })
  })
  const ended = once(server, 'exit').then(([code]) => {
    throw new Error(`a server ended with ${code} before it was ready:\n${output.slice(-2000)}`)
  })
  ended.catch(() => {})
  await Promise.race([ready, ended])
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}

// A server to kill (kill -9) in the middle of its work: a process of its own, started again on the same port and files.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, inject, vi } from 'vitest'
import { startEmbedded } from '#platform/database/embedded.ts'
import { silentLog } from '#platform/log.ts'
import { type Child, serverScript, startChild } from './child.ts'

export const keys = {
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_for_this_test_alone',
  SUPABASE_SECRET_KEY: 'sb_secret_for_this_test_alone_and_long_enough',
}

export interface KilledServer {
  readonly url: string
  readonly dataDir: string
  /** Resolves when the server that is being started answers. */
  readonly isUp: Promise<void>
  /** Nothing where it runs. */
  start(): Promise<void>
  /** Resolves when it answers again. */
  killAndStart(): Promise<void>
  /** Its own PostgreSQL is killed, and the server with it on demand; resolves when both answer again. */
  killPostgres(options?: { withServer: boolean }): Promise<void>
  /** Resolves with the exit code. */
  stop(): Promise<number | null>
  /** Straight from its tables, while it does not run. */
  readStopped<Result>(work: (databaseUrl: string) => Promise<Result>): Promise<Result>
}

/** A DATA_DIR of a server that was started once: its PostgreSQL is made and migrated, which takes seconds of a processor. */
export async function makeDataDir(dataDir: string): Promise<void> {
  const migrated = inject('migratedFolder')
  if (migrated) await promisify(execFile)('cp', ['-a', migrated, dataDir])
}

/** The database that a server has started in its folder, for its owner. */
export async function findRunning(dataDir: string): Promise<string> {
  const [, , , port, socket] = readPidFile(dataDir)
  const password = (await readFile(join(dataDir, 'secrets/postgres-owner-password'), 'utf8')).trim()
  return `postgresql://postgres:${password}@/house?host=${encodeURIComponent(socket ?? '')}&port=${port}`
}

function readPidFile(dataDir: string): string[] {
  try {
    return readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** Runs before the tests of a file, and ends after them; `env` over an evaluation with a PostgreSQL of its own. */
export function useKilledServer(
  name: string,
  env: () => Promise<Record<string, string>> = async () => ({}),
): KilledServer {
  let folder = ''
  let dataDir = ''
  let url = ''
  let server: Child | undefined
  let isUp = Promise.resolve()
  let ownEnv: Record<string, string> = {}

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), name))
    // Open to PostgreSQL's own user, so that its files stay inside and go with the folder.
    await chmod(folder, 0o755)
    dataDir = join(folder, 'data')
    ownEnv = await env()
    if (!ownEnv.DATABASE_URL) await makeDataDir(dataDir)
    await start()
  }, 120_000)
  afterAll(async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function start(): Promise<void> {
    if (server && server.process.exitCode === null && server.process.signalCode === null) return
    server = startChild(serverScript, {
      PORT: url ? new URL(url).port : '0',
      DATA_DIR: dataDir,
      DEMO_DATA: 'false',
      TRUSTED_PROXIES: 'loopback',
      LOG_LEVEL: 'error',
      ...keys,
      ...ownEnv,
    })
    url = (await server.says(/Ready at (\S+)/))[1] ?? ''
  }

  async function stop(): Promise<number | null> {
    server?.process.kill('SIGTERM')
    return (await server?.ended) ?? null
  }

  async function restart(): Promise<void> {
    server?.process.kill('SIGKILL')
    await server?.ended
    await start()
  }

  /** When another postmaster runs, and the server has found it. */
  async function findAgain(killed: string | undefined): Promise<void> {
    await vi.waitUntil(
      async () => {
        const [pid] = readPidFile(dataDir)
        return pid && pid !== killed && (await fetch(`${url}/readyz`)).ok
      },
      { timeout: 60_000, interval: 50 },
    )
  }

  return {
    get url() {
      return url
    },
    get dataDir() {
      return dataDir
    },
    get isUp() {
      return isUp
    },
    start,
    stop,
    killAndStart() {
      isUp = restart()
      return isUp
    },
    killPostgres({ withServer } = { withServer: false }) {
      const [pid] = readPidFile(dataDir)
      process.kill(Number(pid), 'SIGKILL')
      isUp = withServer ? restart() : findAgain(pid)
      return isUp
    },
    async readStopped(work) {
      const postgres = await startEmbedded({ dataDir, log: silentLog })
      try {
        return await work(postgres.url)
      } finally {
        await postgres.stop()
      }
    },
  }
}

// The two servers, each in a Node process of its own with the same keys, secret and number of connections.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { deriveApiKeys } from '../../platform/auth/keys.ts'
import server from '../../scripts/server-process.json' with { type: 'json' }
import type { BenchDatabase, BenchPostgres } from './database.ts'

export interface BenchServer {
  name: string
  database: BenchDatabase
  /** Where /rest/v1 is. */
  url: string
  /** Memory of the process, in MB. */
  residentMegabytes(): Promise<number | undefined>
  /** Processor time that the process has used so far. */
  cpuSeconds(): Promise<number | undefined>
  stop(): Promise<void>
}

/** What the application opens for /rest/v1 (platform/database/database.ts). */
export const poolSize = 6
const startSeconds = 60
const root = join(import.meta.dirname, '../..')

export interface Program {
  name: string
  /** The script, after Node's own flags. */
  command: string[]
  database: BenchDatabase
  environment: Record<string, string>
}

/** As shipped: the server's own script and memory settings, with its headers and counters; like the peer without a log line per request. */
export async function startApp(
  { folder, app: database }: BenchPostgres,
  jwtSecret: string,
  environment: Record<string, string> = {},
): Promise<{ app: BenchServer; publishableKey: string; secretKey: string }> {
  const { publishableKey, secretKey } = await deriveApiKeys({ jwtSecret, keys: {} })
  const port = await freePort()
  const app = await startProgram(folder, port, {
    name: 'ours',
    command: [...server.flags, join(root, server.script)],
    database,
    environment: {
      NODE_ENV: 'production',
      JWT_SECRET: jwtSecret,
      SUPABASE_PUBLISHABLE_KEY: publishableKey,
      SUPABASE_SECRET_KEY: secretKey,
      VAULT_MASTER_KEY: randomBytes(32).toString('base64'),
      ...server.environment,
      LOG_LEVEL: 'warn',
      SITE_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: join(folder, 'app'),
      DATABASE_URL: database.url,
      ...environment,
    },
  })
  return { app, publishableKey, secretKey }
}

export async function startServers(
  postgres: BenchPostgres,
  jwtSecret: string,
  environment: Record<string, string> = {},
): Promise<{ app: BenchServer; peer: BenchServer; publishableKey: string }> {
  const { app, publishableKey, secretKey } = await startApp(postgres, jwtSecret, environment)
  try {
    const { peer: database } = postgres
    const peer = await startProgram(postgres.folder, await freePort(), {
      name: 'peer',
      command: [join(import.meta.dirname, 'serve-peer.ts')],
      database,
      environment: {
        NODE_ENV: 'production',
        DO_NOT_TRACK: '1',
        JWT_SECRET: jwtSecret,
        SUPABASE_PUBLISHABLE_KEY: publishableKey,
        SUPABASE_SECRET_KEY: secretKey,
        DATABASE_HOST: database.host,
        DATABASE_PORT: database.port,
        DATABASE_NAME: database.name,
        DATABASE_USER: database.user,
        DATABASE_PASSWORD: database.password,
        POOL_SIZE: String(poolSize),
      },
    })
    return { app, peer, publishableKey }
  } catch (error) {
    await app.stop()
    throw error
  }
}

export async function startProgram(folder: string, port: string, program: Program): Promise<BenchServer> {
  const { name, database } = program
  const logFile = join(folder, `${name}.log`)
  // Straight into a file: through a pipe, reading it would cost the load generator.
  const log = openSync(logFile, 'w')
  // BENCH_NODE_OPTIONS reaches both servers alike: for instance --cpu-prof, to see where the time goes.
  const { PATH, BENCH_NODE_OPTIONS: NODE_OPTIONS } = process.env
  const child = spawn(process.execPath, program.command, {
    cwd: root,
    env: { PATH, NODE_OPTIONS, PORT: port, ...program.environment },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let ended = false
  const end = new Promise<void>((done) => {
    const settle = () => {
      ended = true
      done()
    }
    child.once('exit', settle)
    child.once('error', settle)
  })
  const server: BenchServer = {
    name,
    database,
    url: `http://127.0.0.1:${port}`,
    residentMegabytes: async () => {
      const kilobytes = /VmRSS:\s+(\d+)/.exec(await readProcess(child, 'status'))?.[1]
      return kilobytes === undefined ? undefined : (Number(kilobytes) * 1024) / 1_000_000
    },
    cpuSeconds: async () => {
      // The name in parentheses may hold spaces; user and system time are the 12th and 13th field after it.
      const fields = (await readProcess(child, 'stat')).split(') ').at(-1)?.split(' ')
      return fields && fields.length > 13
        ? (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
        : undefined
    },
    stop: async () => {
      if (ended) return
      child.kill('SIGTERM')
      const timeout = setTimeout(() => child.kill('SIGKILL'), 15_000)
      await end
      clearTimeout(timeout)
    },
  }
  const deadline = Date.now() + startSeconds * 1000
  while (!(await isListening(server.url))) {
    if (ended || Date.now() > deadline) {
      await server.stop()
      throw new Error(
        `the server "${name}" did not start:\n${(await readFile(logFile, 'utf8')).slice(-2000)}`,
      )
    }
    await new Promise((done) => setTimeout(done, 100))
  }
  return server
}

/** Fixed for user space by Linux, whatever the kernel's own tick (man 5 proc: sysconf(_SC_CLK_TCK)). */
const ticksPerSecond = 100

async function readProcess({ pid }: ChildProcess, file: string): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
}

async function isListening(url: string): Promise<boolean> {
  return fetch(`${url}/rest/v1/bench_products?limit=1`).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status !== 503
    },
    () => false,
  )
}

export function freePort(): Promise<string> {
  return new Promise((done, failed) => {
    const probe = createServer().once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(String(typeof address === 'object' ? address?.port : '')))
    })
  })
}

// A real PostgreSQL 18 from npm, in a folder: created, started or adopted, and stopped with us.
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { withClient } from '#platform/database/with-client.ts'
import type { Log } from '../log.ts'
import { findBinaries, type PostgresUser, postgresUser, reachableBy } from './embedded-user.ts'
import { clearForeignPid, isPostmasterAlive } from './postmaster.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

export interface EmbeddedOptions {
  /** The folder that holds everything of this installation; created when missing. */
  dataDir: string
  log: Log
  /** Extra server settings (`-c name=value`), for tests and benches. */
  settings?: Record<string, string>
}

export interface EmbeddedPostgres {
  /** The owner's connection string. */
  url: string
  /** True when the cluster was created by this start. */
  created: boolean
  stop(): Promise<void>
}

interface Cluster {
  dataDir: string
  user: PostgresUser | undefined
  bin: string
  password: string
}

interface Address {
  /** A folder (Unix socket) or a host name. */
  host: string
  port: string
}

const databaseName = 'house'
const startSeconds = 60
const watchMs = 1_000

/**
 * Starts the cluster under `dataDir`, or adopts the one that a killed process left running there.
 * The caller holds the directory's lock (lock.ts), so a running postmaster is nobody else's.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const root = resolve(options.dataDir)
  await mkdir(root, { recursive: true })
  const user = postgresUser(join(root, 'postgres'))
  const bin = await findBinaries(user, options.log)
  const dataDir = await placeDataFolder(root, user, options.log)
  const cluster: Cluster = { dataDir, user, bin, password: await ownerPassword(root) }
  const created = await createCluster(cluster, options.log)
  const address = await startOrAdopt(cluster, options)
  await createDatabase(urlOf(cluster, address, 'postgres'))
  const endWatch = watchOver(cluster, options, address)
  return {
    url: urlOf(cluster, address, databaseName),
    created,
    stop: async () => {
      await endWatch()
      await stopCluster(cluster)
    },
  }
}

/**
 * A postmaster that is gone (killed for its memory, most often) is started again at the same address, where the pools
 * find it by themselves. The returned function ends the watch.
 */
function watchOver(cluster: Cluster, options: EmbeddedOptions, { port }: Address): () => Promise<void> {
  let starting: Promise<unknown> | undefined
  const timer = setInterval(() => {
    if (starting || isPostmasterAlive(cluster.dataDir)) return
    options.log.error({}, 'PostgreSQL has ended by itself: starting it again')
    starting = startOrAdopt(cluster, { ...options, settings: { ...options.settings, port } })
      .catch((error: Error) => options.log.error({ error }, 'PostgreSQL could not be started again'))
      .finally(() => {
        starting = undefined
      })
  }, watchMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await starting
  }
}

/** Where the cluster lies: `<DATA_DIR>/postgres`, or a link to a place that PostgreSQL's own user can reach. */
async function placeDataFolder(root: string, user: PostgresUser | undefined, log: Log): Promise<string> {
  const inside = join(root, 'postgres')
  if (existsSync(inside)) return realpath(inside)
  if (user && !reachableBy(user, root)) {
    // A name of its own each time: a folder that was deleted and made again must not meet the cluster of the old one,
    // whose password went with it.
    const outside = join('/var/lib/agribusiness-house', randomBytes(6).toString('hex'))
    await mkdir(outside, { recursive: true })
    if (!reachableBy(user, outside))
      throw new Error(
        `PostgreSQL may not run as root, and its user ${user.name} can reach neither ${root} nor ${outside}: set DATA_DIR to a folder that other users can enter`,
      )
    const target = join(outside, 'postgres')
    await symlink(target, inside)
    log.warn(
      {},
      `${root} is closed to PostgreSQL's user ${user.name}: the database files are kept in ${target}, linked from ${inside}`,
    )
    return target
  }
  return inside
}

async function ownerPassword(root: string): Promise<string> {
  const file = join(root, 'secrets', 'postgres-owner-password')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch {
    await mkdir(join(root, 'secrets'), { recursive: true, mode: 0o700 })
    const password = randomBytes(24).toString('hex')
    await writeFile(file, `${password}\n`, { mode: 0o600 })
    return password
  }
}

/** Initialises beside and renames, so that a crash in between never leaves half a cluster. */
async function createCluster(cluster: Cluster, log: Log): Promise<boolean> {
  if (existsSync(join(cluster.dataDir, 'PG_VERSION'))) return false
  const started = performance.now()
  const target = (await realpath(cluster.dataDir).catch(() => cluster.dataDir)) as string
  const fresh = `${target}.new`
  const passwordFile = `${target}.password`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  await writeFile(passwordFile, cluster.password, { mode: 0o600 })
  if (cluster.user)
    for (const path of [fresh, passwordFile]) await chown(path, cluster.user.uid, cluster.user.gid)
  try {
    await run(cluster, join(cluster.bin, 'initdb'), [
      '-D',
      fresh,
      '-U',
      'postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
    ])
  } finally {
    await rm(passwordFile, { force: true })
  }
  await chmod(fresh, 0o700)
  await rename(fresh, target)
  log.info({ ms: Math.round(performance.now() - started) }, 'created the PostgreSQL cluster')
  return true
}

/** Starts the postmaster unless one runs already, and waits until it answers. */
async function startOrAdopt(cluster: Cluster, options: EmbeddedOptions): Promise<Address> {
  const deadline = Date.now() + startSeconds * 1000
  for (;;) {
    if (isPostmasterAlive(cluster.dataDir))
      options.log.warn({}, 'a PostgreSQL server was left running here: adopting it')
    else {
      if (clearForeignPid(cluster.dataDir))
        options.log.warn(
          {},
          'postmaster.pid named a process that is no PostgreSQL of this folder: starting one',
        )
      const failure = await start(cluster, options.settings ?? {})
      // After `kill -9` of the postmaster its children hold the shared memory a little longer.
      if (
        failure &&
        /pre-existing shared memory|is another (postmaster|server)/i.test(failure) &&
        Date.now() < deadline
      ) {
        await new Promise((done) => setTimeout(done, 250))
        continue
      }
      if (failure) throw new Error(`PostgreSQL did not start: ${failure}`)
    }
    const address = addressOf(cluster)
    if (address && (await answers(cluster, address))) return address
    if (Date.now() > deadline)
      throw new Error(
        `PostgreSQL did not answer within ${startSeconds} s; its log is ${join(cluster.dataDir, 'server.log')}`,
      )
    await new Promise((done) => setTimeout(done, 100))
  }
}

/** Undefined when started, else the last lines of the server's log. */
async function start(cluster: Cluster, extra: Record<string, string>): Promise<string | undefined> {
  const settings: Record<string, string> = {
    max_connections: '100',
    // As on Supabase: anyone who subscribes to the publication from outside needs it.
    wal_level: 'logical',
    // A refused statement's message repeats what was typed (`invalid input syntax for type uuid: "ada@..."`), and a
    // stranger could fill the disk with them. Each one is reported to us anyway: the log records what concerns the server.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length_on_error: '0',
    ...(await listenSettings(cluster)),
    ...extra,
  }
  const arguments_ = Object.entries(settings)
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ')
  const log = join(cluster.dataDir, 'server.log')
  const logged = (await readFile(log, 'utf8').catch(() => '')).length
  try {
    await run(cluster, join(cluster.bin, 'pg_ctl'), [
      'start',
      '-D',
      cluster.dataDir,
      '-w',
      '-t',
      String(startSeconds),
      '-s',
      '-l',
      log,
      '-o',
      arguments_,
    ])
    return undefined
  } catch (error) {
    const said = (await readFile(log, 'utf8').catch(() => '')).slice(logged)
    return findReason(said) || (error as Error).message
  }
}

/** The first line that says why a start failed; what follows it are its consequences. Else the last lines. */
export function findReason(log: string): string {
  const lines = log.trim().split('\n')
  const fatal = lines.findIndex((line) => /\b(PANIC|FATAL): /.test(line))
  // Without the time and the number of the process. The next line may hint at what to do.
  return (fatal < 0 ? lines.slice(-3) : lines.slice(fatal, fatal + 2))
    .map((line) => line.replace(/^.*?(?=\b(?:PANIC|FATAL|HINT|DETAIL|LOG): )/, ''))
    .filter((line, index) => index === 0 || fatal < 0 || /^(HINT|DETAIL)/.test(line))
    .join(' | ')
}

/** A Unix socket beside the data where there is one (nothing listens on the network), else a free loopback port. */
async function listenSettings(cluster: Cluster): Promise<Record<string, string>> {
  if (process.platform === 'win32') {
    const port = await new Promise<number>((done, failed) => {
      const probe = createServer().once('error', failed)
      probe.listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as { port: number }
        probe.close(() => done(port))
      })
    })
    return { listen_addresses: '127.0.0.1', port: String(port) }
  }
  // A socket's path may be 107 bytes long (sun_path); `.s.PGSQL.5432.lock` takes the rest.
  let folder = cluster.dataDir
  if (Buffer.byteLength(folder) > 85) {
    folder = join(tmpdir(), `house-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (cluster.user) await chown(folder, cluster.user.uid, cluster.user.gid)
  }
  return {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: folder,
    unix_socket_permissions: '0700',
  }
}

/** Read from postmaster.pid: line 4 is the port, 5 the socket folder, 6 the address it listens on. */
function addressOf(cluster: Cluster): Address | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster.dataDir, 'postmaster.pid'), 'utf8')
      .split('\n')
      .map((line) => line.trim())
  } catch {
    return undefined
  }
  const [, , , port, socketFolder, listening] = lines
  const host = socketFolder || listening
  return port && host ? { host, port } : undefined
}

function urlOf(cluster: Cluster, address: Address, database: string): string {
  return `postgresql://postgres:${cluster.password}@/${database}?host=${encodeURIComponent(address.host)}&port=${address.port}`
}

async function answers(cluster: Cluster, address: Address): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf(cluster, address, 'postgres') })
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    // Any other refusal is one of a server that runs.
    if (isDatabaseUnavailable(error) && !/^(28|3D)/.test(String((error as { code?: string }).code)))
      return false
    throw error
  }
}

function createDatabase(url: string): Promise<void> {
  return withClient(url, async (client) => {
    const result = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (result.rowCount === 0) await client.query(`create database ${databaseName}`)
  })
}

async function stopCluster(cluster: Cluster): Promise<void> {
  // pg_ctl signals the number that it reads, no matter who has it.
  if (!isPostmasterAlive(cluster.dataDir)) return
  await run(cluster, join(cluster.bin, 'pg_ctl'), [
    'stop',
    '-D',
    cluster.dataDir,
    '-m',
    'fast',
    '-w',
    '-t',
    '30',
  ]).catch((error) => {
    if (isPostmasterAlive(cluster.dataDir)) throw error
  })
}

function run(cluster: Cluster, file: string, arguments_: string[]): Promise<string> {
  const identity = cluster.user ? { uid: cluster.user.uid, gid: cluster.user.gid } : {}
  return new Promise((done, failed) => {
    // pg_ctl's server keeps these descriptors open for its life: stdio must not be a pipe that we wait to close.
    const child = execFile(
      file,
      arguments_,
      {
        ...identity,
        cwd: existsSync(cluster.dataDir) ? cluster.dataDir : tmpdir(),
        env: {
          PATH: process.env.PATH,
          LC_ALL: 'C',
          TZ: 'UTC',
          SYSTEMROOT: process.env.SYSTEMROOT,
          // How it takes memory (vitest.config.ts).
          GLIBC_TUNABLES: process.env.GLIBC_TUNABLES,
        },
      },
      (error, stdout, stderr) => (error ? failed(new Error(stderr.trim() || error.message)) : done(stdout)),
    )
    child.stdin?.end()
  })
}

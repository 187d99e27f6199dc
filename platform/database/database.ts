// The pools that the services use, each under the login role that may do just its work.
import { createHmac } from 'node:crypto'
import pg from 'pg'
import { parse } from 'pg-connection-string'
import { isDiskFull } from '../disk-full.ts'
import type { Log } from '../log.ts'
import type { Role } from './caller.ts'
import { createListener } from './listener.ts'
import { diskFull, type Outage, watchOutage } from './outage.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

export interface DatabaseOptions {
  /** The owner's connection string. */
  url: string
  /** The passwords of the login roles derive from it, so that every server process knows the same ones. */
  secret: string
  log: Log
  /** Connections reserved for rest; auth has a third of it. */
  poolSize?: number
  /** How long a request waits for a free connection before it is answered 503: two seconds. */
  acquireTimeoutMs?: number
}

export interface Database {
  /** Logs in as `authenticator`, which can only become anon, authenticated or service_role. Pipelined. */
  rest: pg.Pool
  /** Logs in as `supabase_auth_admin`, the owner of schema auth. */
  auth: pg.Pool
  /** Logs in as `supabase_realtime_admin`, the owner of schema realtime, which can become the API roles. Pipelined. */
  realtime: pg.Pool
  /** The owner's connection string: for migrations and tests alone. */
  ownerUrl: string
  /** The role's own `statement_timeout`, as `set role` does not bring it along. */
  statementTimeout(role: Role): string
  /** Calls back on each notification, and once with '' after a reconnection (some may have been missed). */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>
  /** A statement of a session that lives as long as this: now, and again after a reconnection. */
  hold(statement: pg.QueryConfig): Promise<pg.QueryResult>
  /** A lock of that name, or undefined while another process has it. A lost connection gives it back. */
  tryLock(name: string): Promise<(() => Promise<void>) | undefined>
  /** One connection like those of rest, for checks of whether the database is well while all the others are busy. */
  probes: pg.Pool
  /** Rejects when the database cannot be reached in time. */
  ping(): Promise<void>
  close(): Promise<void>
}

export const loginRoles = ['authenticator', 'supabase_auth_admin', 'supabase_realtime_admin'] as const
export type LoginRole = (typeof loginRoles)[number]

const defaultAcquireTimeoutMs = 2_000
/** Above every statement_timeout: only a dead network reaches it. */
const answerTimeoutMs = 20_000
/** Three for each of two cores: with twelve, requests wait in PostgreSQL instead of here, and the slowest wait longer. */
const defaultPoolSize = 6

export function loginPassword(secret: string, role: LoginRole): string {
  return createHmac('sha256', secret).update(`postgres login ${role}`).digest('hex')
}

/** Opens the pools of a database that `prepareDatabase` has made ready. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const size = options.poolSize ?? defaultPoolSize
  const outage = watchOutage(options.log)
  const full = watchOutage(options.log, diskFull)
  const rest = openPool(options, outage, 'authenticator', size)
  const auth = openPool(options, outage, 'supabase_auth_admin', Math.max(2, Math.ceil(size / 3)))
  const realtime = openPool(options, outage, 'supabase_realtime_admin', 6)
  const probes = openPool(options, outage, 'authenticator', 1)
  for (const pool of [rest, auth, realtime]) reportFullDisk(pool, full)
  const listener = createListener(() => new pg.Client(loginConfig(options, 'authenticator')), outage)
  let timeouts: Map<string, string>
  try {
    timeouts = await readTimeouts(rest)
  } catch (error) {
    await Promise.allSettled([rest, auth, realtime, probes].map((pool) => pool.end()))
    throw error
  }
  return {
    rest,
    auth,
    realtime,
    ownerUrl: options.url,
    statementTimeout: (role) => timeouts.get(role) ?? '0',
    listen: listener.listen,
    hold: listener.hold,
    tryLock: listener.tryLock,
    probes,
    ping: async () => {
      await probes.query('select 1')
    },
    close: async () => {
      await Promise.allSettled([
        listener.close(),
        ...[rest, auth, realtime, probes].map((pool) => pool.end()),
      ])
    },
  }
}

/** How a process with this secret logs in as that role. */
export function loginConfig(
  options: Pick<DatabaseOptions, 'url' | 'secret'>,
  role: LoginRole,
): pg.ClientConfig {
  const { host, port, database, ssl } = parse(options.url)
  return {
    host: host ?? undefined,
    port: port ? Number(port) : undefined,
    database: database ?? undefined,
    ssl: ssl as pg.ClientConfig['ssl'],
    user: role,
    password: loginPassword(options.secret, role),
    application_name: `app ${role}`,
    keepAlive: true,
  }
}

function openPool(options: DatabaseOptions, outage: Outage, role: LoginRole, max: number): pg.Pool {
  const pool = new WatchedPool(outage, {
    ...loginConfig(options, role),
    max,
    connectionTimeoutMillis: options.acquireTimeoutMs ?? defaultAcquireTimeoutMs,
    query_timeout: answerTimeoutMs,
    idleTimeoutMillis: 30_000,
    // The first request after a pause finds a backend that has read the schema: a registration takes it 15 ms in place of 85.
    min: 1,
    pipeline: true,
  } as pg.PoolConfig)
  // A connection lost while a request holds it: the request learns it from its own statement; without a listener
  // here, the client's event would be an uncaught exception.
  pool.on('connect', (client) => client.on('error', () => {}))
  // A connection lost while idle: the pool replaces it, and the next request learns more if it stays down.
  pool.on('error', (error) => {
    if (isDatabaseUnavailable(error)) outage.noticed(error.message)
    else options.log.error({ role, reason: error.message }, 'lost an idle database connection')
  })
  return pool
}

/** A connection comes back with the error that its statement ended in: one warning, however many find the disk full. */
function reportFullDisk(pool: pg.Pool, full: Outage): void {
  pool.on('release', (error) => {
    if (isDiskFull(error)) full.noticed((error as Error).message)
    else full.answered()
  })
}

type OnConnected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void

/** Logs connections that could not be had: here, once, and not for each request that wanted one. */
class WatchedPool extends pg.Pool {
  readonly #outage: Outage

  constructor(outage: Outage, config: pg.PoolConfig) {
    super(config)
    this.#outage = outage
    this.on('acquire', () => outage.answered())
  }

  override connect(): Promise<pg.PoolClient>
  override connect(onConnected: OnConnected): void
  override connect(onConnected?: OnConnected): Promise<pg.PoolClient> | undefined {
    if (!onConnected)
      return super.connect().catch((error: unknown) => {
        this.#notice(error)
        throw error
      })
    super.connect((error, client, done) => {
      if (error) this.#notice(error)
      onConnected(error, client, done)
    })
    return undefined
  }

  #notice(error: unknown): void {
    if (!this.ending && isDatabaseUnavailable(error)) this.#outage.noticed((error as Error).message)
  }
}

async function readTimeouts(pool: pg.Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ role: string; timeout: string }>(
    `select rolname as role, split_part(setting, '=', 2) as timeout
     from pg_roles, unnest(rolconfig) as setting
     where rolname in ('anon', 'authenticated', 'service_role') and setting like 'statement_timeout=%'`,
  )
  return new Map(rows.map((row) => [row.role, row.timeout]))
}

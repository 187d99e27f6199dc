// Two server processes' worth of /realtime/v1, each on a real socket, over one database with a small world in it.
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import pg from 'pg'
import { WebSocket } from 'ws'
import { deriveApiKeys } from '#platform/auth/keys.ts'
import { createTokens, type Tokens } from '#platform/auth/tokens.ts'
import { createVerifyCaller } from '#platform/auth/verify-caller.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { silentLog } from '#platform/log.ts'
import { createRealtime, type Realtime, type RealtimeOptions } from '#platform/realtime/realtime.ts'
import { type ApiKeys, completeSettings } from '#platform/settings.ts'
import { createTestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'

export const ada = '00000000-0000-0000-0000-00000000000a'
export const bola = '00000000-0000-0000-0000-00000000000b'

export interface Instance {
  url: string
  realtime: Realtime
  database: Database
  stop(): Promise<void>
}

export interface World {
  first: Instance
  second: Instance
  keys: ApiKeys
  tokens: Tokens
  clock: { aheadMs: number }
  /** The owner's connection string. */
  databaseUrl: string
  tokenFor(userId: string, claims?: Record<string, unknown>): Promise<string>
  /** Without a user: a visitor. On the first server by default. */
  client(options?: ClientOptions): Promise<SupabaseClient>
  /** A socket below the client library. */
  raw(options?: RawOptions): Promise<RawSocket>
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  start(options?: Partial<RealtimeOptions>): Promise<Instance>
  stop(): Promise<void>
}

export interface ClientOptions {
  as?: string
  token?: string
  key?: string
  at?: Instance
  vsn?: '1.0.0' | '2.0.0'
}

export interface RawOptions {
  at?: Instance
  vsn?: string
  key?: string
}

export async function startWorld(options: Partial<RealtimeOptions> = {}): Promise<World> {
  const sql = await readFile(join(import.meta.dirname, 'world.sql'), 'utf8')
  const test = await createTestDatabase({ migrations: false, sql })
  const owner = new pg.Client({ connectionString: test.url })
  await owner.connect()
  const settings = completeSettings({ siteUrl: 'http://site.test', jwtSecret: testSecret })
  const clock = { aheadMs: 0 }
  const now = () => new Date(Date.now() + clock.aheadMs)
  const keys = await deriveApiKeys(settings)
  const tokens = await createTokens(settings, now)
  const instances: Instance[] = []
  const clients: SupabaseClient[] = []
  const raws: RawSocket[] = []

  async function start(more: Partial<RealtimeOptions> = {}): Promise<Instance> {
    const database = await openDatabase({ url: test.url, secret: testSecret, log: silentLog, poolSize: 2 })
    const verifyCaller = createVerifyCaller({ keys, tokens, clock: now })
    const realtime = await createRealtime({
      database,
      verifyCaller,
      log: silentLog,
      clock: now,
      ...options,
      ...more,
    })
    const app = new Hono().route('/realtime/v1', realtime.app)
    const server = createServer(getRequestListener(app.fetch))
    server.on('upgrade', (request, socket, head) => {
      if (!realtime.handleUpgrade(request, socket, head)) socket.destroy()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const instance: Instance = {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      realtime,
      database,
      stop: async () => {
        instances.splice(instances.indexOf(instance), 1)
        await realtime.close()
        await closeServer(server)
        await database.close()
      },
    }
    instances.push(instance)
    return instance
  }

  const tokenFor = (userId: string, claims: Record<string, unknown> = {}) =>
    tokens.sign({
      sub: userId,
      role: 'authenticated',
      aud: 'authenticated',
      exp: Math.floor(now().getTime() / 1000) + 3600,
      ...claims,
    })

  const [first, second] = [await start(), await start()]
  return {
    first,
    second,
    keys,
    tokens,
    clock,
    databaseUrl: test.url,
    tokenFor,
    start,
    async client({ as, token, key = keys.publishableKey, at = first, vsn = '2.0.0' } = {}) {
      const bearer = token ?? (as === undefined ? key : await tokenFor(as))
      const client = createClient(at.url, key, {
        auth: { persistSession: false, autoRefreshToken: false },
        accessToken: async () => bearer,
        realtime: { vsn, reconnectAfterMs: () => 50 },
      })
      clients.push(client)
      return client
    },
    async raw({ at = first, vsn = '2.0.0', key = keys.publishableKey } = {}) {
      const socket = await RawSocket.open(
        `${at.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${encodeURIComponent(key)}&vsn=${vsn}`,
      )
      raws.push(socket)
      return socket
    },
    sql: async (text, values) => (await owner.query(text, values)).rows,
    stop: async () => {
      await Promise.all(clients.map((client) => client.realtime.disconnect()))
      for (const raw of raws) raw.socket.terminate()
      for (const instance of [...instances]) await instance.stop()
      await owner.end()
      await test.drop()
    },
  }
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
}

/** Speaks protocol 2.0.0 by hand, and remembers what it heard. */
export class RawSocket {
  readonly socket: WebSocket
  readonly heard: Heard<unknown[]>
  readonly closed: Promise<{ code: number; reason: string }>
  #ref = 0
  readonly #joinRefs = new Map<string, string>()

  constructor(socket: WebSocket) {
    this.socket = socket
    this.heard = new Heard()
    socket.on('message', (data) => this.heard.add(JSON.parse(String(data))))
    socket.on('error', () => {})
    this.closed = new Promise((done) =>
      socket.once('close', (code, reason) => done({ code, reason: String(reason) })),
    )
  }

  static async open(url: string): Promise<RawSocket> {
    const socket = new WebSocket(url)
    const raw = new RawSocket(socket)
    await new Promise<void>((done, failed) => {
      socket.once('open', done)
      socket.once('error', failed)
      socket.once('unexpected-response', (_request, response) =>
        failed(new Error(`status ${response.statusCode}`)),
      )
    })
    return raw
  }

  /** Answers the reply. */
  async ask(topic: string, event: string, payload: unknown = {}): Promise<Reply> {
    const ref = `r${++this.#ref}`
    if (event === 'phx_join') this.#joinRefs.set(topic, ref)
    this.socket.send(JSON.stringify([this.#joinRefs.get(topic) ?? null, ref, topic, event, payload]))
    const message = await this.heard.find((heard) => heard[1] === ref && heard[3] === 'phx_reply')
    return message[4] as Reply
  }

  join(
    topic: string,
    config: Record<string, unknown> = {},
    more: Record<string, unknown> = {},
  ): Promise<Reply> {
    return this.ask(topic, 'phx_join', { config, ...more })
  }
}

export interface Reply {
  status: 'ok' | 'error'
  response: Record<string, unknown>
}

/** What came, and what is waited for. */
export class Heard<T> {
  readonly all: T[] = []
  #waiting: (() => void)[] = []

  add = (item: T): void => {
    this.all.push(item)
    for (const check of this.#waiting.splice(0)) check()
  }

  /** The first that fits, come or to come. */
  async find(fits: (item: T) => boolean = () => true, withinMs = 15_000): Promise<T> {
    const deadline = Date.now() + withinMs
    for (;;) {
      const result = this.all.find(fits)
      if (result !== undefined) return result
      await new Promise<void>((done, failed) => {
        const timer = setTimeout(
          () => failed(new Error(`not heard within ${withinMs} ms; heard ${JSON.stringify(this.all)}`)),
          deadline - Date.now(),
        )
        this.#waiting.push(() => {
          clearTimeout(timer)
          done()
        })
      })
    }
  }

  async take(count: number): Promise<T[]> {
    await this.find(() => this.all.length >= count)
    return this.all.slice(0, count)
  }
}

export interface Subscribed {
  channel: RealtimeChannel
  statuses: Heard<string>
  errors: Error[]
}

/** Resolves with what the client library says first: SUBSCRIBED, CHANNEL_ERROR, … */
export async function subscribe(channel: RealtimeChannel): Promise<Subscribed & { status: string }> {
  const statuses = new Heard<string>()
  const errors: Error[] = []
  channel.subscribe((status, error) => {
    if (error) errors.push(error)
    statuses.add(status)
  })
  return { channel, statuses, errors, status: await statuses.find() }
}

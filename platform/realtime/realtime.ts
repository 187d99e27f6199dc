// /realtime/v1: the websocket of channels (changes, broadcast, presence) and the broadcast call beside it.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Hono } from 'hono'
import { WebSocketServer } from 'ws'
import type { LiveSessions } from '#platform/auth/live-sessions.ts'
import { clientBlock } from '#platform/auth/memory-limiter.ts'
import { InvalidTokenError, type VerifyCaller } from '#platform/auth/verify-caller.ts'
import type { Database } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import { createBindings } from './bindings.ts'
import { createBus } from './bus.ts'
import { createChangeDelivery } from './change-delivery.ts'
import { type Change, createChangeReader } from './change-reader.ts'
import { type Channel, pushSystem } from './channel.ts'
import { createReadRights } from './channel-rights.ts'
import { createCheckBindings } from './check-bindings.ts'
import { closeCodes, SocketConnection } from './connection.ts'
import { readDatabaseBroadcast } from './database-broadcast.ts'
import type { Broadcast, Version } from './frame.ts'
import { shutChannel } from './leave.ts'
import { defaultLimits, type RealtimeLimits } from './limits.ts'
import { createPresence } from './presence.ts'
import { createRestBroadcast } from './rest-broadcast.ts'
import { createRooms } from './rooms.ts'
import type { Service } from './service.ts'

export interface RealtimeOptions {
  database: Database
  verifyCaller: VerifyCaller
  /** Set where sessions are checked: a channel ends with the session of its token. */
  sessions?: LiveSessions | undefined
  log: Log
  clock?: () => Date
  limits?: Partial<RealtimeLimits>
  /** Whose socket or call it is, for limits; by default the other end. */
  clientAddress?: (incoming: IncomingMessage) => string
  privateOnly?: boolean
}

export interface Realtime {
  /** False when the request is not for us; the caller then ends the socket. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** Paths relative to /realtime/v1. */
  app: Hono
  readonly sockets: number
  jobs: readonly Job[]
  /** Says goodbye to every socket and takes no more; may be called again. */
  close(): Promise<void>
}

const path = '/realtime/v1/websocket'
const sweepEveryMs = 1_000
const pruneEveryMs = 60_000
const goodbyeMs = 1_000
const missed = 'Changes were missed: please fetch again'

export async function createRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { database, verifyCaller, log, clock = () => new Date() } = options
  const limits = { ...defaultLimits, ...options.limits }
  const bindings = createBindings()
  const rooms = createRooms()
  const bus = createBus({ database, log })
  const presence = createPresence({ bus, deliver: rooms.sendPresence })
  const connections = new Set<SocketConnection>()
  const socketsOf = new Map<string, number>()
  const clientAddress = options.clientAddress ?? ((incoming) => incoming.socket.remoteAddress ?? '')
  let closing = false
  let closed: Promise<void> | undefined

  const reportMissed = (channels: Iterable<Channel>) => {
    for (const channel of channels) pushSystem(channel, 'postgres_changes', 'error', missed)
  }
  const deliver = createChangeDelivery({ database, log, bindings, onMissed: reportMissed })
  const reader = createChangeReader({
    database,
    log,
    onChanges: async (changes) => {
      const isBroadcast = ({ schema, table }: Change) => schema === 'realtime' && table === 'messages'
      await deliver(changes.filter((change) => !isBroadcast(change)))
      for (const change of changes.filter(isBroadcast)) {
        const { room, message } = readDatabaseBroadcast(change.row)
        rooms.broadcast(room, message)
      }
    },
    onMissed: () => reportMissed(bindings.members()),
    isNeeded: () => rooms.size > 0,
  })
  const service: Service = {
    verifyCaller,
    sessions: options.sessions,
    readRights: createReadRights(database),
    checkBindings: createCheckBindings(database),
    reader,
    bindings,
    rooms,
    presence,
    bus,
    limits,
    privateOnly: options.privateOnly ?? false,
    log,
    clock,
  }

  await bus.start({
    onMessage: (from, message) => {
      if (message.kind !== 'broadcast') presence.hear(from, message)
      else if (typeof message.room === 'string') rooms.broadcast(message.room, readBroadcast(message))
    },
    describe: presence.describe,
    onGone: presence.forget,
  })
  await reader.prune()
  await watchTables()
  // Migrations end with it: they may have published a table.
  const stopListening = await database.listen('pgrst', () => void watchTables())

  async function watchTables(): Promise<void> {
    try {
      const { rows } = await database.realtime.query<{ failure: string }>(
        'select realtime.watch_published_tables() as failure',
      )
      for (const { failure } of rows) log.error({ failure }, 'a published table cannot be watched')
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'the published tables could not be watched')
    }
  }

  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.payloadBytes,
  })

  async function open(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams
    const version = query.get('vsn') ?? '1.0.0'
    const apikey = query.get('apikey') ?? headerOf(request, 'apikey') ?? headerOf(request, 'x-api-key')
    if (version !== '1.0.0' && version !== '2.0.0') return refuse(socket, 400, 'Unsupported protocol version')
    if (closing || connections.size >= limits.sockets)
      return refuse(socket, 503, 'Please come back in a moment')
    const address = clientBlock(clientAddress(request))
    if (hasTooMany(address)) return refuse(socket, 429, 'Too many sockets of one address')
    try {
      await verifyCaller({ apikey })
    } catch (error) {
      if (error instanceof InvalidTokenError) return refuse(socket, 401, error.message)
      log.error({ reason: (error as Error).stack }, 'a realtime socket could not be judged')
      return refuse(socket, 500, 'Something went wrong')
    }
    if (closing) return refuse(socket, 503, 'Please come back in a moment')
    if (hasTooMany(address)) return refuse(socket, 429, 'Too many sockets of one address')
    server.handleUpgrade(request, socket, head, (opened) => {
      socketsOf.set(address, (socketsOf.get(address) ?? 0) + 1)
      connections.add(
        new SocketConnection({
          service,
          socket: opened,
          version: version as Version,
          apikey: apikey ?? '',
          onClosed: (connection) => {
            if (!connections.delete(connection)) return
            const left = (socketsOf.get(address) ?? 1) - 1
            if (left > 0) socketsOf.set(address, left)
            else socketsOf.delete(address)
          },
        }),
      )
    })
  }

  function hasTooMany(address: string): boolean {
    return (socketsOf.get(address) ?? 0) >= limits.socketsPerAddress
  }

  function sweep(): void {
    const now = clock().getTime()
    const silent = performance.now() - limits.silenceSeconds * 1000
    for (const connection of connections) {
      // Anyone who does not speak may not read either: no goodbye is waited for.
      if (connection.heardAt < silent) {
        connection.cut()
        continue
      }
      for (const channel of connection.channels.values()) {
        if (channel.expiresAtMs <= now) shut(connection, channel, 'Token has expired')
        else void endWithSession(connection, channel)
      }
    }
  }

  function shut(connection: SocketConnection, channel: Channel, reason: string): void {
    shutChannel(service, channel, reason)
    if (connection.channels.size === 0) connection.close(closeCodes.normal, reason)
  }

  async function endWithSession(connection: SocketConnection, channel: Channel): Promise<void> {
    const { session } = channel
    if (!session || !service.sessions) return
    // A database that is away ends nothing: it sends the channel nothing either, and is queried again in a second.
    const isAlive = await Promise.resolve(service.sessions.isAlive(session)).catch(() => true)
    // It may have gone on under the token of another session meanwhile, or have been left.
    if (isAlive || channel.session !== session || connection.channels.get(channel.topic) !== channel) return
    shut(connection, channel, 'The session has ended')
  }
  const sweeping = setInterval(sweep, sweepEveryMs)
  sweeping.unref()

  return {
    app: createRestBroadcast(service, (env) => {
      const { incoming } = (env ?? {}) as { incoming?: IncomingMessage }
      return incoming ? clientAddress(incoming) : ''
    }),
    jobs: [{ name: 'realtime-pruning', everyMs: pruneEveryMs, run: reader.prune }],
    get sockets() {
      return connections.size
    },
    handleUpgrade(request, socket, head) {
      if ((request.url ?? '').split('?', 1)[0] !== path) return false
      // For good: an answer may still be on its way when the other side is gone, and nobody else would catch that.
      socket.on('error', () => {})
      void open(request, socket, head).catch((error: Error) => {
        log.error({ reason: error.stack }, 'a realtime socket could not be opened')
        socket.destroy()
      })
      return true
    },
    close() {
      closed ??= close()
      return closed
    },
  }

  async function close(): Promise<void> {
    closing = true
    clearInterval(sweeping)
    await Promise.all([...connections].map(sayGoodbye))
    await stopListening()
    presence.close()
    reader.close()
    await bus.close()
    server.close()
  }

  async function sayGoodbye(connection: SocketConnection): Promise<void> {
    connection.close(closeCodes.goingAway, 'The server is stopping')
    const deadline = performance.now() + goodbyeMs
    while (!connection.closed && performance.now() < deadline)
      await new Promise<void>((done) => setTimeout(done, 10))
    connection.cut()
  }
}

function readBroadcast({ event, json, bytes }: Record<string, unknown>): Broadcast {
  return {
    event: String(event),
    ...(typeof bytes === 'string' ? { bytes: Buffer.from(bytes, 'base64') } : { json: String(json) }),
  }
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

const statusTexts = {
  400: 'Bad Request',
  401: 'Unauthorized',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

function refuse(socket: Duplex, status: keyof typeof statusTexts, message: string): void {
  const body = JSON.stringify({ message })
  socket.end(
    `HTTP/1.1 ${status} ${statusTexts[status]}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n${status === 503 || status === 429 ? 'retry-after: 1\r\n' : ''}\r\n${body}`,
    () => socket.destroy(),
  )
}

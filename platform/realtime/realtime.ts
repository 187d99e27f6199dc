// /realtime/v1: the websocket of channels (changes, broadcast, presence) and the broadcast call beside it.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Hono } from 'hono'
import type { LiveSessions } from '#platform/auth/live-sessions.ts'
import type { VerifyCaller } from '#platform/auth/verify-caller.ts'
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
import { readDatabaseBroadcast } from './database-broadcast.ts'
import type { Broadcast } from './frame.ts'
import { defaultLimits, type RealtimeLimits } from './limits.ts'
import { createPresence } from './presence.ts'
import { createRestBroadcast } from './rest-broadcast.ts'
import { createRooms } from './rooms.ts'
import type { Service } from './service.ts'
import { createSockets } from './sockets.ts'

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
const pruneEveryMs = 60_000
const missed = 'Changes were missed: please fetch again'

export async function createRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { database, verifyCaller, log, clock = () => new Date() } = options
  const limits = { ...defaultLimits, ...options.limits }
  const bindings = createBindings()
  const rooms = createRooms()
  const bus = createBus({ database, log })
  const presence = createPresence({ bus, deliver: rooms.sendPresence })
  const clientAddress = options.clientAddress ?? ((incoming) => incoming.socket.remoteAddress ?? '')
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

  const sockets = createSockets(service, clientAddress)

  return {
    app: createRestBroadcast(service, (env) => {
      const { incoming } = (env ?? {}) as { incoming?: IncomingMessage }
      return incoming ? clientAddress(incoming) : ''
    }),
    jobs: [{ name: 'realtime-pruning', everyMs: pruneEveryMs, run: reader.prune }],
    get sockets() {
      return sockets.count
    },
    handleUpgrade(request, socket, head) {
      if ((request.url ?? '').split('?', 1)[0] !== path) return false
      sockets.open(request, socket, head)
      return true
    },
    close() {
      closed ??= close()
      return closed
    },
  }

  async function close(): Promise<void> {
    await sockets.end()
    await stopListening()
    presence.close()
    reader.close()
    await bus.close()
    sockets.close()
  }
}

function readBroadcast({ event, json, bytes }: Record<string, unknown>): Broadcast {
  return {
    event: String(event),
    ...(typeof bytes === 'string' ? { bytes: Buffer.from(bytes, 'base64') } : { json: String(json) }),
  }
}

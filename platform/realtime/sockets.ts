// The sockets that are open: who may open one, what ends it, and how all end when the server stops.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { clientBlock } from '#platform/auth/memory-limiter.ts'
import { InvalidTokenError } from '#platform/auth/verify-caller.ts'
import type { Channel } from './channel.ts'
import { closeCodes, SocketConnection } from './connection.ts'
import type { Version } from './frame.ts'
import { shutChannel } from './leave.ts'
import type { Service } from './service.ts'

const sweepEveryMs = 1_000
const goodbyeMs = 1_000

export interface Sockets {
  readonly count: number
  /** Answers a request for a socket: opens it, or refuses it in the words of HTTP. */
  open(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Refuses what comes from now on, and waits a moment for each to say goodbye. */
  end(): Promise<void>
  close(): void
}

export function createSockets(
  service: Service,
  clientAddress: (incoming: IncomingMessage) => string,
): Sockets {
  const { verifyCaller, limits, log, clock } = service
  const connections = new Set<SocketConnection>()
  const socketsOf = new Map<string, number>()
  let closing = false

  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.payloadBytes,
  })

  async function admit(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
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

  async function sayGoodbye(connection: SocketConnection): Promise<void> {
    connection.close(closeCodes.goingAway, 'The server is stopping')
    const deadline = performance.now() + goodbyeMs
    while (!connection.closed && performance.now() < deadline)
      await new Promise<void>((done) => setTimeout(done, 10))
    connection.cut()
  }

  return {
    get count() {
      return connections.size
    },
    open(request, socket, head) {
      // For good: an answer may still be on its way when the other side is gone, and nobody else would catch that.
      socket.on('error', () => {})
      void admit(request, socket, head).catch((error: Error) => {
        log.error({ reason: error.stack }, 'a realtime socket could not be opened')
        socket.destroy()
      })
    },
    async end() {
      closing = true
      clearInterval(sweeping)
      await Promise.all([...connections].map(sayGoodbye))
    },
    close: () => void server.close(),
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

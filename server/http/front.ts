// The socket of the process: taken before anything else is touched, and released last.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Log } from '#platform/log.ts'
import { type Environment, EnvironmentError } from '#server/settings/env.ts'
import { createDrain } from './drain.ts'
import type { Listener } from './listener.ts'
import { refuseUnavailable } from './refusal.ts'

export interface Front {
  /** Where it listens; with PORT=0 the system has chosen the port. */
  url: string
  readonly draining: boolean
  /** From now on requests go here; before it they are answered with 503 and Retry-After. */
  open(listener: Listener, onUpgrade?: OnUpgrade): void
  stop(log: Log): Promise<void>
}

/** False when nobody here speaks the protocol that is requested. */
export type OnUpgrade = (incoming: IncomingMessage, socket: Duplex, head: Buffer) => boolean

const drainMs = 10_000

export async function openFront(env: Environment): Promise<Front> {
  let listener: Listener | undefined
  let upgrade: OnUpgrade | undefined
  let draining = false
  const server = createServer(
    // An idle connection stays longer than the minute that proxies hold it, so that the proxy is the one to close it.
    // A whole request has five minutes: a photo of 300 kB takes two on a bad 2G line.
    // Rest's own limit on addresses says more than a refusal of Node's: the listener allows more.
    {
      requestTimeout: 300_000,
      headersTimeout: 15_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 64 * 1024,
    },
    (incoming, outgoing) => {
      if (listener) listener(incoming, outgoing)
      else void answerStarting(outgoing)
    },
  )
  const drain = createDrain(server)
  server.on('upgrade', (incoming, socket, head) => {
    if (upgrade?.(incoming, socket, head)) return
    socket.on('error', () => {})
    socket.end(
      `HTTP/1.1 ${listener ? '404 Not Found' : '503 Service Unavailable'}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
    )
  })
  await listen(server, env)
  const { port } = server.address() as { port: number }
  return {
    url: `http://${nameOf(env.host)}:${port}`,
    get draining() {
      return draining
    },
    open: (opened, onUpgrade) => {
      listener = opened
      upgrade = onUpgrade
    },
    stop: async (log) => {
      draining = true
      const cut = await drain(drainMs, env.drainSeconds * 1000)
      if (cut > 0) log.warn({ cut }, 'requests still ran at the deadline and were cut')
    },
  }
}

function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

async function answerStarting(outgoing: ServerResponse): Promise<void> {
  const response = refuseUnavailable('The server is starting. Please try again in a moment.')
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(await response.text())
}

function listen(server: Server, { port, host }: Environment): Promise<void> {
  return new Promise((done, failed) => {
    server.once('error', (error) => failed(new EnvironmentError(describeListenError(error, port, host))))
    server.listen(port, host, done)
  })
}

function describeListenError(error: NodeJS.ErrnoException, port: number, host: string): string {
  if (error.code === 'EADDRINUSE')
    return `port ${port} is in use: stop what uses it, or set PORT to another one`
  if (error.code === 'EACCES') return `port ${port} is not allowed for this user: set PORT to 1024 or above`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine`
  return `cannot listen on ${host}:${port}: ${error.message}`
}

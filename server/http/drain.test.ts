/** Ending a server: what runs, and what was sent just before, is answered; then the connections end. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDrain } from './drain.ts'

let server: Server
let port: number
let held: ServerResponse[]
let drain: ReturnType<typeof createDrain>

beforeEach(async () => {
  held = []
  server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (request.url === '/slow') held.push(response)
    else response.end('quick')
  })
  drain = createDrain(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
})
afterEach(() => server.closeAllConnections())

interface Visitor {
  socket: Socket
  heard: () => string
  send(path: string): void
  left: Promise<'ended' | 'reset'>
}

async function visit(): Promise<Visitor> {
  const socket = connect(port, '127.0.0.1')
  await new Promise((done, failed) => socket.once('connect', done).once('error', failed))
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  const left = new Promise<'ended' | 'reset'>((done) => {
    socket.once('error', () => done('reset'))
    socket.once('close', () => done('ended'))
  })
  return {
    socket,
    heard: () => text,
    send: (path) => socket.write(`GET ${path} HTTP/1.1\r\nhost: app\r\n\r\n`),
    left,
  }
}

it('takes new connections while it is only said that it will end, and closes each after its answer', async () => {
  const early = await visit()
  const ending = drain(5_000, 300)
  const late = await visit()
  for (const visitor of [early, late]) {
    visitor.send('/')
    await vi.waitUntil(() => visitor.heard().endsWith('quick'), { timeout: 10_000 })
    expect(visitor.heard()).toContain('Connection: close')
  }
  expect(await ending).toBe(0)
  await expect(visit()).rejects.toThrow('ECONNREFUSED')
})

it('answers a request that is on its way over a connection that looks idle', async () => {
  const visitor = await visit()
  visitor.send('/')
  await vi.waitUntil(() => visitor.heard().endsWith('quick'), { timeout: 10_000 })
  expect(visitor.heard()).toContain('Connection: keep-alive')
  visitor.send('/') // written, and not read yet
  const ending = drain(5_000)
  expect(await visitor.left).toBe('ended')
  expect(visitor.heard().match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  expect(visitor.heard()).toContain('Connection: close')
  expect(await ending).toBe(0)
})

it('finishes what runs, sends its visitor elsewhere, and lets idle connections end', async () => {
  const [busy, idle] = await Promise.all([visit(), visit()])
  busy.send('/slow')
  await vi.waitUntil(() => held.length === 1, { timeout: 10_000 })
  const ending = drain(5_000)
  expect(await idle.left).toBe('ended')
  held[0]?.end('slow')
  expect(await busy.left).toBe('ended')
  expect(busy.heard()).toContain('Connection: close')
  expect(busy.heard()).toContain('slow')
  expect(await ending).toBe(0)
  expect(server.listening).toBe(false)
})

it('cuts what still runs at the deadline, and says how much', async () => {
  const visitor = await visit()
  visitor.send('/slow')
  await vi.waitUntil(() => held.length === 1, { timeout: 10_000 })
  expect(await drain(150)).toBe(1)
})

// A closed loop of keep-alive connections that costs as little as one can: it shares the processors with what it measures.
import { connect, type Socket } from 'node:net'
import { createHistogram } from 'node:perf_hooks'

export interface Exchange {
  /** The whole request as it goes over the wire. */
  request: Buffer
  /** Throws when the answer is not the right one. */
  check(status: number, body: Buffer): void
}

export interface LoadFigures {
  answers: number
  perSecond: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  /** Share of one processor that this process took meanwhile. */
  generatorLoad: number
}

/** Each of `connections` sends the next request as soon as it has its answer; the first wrong answer ends all. */
export async function runClosedLoop(
  url: string,
  load: { connections: number; seconds: number; next: () => Exchange },
): Promise<LoadFigures> {
  return timeLoop(load, async (until, record) => {
    const { send, close } = await openConnection(url)
    try {
      while (performance.now() < until) {
        const { request, check } = load.next()
        const sent = performance.now()
        const { status, body } = await send(request)
        record(performance.now() - sent)
        check(status, body)
      }
    } finally {
      close()
    }
  })
}

/** One persistent connection; `send` takes one request at a time. */
export async function openConnection(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise<void>((done, failed) => socket.once('connect', done).once('error', failed))
  return { send: createSender(socket), close: () => socket.destroy() }
}

/** `query` runs once for each connection, until its deadline, and records each answer's milliseconds. */
export async function timeLoop(
  { connections, seconds }: { connections: number; seconds: number },
  query: (until: number, record: (milliseconds: number) => void) => Promise<void>,
): Promise<LoadFigures> {
  const latencies = createHistogram({ figures: 4 })
  const ownBefore = process.cpuUsage()
  const started = performance.now()
  const until = started + seconds * 1000
  const record = (milliseconds: number) => latencies.record(Math.max(1, Math.round(milliseconds * 1000)))
  await Promise.all(Array.from({ length: connections }, () => query(until, record)))
  const passed = (performance.now() - started) / 1000
  const own = process.cpuUsage(ownBefore)
  return {
    answers: latencies.count,
    perSecond: latencies.count / passed,
    p50Ms: latencies.percentile(50) / 1000,
    p95Ms: latencies.percentile(95) / 1000,
    p99Ms: latencies.percentile(99) / 1000,
    generatorLoad: (own.user + own.system) / 1_000_000 / passed,
  }
}

export function writeRequest(
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string>,
  body = '',
): Buffer {
  const lines = Object.entries({
    host: '127.0.0.1',
    ...headers,
    ...(method === 'POST' && { 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('0\r\n\r\n')

/** One question at a time; understands what both servers send: a content-length, or chunks. */
function createSender(socket: Socket): (request: Buffer) => Promise<{ status: number; body: Buffer }> {
  let waiting:
    | { done: (answer: { status: number; body: Buffer }) => void; fail: (error: Error) => void }
    | undefined
  let received: Buffer = Buffer.alloc(0)
  const fail = (error: Error) => waiting?.fail(error)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server hung up')))
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const answer = readAnswer(received)
    if (!answer) return
    received = Buffer.alloc(0)
    waiting?.done(answer)
  })
  return (request) =>
    new Promise((done, failed) => {
      waiting = { done, fail: failed }
      socket.write(request)
    })
}

function readAnswer(received: Buffer): { status: number; body: Buffer } | undefined {
  const end = received.indexOf(headEnd)
  if (end < 0) return undefined
  const head = received.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const body = received.subarray(end + 4)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined) return body.length >= Number(length) ? { status, body } : undefined
  if (!body.subarray(-5).equals(lastChunk)) return undefined
  return { status, body: joinChunks(body) }
}

function joinChunks(body: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.toString('latin1', at, lineEnd), 16)
    if (!size) return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}

// Between the server processes of one database: messages by NOTIFY, cut to its size, and who else is there.
import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import type { Log } from '#platform/log.ts'
import { isRecord } from './frame.ts'

export interface Bus {
  /** This process's name among the others. */
  id: string
  /** Sent when there is anybody to hear it. */
  publish(message: BusMessage): void
  start(handlers: BusHandlers): Promise<void>
  close(): Promise<void>
}

export interface BusMessage {
  kind: string
  [key: string]: unknown
}

export interface BusHandlers {
  onMessage(from: string, message: BusMessage): void
  /** What a process that has just come, or come back, must be sent. */
  describe(): BusMessage
  onGone(from: string): void
}

const channel = 'realtime_bus'
const beatMs = 15_000
const goneMs = 50_000
/** NOTIFY carries less than 8,000 bytes: https://www.postgresql.org/docs/18/sql-notify.html */
const pieceBytes = 7_800
/** Above it the others would get old news; they are sent the state again instead. */
const maxWaitingBytes = 16 * 1024 * 1024

export function createBus({ database, log }: { database: Database; log: Log }): Bus {
  const id = randomUUID()
  const peers = new Map<string, number>()
  const partial = new Map<string, string[]>()
  let handlers: BusHandlers | undefined
  let stopListening: (() => Promise<void>) | undefined
  let beat: NodeJS.Timeout | undefined
  let waiting: string[] = []
  let waitingBytes = 0
  let sending: Promise<void> | undefined
  let lost = false
  let sent = 0

  function publish(message: BusMessage): void {
    if (peers.size > 0) send(message)
  }

  function send(message: BusMessage): void {
    const pieces = cut(JSON.stringify({ ...message, from: id }))
    if (waitingBytes > maxWaitingBytes) {
      lost = true
      return
    }
    const name = `${id}.${sent++}`
    for (const [index, piece] of pieces.entries()) waiting.push(`${name}:${index}:${pieces.length}:${piece}`)
    waitingBytes += pieces.length * pieceBytes
    sending ??= flush().finally(() => {
      sending = undefined
    })
  }

  async function flush(): Promise<void> {
    // Let what is published in the same turn travel together.
    await new Promise<void>((done) => setImmediate(done))
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      waitingBytes = 0
      try {
        await database.realtime.query({
          name: 'realtime_publish',
          text: `select pg_notify('${channel}', piece) from unnest($1::text[]) with ordinality as p (piece, n) order by n`,
          values: [batch],
        })
        if (lost && handlers) {
          lost = false
          send(handlers.describe())
        }
      } catch (error) {
        // Broadcasts are not stored; presence is sent again when the database is back.
        lost = true
        if (!isDatabaseUnavailable(error))
          log.warn({ reason: (error as Error).message }, 'realtime could not reach its other processes')
      }
    }
  }

  function receive(payload: string): void {
    if (payload === '') {
      // The listener was away and is back: pieces may be missing, and so may whole messages.
      partial.clear()
      send({ kind: 'hello' })
      return
    }
    const [name = '', index, count, ...rest] = payload.split(':')
    if (name.startsWith(id)) return
    let text: string | undefined = rest.join(':')
    if (count !== '1') {
      const pieces = partial.get(name) ?? []
      pieces[Number(index)] = text
      partial.set(name, pieces)
      text = Number(index) === Number(count) - 1 ? pieces.join('') : undefined
      if (text !== undefined) partial.delete(name)
    }
    if (text !== undefined) take(text)
  }

  function take(text: string): void {
    let message: unknown
    try {
      message = JSON.parse(text)
    } catch {
      return
    }
    if (!isRecord(message) || typeof message.from !== 'string' || typeof message.kind !== 'string') return
    const { from, kind } = message
    const known = peers.has(from)
    peers.set(from, performance.now())
    if (kind === 'bye') leave(from)
    else if (kind === 'hello' && handlers) send(handlers.describe())
    else if (kind === 'beat') {
      if (!known) send({ kind: 'hello' })
    } else handlers?.onMessage(from, message as BusMessage)
  }

  function leave(from: string): void {
    peers.delete(from)
    handlers?.onGone(from)
  }

  return {
    id,
    publish,
    async start(input) {
      handlers = input
      stopListening = await database.listen(channel, receive)
      send({ kind: 'hello' })
      beat = setInterval(() => {
        send({ kind: 'beat' })
        for (const [peer, heard] of peers) if (performance.now() - heard > goneMs) leave(peer)
      }, beatMs)
      beat.unref()
    },
    async close() {
      clearInterval(beat)
      send({ kind: 'bye' })
      await sending
      await stopListening?.()
    },
  }
}

/** Into pieces of whole characters. */
function cut(text: string): string[] {
  const bytes = Buffer.from(text)
  const pieces: string[] = []
  for (let start = 0; start < bytes.length; ) {
    let end = Math.min(start + pieceBytes, bytes.length)
    while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
    pieces.push(bytes.toString('utf8', start, end))
    start = end
  }
  return pieces
}

// One socket: its frames in, one after the other and within its limits, and its frames out, never more than it takes.
import type { WebSocket } from 'ws'
import type { Channel, Connection } from './channel.ts'
import { handleMessage } from './channel-messages.ts'
import { decodeFrame, encodeFrame, type Frame, FrameError, type Version } from './frame.ts'
import { joinChannel } from './join.ts'
import { forgetChannel } from './leave.ts'
import { Allowance } from './limits.ts'
import type { Service } from './service.ts'

/** https://www.rfc-editor.org/rfc/rfc6455#section-7.4.1 */
export const closeCodes = {
  normal: 1000,
  goingAway: 1001,
  notUnderstood: 1007,
  policy: 1008,
  unexpected: 1011,
}

export interface ConnectionOptions {
  service: Service
  socket: WebSocket
  version: Version
  apikey: string
  onClosed: (connection: SocketConnection) => void
}

export class SocketConnection implements Connection {
  readonly version: Version
  readonly apikey: string
  readonly channels = new Map<string, Channel>()
  closed = false
  /** Monotonic, in milliseconds. */
  heardAt = performance.now()
  readonly #service: Service
  readonly #socket: WebSocket
  readonly #messages: Allowance
  readonly #joins: Allowance
  #busy = false
  #waiting: Frame[] = []

  constructor({ service, socket, version, apikey, onClosed }: ConnectionOptions) {
    const { messagesPerSecond, joinsPerSecond } = service.limits
    this.version = version
    this.apikey = apikey
    this.#service = service
    this.#socket = socket
    this.#messages = new Allowance(messagesPerSecond, messagesPerSecond * 2)
    this.#joins = new Allowance(joinsPerSecond, joinsPerSecond * 5)
    socket.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary))
    socket.on('ping', () => this.#hear())
    // The library closes the socket itself, with a code that says why.
    socket.on('error', () => {})
    socket.on('close', () => {
      this.closed = true
      this.#waiting = []
      for (const channel of this.channels.values()) forgetChannel(service, channel)
      onClosed(this)
    })
  }

  send(frame: string | Buffer): void {
    this.#send(frame, false)
  }

  sendBytes(frame: Buffer): void {
    this.#send(frame, true)
  }

  reply(
    { joinRef, ref, topic, event }: Frame,
    status: 'ok' | 'error',
    response: Record<string, unknown>,
  ): void {
    // A client that sends no reference does not wait for an answer.
    if (ref === null) return
    const header = { joinRef: joinRef ?? (event === 'phx_join' ? ref : null), ref, topic, event: 'phx_reply' }
    this.send(encodeFrame(this.version, header, JSON.stringify({ status, response })))
  }

  close(code: number, reason: string): void {
    this.#waiting = []
    this.#socket.close(code, reason)
  }

  /** Without a goodbye: for those who would not read it. */
  cut(): void {
    this.#socket.terminate()
  }

  #send(frame: string | Buffer, binary: boolean): void {
    const socket = this.#socket
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > this.#service.limits.unsentBytes) {
      this.#service.log.warn({ bytes: socket.bufferedAmount }, 'a realtime client does not read: cut off')
      socket.terminate()
      return
    }
    socket.send(frame, { binary })
  }

  #hear(): boolean {
    this.heardAt = performance.now()
    if (this.#messages.take()) return true
    this.close(closeCodes.policy, 'Too many messages per second')
    return false
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#socket.readyState !== this.#socket.OPEN || !this.#hear()) return
    let frame: Frame
    try {
      frame = decodeFrame(this.version, data, isBinary)
    } catch (error) {
      if (!(error instanceof FrameError)) throw error
      this.close(closeCodes.notUnderstood, error.message)
      return
    }
    if (this.#busy) {
      this.#waiting.push(frame)
      // The network waits rather than our memory.
      this.#socket.pause()
    } else this.#handle(frame)
  }

  /** One at a time: a message behind a join finds the channel joined. */
  #handle(frame: Frame): void {
    let work: Promise<void> | undefined
    try {
      work = this.#dispatch(frame)
    } catch (error) {
      // Thrown on, it would end the process and everybody's sockets.
      this.#fail(error)
    }
    if (!work) return
    this.#busy = true
    work
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#busy = false
        while (!this.#busy) {
          const next = this.#waiting.shift()
          if (!next) break
          this.#handle(next)
        }
        if (!this.#busy) this.#socket.resume()
      })
  }

  #fail(error: unknown): void {
    this.#service.log.error({ reason: (error as Error).stack }, 'a realtime message failed')
    this.close(closeCodes.unexpected, 'Unexpected failure')
  }

  #dispatch(frame: Frame): Promise<void> | undefined {
    const { topic, event, joinRef } = frame
    if (topic === 'phoenix') {
      if (event === 'heartbeat') this.reply(frame, 'ok', {})
      return
    }
    if (event === 'phx_join') {
      if (this.#joins.take()) return joinChannel(this.#service, this, frame)
      this.reply(frame, 'error', { reason: 'ClientJoinRateLimitReached: Too many joins per second' })
      this.close(closeCodes.policy, 'Too many joins per second')
      return
    }
    const channel = this.channels.get(topic)
    // A message of an earlier join of the same topic is of no meaning to the later one.
    if (channel && (joinRef === null || joinRef === channel.joinRef))
      return handleMessage(this.#service, channel, frame)
    if (event === 'phx_leave') this.reply(frame, 'ok', {})
    else this.reply(frame, 'error', { reason: 'unmatched topic' })
    return
  }
}

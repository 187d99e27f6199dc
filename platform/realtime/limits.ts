// What one socket may use of the service; all of it can be set, none of it can be left out.

export interface RealtimeLimits {
  /** Sockets of this process; further ones are refused with a retry. */
  sockets: number
  /** For one address (or IPv6 household). Phone carriers put thousands of people behind one: this is no small number. */
  socketsPerAddress: number
  channelsPerSocket: number
  /** A second's share, and five times as many at once. */
  joinsPerSecond: number
  /** A second's share, and twice as many at once. */
  messagesPerSecond: number
  /** By POST /api/broadcast, of one address; the secret key is free. */
  broadcastsPerMinute: number
  /** The longest frame that a client may send. */
  payloadBytes: number
  presenceBytes: number
  topicCharacters: number
  bindingsPerChannel: number
  filterCharacters: number
  valuesPerFilter: number
  /** What may wait for a reader that does not keep up, before it is cut off. */
  unsentBytes: number
  /** The client sends a heartbeat every 25 s, a browser's hidden tab every 60 s. */
  silenceSeconds: number
}

export const defaultLimits: RealtimeLimits = {
  sockets: 10_000,
  socketsPerAddress: 1_000,
  channelsPerSocket: 100,
  joinsPerSecond: 20,
  messagesPerSecond: 100,
  broadcastsPerMinute: 1_200,
  payloadBytes: 256 * 1024,
  presenceBytes: 8 * 1024,
  topicCharacters: 255,
  bindingsPerChannel: 50,
  filterCharacters: 4096,
  valuesPerFilter: 100,
  unsentBytes: 1024 * 1024,
  silenceSeconds: 75,
}

/** A bucket that refills with time: `take` answers false when it is empty. */
export class Allowance {
  #left: number
  #since = performance.now()
  readonly #perSecond: number
  readonly #max: number

  constructor(perSecond: number, max: number) {
    this.#perSecond = perSecond
    this.#max = max
    this.#left = max
  }

  take(): boolean {
    const now = performance.now()
    this.#left = Math.min(this.#max, this.#left + ((now - this.#since) / 1000) * this.#perSecond)
    this.#since = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}

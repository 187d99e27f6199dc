// One joined topic on one socket: what it may do, and how it is sent messages.
import type { TokenSession } from '#platform/auth/live-sessions.ts'
import { sessionOf } from '#platform/auth/verify-caller.ts'
import type { Caller } from '#platform/database/caller.ts'
import type { ChannelRights } from './channel-rights.ts'
import { encodeFrame, type Frame, type Version } from './frame.ts'

/** The socket that it is on. */
export interface Connection {
  readonly version: Version
  readonly apikey: string
  /** By topic. */
  readonly channels: Map<string, Channel>
  readonly closed: boolean
  /** A text frame; bytes are UTF-8 and may be shared by many sockets. */
  send(frame: string | Buffer): void
  sendBytes(frame: Buffer): void
  reply(to: Frame, status: 'ok' | 'error', response: Record<string, unknown>): void
}

/** As the client wrote it in its join. */
export interface BindingRequest {
  event: string
  schema: string
  table?: string | undefined
  filter?: string | undefined
  select?: string[] | undefined
}

export interface Channel {
  connection: Connection
  /** As on the wire: `realtime:` and the name. */
  topic: string
  name: string
  /** The name, private and public ones apart. */
  room: string
  joinRef: string | null
  caller: Caller
  expiresAtMs: number
  /** The session that the token names; undefined for keys, and for tokens that name none. */
  session: TokenSession | undefined
  isPrivate: boolean
  rights: ChannelRights
  acknowledges: boolean
  hearsItself: boolean
  presenceKey: string
  presenceEnabled: boolean
  /** The reference of the presence that this channel tracked last. */
  presenceRef: string | undefined
  requests: BindingRequest[]
}

export function roomOf(name: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${name}`
}

export function expiryOf({ claims }: Caller): number {
  const { exp } = JSON.parse(claims) as { exp?: number }
  return typeof exp === 'number' ? exp * 1000 : Number.POSITIVE_INFINITY
}

export function sessionOfCaller({ claims }: Caller): TokenSession | undefined {
  return sessionOf(JSON.parse(claims))
}

/** `payload` is JSON text. */
export function push(channel: Channel, event: string, payload: string): void {
  const { connection, joinRef, topic } = channel
  connection.send(encodeFrame(connection.version, { joinRef, ref: null, topic, event }, payload))
}

export function pushSystem(
  channel: Channel,
  extension: 'system' | 'postgres_changes',
  status: 'ok' | 'error',
  message: string,
): void {
  push(channel, 'system', JSON.stringify({ extension, status, message, channel: channel.name }))
}

/** What the client library takes as the end of the channel. */
export function pushClose({ connection, joinRef, topic }: Channel): void {
  connection.send(encodeFrame(connection.version, { joinRef, ref: joinRef, topic, event: 'phx_close' }, '{}'))
}

/** What it takes as a failure, after which it joins again. */
export function pushError({ connection, joinRef, topic }: Channel): void {
  connection.send(encodeFrame(connection.version, { joinRef, ref: joinRef, topic, event: 'phx_error' }, '{}'))
}

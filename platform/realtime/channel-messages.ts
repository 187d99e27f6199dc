// What a joined channel may say: broadcast, presence, a new token, goodbye.
import { InvalidTokenError } from '#platform/auth/verify-caller.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import { type Channel, expiryOf, push, pushSystem, sessionOfCaller } from './channel.ts'
import { type Broadcast, BroadcastPayload, type Frame, isRecord } from './frame.ts'
import { describeTokenError, identify, JoinRefusal, readRights } from './join.ts'
import { failChannel, leaveChannel, shutChannel } from './leave.ts'
import type { Service } from './service.ts'

export function handleMessage(service: Service, channel: Channel, frame: Frame): Promise<void> | undefined {
  switch (frame.event) {
    case 'broadcast':
      broadcast(service, channel, frame)
      return
    case 'presence':
      handlePresence(service, channel, frame)
      return
    case 'access_token':
      return refreshToken(service, channel, frame)
    case 'phx_leave':
      channel.connection.reply(frame, 'ok', {})
      leaveChannel(service, channel)
      return
    // As upstream: what is not known is not answered.
    default:
      return
  }
}

function broadcast(service: Service, channel: Channel, frame: Frame): void {
  const { connection, room, rights, acknowledges } = channel
  const message = readBroadcast(frame.payload)
  if (!message) {
    connection.reply(frame, 'error', { reason: 'A broadcast has an event of at most 255 characters' })
    return
  }
  if (message.stored) {
    connection.reply(frame, 'error', { error: 'Storing broadcasts is not available on this server' })
    return
  }
  if (!rights.broadcast.maySend) {
    if (acknowledges) connection.reply(frame, 'error', { reason: 'Unauthorized' })
    return
  }
  service.rooms.broadcast(room, message, channel)
  publishBroadcast(service, room, message)
  if (acknowledges) connection.reply(frame, 'ok', {})
}

function readBroadcast(payload: unknown): Broadcast | undefined {
  const message =
    payload instanceof BroadcastPayload
      ? payload.broadcast
      : isRecord(payload) && typeof payload.event === 'string'
        ? { event: payload.event, json: JSON.stringify(payload.payload ?? {}), stored: !!payload.persist }
        : undefined
  return message && message.event.length <= 255 ? message : undefined
}

/** To the other processes. */
export function publishBroadcast(service: Service, room: string, { event, json, bytes }: Broadcast): void {
  service.bus.publish({
    kind: 'broadcast',
    room,
    event,
    ...(bytes ? { bytes: bytes.toString('base64') } : { json }),
  })
}

function handlePresence(service: Service, channel: Channel, frame: Frame): void {
  const { connection, room, rights } = channel
  const { presence, limits } = service
  const { event, payload } = isRecord(frame.payload) ? frame.payload : {}
  if (event === 'track') {
    const refuse = (reason: string) => connection.reply(frame, 'error', { reason })
    if (!rights.presence.maySend) return refuse('Unauthorized')
    const tracked = payload ?? {}
    if (!isRecord(tracked)) return refuse('Presence track payload must be a map')
    if (JSON.stringify(tracked).length > limits.presenceBytes)
      return shutChannel(service, channel, 'Track message size exceeded')
    channel.presenceRef = presence.track(room, channel.presenceKey, tracked, channel.presenceRef)
    connection.reply(frame, 'ok', {})
    if (channel.presenceEnabled) return
    channel.presenceEnabled = true
    if (rights.presence.mayReceive) push(channel, 'presence_state', JSON.stringify(presence.state(room)))
    return
  }
  if (event === 'untrack' && channel.presenceRef !== undefined) {
    presence.untrack(room, channel.presenceRef)
    channel.presenceRef = undefined
  }
  connection.reply(frame, event === 'untrack' ? 'ok' : 'error', {})
}

/** The session went on under a new token, or ended, or someone else signed in: rights are queried again. */
async function refreshToken(service: Service, channel: Channel, { payload }: Frame): Promise<void> {
  const token = isRecord(payload) ? payload.access_token : undefined
  if (typeof token !== 'string') return
  try {
    const caller = await identify(service, channel.connection, token)
    if (caller === channel.caller) return
    const rights = channel.isPrivate ? await readRights(service, caller, channel.name) : channel.rights
    const before = channel.rights
    const isRevoked = (['broadcast', 'presence'] as const).some(
      (extension) => before[extension].mayReceive && !rights[extension].mayReceive,
    )
    if (isRevoked)
      throw new JoinRefusal(`You no longer have permission to read from this Channel topic: ${channel.name}`)
    if (!rights.presence.maySend && channel.presenceRef !== undefined) {
      service.presence.untrack(channel.room, channel.presenceRef)
      channel.presenceRef = undefined
    }
    channel.caller = caller
    channel.expiresAtMs = expiryOf(caller)
    channel.session = sessionOfCaller(caller)
    channel.rights = rights
    if (channel.requests.length > 0) pushSystem(channel, 'postgres_changes', 'ok', 'Subscribed to PostgreSQL')
  } catch (error) {
    if (isDatabaseUnavailable(error)) failChannel(service, channel)
    else shutChannel(service, channel, describe(service, error))
  }
}

function describe(service: Service, error: unknown): string {
  if (error instanceof JoinRefusal) return error.message.replace(/^Unauthorized: /, '')
  if (error instanceof InvalidTokenError) return describeTokenError(error).replace(/^\w+: /, '')
  service.log.error({ reason: (error as Error).stack }, 'a token could not be refreshed')
  return 'Unknown Error on Channel'
}

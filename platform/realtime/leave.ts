// How a channel ends: it leaves, its right ends, or its socket does.
import { type Channel, pushClose, pushError, pushSystem } from './channel.ts'
import type { Service } from './service.ts'

/** Takes the channel out of everything; the client is notified by phx_close. */
export function leaveChannel(service: Service, channel: Channel): void {
  forgetChannel(service, channel)
  pushClose(channel)
}

/** As `leaveChannel`, with the reason before it. */
export function shutChannel(service: Service, channel: Channel, reason: string): void {
  if (channel.connection.channels.get(channel.topic) !== channel) return
  pushSystem(channel, 'system', 'error', reason)
  leaveChannel(service, channel)
}

/** For what may pass: the client library joins again by itself. */
export function failChannel(service: Service, channel: Channel): void {
  forgetChannel(service, channel)
  pushError(channel)
}

export function forgetChannel(service: Service, channel: Channel): void {
  const { connection, topic, room, presenceRef, requests } = channel
  if (connection.channels.get(topic) === channel) connection.channels.delete(topic)
  service.rooms.leave(channel)
  for (const request of requests) service.bindings.leave(channel, request)
  if (presenceRef !== undefined) service.presence.untrack(room, presenceRef)
}

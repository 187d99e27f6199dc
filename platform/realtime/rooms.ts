// Who is in which room of this process, and how a message reaches all of them.
import { type Channel, push } from './channel.ts'
import { type Broadcast, encodeBroadcast, type Version } from './frame.ts'
import type { PresenceDiff } from './presence.ts'

export type Rooms = ReturnType<typeof createRooms>

export function createRooms() {
  const rooms = new Map<string, Set<Channel>>()
  let count = 0
  return {
    /** Channels in all rooms. */
    get size() {
      return count
    },
    enter(channel: Channel): void {
      const members = rooms.get(channel.room)
      if (members) members.add(channel)
      else rooms.set(channel.room, new Set([channel]))
      count++
    },
    leave(channel: Channel): void {
      const members = rooms.get(channel.room)
      if (!members?.delete(channel)) return
      if (members.size === 0) rooms.delete(channel.room)
      count--
    },
    broadcast(room: string, message: Broadcast, from?: Channel): void {
      const frames = new Map<Version, Buffer | undefined>()
      for (const channel of rooms.get(room) ?? []) {
        if (!channel.rights.broadcast.mayReceive || (channel === from && !channel.hearsItself)) continue
        const { version } = channel.connection
        if (!frames.has(version)) {
          const encoded = encodeBroadcast(version, channel.topic, message)
          frames.set(version, typeof encoded === 'string' ? Buffer.from(encoded) : encoded)
        }
        const frame = frames.get(version)
        if (!frame) continue
        if (message.bytes) channel.connection.sendBytes(frame)
        else channel.connection.send(frame)
      }
    },
    sendPresence(room: string, diff: PresenceDiff): void {
      const payload = JSON.stringify(diff)
      for (const channel of rooms.get(room) ?? [])
        if (channel.presenceEnabled && channel.rights.presence.mayReceive)
          push(channel, 'presence_diff', payload)
    },
  }
}

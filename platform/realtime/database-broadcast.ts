// A row of realtime.messages, written by SQL (`realtime.send`), as a broadcast.
import { roomOf } from './channel.ts'
import type { Broadcast } from './frame.ts'

interface MessageRow {
  id: string
  topic: string
  event: string | null
  payload: unknown
  private: boolean | null
}

/** `row` is JSON text. */
export function readDatabaseBroadcast(row: string): { room: string; message: Broadcast } {
  const { id, topic, event, payload, private: isPrivate } = JSON.parse(row) as MessageRow
  return {
    room: roomOf(topic, isPrivate ?? false),
    message: { event: event ?? '', json: JSON.stringify(payload ?? {}), meta: JSON.stringify({ id }) },
  }
}

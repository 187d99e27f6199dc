// Private channels: what the policies of realtime.messages let a caller do on a topic.
import type { Caller } from '#platform/database/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { createGate, queryAs } from './as-subscriber.ts'

export interface Right {
  mayReceive: boolean
  maySend: boolean
}

export interface ChannelRights {
  broadcast: Right
  presence: Right
}

/** A public channel is open to every key. */
export const allRights: ChannelRights = {
  broadcast: { mayReceive: true, maySend: true },
  presence: { mayReceive: true, maySend: true },
}

export type ReadRights = (caller: Caller, topic: string) => Promise<ChannelRights>

export function createReadRights(database: Database): ReadRights {
  // Many clients that come back at once must not take the connections from the changes.
  const gate = createGate(2)
  return (caller, topic) =>
    gate(() =>
      queryAs(database, caller, async (client) => {
        const { rows } = await client.query<{ extension: string; receive: boolean; send: boolean }>({
          name: 'realtime_channel_rights',
          text: 'select extension, may_receive as receive, may_send as send from realtime.channel_rights($1)',
          values: [topic],
        })
        const rightOf = (name: string): Right => {
          const row = rows.find(({ extension }) => extension === name)
          return { mayReceive: row?.receive ?? false, maySend: row?.send ?? false }
        }
        return { broadcast: rightOf('broadcast'), presence: rightOf('presence') }
      }),
    )
}

// From changes to frames: each to the channels whose bindings match and whose policies show the row.
import type { Role } from '#platform/database/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { DatabaseUnavailableError } from '#platform/database/unavailable.ts'
import type { Log } from '#platform/log.ts'
import type { Binding, Bindings } from './bindings.ts'
import { type Column, createPayloads } from './change-payload.ts'
import type { Change } from './change-reader.ts'
import type { Channel } from './channel.ts'
import { encodeFrame } from './frame.ts'
import { judgeChanges, type Verdict } from './judge-changes.ts'

export interface ChangeDeliveryOptions {
  database: Database
  log: Log
  bindings: Bindings
  /** These channels did not get what they should have. */
  onMissed: (channels: Iterable<Channel>) => void
}

interface Delivery {
  order: number
  channels: Channel[]
  ids: number[]
  data: string
}

const yieldBytes = 128 * 1024

/** Rejects with DatabaseUnavailableError before anything was delivered: the same changes may be tried again. */
export function createChangeDelivery(options: ChangeDeliveryOptions) {
  const { database, log, bindings, onMissed } = options

  async function judge(role: Role, changes: Change[], listening: Binding[]): Promise<Verdict | undefined> {
    try {
      return await judgeChanges(database, role, changes, listening)
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw error
      log.error(
        { table: changes[0]?.table, role, reason: (error as Error).message },
        'changes could not be judged',
      )
      onMissed(new Set(listening.flatMap(({ members }) => [...members])))
      return undefined
    }
  }

  return async function deliver(changes: Change[]): Promise<void> {
    const deliveries: Delivery[] = []
    const order = new Map(changes.map((change, place) => [change, place]))
    for (const group of Map.groupBy(changes, ({ relation }) => relation).values()) {
      const listening = bindings.of(group[0]?.schema ?? '', group[0]?.table ?? '')
      const roles = new Set(listening.flatMap(({ members }) => [...members].map(({ caller }) => caller.role)))
      const payloads = createPayloads(database, group)
      const verdicts = await Promise.all([...roles].map((role) => judge(role, group, listening)))
      for (const verdict of verdicts) {
        if (!verdict) continue
        for (const [place, change] of group.entries())
          for (const { columns, ids, channels } of gatherReceivers(verdict, place)) {
            const data = await payloads.write(place, columns)
            deliveries.push({ order: order.get(change) ?? 0, channels, ids, data })
          }
      }
    }
    deliveries.sort((a, b) => a.order - b.order)
    let bytes = 0
    for (const delivery of deliveries) {
      send(delivery)
      bytes += delivery.data.length
      // Let the sockets write, so that a reader who keeps up is not taken for a slow one.
      if (bytes > yieldBytes) await new Promise<void>((done) => setImmediate(done))
      if (bytes > yieldBytes) bytes = 0
    }
  }
}

interface Receivers {
  columns: Column[]
  ids: number[]
  channels: Channel[]
}

/** The channels that get this change, those with the same bindings together. */
function gatherReceivers({ columns, matches, visible }: Verdict, place: number): Receivers[] {
  const byChannel = new Map<Channel, Binding[]>()
  for (const [binding, places] of matches) {
    if (!places.has(place)) continue
    for (const channel of binding.members) {
      if (!visible.get(channel.caller.claims)?.has(place)) continue
      const known = byChannel.get(channel)
      if (known) known.push(binding)
      else byChannel.set(channel, [binding])
    }
  }
  const receivers = new Map<string, Receivers>()
  // Bindings that wish for different columns are sent separately.
  for (const [channel, result] of byChannel)
    for (const alike of Map.groupBy(result, ({ select }) => select?.join() ?? '').values()) {
      const ids = alike.map(({ id }) => id)
      const key = ids.join()
      const group = receivers.get(key) ?? {
        columns: chooseColumns(columns, alike[0]?.select),
        ids,
        channels: [],
      }
      group.channels.push(channel)
      receivers.set(key, group)
    }
  return [...receivers.values()]
}

function chooseColumns(columns: Column[], select: readonly string[] | undefined): Column[] {
  return select ? columns.filter(({ name }) => select.includes(name)) : columns
}

function send({ channels, ids, data }: Delivery): void {
  const payload = `{"ids":[${ids}],"data":${data}}`
  const frames = new Map<string, Buffer>()
  for (const channel of channels) {
    const { version } = channel.connection
    const key = `${version}${channel.topic}`
    let frame = frames.get(key)
    if (!frame) {
      const header = { joinRef: null, ref: null, topic: channel.topic, event: 'postgres_changes' }
      frame = Buffer.from(encodeFrame(version, header, payload))
      frames.set(key, frame)
    }
    channel.connection.send(frame)
  }
}

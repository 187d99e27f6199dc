// Who is there: what each member of a topic tracked, here and in the other processes.
import { randomBytes } from 'node:crypto'
import type { Bus, BusMessage } from './bus.ts'
import { isRecord } from './frame.ts'

/** What a member tracked, with its reference. */
export type Meta = Record<string, unknown> & { phx_ref: string }
/** By key, as Phoenix writes it. */
export type PresenceState = Record<string, { metas: Meta[] }>

export interface PresenceDiff {
  joins: PresenceState
  leaves: PresenceState
}

interface Entry {
  key: string
  meta: Meta
  /** The process whose socket tracks this presence. */
  from: string
}

export interface PresenceOptions {
  bus: Bus
  /** To the members of a topic in this process. */
  deliver: (topic: string, diff: PresenceDiff) => void
}

/** Joins and leaves of this time travel together: a room that fills does not cost members squared. */
const gatherMs = 20

export type Presence = ReturnType<typeof createPresence>

export function createPresence({ bus, deliver }: PresenceOptions) {
  /** By topic, then by reference. */
  const topics = new Map<string, Map<string, Entry>>()
  const pending = new Map<string, { joins: Entry[]; leaves: Entry[] }>()
  let gathering: NodeJS.Timeout | undefined

  function change(topic: string, joins: Entry[], leaves: Entry[]): void {
    const entries = topics.get(topic) ?? new Map<string, Entry>()
    for (const entry of leaves) entries.delete(entry.meta.phx_ref)
    for (const entry of joins) entries.set(entry.meta.phx_ref, entry)
    if (entries.size > 0) topics.set(topic, entries)
    else topics.delete(topic)
    const gathered = pending.get(topic) ?? { joins: [], leaves: [] }
    gathered.joins.push(...joins)
    gathered.leaves.push(...leaves)
    pending.set(topic, gathered)
    gathering ??= setTimeout(flush, gatherMs)
  }

  function flush(): void {
    gathering = undefined
    for (const [topic, { joins, leaves }] of pending) {
      // Came and went within the pause: nobody needs to know.
      const left = new Set(leaves.map(({ meta }) => meta.phx_ref))
      const came = new Set(joins.map(({ meta }) => meta.phx_ref))
      const realJoins = joins.filter(({ meta }) => !left.has(meta.phx_ref))
      const realLeaves = leaves.filter(({ meta }) => !came.has(meta.phx_ref))
      if (realJoins.length + realLeaves.length === 0) continue
      deliver(topic, { joins: byKey(realJoins), leaves: byKey(realLeaves) })
      const mine = (entry: Entry) => entry.from === bus.id
      const message = {
        kind: 'presence',
        topic,
        joins: realJoins.filter(mine).map(pack),
        leaves: realLeaves.filter(mine).map(pack),
      }
      if (message.joins.length + message.leaves.length > 0) bus.publish(message)
    }
    pending.clear()
  }

  /** Puts a process's members in the place of those known of it. */
  function replace(from: string, reported: Map<string, Entry[]>): void {
    for (const topic of new Set([...topics.keys(), ...reported.keys()])) {
      const known = [...(topics.get(topic)?.values() ?? [])].filter((entry) => entry.from === from)
      const now = reported.get(topic) ?? []
      const knownRefs = new Set(known.map(({ meta }) => meta.phx_ref))
      const nowRefs = new Set(now.map(({ meta }) => meta.phx_ref))
      const joins = now.filter(({ meta }) => !knownRefs.has(meta.phx_ref))
      const leaves = known.filter(({ meta }) => !nowRefs.has(meta.phx_ref))
      if (joins.length + leaves.length > 0) change(topic, joins, leaves)
    }
  }

  return {
    /** Answers the reference by which it is updated or taken away. */
    track(topic: string, key: string, payload: Record<string, unknown>, before?: string): string {
      const ref = randomBytes(9).toString('base64url')
      const old = before === undefined ? undefined : topics.get(topic)?.get(before)
      const meta = { ...payload, phx_ref: ref, ...(old && { phx_ref_prev: old.meta.phx_ref }) }
      change(topic, [{ key, meta, from: bus.id }], old ? [old] : [])
      return ref
    },
    untrack(topic: string, ref: string): void {
      const entry = topics.get(topic)?.get(ref)
      if (entry) change(topic, [], [entry])
    },
    state: (topic: string): PresenceState => byKey([...(topics.get(topic)?.values() ?? [])]),
    /** All members of this process. */
    describe(): BusMessage {
      const reported = [...topics].flatMap(([topic, entries]) => {
        const mine = [...entries.values()].filter((entry) => entry.from === bus.id).map(pack)
        return mine.length > 0 ? [[topic, mine]] : []
      })
      return { kind: 'presences', topics: reported }
    },
    hear(from: string, message: BusMessage): void {
      if (message.kind === 'presence' && typeof message.topic === 'string')
        change(message.topic, unpack(message.joins, from), unpack(message.leaves, from))
      else if (message.kind === 'presences' && Array.isArray(message.topics))
        replace(from, new Map(message.topics.map(([topic, list]) => [topic, unpack(list, from)])))
    },
    forget: (from: string): void => replace(from, new Map()),
    close(): void {
      clearTimeout(gathering)
      flush()
    },
  }
}

function byKey(entries: Entry[]): PresenceState {
  // A key may be any text, `__proto__` too.
  const state: PresenceState = Object.create(null)
  for (const { key, meta } of entries) {
    const known = state[key]
    if (known) known.metas.push(meta)
    else state[key] = { metas: [meta] }
  }
  return state
}

const pack = ({ key, meta }: Entry) => ({ key, meta })

function unpack(list: unknown, from: string): Entry[] {
  if (!Array.isArray(list)) return []
  return list.filter(isRecord).flatMap(({ key, meta }) => {
    if (typeof key !== 'string' || !isRecord(meta) || typeof meta.phx_ref !== 'string') return []
    return [{ key, meta: meta as Meta, from }]
  })
}

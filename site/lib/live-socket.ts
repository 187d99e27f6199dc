/**
 * One websocket with the channels of a page, in the protocol that the services and their client library speak (Phoenix 2.0.0). The
 * library's part for it has 12 kB, of which the admin area uses what is here: changes, broadcasts, and who else is there.
 */

type Row = Readonly<Record<string, unknown>>

export interface LiveChannel {
  topic: string
  /** Their changes, as far as the person may read them. */
  tables?: readonly string[]
  onChange?: (table: string, row: Row, before: Row) => void
  onBroadcast?: (payload: Row) => void
  /** What the others are told of this page, and what this page is told of everybody there, itself too. */
  own?: object
  onPresent?: (present: unknown[]) => void
  onJoined: (isJoined: boolean) => void
}

interface SocketOptions {
  open: () => WebSocket
  /** Of the session as it stands, renewed where it has run out. */
  readToken: () => Promise<string>
  /** A page that nobody sees does not connect again until it is seen. */
  isSeen: () => boolean
}

type Frame = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: unknown]

interface ChangesPayload {
  data: { table: string; record?: Row; old_record?: Row }
}
type Presences = Record<string, { metas: { phx_ref: string }[] }>

const beatMs = 25_000
const answerWithinMs = 10_000
const pausesMs = [1_000, 2_000, 5_000]
const longestPauseMs = 10_000

function createRetry(run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  return {
    later() {
      clearTimeout(timer)
      timer = setTimeout(run, pausesMs[tries] ?? longestPauseMs)
      tries += 1
    },
    reset() {
      clearTimeout(timer)
      tries = 0
    },
  }
}

interface Wire {
  token: string
  isOpen: () => boolean
  makeRef: () => string
  send: (frame: Frame) => void
  forget: (member: Member) => void
}

type Member = ReturnType<typeof createMember>

function createMember(wire: Wire, channel: LiveChannel) {
  const topic = `realtime:${channel.topic}`
  const changes = (channel.tables ?? []).map((table) => ({ event: '*', schema: 'public', table }))
  /** By reference. */
  const present = new Map<string, unknown>()
  let joinRef: string | null = null
  let isJoined = false
  let waiting: ReturnType<typeof setTimeout> | undefined
  const retry = createRetry(join)

  const push = (event: string, payload: unknown) =>
    wire.send([joinRef, wire.makeRef(), topic, event, payload])

  function settle(joined: boolean) {
    clearTimeout(waiting)
    present.clear()
    if (isJoined === joined) return
    isJoined = joined
    channel.onJoined(joined)
  }

  function join() {
    joinRef = wire.makeRef()
    const presence = { key: '', enabled: channel.own !== undefined }
    const config = { private: true, presence, postgres_changes: changes }
    wire.send([joinRef, joinRef, topic, 'phx_join', { config, access_token: wire.token }])
    clearTimeout(waiting)
    waiting = setTimeout(fail, answerWithinMs)
  }

  /** What was refused, or ended by itself, may be possible again later. */
  function fail() {
    settle(false)
    if (wire.isOpen()) retry.later()
    else retry.reset()
  }

  function end() {
    retry.reset()
    settle(false)
  }

  function answer(status: unknown) {
    if (status !== 'ok') return fail()
    retry.reset()
    settle(true)
    if (channel.own) push('presence', { type: 'presence', event: 'track', payload: channel.own })
  }

  function count(came: Presences, left: Presences) {
    for (const { metas } of Object.values(left)) for (const { phx_ref } of metas) present.delete(phx_ref)
    for (const { metas } of Object.values(came)) for (const meta of metas) present.set(meta.phx_ref, meta)
    channel.onPresent?.([...present.values()])
  }

  const events: Record<string, (payload: never, ref: string | null) => void> = {
    phx_reply({ status }: { status: unknown }, ref) {
      if (ref === joinRef) answer(status)
    },
    phx_error: fail,
    // Its right has ended: it would be refused again.
    phx_close() {
      end()
      wire.forget(member)
    },
    postgres_changes({ data }: ChangesPayload) {
      channel.onChange?.(data.table, data.record ?? {}, data.old_record ?? {})
    },
    broadcast({ payload }: { payload?: Row }) {
      channel.onBroadcast?.(payload ?? {})
    },
    presence_state(state: Presences) {
      present.clear()
      count(state, {})
    },
    presence_diff: ({ joins, leaves }: { joins: Presences; leaves: Presences }) => count(joins, leaves),
  }

  const member = {
    topic,
    join,
    fail,
    end,
    hear([ofJoin, ref, , event, payload]: Frame) {
      // What is of an earlier join of the same topic is over.
      if (ofJoin === null || ofJoin === joinRef) events[event]?.(payload as never, ref)
    },
    renewToken() {
      if (isJoined) push('access_token', { access_token: wire.token })
    },
    leave() {
      end()
      push('phx_leave', {})
    },
  }
  return member
}

export type LiveSocket = ReturnType<typeof createLiveSocket>

export function createLiveSocket({ open, readToken, isSeen }: SocketOptions) {
  const members = new Map<string, Member>()
  let socket: WebSocket | undefined
  let ref = 0
  let turn = 0
  let beating: ReturnType<typeof setInterval> | undefined
  let isAnswered = true
  const retry = createRetry(() => isSeen() && wake())

  const wire: Wire = {
    token: '',
    isOpen: () => socket?.readyState === 1,
    makeRef: () => String(++ref),
    send(frame) {
      if (wire.isOpen()) socket?.send(JSON.stringify(frame))
    },
    forget(member) {
      if (members.get(member.topic) === member) members.delete(member.topic)
      if (members.size === 0) close()
    },
  }

  async function renewToken() {
    turn += 1
    const own = turn
    const token = await readToken()
    // Another reading that began since knows better.
    if (own !== turn || token === wire.token) return
    wire.token = token
    for (const member of members.values()) member.renewToken()
  }

  async function connect() {
    await renewToken()
    if (socket || members.size === 0) return
    const opened = open()
    socket = opened
    opened.onopen = () => {
      if (socket !== opened) return
      retry.reset()
      isAnswered = true
      beating = setInterval(beat, beatMs)
      for (const member of members.values()) member.join()
    }
    opened.onmessage = ({ data }) => {
      if (socket !== opened) return
      isAnswered = true
      const frame = JSON.parse(data) as Frame
      members.get(frame[2])?.hear(frame)
    }
    opened.onclose = () => {
      if (socket === opened) lose()
    }
  }

  /** Now, whatever pause there was to be; nothing where a socket is open or opening. */
  function wake() {
    if (!socket && members.size > 0) connect().catch(retry.later)
  }

  function drop() {
    const dropped = socket
    socket = undefined
    clearInterval(beating)
    for (const member of members.values()) member.fail()
    dropped?.close()
  }

  function lose() {
    drop()
    retry.later()
  }

  /** Until a page that was put aside is shown again, or another channel is joined. */
  function close() {
    retry.reset()
    drop()
  }

  function beat() {
    if (!isAnswered) return lose()
    isAnswered = false
    wire.send([null, wire.makeRef(), 'phoenix', 'heartbeat', {}])
    renewToken().catch(() => {})
  }

  return {
    wake,
    close,
    renewToken,
    join(channel: LiveChannel): () => void {
      const member = createMember(wire, channel)
      members.set(member.topic, member)
      if (wire.isOpen()) member.join()
      else wake()
      return () => {
        member.leave()
        wire.forget(member)
      }
    },
  }
}

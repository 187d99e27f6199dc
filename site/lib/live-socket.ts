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
  /** What the others learn of this page, and what this page learns of everybody there, itself too. */
  own?: object
  onPresent?: (present: unknown[]) => void
  onJoined: (isJoined: boolean) => void
}

interface SocketOptions {
  open: () => WebSocket
  /** The token of the session as it stands, renewed where it has run out. */
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

const decoder = new TextDecoder()

/** Text; or bytes, in which Supabase sends what `realtime.send` wrote. What cannot be read is nothing. */
function readFrame(data: string | ArrayBuffer): Frame | undefined {
  try {
    const frame = typeof data === 'string' ? JSON.parse(data) : readBroadcast(new Uint8Array(data))
    return frame?.[4] ? frame : undefined
  } catch {
    return undefined
  }
}

/** Five bytes, kind (broadcast), lengths of topic, event and metadata, and encoding (JSON); then those parts and the payload. */
function readBroadcast(bytes: Uint8Array): Frame | undefined {
  const [kind, topicSize = 0, eventSize = 0, metadataSize = 0, encoding] = bytes
  if (kind !== 4 || encoding !== 1) return undefined
  const read = (from: number, to?: number) => decoder.decode(bytes.subarray(from, to))
  const [eventAt, metadataAt] = [5 + topicSize, 5 + topicSize + eventSize]
  const payload = JSON.parse(read(metadataAt + metadataSize))
  return [null, null, read(5, eventAt), 'broadcast', { event: read(eventAt, metadataAt), payload }]
}

interface Wire {
  token: string
  isOpen: () => boolean
  makeRef: () => string
  send: (frame: Frame) => void
  /** A member left, or is over. */
  lessen: () => void
}

type Member = ReturnType<typeof createMember>

function createMember(wire: Wire, channel: LiveChannel) {
  const topic = `realtime:${channel.topic}`
  const changes = (channel.tables ?? []).map((table) => ({ event: '*', schema: 'public', table }))
  /** By reference. */
  const present = new Map<string, unknown>()
  let joinRef: string | null = null
  let isJoined = false
  /** The token that was last sent to the service for this channel. */
  let sentToken = ''
  let hasReason = false
  /** It would be refused again with the same token. */
  let isOver = false
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

  function sendToken() {
    sentToken = wire.token
    push('access_token', { access_token: sentToken })
  }

  function join() {
    joinRef = wire.makeRef()
    sentToken = wire.token
    hasReason = isOver = false
    const presence = { key: '', enabled: channel.own !== undefined }
    const config = { private: true, presence, postgres_changes: changes }
    wire.send([joinRef, joinRef, topic, 'phx_join', { config, access_token: sentToken }])
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
    if (sentToken !== wire.token) sendToken()
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
    system({ extension, status }: { extension: unknown; status: unknown }) {
      if (extension === 'system' && status === 'error') hasReason = true
    },
    // With a reason before it, the right of this token has ended. Without one it may be possible again later.
    phx_close() {
      if (!hasReason) return fail()
      isOver = true
      end()
      wire.lessen()
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
    isWanted: () => !isOver || sentToken !== wire.token,
    renewToken() {
      if (isOver) join()
      else if (isJoined) sendToken()
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
  let attempt = 0
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
    lessen() {
      if (!isWanted()) close()
    },
  }

  const isWanted = () => [...members.values()].some((member) => member.isWanted())

  /** Whether it is another. */
  async function readNewToken(): Promise<boolean> {
    turn += 1
    const own = turn
    const token = await readToken()
    // Another reading that began since knows better.
    if (own !== turn || token === wire.token) return false
    wire.token = token
    return true
  }

  async function renewToken() {
    if (!(await readNewToken())) return
    if (!wire.isOpen()) return isSeen() && wake()
    for (const member of members.values()) member.renewToken()
  }

  async function connect(own: number) {
    await readNewToken()
    // Put aside meanwhile, or another attempt began.
    if (own !== attempt || !isWanted()) return
    const opened = open()
    opened.binaryType = 'arraybuffer'
    socket = opened
    opened.onopen = () => {
      if (socket !== opened) return
      retry.reset()
      isAnswered = true
      beating = setInterval(beat, beatMs)
      for (const member of members.values()) if (member.isWanted()) member.join()
    }
    opened.onmessage = ({ data }) => {
      if (socket !== opened) return
      isAnswered = true
      const frame = readFrame(data)
      if (frame) members.get(frame[2])?.hear(frame)
    }
    opened.onclose = () => {
      if (socket === opened) lose()
    }
  }

  /** Now, whatever pause there was to be; nothing where a socket is open or opening. */
  function wake() {
    if (socket || members.size === 0) return
    attempt += 1
    const own = attempt
    connect(own).catch(() => own === attempt && retry.later())
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
    attempt += 1
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
        if (members.get(member.topic) === member) members.delete(member.topic)
        wire.lessen()
      }
    },
  }
}

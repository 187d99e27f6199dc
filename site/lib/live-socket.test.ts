// What the live line does when it breaks: when it connects and joins again, when it does not, and what it believes meanwhile.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLiveSocket, type LiveChannel } from './live-socket.ts'

type Frame = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: unknown]

class FakeSocket {
  readyState = 0
  binaryType = 'blob'
  onopen?: () => void
  onclose?: () => void
  onmessage?: (event: { data: unknown }) => void
  readonly sent: Frame[] = []

  open() {
    this.readyState = 1
    this.onopen?.()
  }
  /** By the other side, or by the network. */
  break() {
    this.readyState = 3
    this.onclose?.()
  }
  close() {
    this.readyState = 3
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  say(...frame: Frame) {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
  sayBytes(bytes: Uint8Array<ArrayBuffer>) {
    this.onmessage?.({ data: this.binaryType === 'arraybuffer' ? bytes.buffer : new Blob([bytes]) })
  }
  find(event: string): Frame {
    const frame = this.sent.findLast((sent) => sent[3] === event)
    if (!frame) throw new Error(`no ${event} was sent`)
    return frame
  }
  count = (event: string) => this.sent.filter((sent) => sent[3] === event).length
  /** To the last join. */
  answer(status: string) {
    const [joinRef, ref, topic] = this.find('phx_join')
    this.say(joinRef, ref, topic, 'phx_reply', { status, response: {} })
  }
  /** The last join, by the service. */
  end(reason?: string) {
    const [joinRef] = this.find('phx_join')
    if (reason)
      this.say(joinRef, null, topic, 'system', { extension: 'system', status: 'error', message: reason })
    this.say(joinRef, joinRef, topic, 'phx_close', {})
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const topic = 'realtime:desk'

async function start(channel: Partial<LiveChannel> = {}) {
  const sockets: FakeSocket[] = []
  const session = { token: 'first', read: async () => session.token }
  const page = { isSeen: true }
  const states: boolean[] = []
  const live = createLiveSocket({
    open() {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket as unknown as WebSocket
    },
    readToken: () => session.read(),
    isSeen: () => page.isSeen,
  })
  const leave = live.join({ topic: 'desk', onJoined: (isJoined) => states.push(isJoined), ...channel })
  await vi.advanceTimersByTimeAsync(0)
  const last = () => sockets.at(-1) as FakeSocket
  return { live, leave, sockets, last, session, page, states }
}

async function startJoined(channel: Partial<LiveChannel> = {}) {
  const started = await start(channel)
  started.last().open()
  started.last().answer('ok')
  expect(started.states).toEqual([true])
  return started
}

/** After which times another socket was opened. */
async function timeAttempts(sockets: FakeSocket[], count: number): Promise<number[]> {
  const pauses: number[] = []
  for (let n = 0; n < count; n++) {
    sockets.at(-1)?.break()
    const [before, from] = [sockets.length, Date.now()]
    while (sockets.length === before && Date.now() - from < 60_000) await vi.advanceTimersByTimeAsync(100)
    pauses.push(Date.now() - from)
  }
  return pauses
}

describe('a line that breaks', () => {
  it('is opened again after 1, 2, 5 and then every 10 seconds, and after 1 once it was open', async () => {
    const { sockets, last, states } = await startJoined()
    expect(await timeAttempts(sockets, 5)).toEqual([1_000, 2_000, 5_000, 10_000, 10_000])
    expect(states).toEqual([true, false])
    last().open()
    last().answer('ok')
    expect(states).toEqual([true, false, true])
    expect(await timeAttempts(sockets, 1)).toEqual([1_000])
  })

  it('is noticed by a heartbeat that nothing answers', async () => {
    const { sockets, last, states } = await startJoined()
    const dead = last()
    await vi.advanceTimersByTimeAsync(25_000)
    expect(dead.find('heartbeat')).toMatchObject([null, expect.any(String), 'phoenix', 'heartbeat', {}])
    expect(states).toEqual([true])
    await vi.advanceTimersByTimeAsync(25_000)
    expect(states).toEqual([true, false])
    expect(dead.readyState).toBe(3)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sockets).toHaveLength(2)
    // What the dead one still says is of no meaning.
    last().open()
    last().answer('ok')
    dead.break()
    expect(states).toEqual([true, false, true])
  })

  it('stays while its heartbeats are answered', async () => {
    const { sockets, last, states } = await startJoined()
    for (let n = 0; n < 4; n++) {
      await vi.advanceTimersByTimeAsync(25_000)
      last().say(null, last().find('heartbeat')[1], 'phoenix', 'phx_reply', { status: 'ok' })
    }
    expect(last().count('heartbeat')).toBe(4)
    expect(sockets).toHaveLength(1)
    expect(states).toEqual([true])
  })

  it('is not opened for a page that nobody sees, and at once when it is seen', async () => {
    const { live, sockets, last, page } = await startJoined()
    page.isSeen = false
    last().break()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sockets).toHaveLength(1)
    page.isSeen = true
    live.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(sockets).toHaveLength(2)
  })

  it('is not opened by a page that was put aside while its token was read, nor when that fails', async () => {
    const { live, sockets, last, session } = await startJoined()
    for (const settle of ['resolve', 'reject'] as const) {
      const reading = Promise.withResolvers<string>()
      session.read = () => reading.promise
      live.close()
      live.wake()
      live.close()
      reading[settle]('second')
      await vi.advanceTimersByTimeAsync(60_000)
      expect(sockets).toHaveLength(1)
    }
    session.read = async () => 'third'
    live.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(sockets).toHaveLength(2)
    last().open()
    expect(last().find('phx_join')[4]).toMatchObject({ access_token: 'third' })
  })

  it('is opened once where two ask for it while the token is read', async () => {
    const { live, sockets, last } = await start()
    last().open()
    live.close()
    live.wake()
    live.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(sockets).toHaveLength(2)
  })

  it('is let go by a page that is put aside, and opened when it is shown again', async () => {
    const { live, sockets, last, states } = await startJoined()
    live.close()
    expect(last().readyState).toBe(3)
    expect(states).toEqual([true, false])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sockets).toHaveLength(1)
    live.wake()
    await vi.advanceTimersByTimeAsync(0)
    last().open()
    last().answer('ok')
    expect(states).toEqual([true, false, true])
  })
})

describe('a channel', () => {
  it.each([
    ['is refused', (socket: FakeSocket) => socket.answer('error'), 1_000],
    ['ends by itself', (socket: FakeSocket) => socket.say(null, null, topic, 'phx_error', {}), 1_000],
    ['is not answered', () => {}, 11_000],
    ['is closed without a reason', (socket: FakeSocket) => socket.end(), 1_000],
  ])('that %s is joined again', async (_, happen, afterMs) => {
    const { last } = await start()
    last().open()
    happen(last())
    await vi.advanceTimersByTimeAsync(afterMs - 100)
    expect(last().count('phx_join')).toBe(1)
    await vi.advanceTimersByTimeAsync(100)
    expect(last().count('phx_join')).toBe(2)
    const [first, second] = last().sent.filter((sent) => sent[3] === 'phx_join')
    expect(second?.[0]).not.toBe(first?.[0])
  })

  it('whose right has ended is not joined again with the same token, and the last one closes the socket', async () => {
    const { live, last, sockets, states } = await startJoined()
    last().end('You do not have permissions to read from this Channel topic: desk')
    expect(states).toEqual([true, false])
    expect(last().readyState).toBe(3)
    await live.renewToken()
    await vi.advanceTimersByTimeAsync(60_000)
    live.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(sockets).toHaveLength(1)
  })

  it('that ended is joined again with the next token, on a page that is seen', async () => {
    const { live, last, sockets, session, page, states } = await startJoined()
    last().end('Token has expired')
    session.token = 'second'
    page.isSeen = false
    await live.renewToken()
    await vi.advanceTimersByTimeAsync(0)
    expect(sockets).toHaveLength(1)
    page.isSeen = true
    session.token = 'third'
    await live.renewToken()
    await vi.advanceTimersByTimeAsync(0)
    expect(sockets).toHaveLength(2)
    last().open()
    expect(last().find('phx_join')[4]).toMatchObject({ access_token: 'third' })
    last().answer('ok')
    expect(states).toEqual([true, false, true])
    // What ended before says nothing of how it ends now.
    last().end()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(last().count('phx_join')).toBe(2)
  })

  it('that ended is not joined again with the others of its line, until there is another token', async () => {
    const { live, last, session } = await startJoined()
    live.join({ topic: 'desk:orders:1', onJoined: () => {} })
    last().say(last().sent[0]?.[0] ?? '', null, topic, 'system', { extension: 'system', status: 'error' })
    last().say(last().sent[0]?.[0] ?? '', null, topic, 'phx_close', {})
    last().break()
    await vi.advanceTimersByTimeAsync(1_000)
    last().open()
    const joins = () => last().sent.filter((sent) => sent[3] === 'phx_join')
    expect(joins().map((sent) => sent[2])).toEqual(['realtime:desk:orders:1'])
    session.token = 'second'
    await live.renewToken()
    expect(joins().map((sent) => sent[2])).toEqual(['realtime:desk:orders:1', topic])
    expect(joins()[1]?.[4]).toMatchObject({ access_token: 'second' })
  })

  it('hears what is sent in bytes, and nothing of a frame that cannot be read', async () => {
    const heard = vi.fn()
    const { last, states } = await startJoined({ onBroadcast: heard })
    const send = (kind: number, encoding: number, payload: string) => {
      const [event, metadata] = ['geändert', '{"id":"1"}'].map((text) => new TextEncoder().encode(text))
      const sizes = [topic.length, event?.length ?? 0, metadata?.length ?? 0]
      const text = `${topic}geändert{"id":"1"}${payload}`
      last().sayBytes(new Uint8Array([kind, ...sizes, encoding, ...new TextEncoder().encode(text)]))
    }
    send(4, 1, '{"list":"orders","name":"Ọlá"}')
    expect(heard.mock.calls).toEqual([[{ list: 'orders', name: 'Ọlá' }]])
    send(4, 0, '{"list":"of bytes"}')
    send(3, 1, '{"list":"of another kind"}')
    send(4, 1, '{"list":"cut sho')
    last().sayBytes(new Uint8Array([4]))
    last().sayBytes(new Uint8Array())
    for (const data of [
      'nonsense',
      'null',
      '{}',
      '[]',
      JSON.stringify([null, null, topic, 'phx_reply', null]),
    ])
      last().onmessage?.({ data })
    expect(heard).toHaveBeenCalledTimes(1)
    expect(states).toEqual([true])
  })

  it('is told, once it is joined, of a token that came while its join was unanswered', async () => {
    const { live, last, session } = await start()
    last().open()
    session.token = 'second'
    await live.renewToken()
    expect(last().count('access_token')).toBe(0)
    last().answer('ok')
    const [joinRef] = last().find('phx_join')
    const payload = { access_token: 'second' }
    expect(last().find('access_token')).toEqual([joinRef, expect.any(String), topic, 'access_token', payload])
    await live.renewToken()
    expect(last().count('access_token')).toBe(1)
  })

  it('hears nothing of an earlier join of its topic', async () => {
    const heard = vi.fn()
    const { live, leave, last, states } = await startJoined()
    const earlier = last().find('phx_join')[0]
    const again = live.join({ topic: 'desk', onJoined: () => {}, onBroadcast: heard })
    leave()
    last().answer('ok')
    last().say(earlier, earlier, topic, 'phx_close', {})
    last().say(null, null, topic, 'broadcast', { event: 'changed', payload: { list: 'orders' } })
    expect(heard.mock.calls).toEqual([[{ list: 'orders' }]])
    expect(states).toEqual([true, false])
    expect(last().readyState).toBe(1)
    again()
    expect(last().readyState).toBe(3)
  })

  it('joins with the token that is good by then, and is told of each that follows', async () => {
    const { live, last, session } = await startJoined()
    expect(last().find('phx_join')[4]).toMatchObject({ access_token: 'first', config: { private: true } })
    await live.renewToken()
    expect(last().count('access_token')).toBe(0)
    session.token = 'second'
    await live.renewToken()
    expect(last().find('access_token')[4]).toEqual({ access_token: 'second' })
    session.token = 'third'
    last().break()
    await vi.advanceTimersByTimeAsync(1_000)
    last().open()
    expect(last().find('phx_join')[4]).toMatchObject({ access_token: 'third' })
  })
})

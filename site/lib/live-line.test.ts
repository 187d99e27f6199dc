// Which token the line is opened with, and what comes of one that cannot be read.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

interface Answer {
  data: { session: { access_token: string } | null }
  error: Error | null
}

const auth = vi.hoisted(() => ({
  getSession: vi.fn<() => Promise<Answer>>(),
  onAuthStateChange: vi.fn<(listen: () => void) => void>(),
}))
vi.mock('#site/lib/supabase.ts', () => ({ getSupabase: async () => ({ auth }) }))
vi.mock('#site/lib/page-data.ts', () => ({ readPublishableKey: () => 'publishable' }))

const { joinLiveLine } = await import('./live-line.ts')

const session = (token: string): Answer => ({ data: { session: { access_token: token } }, error: null })
const signedOut: Answer = { data: { session: null }, error: null }
const failed: Answer = { data: { session: null }, error: new Error('the service cannot be reached') }

class FakeSocket {
  static all: FakeSocket[] = []
  readyState = 0
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  readonly sent: [string | null, string | null, string, string, { access_token?: string }][] = []
  readonly address: URL
  constructor(address: URL) {
    this.address = address
    FakeSocket.all.push(this)
  }
  close() {
    this.readyState = 3
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  join() {
    this.readyState = 1
    this.onopen?.()
    const [joinRef, ref, topic] = this.sent.at(-1) ?? []
    this.onmessage?.({ data: JSON.stringify([joinRef, ref, topic, 'phx_reply', { status: 'ok' }]) })
  }
  tokens = () => this.sent.flatMap(([, , , , { access_token }]) => access_token ?? [])
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { location: { origin: 'https://site.test' } })
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.all = []
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the token of the line', () => {
  it('is of the session, never the key where the session cannot be renewed, and the key after a sign-out', async () => {
    auth.getSession.mockResolvedValue(failed)
    joinLiveLine({ topic: 'desk', onJoined: () => {} })
    await vi.advanceTimersByTimeAsync(0)
    expect(FakeSocket.all).toHaveLength(0)

    auth.getSession.mockResolvedValue(session('first'))
    await vi.advanceTimersByTimeAsync(1_000)
    const [socket] = FakeSocket.all
    if (!socket) throw new Error('no socket was opened')
    expect(socket.address.href).toBe('wss://site.test/realtime/v1/websocket?vsn=2.0.0&apikey=publishable')
    socket.join()
    expect(socket.tokens()).toEqual(['first'])

    const change = async (answer: Answer) => {
      auth.getSession.mockResolvedValue(answer)
      auth.onAuthStateChange.mock.calls[0]?.[0]()
      await vi.advanceTimersByTimeAsync(0)
    }
    await change(failed)
    expect(socket.tokens()).toEqual(['first'])
    await change(session('second'))
    expect(socket.tokens()).toEqual(['first', 'second'])
    await change(signedOut)
    expect(socket.tokens()).toEqual(['first', 'second', 'publishable'])
  })
})

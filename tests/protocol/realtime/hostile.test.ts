// Anyone who does not keep to the rules harms nobody else: limits, nonsense, silence, and readers who do not read.
import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { within } from '#tests/harness/within.ts'
import { ada, type RawSocket, startWorld } from './realtime-service.ts'

const world = await startWorld()
const strict = await world.start({
  limits: { channelsPerSocket: 3, joinsPerSecond: 2, sockets: 40 },
})
afterAll(() => world.stop())

const change = { event: '*', schema: 'public', table: 'prices' }

describe('a client is limited in', () => {
  it.each([
    [
      'a broadcast',
      (deep: string) => `["1","2","realtime:deep","broadcast",{"event":"a","payload":${deep}}]`,
    ],
    [
      'a presence',
      (deep: string) => `["1","2","realtime:deep","presence",{"event":"track","payload":${deep}}]`,
    ],
    [
      'a join',
      (deep: string) => `["2","2","realtime:x","phx_join",{"config":{"postgres_changes":[${deep}]}}]`,
    ],
    ['bytes', (deep: string) => Buffer.from(`\x03\x01\x01\x0d\x01\x00\x0112realtime:deepa${deep}`, 'latin1')],
  ])('the depth of %s, which ends that socket alone', async (_what, frame) => {
    const [raw, other] = [await world.raw(), await world.raw()]
    await raw.join('realtime:deep')
    raw.socket.send(frame(`{"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}`))
    expect(await raw.closed).toEqual({ code: 1007, reason: 'the frame is nested too deeply' })
    expect((await other.ask('phoenix', 'heartbeat')).status).toBe('ok')
  })

  it('the size of a frame', async () => {
    const raw = await world.raw()
    raw.socket.send(JSON.stringify([null, '1', 'realtime:x', 'phx_join', { pad: 'x'.repeat(300_000) }]))
    expect((await raw.closed).code).toBe(1009)
  })

  it('the length of a topic, the bindings of a channel, the values and the length of a filter', async () => {
    const raw = await world.raw()
    const refusals = [
      await raw.join(`realtime:${'x'.repeat(256)}`),
      await raw.join('realtime:a', { postgres_changes: Array(51).fill(change) }),
      await raw.join('realtime:b', {
        postgres_changes: [{ ...change, filter: `id=in.(${Array.from({ length: 101 }, (_, n) => n)})` }],
      }),
      await raw.join('realtime:c', {
        postgres_changes: [{ ...change, filter: `crop=eq.${'x'.repeat(4100)}` }],
      }),
      await raw.join('realtime:d', { postgres_changes: [{ ...change, event: 'TRUNCATE' }] }),
      await raw.join('realtime:e', { presence: { key: 'x'.repeat(300), enabled: true } }),
      await raw.join('realtime:f', { postgres_changes: 'all' }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual(Array(7).fill('error'))
  })

  it('the sockets of one address, while others still come in', async () => {
    const elsewhere = world.keys.anonKey
    const at = await world.start({
      limits: { socketsPerAddress: 2 },
      clientAddress: ({ url = '' }) => (url.includes(elsewhere) ? '203.0.113.2' : '203.0.113.1'),
    })
    const [one] = [await world.raw({ at }), await world.raw({ at })]
    await expect(world.raw({ at })).rejects.toThrow('status 429')
    expect((await (await world.raw({ at, key: elsewhere })).ask('phoenix', 'heartbeat')).status).toBe('ok')
    one?.socket.close()
    await one?.closed
    await vi.waitFor(() => world.raw({ at }), within)
  })

  it('what it sends without a socket: how many messages, and the bytes of one without a length', async () => {
    const at = await world.start({ limits: { broadcastsPerMinute: 3, payloadBytes: 1000 } })
    const post = (count: number, key: string) =>
      fetch(`${at.url}/realtime/v1/api/broadcast`, {
        method: 'POST',
        headers: { apikey: key, 'content-type': 'application/json' },
        body: JSON.stringify({ messages: Array(count).fill({ topic: 'a', event: 'b', payload: {} }) }),
      })
    expect((await post(3, world.keys.publishableKey)).status).toBe(202)
    const refused = await post(1, world.keys.publishableKey)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await post(5, world.keys.secretKey)).status).toBe(202)
    let pulled = 0
    const endless = new ReadableStream({
      pull(controller) {
        pulled += 1
        if (pulled > 5_000) controller.close()
        else controller.enqueue(new Uint8Array(10_000).fill(32))
      },
    })
    const answer = await fetch(`${at.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: world.keys.secretKey },
      body: endless,
      duplex: 'half',
    } as RequestInit).then(
      ({ status }) => status,
      () => 413,
    )
    expect(answer).toBe(413)
    expect(pulled).toBeLessThan(5_000)
  })

  it('the number of channels', async () => {
    const raw = await world.raw({ at: strict })
    for (const name of ['a', 'b', 'c']) expect((await raw.join(`realtime:${name}`)).status).toBe('ok')
    expect(await raw.join('realtime:d')).toMatchObject({
      response: { reason: 'ChannelRateLimitReached: Too many channels' },
    })
    expect((await raw.join('realtime:a')).status).toBe('ok')
  })

  it('joins each second', async () => {
    const raw = await world.raw({ at: strict })
    for (let n = 0; n < 15; n++)
      raw.socket.send(JSON.stringify([String(n), String(n), 'realtime:x', 'phx_join', {}]))
    expect(await raw.closed).toEqual({ code: 1008, reason: 'Too many joins per second' })
  })

  it('messages each second', async () => {
    const raw = await world.raw()
    for (let n = 0; n < 300; n++) raw.socket.send('[null,"1","phoenix","heartbeat",{}]')
    expect(await raw.closed).toEqual({ code: 1008, reason: 'Too many messages per second' })
  })

  it('silence', async () => {
    const at = await world.start({ limits: { silenceSeconds: 0.1 } })
    const raw = await world.raw({ at })
    expect((await raw.closed).code).toBe(1006)
  })

  it('sockets of one server, which are asked to reconnect later', async () => {
    const open: RawSocket[] = []
    while (strict.realtime.sockets < 40) open.push(await world.raw({ at: strict }))
    await expect(world.raw({ at: strict })).rejects.toThrow('status 503')
    for (const raw of open) raw.socket.terminate()
    await expect.poll(() => strict.realtime.sockets).toBeLessThan(40)
    await expect(world.raw({ at: strict })).resolves.toBeDefined()
  })
})

describe('a reader that does not read', () => {
  it('is cut off, and the others hear everything', async () => {
    const at = await world.start({ limits: { unsentBytes: 200_000 } })
    const [sender, lazy, keen] = [await world.raw({ at }), await world.raw({ at }), await world.raw({ at })]
    for (const raw of [sender, lazy, keen]) await raw.join('realtime:flood', { broadcast: { ack: true } })
    lazy.socket.pause()
    const payload = 'x'.repeat(100_000)
    let sent = 0
    // Enough for any socket's own buffers; the rest would be our memory.
    while (at.realtime.sockets === 3 && sent < 190) {
      await sender
        .ask('realtime:flood', 'broadcast', { event: 'flood', payload: { payload } })
        .catch(() => {})
      sent++
    }
    expect(at.realtime.sockets).toBe(2)
    await keen.heard.find(
      () => keen.heard.all.filter((message) => message[3] === 'broadcast').length === sent,
    )
  }, 20_000)
})

/** What someone might send who has read the protocol and means no good. */
const frames = (() => {
  const text = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom(
      'realtime:x',
      'realtime:',
      'phoenix',
      'phx_join',
      'phx_leave',
      'broadcast',
      'presence',
      'access_token',
      '__proto__',
      "'; drop table notes; --",
      '\u0000',
      '\ud800',
    ),
  )
  const config = fc.record(
    {
      broadcast: fc.oneof(fc.anything(), fc.record({ self: fc.boolean(), ack: fc.boolean() })),
      presence: fc.oneof(fc.anything(), fc.record({ key: text, enabled: fc.boolean() })),
      private: fc.oneof(fc.boolean(), fc.anything()),
      postgres_changes: fc.oneof(
        fc.anything(),
        fc.array(
          fc.record({
            event: fc.constantFrom('*', 'INSERT', 'x'),
            schema: fc.oneof(fc.constant('public'), text),
            table: fc.oneof(fc.constantFrom('prices', 'notes'), text),
            filter: fc.oneof(
              text,
              fc
                .tuple(
                  fc.constantFrom('id', 'crop', 'price', 'secret', "'"),
                  fc.constantFrom('eq', 'in', 'is', 'like', 'not.in', 'gt'),
                  text,
                )
                .map(([column, operator, value]) => `${column}=${operator}.${value}`),
            ),
          }),
          { maxLength: 3 },
        ),
      ),
    },
    { requiredKeys: [] },
  )
  const payload = fc.oneof(
    fc.record({ config, access_token: fc.oneof(text, fc.anything()) }, { requiredKeys: [] }),
    fc.record({
      type: text,
      event: fc.oneof(text, fc.constantFrom('track', 'untrack')),
      payload: fc.anything(),
    }),
    fc.anything(),
  )
  const ref = fc.oneof(fc.constant('1'), fc.constant(null), fc.anything())
  const written = (value: unknown): string => {
    try {
      return JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? String(item) : item)) ?? 'null'
    } catch {
      return '[]'
    }
  }
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(ref, ref, text, text, payload).map(written) },
    { weight: 1, arbitrary: fc.anything().map(written) },
    { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
    { weight: 2, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Uint8Array.from([3, ...bytes])) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }) },
  )
})()

/** Requests a socket and drops the connection without a close frame. */
async function knockAndRun(url: string, query: string, afterMs: number): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  socket.write(
    `GET /realtime/v1/websocket?${query} HTTP/1.1\r\nhost: ${hostname}\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n',
    () => setTimeout(() => socket.resetAndDestroy(), afterMs),
  )
  await once(socket, 'close')
}

describe('nonsense', () => {
  it.each(['', 'vsn=9', 'apikey=KEY&vsn=2.0.0'])(
    'at the start of a connection (%j), by a person who is gone before the answer, harms nobody',
    async (query) => {
      const { url } = await world.start()
      const requested = query.replace('KEY', world.keys.publishableKey)
      for (let times = 0; times < 30; times++)
        await Promise.all(Array.from({ length: 10 }, (_, n) => knockAndRun(url, requested, n % 4)))
      expect((await (await world.raw()).ask('phoenix', 'heartbeat')).status).toBe('ok')
    },
  )

  it('of any kind crashes nothing, changes no row, and ends at worst in a close with a reason', async () => {
    const watcher = await world.raw()
    await watcher.join('realtime:watch', { postgres_changes: [change] })
    const at = await world.start({ limits: { messagesPerSecond: 1e6, joinsPerSecond: 1e6 } })
    let raw = await world.raw({ at })
    const reasons = new Set<number>()
    await fc.assert(
      fc.asyncProperty(fc.array(frames, { minLength: 1, maxLength: 5 }), async (some) => {
        if (raw.socket.readyState !== raw.socket.OPEN) raw = await world.raw({ at })
        for (const frame of some) raw.socket.send(frame)
        const answer = await Promise.race([raw.ask('phoenix', 'heartbeat'), raw.closed])
        if ('code' in answer) {
          expect([1002, 1007, 1008]).toContain(answer.code)
          if (answer.code !== 1002) expect(answer.reason).not.toBe('')
          reasons.add(answer.code)
        } else expect(answer.status).toBe('ok')
      }),
      { seed: 20_261_121, numRuns: 400 },
    )
    expect(reasons).toContain(1007)
    await world.sql(`insert into public.prices values (1, 'rice', 1)`)
    await watcher.heard.find((message) => message[3] === 'postgres_changes')
    expect(await world.sql('select count(*)::int as notes from public.notes')).toEqual([{ notes: 0 }])
  })

  it('in a token or a topic never becomes SQL', async () => {
    const raw = await world.raw()
    const topic = `realtime:'; drop table public.notes; --`
    expect(
      (await raw.join(topic, { private: true }, { access_token: await world.tokenFor(ada) })).status,
    ).toBe('error')
    expect(await world.sql(`select to_regclass('public.notes') is not null as stands`)).toEqual([
      { stands: true },
    ])
  })
})

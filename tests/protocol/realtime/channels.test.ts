// Broadcast, presence and private channels through the client library, across two server processes.
import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, describe, expect, it } from 'vitest'
import { ada, bola, type ClientOptions, Heard, startWorld, subscribe } from './realtime-service.ts'

interface Message {
  event: string
  payload: unknown
  meta?: { id: string }
}

const world = await startWorld()
await world.sql(
  `insert into public.room_members values ('council', '${ada}', true), ('council', '${bola}', false)`,
)
afterAll(() => world.stop())

let rooms = 0
const newRoom = () => `room ${++rooms}`

interface Member {
  channel: RealtimeChannel
  messages: Heard<Message>
  system: Heard<{ message: string }>
  presences: Heard<{ event: string; key?: string }>
  status: string
  statuses: Heard<string>
  errors: Error[]
}

interface Config {
  broadcast?: { self?: boolean; ack?: boolean }
  presence?: { key: string }
  private?: boolean
}

async function enter(room: string, who: ClientOptions = {}, config: Config = {}): Promise<Member> {
  const client = await world.client(who)
  const messages = new Heard<Message>()
  const system = new Heard<{ message: string }>()
  const presences = new Heard<{ event: string; key?: string }>()
  const channel = client
    .channel(room, { config })
    .on('broadcast', { event: '*' }, (message) => messages.add(message as unknown as Message))
    .on('system', {}, system.add)
  if (config.presence)
    for (const event of ['sync', 'join', 'leave'] as const)
      channel.on('presence', { event: event as 'join' }, presences.add as never)
  return { messages, system, presences, ...(await subscribe(channel)) }
}

describe('a socket', () => {
  it.each([
    ['without a key', '', 401],
    ['with a key of another person', 'sb_publishable_nobody', 401],
  ])('is refused %s', async (_name, key, status) => {
    await expect(world.raw({ key })).rejects.toThrow(`status ${status}`)
  })

  it('is refused in a protocol that does not exist', async () => {
    await expect(world.raw({ vsn: '3.0.0' })).rejects.toThrow('status 400')
  })

  it('answers heartbeats', async () => {
    const raw = await world.raw()
    expect(await raw.ask('phoenix', 'heartbeat')).toEqual({ status: 'ok', response: {} })
  })

  it('is refused topics that it has not joined', async () => {
    const raw = await world.raw()
    expect(await raw.ask('realtime:nowhere', 'broadcast', { event: 'x' })).toMatchObject({
      status: 'error',
      response: { reason: 'unmatched topic' },
    })
    expect(await raw.join('elsewhere')).toMatchObject({ status: 'error' })
    expect(await raw.join('realtime:')).toMatchObject({ status: 'error' })
  })

  it('leaves a topic, and hears that it is closed', async () => {
    const raw = await world.raw()
    await raw.join('realtime:short')
    expect(await raw.ask('realtime:short', 'phx_leave')).toMatchObject({ status: 'ok' })
    await raw.heard.find((message) => message[3] === 'phx_close' && message[2] === 'realtime:short')
    expect(await raw.ask('realtime:short', 'broadcast', { event: 'x' })).toMatchObject({ status: 'error' })
  })

  it('that joins a topic again closes its earlier channel', async () => {
    const raw = await world.raw()
    await raw.join('realtime:twice')
    expect(await raw.join('realtime:twice')).toMatchObject({ status: 'ok' })
    expect((await raw.heard.find((message) => message[3] === 'phx_close'))[1]).toBe('r1')
  })
})

describe('a broadcast', () => {
  it.each(['1.0.0', '2.0.0'] as const)('reaches the others on both servers in protocol %s', async (vsn) => {
    const room = newRoom()
    const [sender, near, far, other] = await Promise.all([
      enter(room, { vsn }),
      enter(room, { vsn }),
      enter(room, { vsn: '2.0.0', at: world.second }),
      enter(newRoom()),
    ])
    const payload = { text: 'Ẹ kú àárọ̀ 🌱', list: [1, null] }
    expect(await sender.channel.send({ type: 'broadcast', event: 'hello', payload })).toBe('ok')
    for (const { messages } of [near, far])
      expect(await messages.find()).toMatchObject({ type: 'broadcast', event: 'hello', payload })
    await sender.channel.send({ type: 'broadcast', event: 'second', payload: {} })
    await near.messages.take(2)
    expect(sender.messages.all).toEqual([])
    expect(other.messages.all).toEqual([])
  })

  it('comes back to its sender, and is acknowledged, when that was requested', async () => {
    const member = await enter(newRoom(), {}, { broadcast: { self: true, ack: true } })
    expect(await member.channel.send({ type: 'broadcast', event: 'echo', payload: { n: 1 } })).toBe('ok')
    expect(await member.messages.find()).toMatchObject({ event: 'echo', payload: { n: 1 } })
  })

  it('of 100 kB crosses the servers whole', async () => {
    const room = newRoom()
    const [sender, far] = await Promise.all([enter(room), enter(room, { at: world.second })])
    const text = 'ọ🌽'.repeat(15_000)
    await sender.channel.send({ type: 'broadcast', event: 'long', payload: { text } })
    expect((await far.messages.find()).payload).toEqual({ text })
  })

  it('of bytes arrives as bytes', async () => {
    const room = newRoom()
    const [sender, far] = await Promise.all([enter(room), enter(room, { at: world.second })])
    const bytes = new Uint8Array([0, 255, 1, 254]).buffer
    await sender.channel.send({ type: 'broadcast', event: 'bytes', payload: bytes })
    const { payload } = await far.messages.find()
    expect([...new Uint8Array(payload as ArrayBuffer)]).toEqual([0, 255, 1, 254])
  })

  it('needs no socket', async () => {
    const room = newRoom()
    const [near, far] = await Promise.all([enter(room), enter(room, { at: world.second })])
    const client = await world.client()
    await expect(client.channel(room).httpSend('posted', { n: 1 })).resolves.toEqual({ success: true })
    for (const { messages } of [near, far])
      expect(await messages.find()).toMatchObject({ event: 'posted', payload: { n: 1 } })
  })

  it('without a socket is refused without a key, and with a body that is none', async () => {
    const post = (headers: Record<string, string>, body: string) =>
      fetch(`${world.first.url}/realtime/v1/api/broadcast`, { method: 'POST', headers, body })
    expect((await post({}, '{}')).status).toBe(401)
    const apikey = world.keys.publishableKey
    expect((await post({ apikey }, 'nonsense')).status).toBe(422)
    expect((await post({ apikey }, '{"messages":[{"topic":1}]}')).status).toBe(422)
    const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`
    const message = `{"topic":"x","event":"e","payload":${deep}}`
    expect((await post({ apikey }, `{"messages":[${message}]}`)).status).toBe(422)
    expect((await post({ apikey }, JSON.stringify({ messages: ['x'.repeat(300_000)] }))).status).toBe(413)
  })

  it('from the database arrives when its transaction commits, in its own kind of channel', async () => {
    const [open, closed] = await Promise.all([
      enter('council', { as: ada }),
      enter('council', { as: ada, at: world.second }, { private: true }),
    ])
    await world.sql(`begin; select realtime.send('{"n": 0}', 'never', 'council', false); rollback`)
    await world.sql(`select realtime.send('{"n": 1}', 'public', 'council', false)`)
    await world.sql(`select realtime.send('{"n": 2}', 'private', 'council')`)
    expect(await open.messages.find()).toMatchObject({ event: 'public', payload: { n: 1 } })
    expect(await closed.messages.find()).toMatchObject({
      event: 'private',
      payload: { n: 2 },
      meta: { id: expect.any(String) },
    })
    expect([open.messages.all.length, closed.messages.all.length]).toEqual([1, 1])
  })

  it('from a trigger carries the row before and after', async () => {
    const member = await enter('council', { as: ada }, { private: true })
    await world.sql(`
      create table public.decisions (id int primary key, verdict text);
      create function public.tell() returns trigger language plpgsql as $$ begin
        perform realtime.broadcast_changes('council', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
        return null;
      end $$;
      create trigger tell after insert or update on public.decisions for each row execute function public.tell();
      insert into public.decisions values (1, 'yes')`)
    // What the test before sent may still be on its way to this server.
    const fromTrigger = await member.messages.find(({ event }) => event !== 'private')
    expect(fromTrigger).toMatchObject({
      event: 'INSERT',
      payload: {
        table: 'decisions',
        operation: 'INSERT',
        record: { id: 1, verdict: 'yes' },
        old_record: null,
      },
    })
  })
})

describe('presence', () => {
  it('shows who is there on both servers, their changes, and their leaving', async () => {
    const room = newRoom()
    const [first, second] = await Promise.all([
      enter(room, {}, { presence: { key: 'ada' } }),
      enter(room, { at: world.second }, { presence: { key: 'bola' } }),
    ])
    expect(await first.channel.track({ mood: 'calm' })).toBe('ok')
    expect(await second.channel.track({ mood: 'busy' })).toBe('ok')
    for (const { presences, channel } of [first, second]) {
      await presences.find(({ event, key }) => event === 'join' && key === 'ada')
      await presences.find(({ event, key }) => event === 'join' && key === 'bola')
      expect(Object.keys(channel.presenceState()).sort()).toEqual(['ada', 'bola'])
    }
    await second.channel.track({ mood: 'free' })
    await expect.poll(() => first.channel.presenceState()).toMatchObject({ bola: [{ mood: 'free' }] })
    expect(first.channel.presenceState().bola).toHaveLength(1)

    const third = await enter(room, { at: world.second, vsn: '1.0.0' }, { presence: { key: 'late' } })
    await third.presences.find(({ event }) => event === 'sync')
    expect(Object.keys(third.channel.presenceState()).sort()).toEqual(['ada', 'bola'])

    await second.channel.untrack()
    await first.presences.find(({ event, key }) => event === 'leave' && key === 'bola')
    await first.channel.unsubscribe()
    await third.presences.find(({ event, key }) => event === 'leave' && key === 'ada')
    await expect.poll(() => third.channel.presenceState()).toEqual({})
  })

  it('forgets those whose socket broke and those whose server stopped', async () => {
    const room = newRoom()
    const short = await world.start()
    const [watcher, broken, gone] = await Promise.all([
      enter(room, {}, { presence: { key: 'watcher' } }),
      world.raw({ at: world.second }),
      world.raw({ at: short }),
    ])
    for (const [raw, key] of [
      [broken, 'broken'],
      [gone, 'gone'],
    ] as const) {
      await raw.join(`realtime:${room}`, { presence: { key, enabled: true } })
      await raw.ask(`realtime:${room}`, 'presence', { event: 'track', payload: {} })
      await watcher.presences.find((heard) => heard.event === 'join' && heard.key === key)
    }
    broken.socket.terminate()
    await watcher.presences.find(({ event, key }) => event === 'leave' && key === 'broken')
    await short.stop()
    await watcher.presences.find(({ event, key }) => event === 'leave' && key === 'gone')
  })

  it('informs a server that comes later who was there before', async () => {
    const room = newRoom()
    const early = await enter(room, {}, { presence: { key: 'early' } })
    await early.channel.track({})
    const third = await world.start()
    const late = await enter(room, { at: third }, { presence: { key: 'late' } })
    await expect.poll(() => Object.keys(late.channel.presenceState())).toContain('early')
    await late.channel.unsubscribe()
    await third.stop()
  })

  it('refuses what is no map, and what is too large', async () => {
    const raw = await world.raw()
    await raw.join('realtime:strict', { presence: { key: 'x', enabled: true } })
    expect(await raw.ask('realtime:strict', 'presence', { event: 'track', payload: 'text' })).toMatchObject({
      status: 'error',
    })
    raw.socket.send(
      JSON.stringify([
        null,
        '9',
        'realtime:strict',
        'presence',
        { event: 'track', payload: { x: 'x'.repeat(9000) } },
      ]),
    )
    await raw.heard.find((message) => message[3] === 'system')
    await raw.heard.find((message) => message[3] === 'phx_close')
  })
})

describe('a private channel', () => {
  it('is closed to visitors and to strangers', async () => {
    const stranger = '00000000-0000-0000-0000-0000000000ff'
    for (const who of [{}, { as: stranger }]) {
      const { status, errors } = await enter('council', who, { private: true })
      expect(status).toBe('CHANNEL_ERROR')
      expect(errors[0]?.message).toContain(
        'You do not have permissions to read from this Channel topic: council',
      )
    }
  })

  it('lets those send whom an insert policy lets, and no others', async () => {
    const [speaker, listener] = await Promise.all([
      enter('council', { as: ada }, { private: true, broadcast: { ack: true } }),
      enter('council', { as: bola, at: world.second }, { private: true, broadcast: { ack: true } }),
    ])
    expect(await listener.channel.send({ type: 'broadcast', event: 'no', payload: {} })).toBe('error')
    expect(await listener.channel.track({})).toBe('error')
    expect(await speaker.channel.send({ type: 'broadcast', event: 'yes', payload: {} })).toBe('ok')
    expect(await listener.messages.find()).toMatchObject({ event: 'yes' })
    expect(speaker.messages.all).toEqual([])
  })

  it('is another room than the public one of the same name', async () => {
    const [outside, inside] = await Promise.all([
      enter('council', { as: ada }),
      enter('council', { as: bola }, { private: true }),
    ])
    await outside.channel.send({ type: 'broadcast', event: 'from outside', payload: {} })
    const posted = await world.client({ as: ada })
    await posted.channel('council', { config: { private: true } }).httpSend('from inside', {})
    expect(await inside.messages.find()).toMatchObject({ event: 'from inside' })
    expect(inside.messages.all).toHaveLength(1)
  })

  it('takes no posted broadcast from a stranger', async () => {
    const client = await world.client({ as: bola })
    await expect(client.channel('council', { config: { private: true } }).httpSend('no', {})).rejects.toThrow(
      'Unauthorized',
    )
  })
})

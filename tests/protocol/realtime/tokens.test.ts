// A channel lives no longer than the right to it: forged, expired, refreshed and withdrawn tokens.
import { SignJWT } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { testSecret } from '#tests/harness/postgres.ts'
import { ada, bola, Heard, type RawSocket, startWorld, subscribe } from './realtime-service.ts'

const world = await startWorld()
afterAll(() => world.stop())

const seconds = () => Math.floor(Date.now() / 1000) + world.clock.aheadMs / 1000

function forge(secret: string, claims: Record<string, unknown>): Promise<string> {
  return new SignJWT({
    sub: ada,
    role: 'authenticated',
    aud: 'authenticated',
    exp: seconds() + 60,
    ...claims,
  })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret))
}

const notes = { postgres_changes: [{ event: '*', schema: 'public', table: 'notes' }] }
const titlesOf = (raw: RawSocket, topic: string) =>
  raw.heard.all
    .filter((message) => message[2] === topic && message[3] === 'postgres_changes')
    .map((message) => (message[4] as { data: { record: { title: string } } }).data.record.title)
const systemOf = (raw: RawSocket, status: string) =>
  raw.heard.find((message) => message[3] === 'system' && (message[4] as { status: string }).status === status)
const addNote = (owner: string, title: string) =>
  world.sql('insert into public.notes (owner, title) values ($1, $2)', [owner, title])

describe('a join is refused with a token that is', () => {
  it.each([
    [
      'signed with another secret',
      () => forge('another secret of more than thirty-two characters', {}),
      'JwtSignatureError',
    ],
    ['expired', () => forge(testSecret, { exp: seconds() - 1 }), 'InvalidJWTToken: Token has expired'],
    ['not yet valid', () => forge(testSecret, { nbf: seconds() + 600 }), 'InvalidJWTToken'],
    ['meant for another audience', () => forge(testSecret, { aud: 'elsewhere' }), 'InvalidJWTToken'],
    ['without an end', () => forge(testSecret, { exp: undefined }), 'InvalidJWTToken'],
    ['for a role of the database', () => forge(testSecret, { role: 'postgres' }), 'JwtSignatureError'],
    ['no token', async () => 'nonsense', 'MalformedJWT'],
    ['two words', async () => 'two words', 'MalformedJWT'],
    ['too long', async () => 'x'.repeat(10_000), 'MalformedJWT'],
    [
      'unsigned',
      async () =>
        `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ sub: ada, role: 'service_role', exp: seconds() + 60 }))}.`,
      '',
    ],
  ])('%s', async (_name, make, reason) => {
    const raw = await world.raw()
    const reply = await raw.join('realtime:notes', notes, { access_token: await make() })
    expect(reply).toMatchObject({ status: 'error', response: { reason: expect.stringContaining(reason) } })
    await addNote(ada, 'unheard')
    expect(await raw.ask('phoenix', 'heartbeat')).toMatchObject({ status: 'ok' })
    expect(titlesOf(raw, 'realtime:notes')).toEqual([])
  })
})

describe('a joined channel', () => {
  it('ends when its token does, and its socket with the last of them', async () => {
    const raw = await world.raw()
    await raw.join('realtime:short', notes, {
      access_token: await world.tokenFor(ada, { exp: seconds() + 30 }),
    })
    await raw.join('realtime:long', notes, {
      access_token: await world.tokenFor(ada, { exp: seconds() + 300 }),
    })
    world.clock.aheadMs += 31_000
    expect((await systemOf(raw, 'error'))[4]).toMatchObject({
      message: 'Token has expired',
      channel: 'short',
    })
    await raw.heard.find((message) => message[3] === 'phx_close' && message[2] === 'realtime:short')
    expect(
      raw.heard.all.some((message) => message[3] === 'phx_close' && message[2] === 'realtime:long'),
    ).toBe(false)
    world.clock.aheadMs += 300_000
    expect(await raw.closed).toEqual({ code: 1000, reason: 'Token has expired' })
  })

  it('goes on under a fresh token', async () => {
    const raw = await world.raw()
    await raw.join('realtime:on', notes, { access_token: await world.tokenFor(ada, { exp: seconds() + 30 }) })
    raw.socket.send(
      JSON.stringify([
        null,
        null,
        'realtime:on',
        'access_token',
        { access_token: await world.tokenFor(ada) },
      ]),
    )
    await raw.ask('phoenix', 'heartbeat')
    world.clock.aheadMs += 60_000
    await addNote(ada, 'still here')
    await raw.heard.find(() => titlesOf(raw, 'realtime:on').includes('still here'))
  })

  it('is closed by a forged one', async () => {
    const raw = await world.raw()
    await raw.join('realtime:forged', notes, { access_token: await world.tokenFor(ada) })
    const token = await forge('another secret of more than thirty-two characters', {})
    raw.socket.send(JSON.stringify([null, null, 'realtime:forged', 'access_token', { access_token: token }]))
    await raw.heard.find((message) => message[3] === 'phx_close')
    expect((await systemOf(raw, 'error'))[4]).toMatchObject({ message: 'Failed to validate JWT signature' })
  })

  it('shows after a sign-out what visitors see, and after a sign-in what the next person sees', async () => {
    const raw = await world.raw()
    await raw.join('realtime:shared', notes, { access_token: await world.tokenFor(ada) })
    const become = async (token: string) => {
      raw.socket.send(
        JSON.stringify([null, null, 'realtime:shared', 'access_token', { access_token: token }]),
      )
      await raw.ask('phoenix', 'heartbeat')
    }
    await become(world.keys.publishableKey)
    await addNote(ada, 'after the sign-out')
    await become(await world.tokenFor(bola))
    await addNote(ada, 'while bola is here')
    await addNote(bola, 'of bola')
    await raw.heard.find(() => titlesOf(raw, 'realtime:shared').includes('of bola'))
    expect(titlesOf(raw, 'realtime:shared')).toEqual(['of bola'])
  })

  it('that is private ends when the next token may not receive', async () => {
    await world.sql(`insert into public.room_members values ('secret room', '${ada}')`)
    const raw = await world.raw()
    await raw.join('realtime:secret room', { private: true }, { access_token: await world.tokenFor(ada) })
    const token = await world.tokenFor(bola)
    raw.socket.send(
      JSON.stringify([null, null, 'realtime:secret room', 'access_token', { access_token: token }]),
    )
    await raw.heard.find((message) => message[3] === 'phx_close')
    expect((await systemOf(raw, 'error'))[4]).toMatchObject({
      message: 'You do not have permissions to read from this Channel topic: secret room',
    })
  })

  it('keeps the client library going through setAuth', async () => {
    const client = await world.client({ as: ada })
    const events = new Heard<string>()
    const { status } = await subscribe(
      client
        .channel('library')
        .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes' }, (event) =>
          events.add(event.new.title),
        ),
    )
    expect(status).toBe('SUBSCRIBED')
    await client.realtime.setAuth()
    await addNote(ada, 'through setAuth')
    expect(await events.find()).toBe('through setAuth')
  })
})

// The site's own side of the protocol against the service: changes, broadcasts, presence, a right that ends, a token that expires.
import { afterAll, expect, it } from 'vitest'
import { WebSocket as Socket } from 'ws'
import { createLiveSocket, type LiveChannel } from '#site/lib/live-socket.ts'
import { ada, bola, Heard, startWorld } from './realtime-service.ts'

const world = await startWorld()
afterAll(() => world.stop())

const room = 'council'

/** A page of a user, in the room where they may be. */
function openPage(userId: string, at = world.first, more: Partial<LiveChannel> = {}) {
  const session = { token: world.tokenFor(userId) }
  const joined = new Heard<boolean>()
  const present = new Heard<unknown[]>()
  const broadcasts = new Heard<unknown>()
  const changes = new Heard<unknown[]>()
  const live = createLiveSocket({
    open: () =>
      new Socket(
        `${at.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${world.keys.publishableKey}&vsn=2.0.0`,
      ) as unknown as WebSocket,
    readToken: () => session.token,
    isSeen: () => true,
  })
  const leave = live.join({
    topic: room,
    own: { name: userId },
    tables: ['notes'],
    onJoined: joined.add,
    onPresent: present.add,
    onBroadcast: broadcasts.add,
    onChange: (...change) => changes.add(change),
    ...more,
  })
  return { live, leave, session, joined, present, broadcasts, changes }
}

const admit = (member: string) =>
  world.sql('insert into public.room_members (room, member) values ($1, $2)', [room, member])

const names = (present: unknown[]) => present.map((one) => (one as { name: string }).name).sort()

it('a page hears what its person may read, what is sent to its room, and who comes and goes', async () => {
  await admit(ada)
  await admit(bola)
  const first = openPage(ada)
  const second = openPage(bola, world.second)
  await Promise.all([first.joined.find((is) => is), second.joined.find((is) => is)])
  await Promise.all(
    [first, second].map(({ present }) => present.find((all) => names(all).join() === [ada, bola].join())),
  )

  await world.sql(`insert into public.notes (owner, title) values ($1, 'for Bola'), ($2, 'for Ada')`, [
    bola,
    ada,
  ])
  await first.changes.take(1)
  await world.sql(`update public.notes set title = 'changed' where owner = $1`, [ada])
  await world.sql('delete from public.notes where owner = $1', [ada])
  const [added, changed, removed] = await first.changes.take(3)
  expect(added).toMatchObject(['notes', { owner: ada, title: 'for Ada' }, {}])
  expect(changed).toMatchObject(['notes', { title: 'changed' }, { id: expect.any(Number) }])
  expect(removed).toMatchObject(['notes', {}, { id: expect.any(Number) }])
  expect(removed?.[1]).toEqual({})

  await world.sql(`select realtime.send('{"list": "orders"}', 'changed', $1)`, [room])
  expect(await second.broadcasts.find()).toMatchObject({ list: 'orders' })

  first.leave()
  await second.present.find((all) => names(all).join() === bola)
  expect(first.joined.all).toEqual([true, false])

  // Their right to the room ends: the next token is judged by the service.
  await world.sql('delete from public.room_members where member = $1', [bola])
  second.session.token = world.tokenFor(bola, { renewed: true })
  await second.live.renewToken()
  await second.joined.find((is) => !is)

  // It is given back: the token after that one is judged again, on a new socket.
  await admit(bola)
  second.session.token = world.tokenFor(bola, { renewed: 'again' })
  await second.live.renewToken()
  expect(await second.joined.take(3)).toEqual([true, false, true])
  second.leave()
})

it('a page joins again with its next token after one that has expired', async () => {
  await admit(ada)
  const page = openPage(ada)
  await page.joined.take(1)
  world.clock.aheadMs += 3_601_000
  expect(await page.joined.take(2)).toEqual([true, false])
  page.session.token = world.tokenFor(ada)
  await page.live.renewToken()
  expect(await page.joined.take(3)).toEqual([true, false, true])
  page.leave()
})

it('a page goes on after bytes that are not for it', async () => {
  await admit(ada)
  const page = openPage(ada)
  await page.joined.take(1)
  const raw = await world.raw()
  const reply = await raw.join(
    `realtime:${room}`,
    { private: true },
    { access_token: await world.tokenFor(ada) },
  )
  expect(reply).toMatchObject({ status: 'ok' })
  const parts = Buffer.from(`realtime:${room}changedbytes`)
  raw.socket.send(Buffer.concat([Buffer.from([3, 0, 0, room.length + 9, 7, 0, 0]), parts]))
  await raw.ask('phoenix', 'heartbeat')
  await world.sql(`select realtime.send('{"list": "orders"}', 'changed', $1)`, [room])
  expect(await page.broadcasts.find()).toMatchObject({ list: 'orders' })
  page.leave()
})

// The site's own side of the protocol against the service: changes, broadcasts, presence, and a right that ends.
import { afterAll, expect, it } from 'vitest'
import { WebSocket as Socket } from 'ws'
import { createLiveSocket, type LiveChannel } from '#site/lib/live-socket.ts'
import { ada, bola, Heard, startWorld } from './realtime-service.ts'

const world = await startWorld()
afterAll(() => world.stop())

const room = 'council'

/** A page of somebody, in the room where they may be. */
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

const names = (present: unknown[]) => present.map((one) => (one as { name: string }).name).sort()

it('a page hears what its person may read, what is sent to its room, and who comes and goes', async () => {
  await world.sql('insert into public.room_members (room, member) values ($1, $2), ($1, $3)', [
    room,
    ada,
    bola,
  ])
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
})

import { afterAll, expect, test } from 'vitest'
import { mustWork } from '#tests/harness/must-work.ts'
import { fixture, serveFixture } from './served-fixture.ts'

const served = await serveFixture(fixture('chat'))
const ada = served.client()
const admin = served.client()
const adaId =
  mustWork(await ada.auth.signUp({ email: 'ada@example.com', password: 'password' })).user?.id ?? ''
mustWork(await admin.auth.signUp({ email: 'a+supaadmin@example.com', password: 'password' }))
afterAll(() => served.stop())

test('a visitor without a session reads and writes nothing', async () => {
  const visitor = served.client()
  expect(mustWork(await visitor.from('users').select())).toEqual([])
  const { error } = await visitor.from('channels').insert({ slug: 'x', created_by: adaId })
  expect(error?.code).toBe('42501')
})

test('signing up makes a member; the trigger on auth.users ran', async () => {
  const users = mustWork(await ada.from('users').select('username, status').order('username'))
  expect(users).toEqual([
    { username: 'a+supaadmin@example.com', status: 'OFFLINE' },
    { username: 'ada@example.com', status: 'OFFLINE' },
  ])
})

test('messages come with their author and channel; only an admin deletes a channel', async () => {
  const channel = mustWork(
    await ada.from('channels').insert({ slug: 'harvest', created_by: adaId }).select().single(),
  )
  mustWork(
    await ada.from('messages').insert({ message: 'Hello', user_id: adaId, channel_id: channel.id }).select(),
  )
  const messages = mustWork(
    await admin.from('messages').select('message, author:user_id(username), channels(slug)').order('id'),
  )
  expect(messages).toEqual([
    { message: 'Hello', author: { username: 'ada@example.com' }, channels: { slug: 'harvest' } },
  ])
  expect(mustWork(await ada.from('channels').delete().eq('id', channel.id).select())).toEqual([])
  expect(mustWork(await admin.from('channels').delete().eq('id', channel.id).select('slug'))).toEqual([
    { slug: 'harvest' },
  ])
  expect(mustWork(await ada.from('messages').select())).toEqual([])
})

test('a new message arrives live', async () => {
  const channel = mustWork(
    await ada.from('channels').insert({ slug: 'live', created_by: adaId }).select().single(),
  )
  const arrived = new Promise<Record<string, unknown>>((resolve, reject) => {
    admin
      .channel('messages')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'messages' }, (change) =>
        resolve(change.new),
      )
      .on('system', {}, async ({ status }: { status: string }) => {
        // Only now the server listens for changes.
        if (status !== 'ok') return reject(new Error(status))
        await ada.from('messages').insert({ message: 'Rain!', user_id: adaId, channel_id: channel.id })
      })
      .subscribe()
  })
  expect(await arrived).toMatchObject({ message: 'Rain!', user_id: adaId, channel_id: channel.id })
  await admin.removeAllChannels()
})

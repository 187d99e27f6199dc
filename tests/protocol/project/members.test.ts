// Members with confirmed addresses, profiles and pictures; a project that signs with keys of its own.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustWork } from '#tests/harness/must-work.ts'
import { fixture, type ServedFixture, serveFixture } from './served-fixture.ts'

let folder: string
let served: ServedFixture
const email = 'chidi@example.com'
const password = 'harvest-2026'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'members-'))
  await cp(fixture('members'), folder, { recursive: true })
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'of-the-project', alg: 'ES256' }
  await writeFile(join(folder, 'supabase/signing_keys.json'), JSON.stringify([key]))
  await writeFile(join(folder, '.env'), 'MEMBERS_PORT=54399\n')
  served = await serveFixture(folder)
})
afterAll(async () => {
  await served?.stop()
  await rm(folder, { recursive: true, force: true })
})

const codeOf = async (kind: string) => (await served.mails()).find((mail) => mail.kind === kind)?.code ?? ''

test('a password without digits is refused as the project wants', async () => {
  const { error } = await served.client().auth.signUp({ email, password: 'nodigitshere' })
  expect(error?.code).toBe('weak_password')
})

test('env(NAME) in config.toml is filled from the folder’s .env', () => {
  expect(served.project.config.api.port).toBe(54399)
})

test('a member confirms by the code of the mail, and has a profile', async () => {
  const client = served.client()
  const { session } = mustWork(
    await client.auth.signUp({ email, password, options: { data: { full_name: 'Chidi Eze' } } }),
  )
  expect(session).toBeNull()
  expect((await client.auth.signInWithPassword({ email, password })).error?.code).toBe('email_not_confirmed')
  const listed = (await (await fetch(`${served.url}/inbox`)).json()) as { to: string; url: string }[]
  expect(listed[0]).toMatchObject({ to: email, url: expect.stringContaining(`${served.url}/auth/v1/verify`) })
  const code = await codeOf('signup')
  expect(code).toMatch(/^\d{8}$/)
  const { user } = mustWork(await client.auth.verifyOtp({ email, token: code, type: 'signup' }))
  expect(mustWork(await client.from('profiles').select('id, full_name'))).toEqual([
    { id: user?.id, full_name: 'Chidi Eze' },
  ])
  const update = await client.from('profiles').update({ username: 'ch' }).eq('id', user?.id).select()
  expect(update.error?.code).toBe('23514')
})

test('tokens are signed with the project’s key, which the service publishes', async () => {
  const client = served.client()
  mustWork(await client.auth.signInWithPassword({ email, password }))
  const { header, claims } = mustWork(await client.auth.getClaims())
  expect(header).toMatchObject({ alg: 'ES256', kid: 'of-the-project' })
  expect(claims.email).toBe(email)
})

test('pictures go into one’s own folder alone', async () => {
  const client = served.client()
  const { user } = mustWork(await client.auth.signInWithPassword({ email, password }))
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const avatars = client.storage.from('avatars')
  const refused = await avatars.upload('somebody/me.png', picture, { contentType: 'image/png' })
  expect(refused.error?.message).toContain('row-level security')
  mustWork(await avatars.upload(`${user.id}/me.png`, picture, { contentType: 'image/png' }))
  const read = mustWork(await served.client().storage.from('avatars').download(`${user.id}/me.png`))
  expect(Buffer.from(await read.arrayBuffer())).toEqual(picture)
})

test('a bucket of config.toml is there, with its limits', async () => {
  const storage = served.client(served.keys.secretKey).storage
  expect(mustWork(await storage.getBucket('reports'))).toMatchObject({
    public: false,
    file_size_limit: 102_400,
    allowed_mime_types: ['text/plain'],
  })
  const large = await storage
    .from('reports')
    .upload('large.txt', Buffer.alloc(200_000, 'x'), { contentType: 'text/plain' })
  expect(large.error?.message).toMatch(/exceeded the maximum allowed size/)
})

test('the files of its objects_path lie in it, under the names that they have there', async () => {
  const reports = served.client(served.keys.secretKey).storage.from('reports')
  expect(await mustWork(await reports.download('2026/first harvest.txt')).text()).toBe('42 bags\n')
  expect(mustWork(await reports.info('2026/first harvest.txt')).contentType).toMatch(/^text\/plain/)
})

test('a second factor can be enrolled, since the project switched it on', async () => {
  const client = served.client()
  mustWork(await client.auth.signInWithPassword({ email, password }))
  expect(mustWork(await client.auth.mfa.enroll({ factorType: 'totp' })).type).toBe('totp')
})

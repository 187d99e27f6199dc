// Objects through the whole process: streamed in and out, never held, never compressed, never run.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { startApp } from '#tests/harness/app.ts'
import { mustWork } from '#tests/harness/must-work.ts'

const app = await startApp()
mustWork(await app.newClient(app.keys.secretKey).storage.createBucket('papers', { public: false }))

afterAll(() => app.stop())

const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

it('an object larger than any other request comes back as it went', async () => {
  const documents = app.newClient(app.keys.secretKey).storage.from('papers')
  const bytes = randomBytes(1_800_000)
  mustWork(await documents.upload('large.bin', bytes))
  const back = mustWork(await documents.download('large.bin'))
  expect(sum(new Uint8Array(await back.arrayBuffer()))).toBe(sum(bytes))
})

it('a body without a length streams through', async () => {
  const bytes = randomBytes(700_000)
  const response = await fetch(`${app.url}/storage/v1/object/papers/streamed.bin`, {
    method: 'POST',
    headers: {
      apikey: app.keys.secretKey,
      authorization: `Bearer ${app.keys.secretKey}`,
      'content-type': 'application/octet-stream',
    },
    body: new Blob([bytes]).stream(),
    duplex: 'half',
  } as RequestInit)
  expect(response.status).toBe(200)
  const back = mustWork(
    await app.newClient(app.keys.secretKey).storage.from('papers').download('streamed.bin'),
  )
  expect(sum(new Uint8Array(await back.arrayBuffer()))).toBe(sum(bytes))
})

it('text goes out with its own length, uncompressed, and may not run on this origin', async () => {
  const documents = app.newClient(app.keys.secretKey).storage.from('papers')
  const page = `<script>alert(1)</script>${'x'.repeat(5000)}`
  mustWork(await documents.upload('page.html', new Blob([page], { type: 'text/html' })))
  const { signedUrl } = mustWork(await documents.createSignedUrl('page.html', 60))
  const response = await fetch(signedUrl, { headers: { 'accept-encoding': 'gzip, br' } })
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(response.headers.get('content-length')).toBe(String(page.length))
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('content-type')).not.toContain('html')
})

it('a visitor reads nothing of a private bucket', async () => {
  const { error } = await app.newClient().storage.from('papers').download('large.bin')
  expect(error).not.toBeNull()
})

// What an upload is refused for: its size, its bytes, its shape; and that nothing of it stays behind.
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { within } from '#tests/harness/within.ts'
import { bomb, doc, docx, html, pdf, picture, svg, zip } from './files.ts'
import { startStorageService } from './storage-service.ts'

const storage = await startStorageService({ settings: { fileSizeLimit: 400_000 } })
afterAll(() => storage.stop())

const bucket = (name: string) => storage.service.storage.from(name)
const filesIn = async (folder: string) =>
  (await readdir(join(storage.folder, folder), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
const count = async () => {
  const [row] = await storage.sql<{ count: string }>('select count(*) from storage.objects')
  return Number(row?.count)
}

afterEach(async () => {
  // Whatever happened, each stored file has a row, and nothing is half written.
  expect(await filesIn('unfinished')).toEqual([])
  expect(await filesIn('objects')).toHaveLength(await count())
})

describe('an upload that is too large', () => {
  const tooLarge = {
    statusCode: '413',
    code: 'EntityTooLarge',
    message: 'The object exceeded the maximum allowed size',
  }
  const bytes = (length: number) => new Uint8Array(length)

  it.each<[string, () => Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array>]>([
    ['for the service, known by its length', () => bytes(400_001)],
    ['for the service, as a form', () => new Blob([bytes(400_001)])],
    ['for the service, as a stream without a length', () => new Blob([bytes(400_001)]).stream()],
  ])('%s is refused', async (_how, body) => {
    expect((await bucket('private').upload('large.bin', body())).error).toMatchObject(tooLarge)
  })

  it('for its bucket is refused, and one of just the size is not', async () => {
    const jpeg = await picture('jpeg')
    const padded = (length: number) => Buffer.concat([jpeg, Buffer.alloc(length - jpeg.length)])
    const options = { contentType: 'image/jpeg' }
    expect((await bucket('selfies').upload('a.jpg', padded(300_001), options)).error).toMatchObject(tooLarge)
    expect(
      (await bucket('selfies').upload('a.jpg', new Blob([padded(300_001)], { type: 'image/jpeg' }))).error,
    ).toMatchObject(tooLarge)
    expect((await bucket('selfies').upload('a.jpg', padded(300_000), options)).error).toBeNull()
  })

  it('is not read to its end', async () => {
    let sent = 0
    const endless = Readable.from(
      (async function* () {
        for (; ; sent += 65_536) yield Buffer.alloc(65_536)
      })(),
    )
    const upload = request(`${storage.url}/storage/v1/object/private/endless.bin`, {
      method: 'POST',
      headers: { apikey: 'test-service-key', 'content-type': 'application/octet-stream' },
    })
    // The answer may be lost with the connection: so much is never read to be polite.
    const answered = once(upload, 'response') as Promise<[IncomingMessage]>
    const ended = pipeline(endless, upload).catch(() => {})
    const response = await answered.then(([message]) => message).catch(() => undefined)
    if (response) expect(response.statusCode).toBe(400)
    upload.destroy()
    await ended
    expect(sent).toBeLessThan(50_000_000)
  })

  it('leaves the object that it would have replaced as it was', async () => {
    await bucket('private').upload('kept.txt', 'kept')
    const { error } = await bucket('private').update('kept.txt', new Blob([bytes(400_001)]))
    expect(error).toMatchObject(tooLarge)
    expect(await (await bucket('private').download('kept.txt')).data?.text()).toBe('kept')
  })

  it('in its metadata is refused', async () => {
    const metadata = { story: 'x'.repeat(1_100_000) }
    const { error } = await bucket('private').upload('m.txt', new Blob(['x']), { metadata })
    expect(error).toMatchObject({
      statusCode: '413',
      message: 'The user_metadata exceeded the maximum allowed size',
    })
  })

  it('may hold a folder of no size', async () => {
    expect((await bucket('selfies').upload('empty/.emptyFolderPlaceholder', '')).error).toBeNull()
    expect((await bucket('selfies').upload('full/.emptyFolderPlaceholder', 'x')).error).toMatchObject(
      tooLarge,
    )
  })
})

describe('a bucket for certain types', () => {
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

  it.each<[string, string, () => Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>>, string, string]>([
    ['selfies', 'a page that says it is a picture', () => html, 'image/jpeg', 'application/octet-stream'],
    [
      'selfies',
      'a drawing that says it is a picture',
      () => Buffer.concat([Buffer.from('<?xml version="1.0"?>'), svg]),
      'image/jpeg',
      'application/xml',
    ],
    ['selfies', 'a PDF that says it is a picture', () => pdf, 'image/png', 'application/pdf'],
    ['selfies', 'a GIF that says it is a PNG', () => picture('gif'), 'image/png', 'image/gif'],
    ['selfies', 'a picture that says it is a page', () => picture('png'), 'text/html', 'text/html'],
    [
      'selfies',
      'a packed picture',
      () => gzipSync('x') as Buffer<ArrayBuffer>,
      'image/png',
      'application/gzip',
    ],
    ['selfies', 'nothing at all', () => Buffer.alloc(0), 'image/png', 'application/octet-stream'],
    ['papers', 'a zip that says it is a letter', () => zip({ 'a.exe': 'MZ' }), word, 'application/zip'],
    [
      'papers',
      'a program that says it is a letter',
      () => Buffer.from('MZ\x90\0'),
      'application/msword',
      'application/x-msdownload',
    ],
    [
      'papers',
      'a page that says it is a letter',
      () => html,
      'application/msword',
      'application/octet-stream',
    ],
    [
      'papers',
      'bytes that say they are text',
      () => Buffer.from('a\0b'),
      'text/plain',
      'application/octet-stream',
    ],
  ])('%s refuses %s', async (name, _what, body, contentType, named) => {
    for (const shape of ['raw', 'form'] as const) {
      const bytes = await body()
      const file = shape === 'raw' ? bytes : new Blob([bytes], { type: contentType })
      const { error } = await bucket(name).upload('fake', file, { contentType })
      expect(error).toMatchObject({
        statusCode: '415',
        code: 'InvalidMimeType',
        message: `mime type ${named} is not supported`,
      })
    }
  })

  it('refuses a page under the name of a picture that nobody knows', async () => {
    await storage.service.storage.createBucket('any picture', {
      public: false,
      allowedMimeTypes: ['image/*'],
    })
    const { error } = await storage.service.storage
      .from('any picture')
      .upload('fake', html, { contentType: 'image/foo' })
    expect(error).toMatchObject({ statusCode: '415', code: 'InvalidMimeType' })
  })

  it('refuses a picture of more pixels than anybody should unpack', async () => {
    const { error } = await bucket('selfies').upload('bomb.png', bomb(), { contentType: 'image/png' })
    expect(error).toMatchObject({ statusCode: '422', message: 'Source image resolution is too big' })
  })

  it.each<[string, string, () => Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>>, string]>([
    ['selfies', 'image/jpeg', () => picture('jpeg'), 'image/jpeg'],
    ['selfies', 'image/png', () => picture('png'), 'image/png'],
    ['selfies', 'image/webp', () => picture('webp'), 'image/webp'],
    ['papers', 'application/pdf', () => pdf, 'application/pdf'],
    ['papers', 'application/msword', () => doc(), 'application/msword'],
    ['papers', word, () => docx(), word],
    ['papers', 'text/plain; charset=utf-8', () => Buffer.from('Ẹ káàárọ̀'), 'text/plain; charset=utf-8'],
    ['selfies', 'image/png', () => picture('jpeg'), 'image/jpeg'],
  ])('%s takes %s, and stores what the bytes say', async (name, contentType, body, stored) => {
    const key = `taken ${stored.replaceAll('/', ' ')} ${Math.random()}`
    expect((await bucket(name).upload(key, await body(), { contentType })).error).toBeNull()
    expect((await bucket(name).info(key)).data?.contentType).toBe(stored)
  })
})

describe('an upload in a shape that is none', () => {
  const form = (body: string, type = 'multipart/form-data; boundary=x') =>
    storage.fetch('/object/private/shape.txt', { method: 'POST', body, headers: { 'content-type': type } })

  it.each([
    ['a form without a boundary', '', 'multipart/form-data'],
    ['an empty form', '', 'multipart/form-data; boundary=x'],
    [
      'a form without a file',
      '--x\r\ncontent-disposition: form-data; name="cacheControl"\r\n\r\n60\r\n--x--\r\n',
      undefined,
    ],
    ['a form that is none', 'hello', undefined],
    [
      'a form that ends early',
      '--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\nhel',
      undefined,
    ],
  ])('is refused: %s', async (_what, body, type) => {
    const response = await form(body, type)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' })
  })

  it('is refused with metadata nested beyond reason', async () => {
    const deep = `{"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}`
    const part = (name: string, value: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const file = '--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\nhello\r\n--x--\r\n'
    expect((await form(part('metadata', deep) + file)).status).toBe(400)
  })

  it('is refused with metadata that the database cannot hold', async () => {
    const { error } = await bucket('private').upload('m.txt', 'x', { metadata: { nul: '\0' } })
    expect(error).toMatchObject({ statusCode: '400' })
  })

  it('is refused with an encoding that browsers do not know', async () => {
    const { error } = await bucket('private').upload('e.txt', 'x', { contentEncoding: 'lzma' })
    expect(error).toMatchObject({ statusCode: '400', message: 'Invalid Content-Encoding' })
  })

  it.each(['content-length: 100000', 'transfer-encoding: chunked'])(
    'leaves nothing when the connection dies (%s)',
    async (header) => {
      const before = await count()
      const socket = connect(Number(new URL(storage.url).port), '127.0.0.1')
      socket.write(
        `POST /storage/v1/object/private/cut.bin HTTP/1.1\r\nhost: x\r\napikey: test-service-key\r\ncontent-type: text/plain\r\n${header}\r\n\r\n`,
      )
      socket.write(header.startsWith('t') ? `1000\r\n${'x'.repeat(0x1000)}\r\n` : 'x'.repeat(50_000))
      await vi.waitUntil(async () => (await filesIn('unfinished')).length > 0, within)
      socket.destroy()
      await vi.waitUntil(async () => (await filesIn('unfinished')).length === 0, within)
      expect(await count()).toBe(before)
    },
  )
})

describe('a request with a body that is no JSON', () => {
  it.each(['{', '[]', '"x"', 'null'])('is refused: %s', async (body) => {
    const response = await storage.fetch('/object/move', { method: 'POST', body })
    expect(await response.json()).toMatchObject({ statusCode: '400', code: 'InvalidParameter' })
  })

  it.each([
    ['/object/list/private', { limit: 'many' }],
    ['/object/list/private', { limit: -1 }],
    ['/object/list/private', { prefix: 5 }],
    ['/object/list/private', { prefix: '\0' }],
    ['/object/list/private', { sortBy: { column: 'owner' } }],
    ['/object/list/private', { sortBy: { column: 'name', order: 'asc; drop table x' } }],
    ['/object/list-v2/private', { cursor: 'nonsense' }],
    ['/object/list-v2/private', { sortBy: { column: 'metadata' } }],
    ['/object/move', { bucketId: 'private', sourceKey: 5, destinationKey: 'b' }],
    ['/object/copy', { bucketId: 'private' }],
    ['/object/sign/private', { expiresIn: 60, paths: 'all' }],
    ['/bucket', { name: 5 }],
  ])('is refused at %s with %j', async (path, body) => {
    const response = await storage.fetch(path, { method: 'POST', body: JSON.stringify(body) })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ statusCode: '400' })
  })
})

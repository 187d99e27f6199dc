// What a browser gets: headers under which nothing can run, parts, and "you have it already".
import { afterAll, describe, expect, it } from 'vitest'
import { html, pdf, picture, svg } from './files.ts'
import { ada, startStorageService } from './storage-service.ts'

const storage = await startStorageService()
afterAll(() => storage.stop())

const digits = '0123456789'

async function put(key: string, body: Buffer<ArrayBuffer> | string, contentType: string): Promise<void> {
  const { error } = await storage.service.storage
    .from('avatars')
    .upload(key, body, { contentType, upsert: true })
  expect(error).toBeNull()
}
const get = (key: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(`${storage.url}/storage/v1/object/public/avatars/${key}`, { ...init, headers })

describe('an object', () => {
  it.each([
    ['a page', html, 'text/html'],
    ['a page with parameters', html, 'Text/HTML; charset=utf-8'],
    ['a drawing', svg, 'image/svg+xml'],
    ['a page in XML', html, 'application/xhtml+xml'],
    ['a document in XML', svg, 'text/xml'],
    ['a feed', svg, 'application/atom+xml'],
    ['a script', Buffer.from('alert(1)'), 'text/javascript'],
    ['an old script', Buffer.from('alert(1)'), 'application/x-javascript'],
    ['a style sheet', Buffer.from('*{}'), 'text/css'],
    ['an archived page', html, 'multipart/related'],
    ['a message', html, 'message/rfc822'],
  ])('that is %s comes as text, to be saved, with all rights taken away', async (_what, body, type) => {
    await put('active', body, type)
    const response = await get('active')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment/),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
  })

  it.each([
    ['a PDF', pdf, 'application/pdf'],
    ['anything', Buffer.from('?'), 'application/octet-stream'],
    ['text', Buffer.from('hello'), 'text/plain'],
  ])('that is %s comes as itself, to be saved', async (_what, body, type) => {
    await put('file.bin', body, type)
    const { headers } = await get('file.bin')
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="file.bin"; filename*=UTF-8''file.bin`,
    )
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  })

  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'that is a %s may be shown in place',
    async (format) => {
      await put('image', await picture(format), `image/${format}`)
      const { headers } = await get('image')
      expect(headers.get('content-type')).toBe(`image/${format}`)
      expect(headers.get('content-disposition')).toBeNull()
      expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    },
  )

  it('is saved under the name that is requested, whatever it holds', async () => {
    await put('image', await picture('png'), 'image/png')
    const request = async (name: string) =>
      (await get(`image?download=${encodeURIComponent(name)}`)).headers.get('content-disposition')
    expect(await request('farm.png')).toBe(`attachment; filename="farm.png"; filename*=UTF-8''farm.png`)
    expect(await request('')).toBe(`attachment; filename="image"; filename*=UTF-8''image`)
    expect(await request('Ọjà "x"\r\nset-cookie: a=b.png')).toBe(
      `attachment; filename="_j_ _x___set-cookie_ a_b.png"; filename*=UTF-8''%E1%BB%8Cj%C3%A0%20%22x%22%0D%0Aset-cookie%3A%20a%3Db.png`,
    )
  })

  it('keeps its content encoding, and is readable', async () => {
    const { gzipSync } = await import('node:zlib')
    const form = new FormData()
    form.append('contentEncoding', 'gzip')
    form.append('', new Blob([gzipSync('unpacked')], { type: 'text/plain' }))
    await storage.service.storage.from('avatars').upload('packed.txt', form)
    const response = await get('packed.txt')
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(await response.text()).toBe('unpacked')
  })

  it('is for this caller alone when it is private', async () => {
    await storage.as(ada).storage.from('private').upload(`${ada}/own.txt`, 'x')
    const response = await storage.fetch(`/object/private/${ada}/own.txt`)
    expect(response.headers.get('vary')).toBe('authorization, apikey')
    expect(response.headers.get('cache-control')).toBe('max-age=3600')
  })
})

describe('an answer', () => {
  it('states its length, its age and how long it may be cached', async () => {
    await put('digits', digits, 'text/plain')
    const response = await get('digits')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-length': '10',
      'accept-ranges': 'bytes',
      'cache-control': 'max-age=3600',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      'last-modified': expect.stringMatching(/GMT$/),
    })
    expect(await response.text()).toBe(digits)
  })

  it('to HEAD has the same headers and no body', async () => {
    await put('digits', digits, 'text/plain')
    const head = await get('digits', {}, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
    const missing = await get('none', {}, { method: 'HEAD' })
    expect([missing.status, await missing.text()]).toEqual([400, ''])
  })

  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-30', digits, 'bytes 0-9/10'],
    ['bytes=8-800', '89', 'bytes 8-9/10'],
    ['bytes=9-9', '9', 'bytes 9-9/10'],
  ])('to the range %s is that part', async (range, text, contentRange) => {
    await put('digits', digits, 'text/plain')
    const response = await get('digits', { range })
    expect([response.status, await response.text()]).toEqual([206, text])
    expect(response.headers.get('content-range')).toBe(contentRange)
    expect(response.headers.get('content-length')).toBe(String(text.length))
  })

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('to the range %s is 416', async (range) => {
    await put('digits', digits, 'text/plain')
    const response = await get('digits', { range })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */10')
    expect(await response.json()).toMatchObject({ statusCode: '416', error: 'invalid_range' })
  })

  it.each([
    'bytes=5-2',
    'bytes=a-b',
    'bytes=0-1,4-5',
    'items=0-1',
    'bytes=',
    'bytes=-',
    `bytes=0-${'9'.repeat(20)}`,
  ])('to the range %s is the whole, as if it was not asked for', async (range) => {
    await put('digits', digits, 'text/plain')
    const response = await get('digits', { range })
    expect([response.status, await response.text()]).toEqual([200, digits])
  })

  it('to a person who has it is 304, and the whole once it has changed', async () => {
    await put('digits', digits, 'text/plain')
    const { headers } = await get('digits')
    const etag = headers.get('etag') ?? ''
    const modified = headers.get('last-modified') ?? ''
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await get('digits', { 'if-none-match': known })
      expect([response.status, await response.text()]).toEqual([304, ''])
    }
    expect((await get('digits', { 'if-modified-since': modified })).status).toBe(304)
    expect((await get('digits', { 'if-none-match': '"other"', 'if-modified-since': modified })).status).toBe(
      200,
    )
    await put('digits', 'changed', 'text/plain')
    const after = await get('digits', { 'if-none-match': etag })
    expect([after.status, await after.text()]).toEqual([200, 'changed'])
  })

  it('to an interrupted download continues it, unless the object has changed', async () => {
    await put('digits', digits, 'text/plain')
    const etag = (await get('digits')).headers.get('etag') ?? ''
    expect((await get('digits', { range: 'bytes=5-', 'if-range': etag })).status).toBe(206)
    expect((await get('digits', { range: 'bytes=5-', 'if-range': '"other"' })).status).toBe(200)
  })

  it('to a path that is none says so, and is inert as well', async () => {
    const response = await storage.fetch('/nothing/<script>')
    expect(response.status).toBe(404)
    expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect((await storage.fetch('/object/a', { method: 'PATCH' })).status).toBe(404)
  })
})

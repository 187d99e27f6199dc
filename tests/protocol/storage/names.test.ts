// Hostile names: what could be a path, a trick on the eye or on a parser is refused, and nothing is written for it.
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { startStorageService } from './storage-service.ts'

const storage = await startStorageService()
afterAll(() => storage.stop())

/** As a client that does not tidy its paths up: the browser's own would never send some of these. */
function send(method: string, path: string, body = ''): Promise<{ status: number; text: string }> {
  const { port } = new URL(storage.url)
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  const headers = {
    apikey: 'test-service-key',
    'content-type': 'text/plain',
    'content-length': Buffer.byteLength(body),
  }
  request({ port, host: '127.0.0.1', method, path, headers, insecureHTTPParser: true }, (response) => {
    let text = ''
    response.on('data', (chunk) => {
      text += chunk
    })
    response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
  })
    .on('error', reject)
    .end(body)
  return promise
}

const upload = (encodedKey: string) => send('POST', `/storage/v1/object/private/${encodedKey}`, 'x')
const names = async () =>
  (await storage.sql<{ name: string }>('select name from storage.objects')).map(({ name }) => name)

const unknownCharacter = "only a to z, digits, spaces and ! - _ . * ' ( ) & $ @ = ; : + , ? are taken"

describe('a name that is refused', () => {
  it.each([
    ['a path upwards', '%2e%2e/%2e%2e/etc/passwd', 'it holds a relative path'],
    ['a path upwards, half encoded', '..%2f..%2fetc%2fpasswd', 'it holds a relative path'],
    ['a path upwards, for Windows', 'a%5c..%5cb', unknownCharacter],
    ['the folder itself', 'a/%2e/b', 'it holds a relative path'],
    ['a folder without a name', 'a//b', 'a folder has no name'],
    ['an absolute path', '%2fetc/passwd', 'a folder has no name'],
    ['only a folder', 'folder/', 'a folder has no name'],
    ['a null byte', 'a.png%00.exe', unknownCharacter],
    ['a line break', 'a%0d%0aset-cookie:%20x', unknownCharacter],
    ['an escape sequence', 'a%1b[31m', unknownCharacter],
    ['a change of direction', 'invoice%E2%80%AEgpj.exe', unknownCharacter],
    ['a character of no width', 'adm%E2%80%8Bin.txt', unknownCharacter],
    ['a byte order mark', '%EF%BB%BFa.txt', unknownCharacter],
    ['a soft hyphen', 'a%C2%ADb', unknownCharacter],
    ['a line separator', 'a%E2%80%A8b', unknownCharacter],
    ['a private character', 'a%EE%80%80b', unknownCharacter],
    ['a space that does not break', 'a%C2%A0b', unknownCharacter],
    ['an accent apart from its letter', 'e%CC%81.txt', unknownCharacter],
    ['full-width letters', '%EF%BD%81dmin.txt', unknownCharacter],
    ['a full-width slash', 'a%EF%BC%8Fb', unknownCharacter],
    ['a fraction for a slash', 'a%E2%81%84b', unknownCharacter],
    ['a division for a slash', 'a%E2%88%95b', unknownCharacter],
    ['a one-dot leader for a dot', 'a%E2%80%A4%E2%80%A4/b', unknownCharacter],
    ['a Cyrillic letter among Latin ones', '%D0%B0dmin.txt', unknownCharacter],
    ['a Greek letter among Latin ones', 'inv%CE%BFice.pdf', unknownCharacter],
    ['a ligature', '%EF%AC%81le.txt', unknownCharacter],
    ['a space at its end', 'a.txt%20', 'a name begins or ends with a space'],
    ['half an encoding', 'a%', 'it is not encoded as a URL should be'],
    ['bytes that are no text', 'a%ff%fe', 'it is not encoded as a URL should be'],
    ['1,025 bytes', 'x'.repeat(1025), 'longer than 1024 bytes'],
    ['Cyrillic letters that look Latin', '%D1%81%D0%BE%D1%80%D1%83.txt', unknownCharacter],
    ['Cherokee letters that look Latin', '%E1%8E%AA%E1%8F%9A%E1%8F%9A.txt', unknownCharacter],
    ['a letter of phonetics', 'p%C9%91ypal.txt', unknownCharacter],
    ['a letter with a mark', 'caf%C3%A9.txt', unknownCharacter],
    ['a picture', 'emoji%20%F0%9F%8C%BE.txt', unknownCharacter],
    ['a percent sign', '100%25.txt', unknownCharacter],
  ])('for %s says why', async (_what, encoded, reason) => {
    const before = await names()
    const { status, text } = await upload(encoded)
    expect(status).toBe(400)
    const body = JSON.parse(text)
    expect(body).toMatchObject({ statusCode: '400', code: 'InvalidKey' })
    expect(body.message).toContain(`(${reason})`)
    // Nothing of it comes back that a terminal or a page would act on.
    expect(body.message).toMatch(/^[^\p{Cc}\p{Cf}]*$/u)
    expect(await names()).toEqual(before)
  })

  it('is refused as the end of a move, a copy and a signed upload as well', async () => {
    await upload('plain.txt')
    const bucket = storage.service.storage.from('private')
    for (const { error } of [
      await bucket.move('plain.txt', '../up.txt'),
      await bucket.copy('plain.txt', 'a\0b'),
      await bucket.createSignedUploadUrl('a//b'),
    ])
      expect(error).toMatchObject({ code: 'InvalidKey' })
  })

  it('is no way to the database either', async () => {
    const { status } = await send('POST', '/storage/v1/object/private%00/x', 'x')
    expect(status).toBe(400)
    expect((await storage.service.storage.from('private').remove(['a\0b'])).error).toMatchObject({
      statusCode: '400',
    })
    expect((await storage.service.storage.getBucket('a%00b')).error).toMatchObject({ statusCode: '400' })
  })

  it('is refused by the table itself, no matter who writes the row', async () => {
    await expect(
      storage.sql(`insert into storage.objects (bucket_id, name) values ('private', E'a\\u0001b')`),
    ).rejects.toMatchObject({ code: '23514' })
  })
})

describe('a path that climbs', () => {
  it.each([
    '/storage/v1/object/public/avatars/../../../../etc/passwd',
    '/storage/v1/object/public/../private/plain.txt',
    '/storage/v1/object/public/avatars/%2e%2e/%2e%2e/private/plain.txt',
    '/storage/v1/../../etc/passwd',
    '/storage/v1/object/public/avatars/..;/plain.txt',
    '//storage/v1/object/private/plain.txt',
  ])('finds nothing at %s', async (path) => {
    const { status, text } = await send('GET', path)
    expect([400, 404]).toContain(status)
    expect(text).not.toContain('root:')
  })
})

describe('a name that people use', () => {
  it.each([
    'folder/sub folder/cat.png',
    "it's $5 & more; a=b, c+d!.txt",
    '...',
    '.hidden',
    'a..b',
    'x'.repeat(1024),
  ])('is taken: %s', async (name) => {
    const { status } = await upload(name.split('/').map(encodeURIComponent).join('/'))
    expect(status).toBe(200)
    const { data } = await storage.service.storage.from('private').createSignedUrl(encodeURI(name), 60)
    expect(await (await fetch(data?.signedUrl.replace(/%25(?=[0-9A-F]{2})/g, '%') ?? '')).text()).toBe('x')
  })
})

describe('any name at all', () => {
  it('is stored as it is or refused, and never touches the file system', async () => {
    const nasty = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      '\0',
      '%',
      '%2e',
      '\u202e',
      '\u200b',
      'é',
      'e\u0301',
      '／',
      ' ',
      'a',
      '?',
      '#',
    )
    const key = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.array(nasty, { maxLength: 12 }).map((parts) => parts.join('')),
    )
    await fc.assert(
      fc.asyncProperty(key, async (name) => {
        fc.pre(name.isWellFormed())
        const { status, text } = await upload(name.split('/').map(encodeURIComponent).join('/'))
        const answer = text === '' ? {} : JSON.parse(text)
        if (status === 200) expect(answer.Key).toBe(`private/${name}`)
        else expect([400, 404]).toContain(status)
      }),
      { numRuns: 250, seed: 20261121 },
    )
    const files = await readdir(storage.folder, { recursive: true, withFileTypes: true })
    const stored = files.filter((entry) => entry.isFile())
    for (const { name, parentPath } of stored) {
      expect(name).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      expect(parentPath).toBe(join(storage.folder, 'objects', name.slice(0, 1)))
    }
    expect(stored).toHaveLength((await names()).length)
  })
})

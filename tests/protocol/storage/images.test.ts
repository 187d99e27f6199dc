// Images rendered to size, and those that must not be.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { bomb, html, picture, svg } from './files.ts'
import { ada, bola, startStorageService } from './storage-service.ts'

let reads = 0

const storage = await startStorageService({
  wrap: (driver) => ({
    ...driver,
    read: (version, range) => {
      reads++
      return driver.read(version, range)
    },
  }),
})
await put('wide.png', await picture('png', 400, 200), 'image/png')
afterAll(() => storage.stop())

async function put(key: string, bytes: Buffer<ArrayBuffer>, contentType: string): Promise<void> {
  const { error } = await storage.service.storage
    .from('avatars')
    .upload(key, bytes, { contentType, upsert: true })
  expect(error).toBeNull()
}
const render = (key: string, query = '', headers: Record<string, string> = {}) =>
  fetch(`${storage.url}/storage/v1/render/image/public/avatars/${key}?${query}`, { headers })
const check = async (response: Response) => {
  const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  return { width, height, format: format === 'heif' ? 'avif' : format }
}
const refusal = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as object),
})

describe('a rendition', () => {
  it.each([
    'width=a',
    'width=-1',
    'height=1.5',
    'resize=stretch',
    'quality=5',
    'quality=101',
    'format=bmp',
    'width=1e9',
  ])('asked for with %s is refused', async (query) => {
    expect(await refusal(await render('wide.png', query))).toMatchObject({
      status: 400,
      statusCode: '400',
      code: 'InvalidParameter',
    })
  })

  it.each([
    ['a page', html, 'image/png', 'Source image type not supported'],
    ['a drawing with a script', svg, 'image/svg+xml', 'Source image type not supported'],
    [
      'half an image',
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      'image/png',
      'Broken or unsupported image',
    ],
    ['of more pixels than memory should hold', bomb(), 'image/png', 'Source image resolution is too big'],
  ])('of %s is refused', async (_what, bytes, type, message) => {
    await put('bad', bytes, type)
    expect(await refusal(await render('bad'))).toMatchObject({ statusCode: '422', message })
  })

  it('of an image that is too large to begin with is refused', async () => {
    await put('big', Buffer.alloc(25_000_001), 'image/png')
    expect(await refusal(await render('big'))).toMatchObject({
      statusCode: '413',
      message: 'Source image is too big',
    })
  })

  it('of a private image is for those who may read it', async () => {
    const mine = storage.as(ada).storage.from('private')
    await mine.upload(`${ada}/p.png`, await picture('png', 400, 200), { contentType: 'image/png' })
    const transform = { width: 50, format: 'origin' } as const
    const { data } = await mine.download(`${ada}/p.png`, { transform })
    expect(
      await sharp(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())).metadata(),
    ).toMatchObject({ width: 50 })
    const stranger = await storage.as(bola).storage.from('private').download(`${ada}/p.png`, { transform })
    expect(stranger.error).toMatchObject({ message: 'Object not found' })
  })

  it.each([
    ['width=100', { width: 100, height: 50 }],
    ['height=50', { width: 100, height: 50 }],
    ['width=100&height=100', { width: 100, height: 100 }],
    ['width=100&height=100&resize=contain', { width: 100, height: 50 }],
    ['width=100&height=100&resize=fill', { width: 100, height: 100 }],
    ['width=9000', { width: 400, height: 200 }],
    ['', { width: 400, height: 200 }],
  ])('with %j has the size that was asked for', async (query, size) => {
    expect(await check(await render('wide.png', query))).toEqual({ ...size, format: 'png' })
  })

  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'of a %s keeps its format, unless the browser takes a smaller one',
    async (format) => {
      await put('photo', await picture(format), `image/${format}`)
      expect((await check(await render('photo', 'format=origin', { accept: 'image/webp' }))).format).toBe(
        format,
      )
      const smaller = await render('photo', '', { accept: 'image/avif,image/webp,*/*' })
      expect(smaller.headers.get('content-type')).toBe('image/webp')
      expect(smaller.headers.get('vary')).toBe('accept')
      expect((await check(smaller)).format).toBe('webp')
    },
  )

  it('of lower quality is smaller', async () => {
    const noise = await sharp({
      create: {
        width: 200,
        height: 200,
        channels: 3,
        background: 'green',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    })
      .jpeg()
      .toBuffer()
    await put('noise.jpg', noise as Buffer<ArrayBuffer>, 'image/jpeg')
    const size = async (quality: number) =>
      (await (await render('noise.jpg', `quality=${quality}`)).arrayBuffer()).byteLength
    expect(await size(20)).toBeLessThan(await size(90))
  })

  it('carries no location and no camera, and stands upright', async () => {
    const photo = await sharp(await picture('jpeg', 40, 20))
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Copyright: 'a user' } })
      .jpeg()
      .toBuffer()
    await put('exif.jpg', photo as Buffer<ArrayBuffer>, 'image/jpeg')
    const facts = await sharp(Buffer.from(await (await render('exif.jpg')).arrayBuffer())).metadata()
    expect(facts).toMatchObject({ width: 20, height: 40 })
    expect(facts.exif).toBeUndefined()
  })

  it('is drawn once, identified by its tag, and drawn again when the image changes', async () => {
    await put('cached.png', await picture('png', 100, 100), 'image/png')
    reads = 0
    const answers = await Promise.all([1, 2, 3].map(() => render('cached.png', 'width=10')))
    const again = await render('cached.png', 'width=10')
    const tag = again.headers.get('etag') ?? ''
    expect(new Set(answers.map(({ headers }) => headers.get('etag')))).toEqual(new Set([tag]))
    expect(reads).toBe(1)
    expect((await render('cached.png', 'width=10', { 'if-none-match': tag })).status).toBe(304)
    expect((await render('cached.png', 'width=11', { 'if-none-match': tag })).status).toBe(200)
    await put('cached.png', await picture('png', 300, 300), 'image/png')
    expect((await render('cached.png', 'width=10', { 'if-none-match': tag })).status).toBe(200)
  })

  it('goes with its image', async () => {
    const files = async () =>
      (await readdir(join(storage.folder, 'images'), { recursive: true, withFileTypes: true })).filter(
        (entry) => entry.isFile(),
      )
    await put('gone.png', await picture('png', 60, 60), 'image/png')
    const before = (await files()).length
    await render('gone.png', 'width=5')
    expect((await files()).length).toBe(before + 1)
    await storage.service.storage.from('avatars').remove(['gone.png'])
    expect((await files()).length).toBe(before)
  })
})

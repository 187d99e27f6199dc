// Signed URLs: one object each, for a time, to read or to write.
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testSecret } from '#tests/harness/postgres.ts'
import { picture } from './files.ts'
import { ada, type StorageService, signToken, startStorageService } from './storage-service.ts'

let storage: StorageService
beforeAll(async () => {
  storage = await startStorageService()
  await mine().upload(path('letter.txt'), 'dear diary')
  await mine().upload(path('other.txt'), 'other')
})
afterAll(() => storage.stop())
beforeEach(() => {
  storage.now = new Date('2026-03-01T10:00:00Z')
})

const mine = () => storage.as(ada).storage.from('private')
const path = (name: string) => `${ada}/${name}`
const later = (seconds: number) => {
  storage.now = new Date(storage.now.getTime() + seconds * 1000)
}
const signed = async (seconds: number) =>
  (await mine().createSignedUrl(path('letter.txt'), seconds)).data?.signedUrl ?? ''

describe('a signed URL', () => {
  it.each([0, -5, 1.5, '60', Number.NaN])('is not made for %s seconds', async (seconds) => {
    const { error } = await mine().createSignedUrl(path('letter.txt'), seconds as number)
    expect(error).toMatchObject({ statusCode: '400' })
  })

  it('is not good for another object, another bucket or another secret', async () => {
    const url = await signed(60)
    const wrong = [
      url.replace('letter.txt', 'other.txt'),
      url.replace('/private/', '/papers/'),
      url.replace(/.{5}$/, 'AAAAA'),
      url.replace(/token=.*/, 'token='),
      url.replace(/token=.*/, `token=${'x'.repeat(10_000)}`),
    ]
    for (const attempt of wrong) expect((await fetch(attempt)).status).toBe(400)
  })

  it('is not forged by a session, or by a token that our own secret signed for something else', async () => {
    const target = `private/${path('letter.txt')}`
    const forged = await new SignJWT({ url: target, kind: 'download' })
      .setProtectedHeader({ alg: 'HS256' })
      .setJti('x')
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(testSecret))
    for (const token of [forged, await signToken(ada)]) {
      const response = await fetch(`${storage.url}/storage/v1/object/sign/${target}?token=${token}`)
      expect(await response.json()).toMatchObject({
        code: 'InvalidJWT',
        message: 'signature verification failed',
      })
    }
  })

  it('is no session either', async () => {
    const token = new URL(await signed(60)).searchParams.get('token')
    const response = await storage.fetch('/object/list/private', {
      method: 'POST',
      headers: { apikey: 'test-anon-key', authorization: `Bearer ${token}` },
    })
    expect(await response.json()).toMatchObject({ statusCode: '403' })
  })

  it('gives the object to anybody until its time is over', async () => {
    const url = await signed(60)
    later(59)
    const response = await fetch(url)
    expect(await response.text()).toBe('dear diary')
    expect(response.headers.get('expires')).toBe('Sun, 01 Mar 2026 10:01:00 GMT')
    later(2)
    const late = await fetch(url)
    expect(late.status).toBe(400)
    expect(await late.json()).toMatchObject({
      statusCode: '400',
      message: '"exp" claim timestamp check failed',
    })
  })

  it('may set a download name', async () => {
    const { data } = await mine().createSignedUrl(path('letter.txt'), 60, { download: 'mine.txt' })
    expect((await fetch(data?.signedUrl ?? '')).headers.get('content-disposition')).toContain(
      'filename="mine.txt"',
    )
  })

  it('is made for several objects at once, and for those alone that are there', async () => {
    const { data } = await mine().createSignedUrls(
      [path('letter.txt'), path('none.txt'), path('other.txt')],
      60,
    )
    expect(data?.map(({ error }) => error === null)).toEqual([true, false, true])
    expect(await (await fetch(data?.[2]?.signedUrl ?? '')).text()).toBe('other')
  })

  it('of an object that was removed finds nothing', async () => {
    await mine().upload(path('short.txt'), 'x')
    const { data } = await mine().createSignedUrl(path('short.txt'), 60)
    await mine().remove([path('short.txt')])
    expect(await (await fetch(data?.signedUrl ?? '')).json()).toMatchObject({ message: 'Object not found' })
  })

  it('renders an image as it was signed, whatever the query says', async () => {
    await mine().upload(path('p.png'), await picture('png', 400, 200), { contentType: 'image/png' })
    const { data } = await mine().createSignedUrl(path('p.png'), 60, {
      transform: { width: 100, format: 'origin' },
    })
    expect(data?.signedUrl).toContain('/render/image/sign/')
    const response = await fetch(`${data?.signedUrl}&width=399`)
    const { default: sharp } = await import('sharp')
    expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({
      width: 100,
      format: 'png',
    })
  })
})

describe('a signed upload URL', () => {
  const target = path('from-a-phone.txt')
  const offer = async (options?: { upsert: boolean }) => {
    const { data, error } = await mine().createSignedUploadUrl(target, options)
    expect(error).toBeNull()
    return data?.token ?? ''
  }
  const visitor = () => storage.anon.storage.from('private')
  const clear = () => mine().remove([target])

  it('is not given to a person who may not upload, nor for a name that is taken', async () => {
    expect((await visitor().createSignedUploadUrl(target)).error).toMatchObject({ statusCode: '403' })
    expect((await mine().createSignedUploadUrl(path('letter.txt'))).error).toMatchObject({
      statusCode: '409',
    })
  })

  it('takes one upload from a person without an account, for the one who signed it', async () => {
    const token = await offer()
    const { data, error } = await visitor().uploadToSignedUrl(target, token, 'hello', {
      contentType: 'text/plain',
    })
    expect(error).toBeNull()
    expect(data).toMatchObject({ path: target, fullPath: `private/${target}` })
    const [row] = await storage.sql('select owner_id from storage.objects where name = $1', [target])
    expect(row).toEqual({ owner_id: ada })
    const again = await visitor().uploadToSignedUrl(target, token, 'again')
    expect(again.error).toMatchObject({ statusCode: '409', message: 'The resource already exists' })
    await clear()
    const afterRemoval = await visitor().uploadToSignedUrl(target, token, 'again')
    expect(afterRemoval.error).toMatchObject({ statusCode: '409' })
    expect((await mine().info(target)).error).toMatchObject({ message: 'Object not found' })
  })

  it('survives a failed attempt: the phone may try again', async () => {
    const token = await offer()
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(10))
        controller.error(new Error('no network'))
      },
    })
    await visitor()
      .uploadToSignedUrl(target, token, broken)
      .catch(() => {})
    expect((await visitor().uploadToSignedUrl(target, token, new Blob(['hello']))).error).toBeNull()
    await clear()
  })

  it('is good for one object, for two hours, and never to read', async () => {
    const token = await offer()
    const elsewhere = await visitor().uploadToSignedUrl(path('else.txt'), token, 'x')
    expect(elsewhere.error).toMatchObject({ code: 'InvalidSignature' })
    const read = await fetch(`${storage.url}/storage/v1/object/sign/private/${target}?token=${token}`)
    expect(await read.json()).toMatchObject({ code: 'InvalidSignature' })
    later(7201)
    const late = await visitor().uploadToSignedUrl(target, token, 'x')
    expect(late.error).toMatchObject({ code: 'InvalidJWT' })
  })

  it('that may overwrite does so until its time is over', async () => {
    await mine().upload(target, 'before')
    const token = await offer({ upsert: true })
    for (const text of ['one', 'two']) {
      expect((await visitor().uploadToSignedUrl(target, token, text)).error).toBeNull()
      expect(await (await mine().download(target)).data?.text()).toBe(text)
    }
  })

  it('does not lift the limits of the bucket', async () => {
    const selfies = storage.anon.storage.from('selfies')
    const { data } = await selfies.createSignedUploadUrl('new.jpg')
    const large = Buffer.concat([await picture('jpeg'), Buffer.alloc(300_000)])
    const form = await selfies.uploadToSignedUrl(
      'new.jpg',
      data?.token ?? '',
      new Blob([large], { type: 'image/jpeg' }),
    )
    expect(form.error).toMatchObject({
      statusCode: '413',
      message: 'The object exceeded the maximum allowed size',
    })
    const fake = await selfies.uploadToSignedUrl(
      'new.jpg',
      data?.token ?? '',
      new Blob(['<svg>'], { type: 'image/jpeg' }),
    )
    expect(fake.error).toMatchObject({ statusCode: '415' })
    const jpeg = new Blob([await picture('jpeg')], { type: 'image/jpeg' })
    expect((await selfies.uploadToSignedUrl('new.jpg', data?.token ?? '', jpeg)).error).toBeNull()
  })
})

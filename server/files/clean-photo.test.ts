import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { selfieBytesMax } from '#domain/registrations/intake.ts'
import { cleanPhoto } from './clean-photo.ts'

const picture = (width: number, height: number, background = '#3a7a44') =>
  sharp({ create: { width, height, channels: 4, background } })

/** A PNG whose header promises that many pixels, in a few bytes. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a photo', () => {
  it.each<[string, Buffer | Promise<Buffer>]>([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('a photo of me')],
    ['a drawing that could run', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a GIF', picture(10, 10).gif().toBuffer()],
    ['a PDF', Buffer.from('%PDF-1.7\n%%EOF')],
    [
      'a JPEG that is cut off',
      picture(400, 400)
        .jpeg()
        .toBuffer()
        .then((jpeg) => jpeg.subarray(0, 200)),
    ],
    ['a bomb', pngOf(60_000, 60_000)],
  ])('is not %s', async (_, bytes) => {
    expect(await cleanPhoto(await bytes)).toBeNull()
  })

  it.each(['jpeg', 'png', 'webp'] as const)('may be a %s, and becomes a JPEG', async (format) => {
    const jpeg = await cleanPhoto(await picture(300, 200).toFormat(format).toBuffer())
    expect(await sharp(jpeg ?? Buffer.alloc(0)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 300,
      height: 200,
    })
  })

  it('stands upright, and has white where it was transparent', async () => {
    const lying = await picture(300, 200, '#00000000').withMetadata({ orientation: 6 }).webp().toBuffer()
    const jpeg = (await cleanPhoto(lying)) ?? Buffer.alloc(0)
    const { width, height, orientation } = await sharp(jpeg).metadata()
    expect([width, height, orientation]).toEqual([200, 300, undefined])
    expect([...(await sharp(jpeg).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255])
  })

  it('brings nothing along that was in its file', async () => {
    const jpeg = await picture(100, 100)
      .withExif({ IFD0: { Model: 'Secret-Camera' }, IFD3: { GPSLatitude: '9/1 4/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">secret-xmp</x:xmpmeta>')
      .jpeg()
      .toBuffer()
    const stuffed = Buffer.concat([jpeg, Buffer.from('PK secret-archive')])
    const clean = (await cleanPhoto(stuffed)) ?? Buffer.alloc(0)
    expect(stuffed.toString('latin1')).toMatch(/Secret-Camera.*secret-xmp.*secret-archive/s)
    expect(clean.toString('latin1')).not.toMatch(/secret/i)
    const { exif, xmp, icc, iptc } = await sharp(clean).metadata()
    expect([exif, xmp, icc, iptc]).toEqual([undefined, undefined, undefined, undefined])
  })

  it('of any size fits the limit', async () => {
    const noise = sharp({
      create: {
        width: 2000,
        height: 2000,
        channels: 3,
        background: '#888888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
    const clean = await cleanPhoto(await noise.jpeg({ quality: 95 }).toBuffer())
    expect(clean === null || clean.length <= selfieBytesMax).toBe(true)
    expect(clean).not.toBeNull()
  })
})

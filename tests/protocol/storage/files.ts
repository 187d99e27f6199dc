// Files that the tests store: real ones, made here, and some that only pretend.
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export function picture(
  format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif',
  width = 40,
  height = 20,
): Promise<Buffer<ArrayBuffer>> {
  return sharp({ create: { width, height, channels: 3, background: { r: 30, g: 120, b: 60 } } })
    .toFormat(format)
    .toBuffer() as Promise<Buffer<ArrayBuffer>>
}

export const html = Buffer.from('<!doctype html><script>alert(document.domain)</script>')
export const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
export const pdf = Buffer.from(
  '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
)

/** The older Word format: a container that many programs share. */
export function doc(): Buffer<ArrayBuffer> {
  return Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024)])
}

/** A .docx, as far as anybody looks: a zip with the entries that identify it. */
export function docx(): Buffer<ArrayBuffer> {
  const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
  return zip({
    '[Content_Types].xml': types,
    '_rels/.rels': '<Relationships/>',
    'word/document.xml': '<document/>',
  })
}

/** Stored, not compressed: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
export function zip(entries: Record<string, string>): Buffer<ArrayBuffer> {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(entries)) {
    const data = Buffer.from(text)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(data), 10)
    facts.writeUInt32LE(data.length, 14)
    facts.writeUInt32LE(data.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), data])
    const where = Buffer.alloc(14)
    where.writeUInt32LE(offset, 10)
    centrals.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, where, Buffer.from(name)]),
    )
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(centrals.length, 8)
  end.writeUInt16LE(centrals.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

/** A valid PNG of 400 million pixels in some 50 kB. */
export function bomb(side = 20_000): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // One bit for each pixel, grey.
  header.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side), { level: 9 })
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

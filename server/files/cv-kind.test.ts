import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makeZip } from '#tests/harness/make-zip.ts'
import { findCvKind } from './cv-kind.ts'

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const doc = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(512),
  Buffer.from('WordDocument', 'utf16le'),
])
const types = { name: '[Content_Types].xml', content: Buffer.from('<Types/>') }
const body = { name: 'word/document.xml', content: Buffer.from('<w:document/>') }

describe('a CV', () => {
  it('is known by its bytes', async () => {
    expect(await findCvKind(pdf)).toBe('pdf')
    expect(await findCvKind(doc)).toBe('doc')
    expect(await findCvKind(makeZip([types, body]))).toBe('docx')
    expect(await findCvKind(makeZip([{ ...types, stored: true }, body]))).toBe('docx')
  })

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('Dear sirs')],
    ['a page of HTML', Buffer.from('<html><script>alert(1)</script>')],
    ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600)])],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['a PDF after something else', Buffer.concat([Buffer.from('MZ'), pdf])],
    ['a PDF that is cut off', pdf.subarray(0, 20)],
    ['an Office file that is no letter', doc.subarray(0, 400)],
    ['a zip with anything', makeZip([{ name: 'a.exe', content: Buffer.from('MZ') }])],
    ['a spreadsheet', makeZip([types, { name: 'xl/workbook.xml', content: Buffer.from('<x/>') }])],
    ['an older letter with macros', Buffer.concat([doc, Buffer.from('_VBA_PROJECT', 'utf16le')])],
    ['a letter with macros', makeZip([types, body, { name: 'word/vbaProject.bin', content: doc }])],
    ['a zip that climbs', makeZip([types, body, { name: '../../etc/passwd', content: doc }])],
    ['a zip with the same name twice', makeZip([types, body, body])],
    ['a zip that is cut off', makeZip([types, body]).subarray(0, 120)],
    ['a zip whose entries are broken', makeZip([types, { ...body, packed: Buffer.from('no deflate') }])],
  ])('is not %s', async (_, bytes) => {
    expect(await findCvKind(bytes)).toBeNull()
  })

  it('is not a bomb, whatever size its directory names', async () => {
    const packed = deflateRawSync(Buffer.alloc(60_000_000))
    expect(packed.length).toBeLessThan(100_000)
    const bomb = makeZip([types, { ...body, packed }])
    expect(await findCvKind(bomb)).toBeNull()
    const half = { packed: deflateRawSync(Buffer.alloc(25_000_000)), content: Buffer.alloc(1) }
    const pieces = [1, 2].map((index) => ({ ...half, name: `word/media/${index}.png` }))
    expect(await findCvKind(makeZip([types, body, ...pieces]))).toBeNull()
  })
})

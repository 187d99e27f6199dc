import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { findPdfFault } from './active-pdf.ts'

const file = (...objects: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.map((object) => (typeof object === 'string' ? Buffer.from(`${object}\n`, 'latin1') : object)),
    Buffer.from('trailer<</Root 1 0 R/Size 9>>\nstartxref\n0\n%%EOF\n'),
  ])

function packed(objects: readonly string[], { filter = '/FlateDecode', extra = '' } = {}): Buffer {
  let offset = 0
  const table = objects.map((object, index) => {
    const entry = `${10 + index} ${offset}`
    offset += object.length + 1
    return entry
  })
  const head = `${table.join(' ')} `
  const text = Buffer.from(head + objects.join('\n'), 'latin1')
  const body = filter === '/FlateDecode' ? deflateSync(text) : text
  return Buffer.concat([
    Buffer.from(
      `5 0 obj<</Type/ObjStm/N ${objects.length}/First ${head.length}${filter && `/Filter ${filter}`}/Length ${body.length}${extra}>>stream\r\n`,
    ),
    body,
    Buffer.from('\nendstream endobj\n'),
  ])
}

const catalog = '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj'
const script = '<</S/JavaScript/JS(app.alert(1))>>'

describe('a PDF that acts', () => {
  it.each<[string, Buffer]>([
    ['by a script', file(catalog, `3 0 obj${script}endobj`)],
    ['by a name in hexadecimal', file(catalog, '3 0 obj<</S/J#61vaScript/#4a#53(1)>>endobj')],
    ['when a page opens', file(catalog, '3 0 obj<</Type/Page/AA<</O 4 0 R>>>>endobj')],
    ['by starting a program', file('1 0 obj<</OpenAction<</S/Launch/F(a.exe)>>>>endobj')],
    ['by going elsewhere at its opening', file('1 0 obj<</OpenAction<</S/URI/URI(http://a.b)>>>>endobj')],
    [
      'by going elsewhere, said elsewhere',
      file('1 0 obj<</OpenAction 7 0 R>>endobj 7 0 obj<</S/URI>>endobj'),
    ],
    [
      'with a file in it',
      file(catalog, '3 0 obj<</Type/EmbeddedFile/Length 2>>stream\nMZ\nendstream endobj'),
    ],
    ['with a form that is a program', file('1 0 obj<</AcroForm<</XFA[(a) 3 0 R]>>>>endobj')],
    ['with moving pictures', file(catalog, '3 0 obj<</Subtype/RichMedia>>endobj')],
    ['in a packed object', file(catalog, packed(['<</Type/Page>>', script]))],
    ['in an object that is packed as it is', file(catalog, packed([script], { filter: '' }))],
    [
      'by an object that lies in a stream',
      file(catalog, `3 0 obj<<>>stream\n9 0 obj${script}endobj\nendstream`),
    ],
    ['by an object that lies in a string', file(catalog, `3 0 obj(9 0 obj${script}endobj)endobj`)],
    ['behind a string that ends an object', file(`1 0 obj<</A(>>endobj\\)()stream)/B${script}>>endobj`)],
    ['behind a remark', file(`1 0 obj%>>\n<</A%)>>\r/S/JavaScript>>endobj`)],
    ['in a packed object that begins in a string', file(packed([`(a)`, `(${script})`.slice(1)]))],
  ])('%s is found', (_, bytes) => {
    expect(findPdfFault(bytes)).toBe('active')
  })

  it('cannot hide in what is encrypted, or packed in a way that we do not read', () => {
    expect(findPdfFault(Buffer.from('%PDF-1.7 trailer<</Encrypt 8 0 R>>%%EOF'))).toBe('encrypted')
    for (const extra of ['/DecodeParms<</Predictor 12/Columns 4>>', '/F(elsewhere)'])
      expect(findPdfFault(file(packed([script], { extra })))).toBe('unreadable')
    expect(findPdfFault(file(packed([script], { filter: '/LZWDecode' })))).toBe('unreadable')
    expect(findPdfFault(file(packed([script], { filter: '8 0 R' })))).toBe('unreadable')
    expect(findPdfFault(file(packed([' '.repeat(13_000_000)])))).toBe('unreadable')
  })

  it('cannot keep us reading: what must be read again and again is given up', () => {
    expect(findPdfFault(file('1 0 obj('.repeat(20_000)))).toBe('unreadable')
    expect(findPdfFault(file('1 0 obj<<'.repeat(20_000)))).toBe('unreadable')
  })
})

describe('a PDF as editors write it', () => {
  it.each<[string, Buffer]>([
    [
      'with words that look like names',
      file(catalog, '3 0 obj<</URI(https://a.b/JS/AA)/T(/JavaScript)>>endobj'),
    ],
    ['that opens at a page', file('1 0 obj<</OpenAction[3 0 R/XYZ null null 0]>>endobj')],
    ['that goes to a page', file('1 0 obj<</OpenAction 7 0 R>>endobj 7 0 obj<</S/GoTo/D[3 0 R/Fit]>>endobj')],
    [
      'with content that is text',
      file(catalog, '4 0 obj<</Length 9>>stream\n/JS Do /AA Tf\nendstream endobj'),
    ],
    ['with packed objects', file(catalog, packed(['<</Type/Page/T(/JS)>>', '[1 2]']))],
  ])('is taken: %s', (_, bytes) => {
    expect(findPdfFault(bytes)).toBeNull()
  })
})

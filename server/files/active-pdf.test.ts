import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { findPdfFault } from './active-pdf.ts'

const file = (...objects: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.map((object) => (typeof object === 'string' ? Buffer.from(`${object}\n`, 'latin1') : object)),
    Buffer.from('trailer<</Root 1 0 R/Size 9>>\nstartxref\n0\n%%EOF\n'),
  ])

/** An object stream, its table and where that says that objects begin as passed. */
function packedAs(dictionary: string, beforeData: string, body: string | Buffer): Buffer {
  const data = typeof body === 'string' ? Buffer.from(body, 'latin1') : body
  return Buffer.concat([
    Buffer.from(`5 0 obj<<${dictionary}>>${beforeData}`, 'latin1'),
    data,
    Buffer.from('\nendstream endobj\n'),
  ])
}

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
const deflated = '/Type/ObjStm/N 1/First 5/Filter/FlateDecode'

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
    [
      'with a file in it that is not called one',
      file(catalog, '3 0 obj<</Subtype/FileAttachment/FS<</F(a.exe)/EF<</F 6 0 R>>>>>>endobj'),
    ],
    ['by the script of a model', file(catalog, '3 0 obj<</Subtype/U3D/OnInstantiate 6 0 R>>endobj')],
    [
      'by going elsewhere after a page',
      file('1 0 obj<</OpenAction<</S/GoTo/D[3 0 R]/Next<</S/URI/URI(http://a.b)>>>>>>endobj'),
    ],
    [
      'by going elsewhere after a page, said elsewhere',
      file('1 0 obj<</OpenAction 7 0 R>>endobj 7 0 obj<</S/GoTo/D[3 0 R]/Next 8 0 R>>endobj'),
    ],
    [
      'by an action with another in front of its kind',
      file('1 0 obj<</OpenAction<</X<</S/GoTo>>/S/URI>>>>endobj'),
    ],
    [
      'in a packed object behind a remark',
      file(catalog, packedAs(deflated, '%\nstream\n', deflateSync(`10 0 ${script}`))),
    ],
    [
      'in a packed object behind much space',
      file(catalog, packedAs(deflated, `${' '.repeat(200)}stream\n`, deflateSync(`10 0 ${script}`))),
    ],
    [
      'in a packed object behind what looks like the end',
      file(catalog, packedAs('/N 2/First 11', 'stream\n', `10 0 11 12 (endstream) ${script}`)),
    ],
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

  it.each<[string, Buffer]>([
    ['a bracket that closes another', file(`3 0 obj<</A ]${script.slice(2)}endobj`)],
    [
      'a string in hexadecimal that holds a bracket',
      file(packedAs(`/A <41<< > ${deflated}`, 'stream\n', deflateSync(`10 0 ${script}`))),
    ],
    ['words before the packed bytes', file(packedAs('/N 1/First 5', 'stream (((\n', `10 0 ${script}`))],
    [
      'a remark in the table of packed objects',
      file(packedAs('/N 1/First 20', 'stream\n', `${'%1 0\n10 5'.padEnd(20)}(aa) ${script}`)),
    ],
    ['a number of another form', file(packedAs('/N 1/First 0x5', 'stream\n', `10 0 ${script}`))],
  ])('cannot hide behind what readers mend each in their own way: %s', (_, bytes) => {
    expect(findPdfFault(bytes)).toBe('unreadable')
  })

  it('cannot make us read without end: what must be read again and again is given up', () => {
    expect(findPdfFault(file('1 0 obj('.repeat(20_000)))).toBe('unreadable')
    expect(findPdfFault(file('1 0 obj<<'.repeat(20_000)))).toBe('unreadable')
    expect(findPdfFault(file('obj '.repeat(500_000)))).toBe('unreadable')
    expect(findPdfFault(file(`1 0 obj${'['.repeat(2_000_000)}`))).toBe('unreadable')
  })

  it('costs no more than its length: references to the opening are compared once', () => {
    expect(findPdfFault(file('obj<</OpenAction 1 0 R>>'.repeat(60_000)))).toBeNull()
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
    [
      'with structure, notes and links',
      file(
        '1 0 obj<</OpenAction 7 0 R/Lang(en-NG)>>endobj 7 0 obj<</S/GoTo/D[3 0 R/Fit]>>endobj',
        '8 0 obj<</Type/StructElem/S/P/K[<</S/Span/Alt<FEFF00 41>>>]/Next 9 0 R>>endobj',
        '9 0 obj<</First 10 0 R/N/A>>endobj',
        '10 0 obj<</Subtype/Link/A<</S/URI/URI(https://a.b)>>>>endobj',
      ),
    ],
    ['with packed objects', file(catalog, packed(['<</Type/Page/T(/JS)>>', '[1 2]']))],
  ])('is taken: %s', (_, bytes) => {
    expect(findPdfFault(bytes)).toBeNull()
  })
})

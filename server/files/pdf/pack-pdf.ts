// Writes a finished PDF again, a fifth smaller: everything that is no stream goes into compressed object streams, and the
// table of offsets becomes one too (ISO 32000-1, 7.5.7 and 7.5.8). What a reader sees and reads aloud is the same.
import { deflateSync } from 'node:zlib'

/** So many objects to a stream: readers open one to find any of them. */
const objectsPerStream = 200

interface PdfObject {
  nr: number
  /** What stands between `obj` and `endobj`. */
  body: Buffer
}

/** Takes the one shape that our library writes: a table of offsets, and nothing changed after it. */
export function packPdf(pdf: Buffer): Buffer {
  const { objects, trailer } = readObjects(pdf)
  const isStream = ({ body }: PdfObject) => body.includes('\nstream\n')
  const plain = objects.filter((object) => !isStream(object))
  let nextNr = Math.max(...objects.map(({ nr }) => nr)) + 1
  const parts = [pdf.subarray(0, pdf.indexOf('\n', pdf.indexOf('\n') + 1) + 1)]
  let length = parts[0]?.length ?? 0
  /** Type, place or number of its stream, place within: a row of the table for each object. */
  const rows: [number, number, number][] = [[0, 0, 65_535]]
  const add = (nr: number, ...body: Buffer[]) => {
    rows[nr] = [1, length, 0]
    const whole = Buffer.concat([Buffer.from(`${nr} 0 obj\n`), ...body, Buffer.from('\nendobj\n')])
    parts.push(whole)
    length += whole.length
  }
  for (const { nr, body } of objects.filter(isStream)) add(nr, body)
  for (let from = 0; from < plain.length; from += objectsPerStream) {
    const batch = plain.slice(from, from + objectsPerStream)
    const streamNr = nextNr++
    const heads: string[] = []
    let at = 0
    batch.forEach(({ nr, body }, place) => {
      heads.push(`${nr} ${at}`)
      at += body.length + 1
      rows[nr] = [2, streamNr, place]
    })
    const head = `${heads.join(' ')}\n`
    const bodies = batch.flatMap(({ body }) => [body, Buffer.from('\n')])
    const about = `/Type /ObjStm /N ${batch.length} /First ${head.length}`
    add(streamNr, ...writeStream(about, Buffer.concat([Buffer.from(head), ...bodies])))
  }
  const tableNr = nextNr
  rows[tableNr] = [1, length, 0]
  const table = Buffer.alloc(rows.length * 6)
  rows.forEach(([type, second, third], nr) => {
    table.writeUInt8(type, nr * 6)
    table.writeUIntBE(second, nr * 6 + 1, 3)
    table.writeUInt16BE(third, nr * 6 + 4)
  })
  const start = length
  add(tableNr, ...writeStream(`/Type /XRef /Size ${rows.length} /W [1 3 2] ${trailer}`, table))
  parts.push(Buffer.from(`startxref\n${start}\n%%EOF\n`))
  return Buffer.concat(parts)
}

function readObjects(pdf: Buffer): { objects: PdfObject[]; trailer: string } {
  const tail = pdf.subarray(pdf.lastIndexOf('\nxref\n')).toString('latin1')
  const tableAt = pdf.length - tail.length + 1
  const [, trailer = ''] = /trailer\n<<([\s\S]*?)>>\nstartxref/.exec(tail) ?? []
  const offsets = [...tail.matchAll(/^(\d{10}) \d{5} n/gm)].map(([, at], place) => ({
    nr: place + 1,
    at: Number(at),
  }))
  const ends = [...offsets.map(({ at }) => at), tableAt].toSorted((a, b) => a - b)
  const objects = offsets.map(({ nr, at }) => {
    const whole = pdf.subarray(at, ends[ends.indexOf(at) + 1])
    return { nr, body: whole.subarray(whole.indexOf('obj\n') + 4, whole.lastIndexOf('\nendobj')) }
  })
  return {
    objects,
    trailer: trailer
      .replace(/\/Size \d+/, '')
      .trim()
      .replace(/\n/g, ' '),
  }
}

function writeStream(about: string, bytes: Buffer): Buffer[] {
  const packed = deflateSync(bytes, { level: 9 })
  const head = `<< ${about} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`
  return [Buffer.from(head), packed, Buffer.from('\nendstream')]
}

// The words of a PDF of ours, as a reader would copy them out of it: by each face's own table of characters.
import { inflateSync } from 'node:zlib'

/** One line for each piece of text, in the order in which it is written; sheets one after the other. */
export function readPdfText(pdf: Buffer): string {
  const objects = readObjects(pdf)
  const letters = new Map<string, (glyph: string) => string>()
  for (const { head } of objects.values())
    for (const [, face, id] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id ?? '')?.head ?? '')?.[1]
      if (face && unicode) letters.set(face, readTable(objects.get(unicode)?.body ?? ''))
    }
  const lines: string[] = []
  for (const { head } of objects.values())
    for (const [, contents] of head.matchAll(/\/Contents (\d+) 0 R/g)) {
      let face = ''
      let written = ''
      const pieces = (objects.get(contents ?? '')?.body ?? '').matchAll(
        /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|\bET\b/g,
      )
      for (const [, chosen, shown] of pieces) {
        if (chosen) face = chosen
        else if (shown !== undefined)
          written += shown.replace(/<([0-9a-f]*)>[^<]*/g, (_, hex: string) => spell(hex, letters.get(face)))
        else {
          lines.push(written)
          written = ''
        }
      }
    }
  return lines.join('\n')
}

function readObjects(pdf: Buffer): Map<string, { head: string; body: string }> {
  const text = pdf.toString('latin1')
  const objects = new Map<string, { head: string; body: string }>()
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)(?:\nendobj|stream\n)/g)) {
    const [whole, id = '', head = ''] = match
    const length = Number(/\/Length (\d+)/.exec(head)?.[1])
    const start = match.index + whole.length
    const isPacked = whole.endsWith('stream\n') && head.includes('/FlateDecode')
    const body = isPacked ? inflateSync(pdf.subarray(start, start + length)).toString('latin1') : ''
    objects.set(id, { head, body })
    const [, first] = /\/Type \/ObjStm [^>]*\/First (\d+)/.exec(head) ?? []
    if (!first) continue
    const places = body.slice(0, Number(first)).trim().split(/\s+/).map(Number)
    for (let nr = 0; nr < places.length; nr += 2)
      objects.set(String(places[nr]), {
        head: body.slice(
          Number(first) + (places[nr + 1] ?? 0),
          Number(first) + (places[nr + 3] ?? body.length),
        ),
        body: '',
      })
  }
  return objects
}

/** pdfkit's ToUnicode: ranges of glyphs, each with the list of what they stand for. */
function readTable(body: string): (glyph: string) => string {
  const table = new Map<string, string>()
  for (const [, first = '0', list = ''] of body.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g))
    [...list.matchAll(/<([0-9a-f]+)>/g)].forEach(([, units = ''], place) => {
      const glyph = (Number.parseInt(first, 16) + place).toString(16).padStart(4, '0')
      table.set(glyph, Buffer.from(units, 'hex').swap16().toString('utf16le'))
    })
  return (glyph) => table.get(glyph) ?? '\ufffd'
}

function spell(hex: string, letterOf: ((glyph: string) => string) | undefined): string {
  return (hex.match(/.{4}/g) ?? []).map((glyph) => letterOf?.(glyph) ?? '\ufffd').join('')
}

// A sheet of the company's documents: faces, colours, head and foot, and the few things that every document is made of.
// Everything is drawn at its coordinates, nothing flows by itself; what is read is tagged, so that it is read aloud in order.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import { colour } from '#server/lib/colours.ts'
import { packPdf } from './pack-pdf.ts'
import { createPrintable } from './printable.ts'

type Doc = InstanceType<typeof PDFDocument>

export type Face = 'serif' | 'sans' | 'strong'
const faces: Record<Face, Buffer> = {
  serif: readFileSync(join(import.meta.dirname, 'fonts/noto-serif-600.ttf')),
  sans: readFileSync(join(import.meta.dirname, 'fonts/noto-sans-400.ttf')),
  strong: readFileSync(join(import.meta.dirname, 'fonts/noto-sans-600.ttf')),
}

/** A4, in points. */
export const sheet = { width: 595.28, height: 841.89, left: 50, right: 545.28, top: 60, bottom: 742 }
export const contentWidth = sheet.right - sheet.left

export interface TextStyle {
  face?: Face
  size?: number
  colour?: string
  align?: 'left' | 'right'
  /** The structure that reading programs use. */
  tag?: 'P' | 'H1' | 'H2'
}

export interface SheetFacts {
  title: string
  companyName: string
  issuedAt: Date
  /** At the left of the foot of each sheet, from above. */
  foot: (isFirst: boolean) => FootLine[]
  /** Shown as a square to scan beside the foot of the first sheet. */
  square?: string
}

export interface FootLine {
  words: string
  face?: Face
  colour?: string
}

export interface Sheet {
  /** Writes within the width; answers the height that it took. */
  write(text: string, x: number, y: number, width: number, style?: TextStyle): number
  measure(text: string, width: number, style?: TextStyle): number
  line(y: number, options?: { from?: number; to?: number; width?: number; colour?: string }): void
  box(x: number, y: number, width: number, height: number, fill: string): void
  mark(x: number, y: number, size: number): void
  /** The company's own, a JPEG or PNG, in a square of this size. */
  logo(image: Buffer, x: number, y: number, size: number): void
  /** A JPEG of this height. `words` is what it shows, for those who cannot see it. */
  picture(jpeg: Buffer, x: number, y: number, height: number, words: string): void
  /** What is written inside is read aloud as one. Cells of their own would make a long document twice as large. */
  row(draw: () => void): void
  /** Goes on on a further sheet; answers where its content begins. */
  nextSheet(): number
  /** Whether a letter of what was written has a mark in its place, since no face of ours has it. */
  hasMissingLetters(): boolean
  finish(): Promise<Buffer>
}

export function openSheet(facts: SheetFacts): Sheet {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'en-NG',
    tagged: true,
    displayTitle: true,
    font: faces.sans as unknown as string,
    // Nothing of the time at which it is drawn: the same content is the same file, byte for byte.
    info: {
      Title: facts.title,
      Author: facts.companyName,
      CreationDate: facts.issuedAt,
      ModDate: facts.issuedAt,
    },
  })
  for (const [name, face] of Object.entries(faces)) doc.registerFont(name, face)
  const chunks: Buffer[] = []
  const written = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  const root = doc.struct('Document')
  doc.addStructure(root)
  let isInRow = false
  const print = createPrintable((face: Face = 'sans') => doc.font(face))

  const decorate = (draw: () => void) => {
    doc.markContent('Artifact', { type: 'Layout' })
    draw()
    doc.endMarkedContent()
  }
  const choose = ({ face = 'sans', size = 9.5, colour: ink = colour.ink }: TextStyle) =>
    doc.font(face).fontSize(size).fillColor(ink)
  const options = (width: number, { align = 'left' }: TextStyle) => ({ width, align, lineGap: 1.5 })

  const document: Sheet = {
    write(text, x, y, width, style = {}) {
      const clean = print.printable(text, style.face)
      const put = () => void choose(style).text(clean, x, y, options(width, style))
      if (isInRow) put()
      else root.add(doc.struct(style.tag ?? 'P', {}, put))
      // Where the text has ended, with its line gap.
      return doc.y - y
    },
    measure(text, width, style = {}) {
      choose(style)
      return doc.heightOfString(print.printable(text, style.face) || ' ', options(width, style))
    },
    line(y, { from = sheet.left, to = sheet.right, width = 0.75, colour: ink = colour.rule } = {}) {
      decorate(() => doc.moveTo(from, y).lineTo(to, y).lineWidth(width).strokeColor(ink).stroke())
    },
    box(x, y, width, height, fill) {
      decorate(() => doc.rect(x, y, width, height).fill(fill))
    },
    mark(x, y, size) {
      decorate(() => drawMark(doc, x, y, size))
    },
    logo(image, x, y, size) {
      decorate(() => doc.image(image, x, y, { fit: [size, size], valign: 'center' }))
    },
    picture(jpeg, x, y, height, words) {
      root.add(doc.struct('Figure', { alt: words }, () => void doc.image(jpeg, x, y, { height })))
    },
    row(draw) {
      const put = () => {
        isInRow = true
        draw()
        isInRow = false
      }
      root.add(doc.struct('P', {}, put))
    },
    nextSheet() {
      doc.addPage()
      // The cloth is for the first sheet: on each of many it would be a good part of the file.
      decorate(() => doc.rect(0, 0, sheet.width, 4).fill(colour.indigo))
      return sheet.top
    },
    hasMissingLetters: print.hasMissingLetters,
    async finish() {
      root.end()
      drawFeet(doc, facts, print.printable)
      doc.end()
      await written
      return packPdf(Buffer.concat(chunks))
    },
  }
  decorate(() => drawBand(doc))
  return document
}

/** The woven band of the site, along the upper edge. */
function drawBand(doc: Doc): void {
  const height = 10
  const diamond = (x: number, y: number, size: number) =>
    doc
      .moveTo(x, y - size)
      .lineTo(x + size, y)
      .lineTo(x, y + size)
      .lineTo(x - size, y)
      .closePath()
  doc.rect(0, 0, sheet.width, height).fill(colour.indigo)
  for (let place = 0; place * 10 < sheet.width + 10; place++) {
    const x = place * 10 + 5
    if (place % 2 === 0) {
      diamond(x, height / 2, 5).fill(colour.millet)
      diamond(x, height / 2, 1.8).fill(colour.indigo)
    } else {
      diamond(x, height / 2, 4.2)
        .lineWidth(0.9)
        .strokeColor(colour.paper)
        .stroke()
      diamond(x, height / 2, 1.4).fill(colour.paper)
    }
  }
}

/** The mark of the site's head: the sun over ridged ground, on a woven hem. */
function drawMark(doc: Doc, x: number, y: number, size: number): void {
  doc
    .save()
    .translate(x, y)
    .scale(size / 40)
  doc.roundedRect(0, 0, 40, 40, 3).fill(colour.forest)
  doc.circle(20, 15, 7).fill(colour.millet)
  doc.path('M0 17c8-5 14-5 20-2s13 2 20-2v19H0z').fill(colour.leaf)
  doc
    .path('M20 16C13 19 6 25 2 32M20 16c-3 4-6 10-7 16M20 16c3 4 6 10 7 16M20 16c7 3 14 9 18 16')
    .lineWidth(1.6)
    .strokeColor(colour.millet)
    .stroke()
  doc.path('M0 32h40v5a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3z').fill(colour.indigo)
  doc.path('M2 36l3-3 3 3-3 3zM12 36l3-3 3 3-3 3zM22 36l3-3 3 3-3 3zM32 36l3-3 3 3-3 3z').fill(colour.paper)
  doc.restore()
}

const footPlaces = [2, 15, 27, 41]

/** On every sheet, since sheets get parted; the square on the first, since it weighs. */
function drawFeet(
  doc: Doc,
  { foot, square, companyName, title }: SheetFacts,
  printable: (text: string, face?: Face) => string,
): void {
  const { start, count } = doc.bufferedPageRange()
  const y = 762
  for (let nr = start; nr < start + count; nr++) {
    doc.switchToPage(nr)
    doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] })
    doc
      .moveTo(sheet.left, y - 8)
      .lineTo(sheet.right, y - 8)
      .lineWidth(0.75)
      .strokeColor(colour.rule)
      .stroke()
    const isFirst = nr === start
    if (isFirst && square) drawSquares(doc, square, sheet.left, y, 54)
    const x = isFirst && square ? sheet.left + 66 : sheet.left
    foot(isFirst).forEach(({ words, face = 'sans', colour: ink = colour.ink }, place) => {
      const at = y + (footPlaces[place] ?? 0)
      const line = printable(words, face)
      doc.font(face).fontSize(8.5).fillColor(ink).text(line, x, at, { width: 300, lineBreak: false })
    })
    const [company, heading] = [printable(companyName.slice(0, 40)), printable(title.slice(0, 44))]
    doc.font('sans').fontSize(8).fillColor(colour.stone)
    const right = { width: 160, align: 'right' as const, lineBreak: false }
    doc.text(company, sheet.right - 160, y + 2, right)
    doc.text(heading, sheet.right - 160, y + 15, right)
    doc.text(`Page ${nr - start + 1} of ${count}`, sheet.right - 160, y + 27, right)
    doc.endMarkedContent()
  }
}

function drawSquares(doc: Doc, words: string, x: number, y: number, size: number): void {
  const { data } = encode(words, { ecc: 'M', border: 0 })
  const unit = size / data.length
  data.forEach((row, down) => {
    for (let from = 0; from < row.length; from++) {
      if (!row[from]) continue
      let to = from
      while (row[to + 1]) to++
      // A hair more than its place: no light between neighbours.
      doc.rect(x + from * unit, y + down * unit, (to - from + 1) * unit + 0.05, unit + 0.05)
      from = to
    }
  })
  doc.fill(colour.ink)
}

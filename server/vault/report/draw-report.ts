// Draws a report as PDF: section after section down the sheets, with the photo where the report has it.
import { type DataReport, dataReportTitle, missingLetters, type ReportPart } from '#domain/data-report.ts'
import { contentWidth, openSheet, type Sheet, sheet, type TextStyle } from '#server/files/pdf/sheet.ts'
import { colour } from '#server/lib/colours.ts'

export interface ReportFacts {
  companyName: string
  readAt: Date
}

const stone: TextStyle = { size: 8.5, colour: colour.stone }
const termWidth = 150
const detailX = sheet.left + termWidth + 12
const detailWidth = sheet.right - detailX
const photoHeight = 150
/** Above the heading of a part. */
const partGap = 2
/** A detail that is longer goes in several rows, so that each finds room on a sheet. */
const rowCharacters = 900

export async function drawReport(report: DataReport, { companyName, readAt }: ReportFacts): Promise<Buffer> {
  const document = openSheet({
    title: dataReportTitle,
    companyName: asTitle(companyName),
    issuedAt: readAt,
    foot: () => [
      { words: 'This paper is yours alone.', face: 'strong' },
      { words: 'Anyone who holds it can read all of it: keep it safe.' },
    ],
  })
  let y = drawHead(document, report, companyName)
  for (const { title, since, storedFor, parts } of report.sections) {
    const time = `${since ? `Since ${since}. ` : ''}Kept: ${storedFor}`
    // A heading stands with what it heads.
    const head =
      document.measure(title, contentWidth, sectionHeading) + document.measure(time, contentWidth, stone) + 15
    y = makeRoom(document, head + (parts[0] ? partGap + measureStart(document, parts[0]) : 0), y)
    y += document.write(title, sheet.left, y, contentWidth, sectionHeading) + 2
    y += document.write(time, sheet.left, y, contentWidth, stone) + 5
    document.line(y, { colour: colour.ink })
    y += 8
    for (const part of parts) y = drawPart(document, part, y)
    y += 10
  }
  if (report.nothing) {
    y = makeRoom(document, document.measure(report.nothing, contentWidth) + 10, y)
    y += document.write(report.nothing, sheet.left, y, contentWidth) + 10
  }
  if (document.hasMissingLetters()) {
    y = makeRoom(document, document.measure(missingLetters, contentWidth), y)
    document.write(missingLetters, sheet.left, y, contentWidth)
  }
  return await document.finish()
}

const heading: TextStyle = { face: 'serif', colour: colour.forest }
const sectionHeading: TextStyle = { ...heading, size: 14, tag: 'H2' }
const partHeading: TextStyle = { face: 'strong', size: 10 }

function drawHead(document: Sheet, { lead, withheld }: DataReport, companyName: string): number {
  document.mark(sheet.left, 34, 34)
  document.write(asTitle(companyName), sheet.left + 46, 42, contentWidth - 46, { ...heading, size: 14 })
  let y = 84
  y += document.write(dataReportTitle, sheet.left, y, contentWidth, { ...heading, size: 23, tag: 'H1' }) + 6
  for (const words of lead) y += document.write(words, sheet.left, y, contentWidth) + 3
  for (const words of withheld) {
    const width = contentWidth - 32
    const height = document.measure(words, width) + 18
    y = makeRoom(document, height, y + 6)
    document.box(sheet.left, y, contentWidth, height, colour.sand)
    document.box(sheet.left, y, 3, height, colour.millet)
    document.write(words, sheet.left + 16, y + 9, width)
    y += height
  }
  return y + 22
}

/** How high a row is, with its line. */
const measureRow = (document: Sheet, term: string, detail: string): number =>
  Math.max(document.measure(detail, detailWidth), document.measure(term, termWidth, stone)) + 6

/** How high a part is up to the end of its photo or first row: what does not begin on another sheet than its heading. */
function measureStart(document: Sheet, { title, facts, photo }: ReportPart): number {
  const head = title ? document.measure(title, contentWidth, partHeading) + 5 : 0
  if (photo) return head + photoHeight + 10
  const [first] = facts
  return head + (first ? measureRow(document, first.term, cut(first.detail)[0] ?? '') : 0)
}

function drawPart(document: Sheet, part: ReportPart, y: number): number {
  const { title, facts, photo } = part
  let at = y
  if (title) {
    at = makeRoom(document, measureStart(document, part), at + partGap)
    at += document.write(title, sheet.left, at, contentWidth, partHeading) + 3
  }
  if (photo) {
    at = makeRoom(document, photoHeight + 10, at)
    const jpeg = Buffer.from(photo.image.slice(photo.image.indexOf(',') + 1), 'base64')
    document.picture(jpeg, sheet.left, at, photoHeight, photo.words)
    at += photoHeight + 8
  }
  for (const { term, detail } of facts)
    cut(detail).forEach((piece, place) => {
      const words = place === 0 ? term : ''
      const height = measureRow(document, words, piece)
      at = makeRoom(document, height, at)
      document.row(() => {
        if (words) document.write(words, sheet.left, at + 1, termWidth, stone)
        document.write(piece, detailX, at, detailWidth)
      })
      at += height - 4
      document.line(at)
      at += 4
    })
  return at + 6
}

function asTitle(companyName: string): string {
  return companyName.charAt(0).toUpperCase() + companyName.slice(1)
}

/** At spaces, or at the latest where it would be too long. */
function cut(detail: string): string[] {
  const pieces: string[] = []
  let rest = detail
  while (rest.length > rowCharacters || rest.split('\n').length > 30) {
    const start = rest.split('\n').slice(0, 30).join('\n').slice(0, rowCharacters)
    const end = Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n'))
    const length = end > rowCharacters / 2 ? end : start.length
    pieces.push(rest.slice(0, length))
    rest = rest.slice(length).trimStart()
  }
  return [...pieces, rest]
}

/** Where something of this height goes whole: here, or on the next sheet. */
function makeRoom(document: Sheet, height: number, y: number): number {
  return y + height > sheet.bottom ? document.nextSheet() : y
}

// Rows as one sheet of a workbook (ECMA-376), written as they come: text cells are text and never formulas.
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Cell } from './export-lists.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const parts: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  // Style 1: bold, for the head. Style 2: text, also when someone edits the cell.
  'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="49" applyNumberFormat="1" quotePrefix="1"/></cellXfs></styleSheet>`,
}

const flushAt = 32 * 1024
/** What a sheet can hold; a longer list ends there, and its last row says so. */
const maxRows = 1_048_575

export function writeXlsx(headers: readonly string[], rows: AsyncIterable<Cell[]>): Readable {
  const zip = new ZipFile()
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(head + xml), name)
  const sheet = Readable.from(writeSheet(headers, rows), { objectMode: false, highWaterMark: flushAt })
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
  zip.end()
  const output = zip.outputStream as Readable
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  sheet.on('error', fail)
  zip.on('error', fail)
  // Anyone who goes away ends the reading too.
  output.on('close', () => sheet.destroy())
  return output
}

async function* writeSheet(headers: readonly string[], rows: AsyncIterable<Cell[]>): AsyncGenerator<Buffer> {
  let text = `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><sheetData>`
  text += writeRow(headers, 1)
  yield Buffer.from(text)
  text = ''
  let count = 0
  for await (const row of rows) {
    count += 1
    if (count >= maxRows) {
      text += writeRow(['The list goes on. Please filter it, or take it as CSV.'], 2)
      break
    }
    text += writeRow(row, 2)
    if (text.length < flushAt) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(`${text}</sheetData></worksheet>`)
}

function writeRow(cells: readonly Cell[], style: number): string {
  return `<row>${cells.map((cell) => writeCell(cell, style)).join('')}</row>`
}

function writeCell(cell: Cell, style: number): string {
  if (cell === null) return '<c/>'
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c><v>${cell}</v></c>` : '<c/>'
  // 32,767 characters is what a cell can hold.
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapeXml(cell.slice(0, 32_767))}</t></is></c>`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Characters that XML 1.0 cannot hold are left out. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '')
    .replace(/[&<>"]/g, (character) => escapes[character] ?? '')
}

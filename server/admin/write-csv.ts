// Rows as CSV (RFC 4180) that spreadsheets open as text: UTF-8 with its mark, and no cell that they would calculate.
import type { Cell } from './export-lists.ts'

const flushAt = 32 * 1024

export async function* writeCsv(
  headers: readonly string[],
  rows: AsyncIterable<Cell[]>,
): AsyncGenerator<Buffer> {
  // The head goes out at once: anyone who waits sees that something comes.
  yield Buffer.from(`\uFEFF${writeLine(headers)}`)
  let text = ''
  for await (const row of rows) {
    text += writeLine(row)
    if (text.length < flushAt) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text) yield Buffer.from(text)
}

function writeLine(cells: readonly Cell[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`
}

/**
 * A spreadsheet reads = + - @ (also in their wide form), a tab or a line's end at the head of a cell as the beginning of
 * a formula: an apostrophe before it makes it text (OWASP, CSV injection). Numbers of ours are numbers.
 */
function writeCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = /^[\s]*[=+\-@＝＋－＠\t\r\n|%]/u.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

// Reads CSV bodies (RFC 4180): a header line, then one record per line.
import { invalidBody } from './errors.ts'

/** The records as objects; `NULL` unquoted-looking is null, everything else text, as upstream. */
export function parseCsv(text: string): Record<string, string | null>[] {
  const [header, ...lines] = splitRecords(text)
  if (!header) throw invalidBody('CSV body has no header')
  return lines.map((fields) => {
    if (fields.length !== header.length) throw invalidBody('All lines must have same number of fields')
    return Object.fromEntries(
      header.map((name, i) => [name, fields[i] === 'NULL' ? null : (fields[i] as string)]),
    )
  })
}

function splitRecords(text: string): string[][] {
  const records: string[][] = []
  let fields: string[] = []
  let at = 0
  while (at < text.length) {
    const quoted = text[at] === '"'
    let field = ''
    if (quoted) {
      const end = closingQuote(text, at + 1)
      field = text.slice(at + 1, end).replaceAll('""', '"')
      at = end + 1
    } else {
      const end = nextDelimiter(text, at)
      field = text.slice(at, end)
      at = end
    }
    fields.push(field)
    if (text[at] === ',') {
      at++
      if (at === text.length) fields.push('')
      continue
    }
    if (text[at] === '\r') at++
    if (at < text.length && text[at] !== '\n') throw invalidBody('CSV body is malformed')
    at++
    records.push(fields)
    fields = []
  }
  if (fields.length) records.push(fields)
  return records
}

function closingQuote(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    if (text[i] !== '"') continue
    if (text[i + 1] !== '"') return i
    i++
  }
  throw invalidBody('CSV body has a quote that is not closed')
}

function nextDelimiter(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const character = text[i]
    if (character === ',' || character === '\n' || (character === '\r' && text[i + 1] === '\n')) return i
  }
  return text.length
}

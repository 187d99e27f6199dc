// Splits a raw query string into decoded pairs, as upstream does: `+` is a space, an invalid escape stays as it is.
import { invalidQuery } from './errors.ts'

const maxParameters = 300

export function splitQuery(query: string): [name: string, value: string][] {
  const pairs: [string, string][] = []
  if (query === '') return pairs
  for (const part of query.split('&')) {
    // A parameter without `=` carries nothing and is ignored.
    const equals = part.indexOf('=')
    if (equals <= 0) continue
    pairs.push([decodePart(part.slice(0, equals)), decodePart(part.slice(equals + 1))])
    if (pairs.length > maxParameters) throw invalidQuery(`More than ${maxParameters} query parameters`)
  }
  return pairs
}

/** Decodes one name or value of the query string. */
function decodePart(text: string): string {
  return decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text)
}

/** Throws PGRST100 when the escapes are not UTF-8, and for NUL, which no PostgreSQL text can hold. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  let decoded: string
  try {
    decoded = decodeURIComponent(text)
  } catch {
    try {
      decoded = decodeURIComponent(text.replace(/%(?![0-9a-fA-F]{2})/g, '%25'))
    } catch {
      throw invalidQuery('The request URL is not valid UTF-8')
    }
  }
  if (decoded.includes('\0')) throw invalidQuery('The request URL contains a NUL character')
  return decoded
}

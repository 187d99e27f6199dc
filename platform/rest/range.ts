// The rows requested by limit, offset and the Range header, and the Content-Range and status that answer it.
import { invalidRange } from './errors.ts'

export interface Range {
  offset: number
  /** undefined: to the end */
  limit?: number
}

/** `Range: 0-9` counts rows (Range-Unit: items); what does not read as one is ignored, as RFC 9110 says. */
export function parseRangeHeader(header: string | undefined): Range | undefined {
  const match = header && /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header.trim())
  if (!match) return undefined
  const offset = Number(match[1])
  if (match[2] === '') return { offset }
  const last = Number(match[2])
  if (last < offset) {
    throw invalidRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  return { offset, limit: last - offset + 1 }
}

/** What both allow; parameters and header may both be sent. */
export function intersectRanges(a: Range, b: Range): Range {
  const offset = Math.max(a.offset, b.offset)
  const end = Math.min(endOf(a), endOf(b))
  return end === Number.POSITIVE_INFINITY ? { offset } : { offset, limit: Math.max(0, end - offset) }
}

const endOf = ({ offset, limit }: Range) => (limit === undefined ? Number.POSITIVE_INFINITY : offset + limit)

/** No response carries more rows than `maxRows` (db-max-rows). */
export function capRange(range: Range, maxRows: number | undefined): Range {
  if (maxRows === undefined || (range.limit ?? Number.POSITIVE_INFINITY) <= maxRows) return range
  return { offset: range.offset, limit: maxRows }
}

/** `0-9/200`; `*` for rows when there are none, and for a total that was not requested. */
export function contentRange(first: number, last: number, total: number | undefined): string {
  const rows = total !== 0 && first <= last ? `${first}-${last}` : '*'
  return `${rows}/${total ?? '*'}`
}

/** 206 only when a total was requested and the page is less than it; 416 when it starts beyond the end. */
export function rangeStatus(offset: number, rows: number, total: number | undefined): 200 | 206 | 416 {
  if (total === undefined) return 200
  if (offset > total) return 416
  return rows < total ? 206 : 200
}
